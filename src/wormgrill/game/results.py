"""The results of a turn: the positions in which it can end, and what can be told of a claim once it is made."""

from __future__ import annotations

from collections.abc import Iterator

from wormgrill.game.dice import FACE_POINTS, WORM
from wormgrill.game.moves import Claim, Grill, Steal
from wormgrill.game.rules import Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, State, apply, can_add_golden_die, legal_moves


def endings(state: State) -> Iterator[State]:
    """Every position in which the turn can be over once the open choices are made; no dice may be left to roll.

    >>> from wormgrill.game.position import parse_state
    >>> choice = parse_state("deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel")
    >>> [end.specialists[0] for end in endings(choice)]
    [Specialist.APPLE, Specialist.WEASEL]
    """
    if state.is_turn_over:
        yield state
        return
    for move in legal_moves(state):
        yield from endings(apply(state, move))


def claim_made(state: State) -> Claim | None:
    """What has been claimed in this turn, while a choice that it brought is open.

    A tile counts as taken from the grill, for the position no longer tells whose it was; a hen came without its tile,
    which its last owner still has.
    """
    if Specialist.HEN in state.turn.in_hand:
        for seat, top in enumerate(state.tops):
            if seat != state.seat and top == total_points(state):
                return Steal(seat)
    top = state.tops[state.seat]
    return None if top is None else Grill(top)


def total_points(state: State) -> int:
    """The points of the dice kept so far, the canned worm of its owner included where no kept die is a worm."""
    return state.points + (0 if state.turn.aside[WORM - 1] else _canned_points(state))


def most_points(state: State) -> int:
    """The most points that the dice of this turn could ever make, with a worm, real or canned."""
    turn = state.turn
    dice = turn.dice_left + sum(turn.aside) + can_add_golden_die(state)
    return dice * max(FACE_POINTS) + _canned_points(state)


def _canned_points(state: State) -> int:
    owned = (state.specialists[state.seat], *state.turn.in_hand)
    return CANNED_WORM_POINTS if Specialist.CANNED_WORM in owned else 0
