"""The compiled loops against the specification, over every state."""

from __future__ import annotations

import pytest

from tests.solver.helpers import (
    KINDS,
    SMALL_KINDS,
    assert_close,
    assert_like_reference,
    name_of,
    random_payoffs,
    worms_of,
)
from wormgrill.solver import CLASSIC, Payoffs, Results, TurnKind, reference, results, solve, solve_many
from wormgrill.solver.lattice import lattice


@pytest.mark.parametrize(
    "kind",
    [
        CLASSIC,
        *(kind for kind in KINDS if kind.bratworms and (kind.weasel or kind.golden_die_waits)),
    ],
    ids=name_of,
)
def test_every_state_with_all_dice(kind: TurnKind) -> None:
    assert_like_reference(solve(kind, random_payoffs(seed=1)))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", SMALL_KINDS, ids=name_of)
def test_every_state_with_fewer_dice(kind: TurnKind, seed: int) -> None:
    assert_like_reference(solve(kind, random_payoffs(seed)))


@pytest.mark.parametrize("kind", [kind for kind in SMALL_KINDS if kind.white_dice < 4], ids=name_of)
def test_every_option_of_every_roll(kind: TurnKind) -> None:
    solution = solve(kind, random_payoffs(seed=4))
    plain = reference.solve(kind, solution.payoffs)
    for state in lattice(kind).states():
        for roll, _ in kind.rolls(state) if state.can_roll else ():
            options = solution.options(state, roll)
            assert options[0] == solution.best(state, roll)
            assert_close(options[0].value, plain.after_roll(state, roll))
            keeps = {option.state for option in options if option.move.startswith("keep")}
            assert keeps == set(kind.keeps(state, roll).values())
            assert ("weasel" in [option.move for option in options]) == state.weasel_left


@pytest.mark.parametrize("lanes", [1, 3, 8, 70])
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_lanes_equal_single_solves(kind: TurnKind, lanes: int) -> None:
    payoffs = [random_payoffs(seed) for seed in range(lanes)]
    many = solve_many(kind, payoffs)
    assert len(many) == lanes
    assert_close(many.values, [solve(kind, each).value for each in payoffs])
    alone, lane = solve(kind, payoffs[-1]), many[lanes - 1]
    states = [state for state in lattice(kind).states() if state.can_stop]
    assert_close([*map(lane.after_keep, states)], [*map(alone.after_keep, states)])
    assert_close(many[lanes - 1].results().expectation(payoffs[-1]), many.values[-1])


def total(found: Results) -> float:
    """All chances together."""
    return float(found.stopped.sum() + found.failed.sum())


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_results_sum_to_one_and_give_the_value(kind: TurnKind) -> None:
    for payoffs in (random_payoffs(seed=5), Payoffs.of(worms_of, fail=-1, bratworm=1.0)):
        solution = solve(kind, payoffs)
        found = solution.results()
        assert_close(total(found), 1)
        assert_close(found.expectation(payoffs), solution.value)
        for state in [*lattice(kind).states()][:: len(lattice(kind)) // 50]:
            for option in solution.options(state):
                found = solution.results_of(option)
                assert_close(total(found), 1)
                assert_close(found.expectation(payoffs), option.value)


@pytest.mark.parametrize("kind", [CLASSIC, TurnKind("111WWW", bratworms=True, weasel=True)], ids=name_of)
def test_results_after_every_option_of_a_roll(kind: TurnKind) -> None:
    payoffs = random_payoffs(seed=6)
    solution = solve(kind, payoffs)
    for roll, _ in [*kind.rolls(kind.start)][::100]:
        for option in solution.options(kind.start, roll):
            found = solution.results_of(option)
            assert_close(total(found), 1)
            assert_close(found.expectation(payoffs), option.value)
        assert_close(solution.results(kind.start, roll).expectation(payoffs), solution.best(kind.start, roll).value)


@pytest.mark.parametrize("kind", [kind for kind in SMALL_KINDS if kind.white_dice == 2], ids=name_of)
def test_results_are_those_of_the_policy_played_out(kind: TurnKind) -> None:
    solution = solve(kind, random_payoffs(seed=7))
    fast, plain = solution.results(), results(kind, solution.policy)
    assert_close(fast.stopped, plain.stopped)
    assert_close(fast.failed, plain.failed)
