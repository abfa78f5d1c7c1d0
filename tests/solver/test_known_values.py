"""Values known from elsewhere, to the digits they are known to."""

from __future__ import annotations

import pytest

from tests.solver.helpers import worms_of
from wormgrill.solver import CLASSIC, Payoffs, Solution, chance_at_least, chance_exactly, parse_roll, solve


def all_tiles(at_risk: int = 0) -> Solution:
    """All 16 tiles on the grill, worms as value, an own top tile with some worms at risk."""
    return solve(CLASSIC, Payoffs.of(lambda points: worms_of(points) if points >= 21 else -at_risk, fail=-at_risk))


@pytest.mark.parametrize(
    ("at_risk", "value", "digits"),
    [(0, 1.6447296740401, 13), (1, 1.435428431, 9), (2, 1.263222198, 9), (3, 1.103119846, 9), (4, 0.953125482, 9)],
)
def test_value_of_a_turn(at_risk: int, value: float, digits: int) -> None:
    assert round(all_tiles(at_risk).value, digits) == value


@pytest.mark.parametrize(
    ("target", "at_least", "exactly"),
    [
        (21, 0.893026737, 0.439596790),
        (25, 0.680330711, 0.336480984),
        (30, 0.263789519, 0.135642084),
        (36, 0.015678145, 0.009235973),
    ],
)
def test_best_chances(target: int, at_least: float, exactly: float) -> None:
    assert round(chance_at_least(target), 9) == at_least
    assert round(chance_exactly(target), 9) == exactly


@pytest.mark.parametrize(("target", "chance"), [(11, 0.518313412), (13, 0.566762627)])
def test_best_chances_of_small_tiles(target: int, chance: float) -> None:
    assert round(chance_exactly(target), 9) == chance


def test_first_roll() -> None:
    best = all_tiles().best(CLASSIC.start, parse_roll("1124445W"))
    assert (best.move, round(best.value, 6)) == ("keep 4", 1.503508)


def test_second_roll() -> None:
    options = all_tiles().options(CLASSIC.state((0, 0, 3, 0, 0, 0)), parse_roll("1344W"))
    assert [(option.move, round(option.value, 6)) for option in options[:2]] == [
        ("keep W", 1.000774),
        ("keep 4", 0.857767),
    ]


def test_roll_on_with_23_points() -> None:
    best = all_tiles().best(CLASSIC.state((0, 0, 1, 0, 1, 3)))
    assert (best.state.points, best.state.dice_left) == (23, 3)
    assert (best.move, round(best.value, 6)) == ("roll", 1.725694)


def test_stop_with_21_points() -> None:
    stop, roll = all_tiles().options(CLASSIC.state((0, 1, 2, 2, 0, 1)))
    assert (stop.move, stop.value) == ("stop", 1.0)
    assert (roll.move, round(roll.value, 4)) == ("roll", 0.8889)
