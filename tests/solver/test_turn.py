"""Asking a solution."""

from __future__ import annotations

import numpy as np
import pytest

from tests.solver.helpers import worms_of
from wormgrill.solver import CLASSIC, Payoffs, Roll, TurnKind, parse_roll, solve, solve_many

WORMS = Payoffs.of(worms_of)


def test_a_turn_starts_with_a_roll() -> None:
    solution = solve(CLASSIC, WORMS)
    assert [option.move for option in solution.options(CLASSIC.start)] == ["roll"]
    assert solution.after_keep(CLASSIC.start) == solution.value
    with pytest.raises(ValueError, match="before anything is kept"):
        solution.stopping(CLASSIC.start)


def test_a_finished_turn_can_only_be_stopped() -> None:
    solution = solve(CLASSIC, WORMS)
    state = CLASSIC.state((0, 0, 0, 4, 0, 4))
    assert [option.move for option in solution.options(state)] == ["stop"]
    with pytest.raises(ValueError, match="nothing to roll for"):
        solution.rolling(state)


def test_a_failed_roll_ends_the_turn_unless_there_is_a_weasel() -> None:
    roll = parse_roll("4444")
    for kind, moves in [(CLASSIC, ["stop"]), (TurnKind(weasel=True), ["weasel", "stop"])]:
        state = kind.state((0, 0, 0, 4, 0, 0))
        options = solve(kind, WORMS).options(state, roll)
        assert [option.move for option in options] == moves
        assert options[-1].fails
        assert solve(kind, WORMS).results_of(options[-1]).fail == 1


def test_a_used_weasel_is_gone() -> None:
    kind = TurnKind(weasel=True)
    used = kind.state((0, 0, 0, 4, 0, 0), weasel_used=True)
    solution = solve(kind, WORMS)
    assert [option.move for option in solution.options(used, parse_roll("4444"))] == ["stop"]
    assert solution.rolling(used) == pytest.approx(solve(CLASSIC, WORMS).rolling(used), rel=1e-12)


def test_the_weasel_may_reroll_what_could_be_kept() -> None:
    kind = TurnKind(weasel=True)
    weasel, keep = solve(kind, WORMS).options(kind.start, parse_roll("11111111"))
    assert (weasel.move, keep.move, keep.value) == ("weasel", "keep 1", 0)
    assert weasel.value == pytest.approx(solve(CLASSIC, WORMS).value, rel=1e-12)


def test_a_golden_die_is_kept_with_its_face() -> None:
    kind = TurnKind("111WWW")
    options = {option.move: option for option in solve(kind, WORMS).options(kind.start, parse_roll("1234555W+W"))}
    assert options["keep W"].state == kind.state((0, 0, 0, 0, 0, 2), golden_left=False)
    assert options["keep 5"].state == kind.state((0, 0, 0, 0, 3, 0), golden_left=True)


def test_rolls_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="is not a roll"):
        solve(CLASSIC, WORMS).options(CLASSIC.start, parse_roll("123"))
    golden = TurnKind("111WWW")
    with pytest.raises(ValueError, match="is not a roll"):
        solve(golden, WORMS).options(golden.start, Roll((2, 2, 2, 1, 1, 1)))


def test_lanes_are_a_sequence() -> None:
    many = solve_many(CLASSIC, [WORMS, Payoffs.at_least(21)])
    state = CLASSIC.state((0, 0, 0, 4, 0, 1))
    assert many.stopping(state).tolist() == [1, 1]
    assert many[-1].value == many.values[1]
    with pytest.raises(IndexError):
        many[2]
    with pytest.raises(ValueError, match="no payoffs"):
        solve_many(CLASSIC, [])


def test_where_all_ways_to_a_bratworm_pay_alike_it_does_not_matter_that_there_are_several() -> None:
    kind = TurnKind(bratworms=True, weasel=True)
    payoffs = Payoffs.of(lambda points: points / 10, bratworm=1.5)
    plain, branching = solve(kind, payoffs), solve(kind, payoffs, [payoffs, payoffs])
    assert branching.value == plain.value
    assert branching.results().expectation(payoffs) == pytest.approx(plain.value)


def test_a_way_to_a_bratworm_is_chosen_when_the_ones_are_kept_and_not_with_hindsight() -> None:
    kind = TurnKind(bratworms=True, white_dice=4)
    low = Payoffs.of(lambda points: float(points < 12), bratworm=2.0)
    high = Payoffs.of(lambda points: float(points >= 12), bratworm=2.0)
    without = Payoffs.of(0.0)
    afterwards = np.maximum(low.stopped[1], high.stopped[1])
    hindsight = Payoffs(np.stack([without.stopped[0], afterwards]), np.array([0.0, 2.0]))
    branching = solve(kind, without, [low, high])
    kept = kind.state((2, 0, 0, 0, 0, 0))
    assert branching.after_keep(kept) == max(branch.after_keep(kept) for branch in branching.branches)
    assert branching.value < solve(kind, hindsight).value
    first, *others = branching.branch_results(branching.best(kind.start))
    assert first.stopped[1].sum() == first.failed[1] == 0
    paid = [part.expectation(payoffs) for part, payoffs in zip((first, *others), (without, low, high), strict=True)]
    assert sum(paid) == pytest.approx(branching.value)
