"""Solve a turn under thousands of payoffs that are arrays already, in float32 if that is exact enough."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wormgrill.solver import kernel
from wormgrill.solver.blocks import block_width
from wormgrill.solver.kinds import TurnKind
from wormgrill.solver.lattice import Joining, Lattice, lattice
from wormgrill.solver.payoffs import EQUAL, EQUAL_FLOAT32, LEAST, LEAST_FLOAT32, SHAPE, AnyFloats
from wormgrill.solver.spreads import spreads

Number = TypeVar("Number", np.float32, np.float64)
Array = TypeVar("Array", bound=AnyFloats)


@cache
def nothing_known(dtype: type[Number]) -> NDArray[Number]:
    """For the kernel: no values are known before."""
    return np.empty((0, 0, 0, 0), dtype)


def empty_values(kind: TurnKind, lanes: int, dtype: type[Number]) -> NDArray[Number]:
    """Memory for the values of so many lanes, or a few more: `[rolling or keeping, set, layer, slot, lane of the set]`.

    >>> from wormgrill.solver.kinds import CLASSIC
    >>> empty_values(CLASSIC, 40, np.float32).shape
    (2, 3, 1, 1955, 16)
    """
    nodes, width = lattice(kind), block_width(dtype)
    return np.empty((2, -(-lanes // width), nodes.layers, nodes.room, width), dtype)


def solve_arrays(  # noqa: PLR0913  # what a turn is, what it pays, where the values go, and which are wanted
    kind: TurnKind,
    stopped: AnyFloats,
    failed: AnyFloats,
    values: AnyFloats,
    *,
    known: AnyFloats | None = None,
    is_earned: bool = False,
    group: int = 1,
) -> None:
    """Find the values of best play under thousands of payoffs that are arrays already; they go to `values`.

    Lanes come in *sets* of `block_width`: 16 in float32, 8 in float64. Lane 20 in float32 is lane 4 of set 1. The
    payoffs are `stopped[set, index, lane of the set]` and `failed[set, index, lane of the set]`, where the indices are
    those of `Payoffs.stopped` (flattened) and `Payoffs.failed`. `empty_values` makes the memory for the values, which
    can be used again. Entry `[0, set, *slot, lane]` is then the value of rolling and `[1, set, *slot, lane]` that of
    the better of rolling and stopping, with `slot = lattice(kind).slot(state)`.

    Where a bratworm can be got in several ways, solve the turn for each of them, and then until one is chosen. If the
    bratworm `is_earned`, only states with it are solved. `known` has their values of the better choice,
    `[set, *slot, lane]`, as large as half of `values`; then only states without a bratworm are solved. The values of
    other states are left undefined, but for those that are known.

    Lanes may come in groups of four or eight: what one turn pays to several players. The first lane of each `group`
    chooses the moves, and the others get what comes of them.

    Float32 takes half the time. Its values are off by up to two millionths of the largest payoff, so equal moves may
    seem different. Other threads can run meanwhile, and several may solve at once.

    >>> from wormgrill.solver.kinds import CLASSIC
    >>> from wormgrill.solver.payoffs import Payoffs
    >>> payoffs = Payoffs.at_least(21)
    >>> stopped = np.repeat(payoffs.stopped.astype(np.float32).reshape(1, -1, 1), 16, axis=2)
    >>> failed = np.repeat(payoffs.failed.astype(np.float32).reshape(1, -1, 1), 16, axis=2)
    >>> values = empty_values(CLASSIC, 16, np.float32)
    >>> solve_arrays(CLASSIC, stopped, failed, values)
    >>> round(float(values[0, 0, *lattice(CLASSIC).slot(CLASSIC.start), 15]), 5)
    0.89303
    """
    nodes, dtype = lattice(kind), values.dtype
    number = {np.dtype(np.float32): np.float32, np.dtype(np.float64): np.float64}.get(dtype)
    if not number:
        raise ValueError(f"values must be float32 or float64, not {dtype}")
    width, sets = block_width(dtype), values.shape[1] if values.ndim > 1 else 0
    shapes = {
        "stopped": (stopped, (sets, prod(SHAPE), width)),
        "failed": (failed, (sets, SHAPE[0], width)),
        "values": (values, (2, sets, nodes.layers, nodes.room, width)),
    }
    if known is not None:
        shapes["known"] = known, (sets, nodes.layers, nodes.room, width)
    for name, (array, shape) in shapes.items():
        if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
            raise ValueError(f"{name} must be contiguous {dtype} of the shape {shape}")
    least = LEAST if number is np.float64 else LEAST_FLOAT32
    for payoffs in (stopped, failed):
        if not (payoffs.min(initial=0) > least and payoffs.max(initial=0) < np.inf):  # not so if one is NaN, either
            raise ValueError(f"payoffs must be finite and larger than {least}")
    wanted = kernel.WITH_BRATWORM if is_earned else kernel.ALL_STATES
    if known is None:
        known = nothing_known(number)
    else:
        wanted = kernel.WITHOUT_BRATWORM
    solve_lattice(nodes, stopped, failed, values, known, wanted, group)


def solve_lattice(  # noqa: PLR0913, PLR0917  # the same, and the lattice
    nodes: Lattice,
    stopped: AnyFloats,
    failed: AnyFloats,
    values: AnyFloats,
    known: AnyFloats,
    wanted: int,
    group: int = 1,
) -> None:
    """Find the values of all states; nothing is checked.

    Where the golden die may be added to any roll, the states in which it has joined are solved first. In all others to
    stop is then worth as much as to add the die, if that is better.
    """
    solve, all_spreads = kernel.SOLVERS[group], spreads(np.float64 if values.itemsize == 8 else np.float32)
    joining = nodes.joining
    if joining is None:
        solve(nodes.tables, all_spreads, read_only(stopped), read_only(failed), values, known, wanted)
        return
    solve(joining.joined, all_spreads, read_only(stopped), read_only(failed), values, known, wanted)
    stopped = _stop_or_join(nodes, joining, stopped, values[0], wanted, group)
    solve(joining.waiting, all_spreads, read_only(stopped), read_only(failed), values, known, wanted)
    start = nodes.slots - 1
    values[1, :, 0, start] = _better(values[0, :, 0, start], stopped[:, start], group)


def _stop_or_join(  # noqa: PLR0913, PLR0917  # the same
    nodes: Lattice, joining: Joining, stopped: AnyFloats, rolling: AnyFloats, wanted: int, group: int
) -> AnyFloats:
    """By `[set, slot, lane]` what stopping is worth, or else rolling with the golden die; at first only the latter."""
    by_slot = np.take(stopped, nodes.tables.stop_index, axis=1)
    froms, tos = joining.from_slots, joining.to_slots
    if wanted != kernel.ALL_STATES:
        is_wanted = (nodes.tables.fail_index[froms] > 0) == (wanted == kernel.WITH_BRATWORM)
        froms, tos = froms[is_wanted], tos[is_wanted]
    by_slot[:, froms] = _better(by_slot[:, froms], rolling[:, 0, tos], group)
    is_start = froms == nodes.slots - 1
    by_slot[:, froms[is_start]] = rolling[:, 0, tos[is_start]]
    return by_slot


def _better(one: AnyFloats, two: AnyFloats, group: int) -> AnyFloats:
    """The better of two values by the first lane of each group: the second one if it is clearly larger."""
    equal = EQUAL if one.itemsize == 8 else EQUAL_FLOAT32
    is_better = two[..., ::group] > one[..., ::group] + (equal if group > 1 else 0.0)
    return np.where(np.repeat(is_better, group, axis=-1), two, one)


def read_only(array: Array) -> Array:
    """A view that cannot be written, as `Payoffs` has them: Numba would compile the kernel again for others."""
    view = array.view()
    view.flags.writeable = False
    return view
