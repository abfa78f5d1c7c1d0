"""Policies other than the best one."""

from __future__ import annotations

import pytest

from tests.solver.helpers import worms_of
from wormgrill.game.dice import format_face
from wormgrill.solver import CLASSIC, Payoffs, Roll, TurnKind, TurnState, results, solve

FOUR_DICE = TurnKind(weasel=True, white_dice=4)


def cautious(state: TurnState, roll: Roll | None) -> str:
    """Keep the highest face, stop at once, weasel only when nothing can be kept."""
    if roll is None:
        return "stop"
    keeps = FOUR_DICE.keeps(state, roll)
    return f"keep {format_face(max(keeps))}" if keeps else "weasel"


def test_a_policy_is_followed() -> None:
    found = results(FOUR_DICE, cautious)
    assert found.fail == 0
    assert found.by_points()[20] == pytest.approx(6**-4)
    assert sum(found.by_points().values()) == pytest.approx(1 - (5 / 6) ** 4)


def test_no_policy_beats_the_best_one() -> None:
    payoffs = Payoffs.of(lambda points: points)
    assert results(FOUR_DICE, cautious).expectation(payoffs) < solve(FOUR_DICE, payoffs).value


def test_a_policy_can_start_in_the_middle() -> None:
    state = CLASSIC.state((0, 1, 2, 2, 0, 1))
    assert results(CLASSIC, lambda _state, _roll: "stop", state).by_points() == {21: 1.0}
    best = solve(CLASSIC, Payoffs.of(worms_of))
    assert results(CLASSIC, best.policy, state).by_points() == {21: 1.0}


@pytest.mark.parametrize("move", ["keep", "keep 7", "stop", "roll", "weasel", "dance"])
def test_moves_that_cannot_be_played_are_refused(move: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be played|is not a face"):
        results(CLASSIC, lambda _state, _roll: move)
