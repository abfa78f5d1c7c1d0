"""Payoffs and results as values."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver.helpers import worms_of
from wormgrill.solver import CLASSIC, MAX_POINTS, Payoffs, Results, TurnKind
from wormgrill.solver.payoffs import SHAPE


def test_stopping_without_a_worm_is_a_fail_unless_said_otherwise() -> None:
    plain = Payoffs.of(worms_of, fail=-2)
    canned = Payoffs.of(worms_of, fail=-2, without_worm=lambda points: worms_of(points + 5))
    state = CLASSIC.state((0, 0, 0, 4, 1, 0))
    assert plain.of_stop(state) == -2
    assert canned.of_stop(state) == 2


def test_a_bratworm_adds_its_worth_even_to_a_fail() -> None:
    payoffs = Payoffs.of(worms_of, fail=-1, bratworm=0.75)
    kind = TurnKind(bratworms=True)
    earned, missed = kind.state((2, 0, 0, 4, 0, 1)), kind.state((1, 0, 0, 4, 0, 1))
    assert (payoffs.of_stop(earned), payoffs.of_fail(earned)) == (1.75, -0.25)
    assert (payoffs.of_stop(missed), payoffs.of_fail(missed)) == (1, -1)


def test_an_array_does_as_well_as_a_function() -> None:
    by_points = [worms_of(points) for points in range(MAX_POINTS + 1)]
    assert np.array_equal(Payoffs.of(by_points).stopped, Payoffs.of(worms_of).stopped)


def test_payoffs_cannot_be_changed() -> None:
    mine = np.zeros(SHAPE)
    payoffs = Payoffs(mine, np.zeros(2))
    mine[:] = 7
    assert not payoffs.stopped.any()
    with pytest.raises(ValueError, match="read-only"):
        payoffs.stopped[0, 0, 0] = 1


def test_payoffs_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(ValueError, match="need 46 values"):
        Payoffs.of([1.0, 2.0])
    with pytest.raises(ValueError, match="finite"):
        Payoffs.of(worms_of, fail=-np.inf)
    with pytest.raises(ValueError, match="larger than"):
        Payoffs.of(worms_of, fail=-1e299)


def test_results_are_weighted() -> None:
    stopped = Results.certain(CLASSIC.state((0, 0, 0, 4, 0, 1)))
    failed = Results.certain(CLASSIC.state((2, 0, 0, 0, 0, 0)), failed=True)
    mixed = Results.mixed([(stopped, 0.25), (failed, 0.75)])
    assert mixed.by_points() == {21: 0.25}
    assert mixed.by_points(has_worm=False) == {}
    assert (mixed.fail, mixed.bratworm) == (0.75, 0)
    assert mixed.expectation(Payoffs.of(worms_of, fail=-4)) == 0.25 - 3
