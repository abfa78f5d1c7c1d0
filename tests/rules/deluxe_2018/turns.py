"""Whole turns in one call, for tests that are about what a turn leads to."""

from __future__ import annotations

from tests.support.positions import legal, play
from wormgrill.game.dice import FACE_POINTS, FACE_TEXT
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State

DELUXE = "deluxe-2018"


def finish(state: State, total: int) -> State:
    """The current seat keeps worms and at most one other face, exactly so many points without a double 1, and stops."""
    worms, face, others = _cheapest(total)
    state = play(state, "roll", "dice " + "W" * worms + ("2" if face != "2" else "3") * (8 - worms), "keep W")
    if others:
        state = play(state, "roll", "dice " + face * others + "W" * (8 - worms - others), f"keep {face}")
    if state.phase is not Phase.DECIDE:
        return state
    assert state.points == total
    return play(state, "stop")


def _cheapest(total: int) -> tuple[int, str, int]:
    found = [
        (worms + others, worms, face, others)
        for worms in range(1, 9)
        for face, value in zip(FACE_TEXT[1:5], FACE_POINTS[1:5], strict=True)
        for others in range(9 - worms)
        if 5 * worms + value * others == total
    ]
    _, worms, face, others = min(found)
    return worms, face, others


def fail(state: State) -> State:
    """The current seat rolls only faces that it has kept already, and does not use the weasel."""
    state = play(state, "roll", "dice 22223333", "keep 2", "roll", "dice 2222")
    return play(state, "stop") if legal(state) == ["stop", "weasel"] else state


def standing(state: State) -> dict[int, str]:
    """The specialists on the grill, by tile."""
    return {tile: str(name) for tile, name in state.on_tile}


def owners(state: State) -> list[str | None]:
    """The specialist of each seat, as text."""
    return [_name(name) for name in state.specialists]


def names(specialists: tuple[Specialist, ...]) -> list[str]:
    """Specialists as text, in the order given."""
    return [str(name) for name in specialists]


def _name(specialist: Specialist | None) -> str | None:
    return None if specialist is None else str(specialist)
