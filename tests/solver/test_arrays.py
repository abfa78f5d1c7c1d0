"""Many payoffs as arrays, in float64 and in float32."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.solver.helpers import KINDS, assert_close, name_of, random_payoffs, worms_of
from wormgrill.solver import CLASSIC, Payoffs, TurnKind, solve
from wormgrill.solver.arrays import Number, empty_values, solve_arrays
from wormgrill.solver.blocks import block_width
from wormgrill.solver.lattice import lattice
from wormgrill.solver.payoffs import AnyFloats

PAYOFFS = [
    *(random_payoffs(seed) for seed in range(16)),
    *(Payoffs.at_least(target) for target in range(21, 37, 2)),
    *(Payoffs.exactly(target) for target in range(21, 37, 4)),
    *(Payoffs.of(worms_of, fail=-at_risk, bratworm=0.5) for at_risk in range(4)),
]
"""As many as there are in two sets of float32: nonsense, chances and worms."""

FLOAT32_ERROR = 2e-6
"""The most by which values in float32 may differ from those in float64, with 1 as the largest payoff. The largest
difference in 3,072 turns, 256 payoffs for each of the 12 kinds, was 1.5e-6."""


def arrays_of(payoffs: Sequence[Payoffs], dtype: type[Number]) -> tuple[NDArray[Number], NDArray[Number]]:
    """Payoffs as `solve_arrays` takes them, each scaled to at most 1; they fill whole sets."""
    width = block_width(dtype)
    largest = [max(np.abs(each.stopped).max(), np.abs(each.failed).max()) for each in payoffs]
    arrays = []
    for name in ("stopped", "failed"):
        flat = np.array([getattr(each, name).reshape(-1) / most for each, most in zip(payoffs, largest, strict=True)])
        arrays.append(flat.reshape(-1, width, flat.shape[1]).swapaxes(1, 2).astype(dtype))
    return np.ascontiguousarray(arrays[0]), np.ascontiguousarray(arrays[1])


def solved(kind: TurnKind, dtype: type[Number]) -> AnyFloats:
    """The values under all payoffs, `[rolling or keeping, lane, state]`; where the turn is over, both are alike."""
    nodes = lattice(kind)
    values = empty_values(kind, len(PAYOFFS), dtype)
    solve_arrays(kind, *arrays_of(PAYOFFS, dtype), values)
    by_lane = values[:, :, :, : nodes.slots].transpose(0, 1, 4, 2, 3).reshape(2, len(PAYOFFS), len(nodes))
    over = [not state.can_roll for state in nodes.states()]
    by_lane[0][:, over] = by_lane[1][:, over]
    return by_lane


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_float32_is_nearly_float64_in_every_state(kind: TurnKind) -> None:
    exact, rough = solved(kind, np.float64), solved(kind, np.float32)
    assert rough.dtype == np.float32
    difference = np.abs(exact - rough).max()
    assert 0 < difference < FLOAT32_ERROR


@pytest.mark.parametrize("kind", [CLASSIC, TurnKind("111WWW", bratworms=True, weasel=True)], ids=name_of)
def test_every_lane_has_the_values_of_its_own_payoffs(kind: TurnKind) -> None:
    stopped, failed = arrays_of(PAYOFFS, np.float64)
    values = solved(kind, np.float64)
    states = [*lattice(kind).states()][::7]
    for lane in range(len(PAYOFFS)):
        alone = solve(kind, scaled(stopped, failed, lane))
        kept = [alone.after_keep(state) for state in states]
        rolled = [alone.rolling(state) if state.can_roll else value for state, value in zip(states, kept, strict=True)]
        assert_close(values[:, lane, ::7], [rolled, kept])


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.bratworms], ids=name_of)
def test_several_ways_to_a_bratworm_are_solved_in_lanes_as_they_are_alone(kind: TurnKind, dtype: Any) -> None:
    """In lane 3 the first way has the payoffs of lane 3, and the second one those of lane 4."""
    nodes, lanes = lattice(kind), len(PAYOFFS)
    stopped, failed = arrays_of(PAYOFFS, dtype)
    branches = empty_values(kind, lanes, dtype)
    branches.fill(np.nan)
    solve_arrays(kind, stopped, failed, branches, is_earned=True)
    by_lane = branches[1].transpose(0, 3, 1, 2).reshape(lanes, nodes.layers, nodes.room)
    best = np.maximum(by_lane, np.roll(by_lane, -1, axis=0))
    known = best.reshape(-1, block_width(dtype), nodes.layers, nodes.room).transpose(0, 2, 3, 1).copy()
    values: Any = empty_values(kind, lanes, dtype)
    values.fill(np.nan)
    solve_arrays(kind, stopped, failed, values, known=known)
    tolerance = FLOAT32_ERROR if dtype is np.float32 else 1e-12
    for lane in range(0, lanes, 5):
        here, there = (scaled(stopped, failed, each % lanes) for each in (lane, lane + 1))
        alone = solve(kind, here, [here, there])
        of_set, place = divmod(lane, block_width(dtype))
        for state in [*nodes.states()][::5]:
            slot = nodes.slot(state)
            assert values[1, of_set, *slot, place] == pytest.approx(alone.after_keep(state), abs=tolerance)
            if state.can_roll and not state.bratworm:
                assert values[0, of_set, *slot, place] == pytest.approx(alone.rolling(state), abs=tolerance)


def scaled(stopped: AnyFloats, failed: AnyFloats, lane: int) -> Payoffs:
    """The payoffs of a lane."""
    of_set, place = divmod(lane, stopped.shape[2])
    both = stopped[of_set, :, place].reshape(2, 2, -1), failed[of_set, :, place]
    return Payoffs(*(each.astype(np.float64) for each in both))


def test_threads_do_not_disturb_each_other() -> None:
    kinds = KINDS[:4] * 4
    with ThreadPoolExecutor(4) as threads:
        together = [*threads.map(lambda kind: solved(kind, np.float32), kinds)]
    for kind, values in zip(kinds, together, strict=True):
        assert np.array_equal(values, solved(kind, np.float32))


def test_no_lanes_are_fine() -> None:
    nothing = np.empty((0, 184, 16), np.float32), np.empty((0, 2, 16), np.float32)
    solve_arrays(CLASSIC, *nothing, empty_values(CLASSIC, 0, np.float32))


def wrong(stopped: Any, failed: Any, values: Any) -> dict[str, tuple[Any, Any, Any]]:
    """Arguments that must be refused, and what is said about each."""
    nan, low = stopped.copy(), failed.copy()
    nan[1, 5, 3], low[0, 1, 2] = np.nan, -1e36
    return {
        "float32 or float64": (stopped, failed, np.zeros_like(values, np.int64)),
        "stopped must be": (stopped[:1], failed, values),
        "failed must be": (stopped, failed.astype(np.float64), values),
        "values must be": (stopped, failed, values[:, :, :, :-1]),
        "values must be contiguous": (stopped[:0], failed[:0], values[0, 0, 0, 0]),
        "stopped must be contiguous": (np.asfortranarray(stopped), failed, values),
        "payoffs must be finite": (nan, failed, values),
        "larger than -1e[+]36": (stopped, low, values),
    }


def test_arrays_of_other_shapes_and_payoffs_out_of_range_are_refused() -> None:
    stopped, failed = arrays_of(PAYOFFS, np.float32)
    for message, arguments in wrong(stopped, failed, empty_values(CLASSIC, 32, np.float32)).items():
        with pytest.raises(ValueError, match=message):
            solve_arrays(CLASSIC, *arguments)
    values = empty_values(CLASSIC, 32, np.float32)
    with pytest.raises(ValueError, match="known must be"):
        solve_arrays(CLASSIC, stopped, failed, values, known=values)


@pytest.mark.parametrize("group", [4, 8])
@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_in_a_group_the_first_lane_chooses_and_the_others_get_what_comes_of_it(kind: TurnKind, group: int) -> None:
    stopped, failed = arrays_of(PAYOFFS, np.float64)
    values = empty_values(kind, len(PAYOFFS), np.float64)
    solve_arrays(kind, stopped, failed, values, group=group)
    layer, slot = lattice(kind).slot(kind.start)
    found = values[1, :, layer, slot].reshape(-1)
    for lane in range(len(PAYOFFS) // 2):  # the others have moves that are equal for their first lane
        chances = solve(kind, scaled(stopped, failed, lane - lane % group)).results()
        own = scaled(stopped, failed, lane)
        paid = float((chances.stopped * own.stopped).sum() + (chances.failed * own.failed).sum())
        assert found[lane] == pytest.approx(paid, abs=1e-12)
