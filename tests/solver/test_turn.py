"""Asking a solution."""

from __future__ import annotations

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
