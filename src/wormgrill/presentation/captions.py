"""A position in a few English words, for pictures and texts that researchers read.

They say whose turn it is, what is asked, and how the winner was found.
"""

from __future__ import annotations

from collections.abc import Sequence

from wormgrill.game.dice import FACES, WHITE_DICE, WORM, parse_face
from wormgrill.game.moves import Keep
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, can_add_golden_die, legal_moves, scores, winners


def title_of(state: State, names: Sequence[str], you: int | None = None) -> str:
    """Whose turn it is, or who has won.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21-36 | - - | seat=1 phase=roll")
    >>> title_of(state, ("Ada", "Bo")), title_of(state, ("Ada", "Bo"), you=1)
    ("Bo's turn", 'Your turn')
    """
    if state.phase is not Phase.OVER:
        return "Your turn" if state.seat == you else f"{names[state.seat]}'s turn"
    won = winners(state)
    if len(won) > 1:
        return f"A shared win: {', '.join(names[seat] for seat in won)}"
    return "You win!" if won[0] == you else f"{names[won[0]]} wins!"


def sentence_of(state: State) -> str:
    """What the player is asked to do, or how the winner was found.

    >>> from wormgrill.game.position import parse_state
    >>> sentence_of(parse_state("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=WW44"))
    'Roll again, or stop here?'
    """
    match state.phase:
        case Phase.ROLL if can_add_golden_die(state):
            return "Roll the dice, with or without the golden die."
        case Phase.ROLL:
            return "Roll the dice."
        case Phase.CHANCE:
            return "The dice are rolling."
        case Phase.KEEP if not any(isinstance(move, Keep) for move in legal_moves(state)):
            return "Nothing new to keep. Will the weasel help?"
        case Phase.KEEP:
            return "Choose which dice to keep."
        case Phase.DECIDE if can_add_golden_die(state):
            return "Roll again, with or without the golden die, or stop here?"
        case Phase.DECIDE:
            return "Roll again, or stop here?"
        case Phase.CLAIM:
            return "Choose what to take."
        case Phase.ROB:
            return "The supply is empty: choose whose bratworm to take."
        case Phase.RETAIN:
            return "Choose which specialist to keep."
        case Phase.OVER:
            return _how_it_was_won(state)


def _how_it_was_won(state: State) -> str:
    totals, won = scores(state), winners(state)
    best = totals[won[0]]
    if totals.count(best) == 1:
        others = [total for seat, total in enumerate(totals) if seat != won[0]]
        return f"{counted(best, 'worm')}, {best - max(others)} more than the runner-up."
    if len(won) == 1:
        return f"{counted(best, 'worm')} each: the highest tile, {max(state.stacks[won[0]])}, breaks the tie."
    return f"{counted(best, 'worm')} each, and nobody has a higher tile."


def worm_note(state: State) -> str:
    """Whether a worm has been kept in this turn."""
    if state.turn.aside[WORM - 1]:
        return "With a worm"
    return "The can counts as a worm" if has_worm(state) else "No worm yet"


def has_worm(state: State) -> bool:
    """Whether a worm has been kept in this turn, or the canned worm stands for one."""
    owned = (state.specialists[state.seat], *state.turn.in_hand)
    return bool(state.turn.aside[WORM - 1]) or Specialist.CANNED_WORM in owned


def kept_golden_faces(state: State) -> tuple[int, ...]:
    """The faces that the golden die may show among the kept dice: a position says that it is there, not where.

    >>> from wormgrill.game.position import parse_state
    >>> state = "deluxe-2018 | 22-36 | 21@golden_die - | seat=0 phase=decide aside=44 golden=kept"
    >>> kept_golden_faces(parse_state(state))
    (4,)
    """
    turn = state.turn
    if turn.golden_left or sum(turn.aside) + turn.dice_left <= WHITE_DICE:
        return ()
    possible = set(map(parse_face, state.rules.golden_die_faces))
    return tuple(face for face in FACES if turn.aside[face - 1] and face in possible)


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "worm"), counted(2, "worm")
    ('1 worm', '2 worms')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
