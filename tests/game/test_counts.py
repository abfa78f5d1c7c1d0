"""Numbers that anyone can check on paper: if one is off, a rule is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wormgrill.game import EDITIONS, Phase, State, apply, chance_outcomes, initial_state, legal_moves
from wormgrill.game.dice import rolls
from wormgrill.game.moves import Keep, Move, Roll


@pytest.mark.parametrize(
    ("dice", "number"), [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252), (6, 462), (7, 792), (8, 1287)]
)
def test_the_unordered_rolls_of_1_to_8_dice(dice: int, number: int) -> None:
    assert len(rolls(dice)) == number
    assert sum(weight for _, weight in rolls(dice)) == 6**dice


def rolled() -> State:
    """The dice are in the air."""
    return apply(initial_state(EDITIONS["classic-2014"], 2), Roll())


def keeps(state: State) -> Iterator[State]:
    """Every way to roll and keep, as the engine plays it; positions in which the turn goes on roll again."""
    for roll, _ in chance_outcomes(state):
        after = apply(state, roll)
        for move in legal_moves(after) if after.phase is Phase.KEEP else ():
            assert isinstance(move, Keep)
            kept = apply(after, move)
            yield apply(kept, Roll()) if kept.phase is Phase.DECIDE else kept


def test_paths_of_one_roll_and_keep_are_4752() -> None:
    assert sum(1 for _ in keeps(rolled())) == 4752


def test_paths_of_two_rolls_and_keeps_are_6_780_180() -> None:
    followers: dict[State, int] = {}
    total = 0
    for state in keeps(rolled()):
        if state not in followers:
            followers[state] = sum(1 for _ in keeps(state)) if state.phase is Phase.CHANCE else 0
        total += followers[state]
    assert total == 6_780_180


def test_the_collections_of_dice_set_aside_are_3003() -> None:
    start = rolled()
    found: set[tuple[int, ...]] = {start.turn.aside}
    pending = [start]
    while pending:
        state = pending.pop()
        for roll, _ in chance_outcomes(state):
            after = apply(state, roll)
            for move in legal_moves(after) if after.phase is Phase.KEEP else ():
                aside = _aside_after(after, move)
                if aside not in found:
                    found.add(aside)
                    kept = apply(after, move)
                    if kept.phase is Phase.DECIDE:
                        pending.append(apply(kept, Roll()))
    assert len(found) == 3003


def _aside_after(state: State, move: Move) -> tuple[int, ...]:
    assert isinstance(move, Keep)
    assert state.turn.rolled is not None
    aside = list(state.turn.aside)
    aside[move.face - 1] += state.turn.rolled.counts[move.face - 1]
    return tuple(aside)
