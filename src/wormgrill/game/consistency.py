"""Whether a position can occur: each thing is in one place, and the turn could be under way.

Whether play could have led there is not asked: advice is sought for tables with a history of their own.
"""

from __future__ import annotations

from collections import Counter

from wormgrill.game.dice import BRATWORM_ONES, WHITE_DICE, WORM, format_dice, format_face
from wormgrill.game.results import total_points
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, Specialist
from wormgrill.game.state import Phase, State, Turn, claims, legal_moves, robbable
from wormgrill.game.tiles import LOWEST_STEALABLE


def contradiction(state: State) -> str | None:
    """Why a position cannot occur, in a sentence; None if nothing speaks against it."""
    return _on_the_table(state) or _in_the_turn(state)


def _on_the_table(state: State) -> str | None:
    rules = state.rules
    if not MIN_PLAYERS <= state.players <= MAX_PLAYERS:
        return f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {state.players}"
    if state.seat >= state.players:
        return f"it is seat {state.seat}'s turn, but the seats are 0 to {state.players - 1}"
    for tile, times in Counter([*state.grill, *(tile for stack in state.stacks for tile in stack)]).items():
        if times > 1:
            return f"tile {tile} is in two places"
        if tile not in rules.tiles:
            return f"tile {tile} is not in this game"
    for name, times in Counter([name for _, name in state.on_tile] + _held(state)).items():
        if times > 1:
            return f"the {name} is in two places"
        if not rules.has(name):
            return f"the {name} is not in this game"
    if Specialist.RAVEN in state.specialists:
        return "nobody can own the raven"
    if len({tile for tile, _ in state.on_tile}) < len(state.on_tile):
        return "two specialists stand on the same tile"
    if state.supply < 0:
        return f"the players have {sum(state.bratworms)} bratworms, but there are only {rules.bratworms}"
    return None


def _held(state: State) -> list[Specialist]:
    return [name for name in (*state.specialists, *state.turn.in_hand) if name]


def _in_the_turn(state: State) -> str | None:
    turn = state.turn
    owned = _owned(state)
    has_golden = turn.dice_left + sum(turn.aside) > WHITE_DICE
    if has_golden and Specialist.GOLDEN_DIE not in owned:
        return "a ninth die is in play, but the player does not own the golden die"
    if turn.weasel_used and Specialist.WEASEL not in owned:
        return "the weasel was used, but the player does not own it"
    if turn.dice_left < 0:
        return f"{sum(turn.aside)} dice are kept, more than there are"
    if has_golden and not turn.golden_left and not _could_hold_golden(state.rules, turn):
        return "the golden die cannot be among the kept dice: it has none of their faces"
    if turn.golden_left and not turn.dice_left:
        return "the golden die cannot be left: all dice are kept"
    if (turn.rolled is not None) != (turn.phase is Phase.KEEP):
        return "dice are rolled in phase keep, and only there"
    if bool(turn.in_hand) and turn.phase not in (Phase.RETAIN, Phase.ROB):
        return f"specialists cannot be in hand in phase {turn.phase}"
    if bool(state.grill) == (turn.phase is Phase.OVER) and not (turn.in_hand and state.stacks[state.seat]):
        return "the game is over just when no tile is face-up on the grill"
    return _PHASE_CHECKS[turn.phase](state)


def _could_hold_golden(rules: Rules, turn: Turn) -> bool:
    return bool(set(format_dice(turn.aside)) & set(rules.golden_die_faces))


def _between_turns(state: State) -> str | None:
    if state.turn != Turn(state.phase):
        return f"in phase {state.phase} no dice are kept or left over from a turn"
    if state.phase is Phase.OVER and not state.stacks[state.seat]:
        return f"seat {state.seat} had the last turn, so it took the last tile, but it has none"
    return None


def _can_roll(state: State) -> str | None:
    if not state.turn.dice_left or all(state.turn.aside):
        return "the turn is over: no dice are left or all faces are kept"
    return None


def _check_keep(state: State) -> str | None:
    turn = state.turn
    if problem := _can_roll(state):
        return problem
    assert turn.rolled is not None  # noqa: S101  # checked for this phase before
    if (turn.rolled.golden is not None) != turn.golden_left:
        return "the golden die must be among the rolled dice just when it is left (golden=left)"
    if sum(turn.rolled.counts) != turn.dice_left:
        return f"{sum(turn.rolled.counts)} dice are rolled, but {turn.dice_left} are left"
    if turn.rolled.golden and format_face(turn.rolled.golden) not in state.rules.golden_die_faces:
        return f"the golden die has no face {format_face(turn.rolled.golden)}"
    if not legal_moves(state):
        return "the roll has nothing to keep: the turn has failed"
    return None


def _check_decide(state: State) -> str | None:
    return _can_roll(state) if any(state.turn.aside) else "nothing is kept yet: there is nothing to decide"


def _check_claim(state: State) -> str | None:
    found = claims(state)
    is_asked = len(found) > 1 or (found and state.rules.may_pass)
    return None if is_asked else "there is no choice of what to claim"


def _check_rob(state: State) -> str | None:
    turn = state.turn
    if turn.in_hand not in ((), (Specialist.RAVEN,)):
        return "only the raven can be in hand in phase rob"
    if not turn.in_hand and turn.aside[0] < BRATWORM_ONES:
        return "nothing was kept that earns a bratworm"
    if turn.in_hand and not _could_have_taken(state):
        return "the kept dice do not take the tile on the player's stack: the raven cannot have come with it"
    if state.supply:
        return "the supply has bratworms: nobody is robbed"
    return None if len(robbable(state)) > 1 else "there is no choice of whom to rob"


def _check_retain(state: State) -> str | None:
    turn = state.turn
    if len(turn.in_hand) != 2 or Specialist.RAVEN in turn.in_hand:  # one to retain, one to give back
        return "phase retain needs two specialists in hand, neither of them the raven"
    if state.specialists[state.seat]:
        return "the player has a specialist besides the two in hand"
    if not _could_have_taken(state) and not _could_have_stolen_hen(state):
        return "the kept dice do not take the tile on the player's stack: no specialist can have come with it"
    return None


def _could_have_taken(state: State) -> bool:
    """Whether the tile on top of the current seat's stack can have been claimed with the dice kept in this turn."""
    tile, total = state.tops[state.seat], _claimable_points(state)
    return tile is not None and (tile == total or LOWEST_STEALABLE <= tile < total)


def _could_have_stolen_hen(state: State) -> bool:
    """Whether the kept dice can have been worth another player's top, which the hen has kept there."""
    others = (top for seat, top in enumerate(state.tops) if seat != state.seat)
    total = _claimable_points(state)
    return Specialist.HEN in state.turn.in_hand and total >= LOWEST_STEALABLE and total in others


def _claimable_points(state: State) -> int:
    """The points with which something can be claimed: none without a worm, real or canned."""
    can_claim = state.turn.aside[WORM - 1] or Specialist.CANNED_WORM in _owned(state)
    return total_points(state) if can_claim else 0


def _owned(state: State) -> set[Specialist | None]:
    return {state.specialists[state.seat], *state.turn.in_hand}


_PHASE_CHECKS = {
    Phase.ROLL: _between_turns,
    Phase.CHANCE: _can_roll,
    Phase.KEEP: _check_keep,
    Phase.DECIDE: _check_decide,
    Phase.CLAIM: _check_claim,
    Phase.ROB: _check_rob,
    Phase.RETAIN: _check_retain,
    Phase.OVER: _between_turns,
}
