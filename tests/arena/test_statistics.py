"""Intervals, and a test that may look again and again without being wrong more often than it says."""

from __future__ import annotations

from itertools import takewhile
from math import inf, sqrt
from statistics import NormalDist, fmean, variance

import numpy as np
import pytest

from wormgrill.arena.fold import Sample, units
from wormgrill.arena.statistics import FIRST_LOOK, bound, estimate, leader, looks, mean_and_variance, student


def sample_of(*results: float) -> Sample:
    """A sample with these results, adjusted to a half of them."""
    sample = Sample()
    for result in results:
        sample.add(units(result), units(result / 2))
    return sample


def test_mean_and_variance_are_those_of_the_results() -> None:
    results = [0.0, 0.25, 1.0, 0.5, 1.0]
    assert mean_and_variance(sample_of(*results), adjusted=False) == pytest.approx((fmean(results), variance(results)))
    half = mean_and_variance(sample_of(*results), adjusted=True)
    assert half == pytest.approx((fmean(results) / 2, variance(results) / 4))


@pytest.mark.parametrize(
    ("probability", "degrees", "quantile"),
    [
        (0.975, 1, 12.706),
        (0.975, 2, 4.303),
        (0.975, 3, 3.182),
        (0.975, 10, 2.228),
        (0.995, 5, 4.032),
        (0.995, 30, 2.750),
    ],
)
def test_quantiles_of_student(probability: float, degrees: int, quantile: float) -> None:
    assert student(probability, degrees) == pytest.approx(quantile, rel=0.02)


def test_intervals_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(600):
        found = estimate(sample_of(*rng.choice([0.0, 0.5, 1.0], 12)), adjusted=False)
        held += found.low <= 0.5 <= found.high
    assert abs(held / 600 - 0.95) < 4 * sqrt(0.95 * 0.05 / 600) + 0.01


def test_one_result_tells_nothing() -> None:
    found = estimate(sample_of(0.5), adjusted=False)
    assert (found.value, found.low, found.high) == (0.5, -inf, inf)


def test_looks_come_ten_times_for_a_power_of_ten() -> None:
    marks = [*takewhile(lambda mark: mark <= 100_000, looks())]
    assert marks == sorted(set(marks))
    assert len([mark for mark in marks if 1000 < mark <= 10_000]) == 10
    assert {10, 100, 1000, 10_000, 100_000} <= {*marks}


@pytest.mark.parametrize("error", [0.2, 0.05])
@pytest.mark.parametrize("results", [(-1.0, 0.0, 1.0), (-1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)])
def test_equal_players_are_told_apart_no_more_often_than_allowed(error: float, results: tuple[float, ...]) -> None:
    """Also where results are as lopsided as those of rounds that are rarely lost."""
    tries, most = 1500, 3000
    drawn = np.random.default_rng(7).choice(results, (tries, most))
    sums, squares = drawn.cumsum(axis=1), (drawn**2).cumsum(axis=1)
    wrong = np.zeros(tries, dtype=bool)
    for look in takewhile(lambda mark: mark <= most, looks()):
        for number in np.flatnonzero(~wrong):
            total, square = float(sums[number, look - 1]), float(squares[number, look - 1])
            sample = Sample(look, 0, 0, units(total), round(square * 2**64))
            wrong[number] = leader(sample, error) != 0
    assert wrong.mean() <= error + 4 * sqrt(error * (1 - error) / tries)
    if error == 0.2:
        assert wrong.any()  # the test can fail


def test_a_difference_is_found_with_its_sign() -> None:
    rng = np.random.default_rng(3)
    better = sample_of(*(2 * rng.normal(0.2, 0.5, 400)))
    worse = sample_of(*(2 * rng.normal(-0.2, 0.5, 400)))
    assert (leader(better, 0.01), leader(worse, 0.01)) == (1, -1)


def test_a_few_results_decide_nothing() -> None:
    assert leader(sample_of(*[2.0] * (FIRST_LOOK - 1)), 0.01) == 0
    assert leader(sample_of(*[0.0] * 1000), 0.01) == 0
    assert leader(sample_of(*[2.0] * 100), 0.01) == 1


def test_the_bound_is_wider_than_that_of_a_single_look() -> None:
    single = NormalDist().inv_cdf(0.995)
    for count in (32, 200, 5000):
        assert single < bound(count, 1.0, 0.01) * sqrt(count) < 1.7 * single
