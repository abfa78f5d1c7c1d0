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
from wormgrill.solver.lattice import lattice
from wormgrill.solver.payoffs import LEAST, LEAST_FLOAT32, SHAPE, AnyFloats
from wormgrill.solver.spreads import spreads

Number = TypeVar("Number", np.float32, np.float64)


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
    payoffs_to_read = _read_only(stopped), _read_only(failed)
    kernel.SOLVERS[group](nodes.tables, spreads(number), *payoffs_to_read, values, known, wanted)


def _read_only(array: AnyFloats) -> AnyFloats:
    """A view that cannot be written, as `Payoffs` has them: Numba would compile the kernel again for others."""
    view = array.view()
    view.flags.writeable = False
    return view
