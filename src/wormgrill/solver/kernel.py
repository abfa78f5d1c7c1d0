"""The compiled loops: best play backwards through the lattice, and chances forwards.

A level is solved for all its states at once and, when many payoffs are solved side by side, for all lanes of each:
one *column* per state and lane. All loops that cost time run along the columns, next to each other in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from wormgrill.game.dice import FACES
from wormgrill.solver.lattice import Ints, Slots, Tables
from wormgrill.solver.payoffs import LEAST, Floats
from wormgrill.solver.spreads import BLOCK, SPLIT, Spreads, spreads

NOTHING = 10 * LEAST
"""The value of a keep that cannot be made. Finite, so that times a weight of zero it is zero."""
COLUMNS = 512
"""So many columns are solved together: enough to fill the loops, few enough to stay in the cache."""
ALL_OPEN = len(SPLIT) - 1

SIZE = spreads().first.shape[1]
"""The scratch has so many rows for each group of faces, then some for both groups:"""
ZERO = 2 * SIZE
"""one per open face, for a golden die that shows it and no other die does;"""
FAILS = ZERO + len(FACES)
"""the payoff of failing;"""
NONE = FAILS + 1
"""the same, but for a golden die that alone shows something to keep."""
HEIGHT = NONE + 1

SCRATCH = np.zeros(HEIGHT * COLUMNS)
"""Reused by every solve: Numba holds the interpreter's lock, and nothing is read that the same call did not write,
but for rows that have no weight."""

Compiled = TypeVar("Compiled", bound=Callable[..., Any])
_njit: Any = njit
"""Its own types do not know all its options."""
_OPTIONS = {"error_model": "numpy", "fastmath": {"contract"}}


def compiled(function: Compiled) -> Compiled:
    """Compile on first use and remember on disk."""
    return cast("Compiled", _njit(cache=True, **_OPTIONS)(function))


def part(function: Compiled) -> Compiled:
    """Compile as a part of those that use it; it cannot be called from Python, which halves the time to compile."""
    return cast("Compiled", _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function))


@part
def larger(one: float, two: float) -> float:
    """The larger of two numbers."""
    return one if one > two else two  # noqa: FURB136  # unlike max it need not mind NaN: a single instruction


@compiled
def solve_columns(  # noqa: PLR0913, PLR0917  # what a turn is, what it pays, and where the values go
    tables: Tables,
    spreads: Spreads,
    payoffs: tuple[Floats, Floats],
    values: tuple[Floats, Floats],
    entries: Floats,
    scratch: Floats,
) -> None:
    """Fill `rolling` and `keeping`: the values of rolling, and of the better of rolling and stopping.

    `payoffs` are `stopped[place, lane]` and `failed[bratworm, lane]`; `values` are `rolling[layer, slot, lane]` and
    `keeping[layer, slot, lane]`, with a last slot for nothing to keep. At most `COLUMNS` lanes. `entries[layer, slot,
    lane]` are the values of the states with a bratworm, where these are already known; empty if they are not.
    """
    stopped, failed = payoffs
    rolling, keeping = values
    slots, lanes = rolling.shape[1] - 1, rolling.shape[2]
    step = COLUMNS // lanes
    for layer in range(rolling.shape[0]):
        keep = keeping[layer]
        for lane in range(lanes):
            keep[slots, lane] = NOTHING
        for level in tables.levels:
            start, end, throws, dice, open_faces, block = level[0], level[1], level[2], level[3], level[4], level[5]
            if not throws:
                pay(keep[start:end], stopped, tables.payoff[start:end])
            for slot in range(start, end if throws else start, step):
                size = min(step, end - slot)
                columns = size * lanes
                work = scratch[: HEIGHT * columns].reshape((HEIGHT, columns))
                expected = rolling[layer, slot : slot + size].reshape(columns)
                floor = rolling[0, slot : slot + size].reshape(columns)
                pay(work[FAILS].reshape((size, lanes)), failed, tables.bratworm[slot : slot + size])
                for throw in range(throws):
                    ahead = tables.children[block + throw * (end - start) + slot - start :]
                    look_up(ahead, level, spreads, keep, work)
                    pair_up(level, spreads, work)
                    if layer:
                        lift(work, FAILS, HEIGHT, floor)
                        lift(work, 0, spreads.ends[SPLIT[open_faces][0], dice], floor)
                    add_up(level, throw, spreads, work, expected)
                choose(keep[slot : slot + size], rolling[layer, slot : slot + size], stopped, tables.payoff[slot:end])
            if entries.size:
                enter(keep[start:end], entries[layer, start:end], tables.bratworm[start:end])
        for lane in range(lanes):
            keep[slots - 1, lane] = rolling[layer, slots - 1, lane]


@part
def pay(values: Floats, payoffs: Floats, which: Slots) -> None:
    """Fill in the payoff of every state."""
    lanes = values.shape[1]
    for state in range(which.size):
        if lanes == 1:
            values[state, 0] = payoffs[which[state], 0]
        else:
            for lane in range(lanes):
                values[state, lane] = payoffs[which[state], lane]


@part
def choose(values: Floats, rolling: Floats, payoffs: Floats, which: Slots) -> None:
    """Fill in the better of rolling and the payoff of stopping for every state."""
    lanes = values.shape[1]
    for state in range(values.shape[0]):
        if lanes == 1:
            values[state, 0] = larger(payoffs[which[state], 0], rolling[state, 0])
        else:
            for lane in range(lanes):
                values[state, lane] = larger(payoffs[which[state], lane], rolling[state, lane])


@part
def enter(values: Floats, entries: Floats, has_bratworm: Slots) -> None:
    """Put the known values of the states with a bratworm in the place of those just computed."""
    for state in range(values.shape[0]):
        if has_bratworm[state]:
            for lane in range(values.shape[1]):
                values[state, lane] = entries[state, lane]


@part
def look_up(ahead: Slots, level: Ints, spreads: Spreads, keep: Floats, work: Floats) -> None:
    """Fetch the value of every spread that shows a single face."""
    throws, dice, open_faces = level[2], level[3], level[4]
    lanes = keep.shape[1]
    for place in range(open_faces):
        group = int(place >= SPLIT[open_faces][0])
        face = place - group * SPLIT[open_faces][0]
        for count in range(0 if throws > 1 else 1, dice + 1):
            row = group * SIZE + spreads.lone[SPLIT[open_faces][group], face, count]
            row = row if count else ZERO + place
            first = (place * (dice + 1) + count) * throws * (level[1] - level[0])
            for state in range(work.shape[1] // lanes):
                child = ahead[first + state]
                if lanes == 1:
                    work[row, state] = keep[child, 0]
                else:
                    for lane in range(lanes):
                        work[row, state * lanes + lane] = keep[child, lane]


@part
def pair_up(level: Ints, spreads: Spreads, work: Floats) -> None:
    """Find the best keep of every other spread, and of what is left when no die but the golden one can be kept."""
    throws, dice, open_faces = level[2], level[3], level[4]
    columns = work.shape[1]
    for group in range(2):
        faces, before, top = SPLIT[open_faces][group], group * SPLIT[open_faces][0], group * SIZE
        for x in range(columns):
            work[top, x] = NOTHING
        for spread in range(1, spreads.ends[faces, dice]):
            rest, last = spreads.parts[faces, spread, 0], spreads.parts[faces, spread, 1]
            if rest:
                for x in range(columns):
                    work[top + spread, x] = larger(work[top + rest, x], work[top + last, x])
        for face in range(faces if throws > 1 else 0):
            for spread in range(spreads.ends[faces, dice]):
                if not spreads.counts[faces, spread, face]:
                    for x in range(columns):
                        work[top + spread, x] = larger(work[top + spread, x], work[ZERO + before + face, x])
    for x in range(columns if throws > 1 else 0):
        best = larger(work[0, x], work[SIZE, x])
        work[NONE, x] = best if best > NOTHING else work[FAILS, x]


@part
def lift(work: Floats, first: int, end: int, floor: Floats) -> None:
    """The weasel: no roll is worth less than rolling it again."""
    for row in range(first, end):
        for x in range(floor.size):
            work[row, x] = larger(work[row, x], floor[x])


@part
def add_up(level: Ints, throw: int, spreads: Spreads, work: Floats, expected: Floats) -> None:
    """Add the better spread of every pair, weighted, over all pairs: the expected best keep of a throw."""
    throws, dice, open_faces = level[2], level[3], level[4]
    faces_a, faces_b = SPLIT[open_faces]
    scale = 1.0 / throws
    for die in range(1, dice + 1):
        scale *= die / 6
    weight = scale * spreads.second[open_faces, dice, 0]
    nothing = NONE if throws > 1 else FAILS
    for x in range(expected.size):
        expected[x] = weight * work[nothing, x] + (expected[x] if throw else 0.0)
    for a in range(spreads.ends[faces_a, dice]):
        rest = dice - spreads.totals[faces_a, a]
        b = spreads.ends[faces_b, rest - 1] if open_faces == ALL_OPEN and rest else 0
        b = max(b, 1) if a == 0 else b
        weight = scale * spreads.first[faces_a, a]
        while b < spreads.ends[faces_b, rest]:
            weight_0 = weight * spreads.second[open_faces, rest, b]
            weight_1 = weight * spreads.second[open_faces, rest, b + 1]
            weight_2 = weight * spreads.second[open_faces, rest, b + 2]
            weight_3 = weight * spreads.second[open_faces, rest, b + 3]
            row = SIZE + b
            for x in range(expected.size):
                best = work[a, x]
                expected[x] += (
                    weight_0 * larger(best, work[row, x])
                    + weight_1 * larger(best, work[row + 1, x])
                    + weight_2 * larger(best, work[row + 2, x])
                    + weight_3 * larger(best, work[row + 3, x])
                )
            b += BLOCK


@compiled
def play_out(  # noqa: C901, PLR0912, PLR0913, PLR0917  # the branches are those of a turn, in their order
    tables: Tables,
    spreads: Spreads,
    payoffs: tuple[Floats, Floats],
    values: tuple[Floats, Floats],
    chances: tuple[Floats, Floats, Floats],
    is_branching: bool,
) -> None:
    """Play on with best play, and add up the chance of every result.

    `payoffs` and `values` are those of `solve_columns`, with a single lane. `chances` are `arrived[must roll, layer,
    slot]`, where the turn is now, which is used up, and, to be added to, those of `stopped` and `failed`. If the turn
    `is_branching`, play ends as soon as a bratworm is earned: `arrived` tells in which states.
    """
    stopped, failed = payoffs
    rolling, keeping = values
    arrived, stop_chances, fail_chances = chances
    best, slots = np.zeros((2, SIZE)), np.zeros((2, SIZE), dtype=np.int64)
    for layer in range(rolling.shape[0] - 1, -1, -1):
        for level in tables.levels[::-1]:
            start, end, throws, dice, open_faces, block = level[0], level[1], level[2], level[3], level[4], level[5]
            faces_a, faces_b = SPLIT[open_faces]
            for slot in range(start, end):
                if is_branching and tables.bratworm[slot]:
                    continue
                here = arrived[1, layer, slot]
                place, bratworm = tables.payoff[slot], tables.bratworm[slot]
                if throws and rolling[layer, slot, 0] > stopped[place, 0]:
                    here += arrived[0, layer, slot]
                else:
                    stop_chances[place] += arrived[0, layer, slot]
                if here == 0.0:
                    continue
                for die in range(1, dice + 1):
                    here *= die / 6
                floor = rolling[0, slot, 0] if layer else NOTHING
                for throw in range(throws):
                    ahead = tables.children[block + throw * (end - start) + slot - start :]
                    point_out(ahead, level, spreads, keeping[layer], (best, slots))
                    for a in range(spreads.ends[faces_a, dice]):
                        rest = dice - spreads.totals[faces_a, a]
                        for b in range(spreads.ends[faces_b, rest]):
                            share = here / throws * spreads.first[faces_a, a] * spreads.second[open_faces, rest, b]
                            value = larger(best[0, a], best[1, b])
                            fails = value == NOTHING
                            if floor > (failed[bratworm, 0] if fails else value):
                                arrived[1, 0, slot] += share
                            elif fails:
                                fail_chances[bratworm] += share
                            elif best[0, a] == value:
                                arrived[0, layer, slots[0, a]] += share
                            else:
                                arrived[0, layer, slots[1, b]] += share


@part
def point_out(ahead: Slots, level: Ints, spreads: Spreads, keep: Floats, chosen: tuple[Floats, Ints]) -> None:
    """Find value and slot of the best keep of every spread of both groups, the first of equals."""
    throws, dice, open_faces = level[2], level[3], level[4]
    best, slots = chosen
    for group in range(2):
        faces, before = SPLIT[open_faces][group], group * SPLIT[open_faces][0]
        for spread in range(spreads.ends[faces, dice]):
            best[group, spread] = NOTHING
            for face in range(faces):
                count = spreads.counts[faces, spread, face]
                child = ahead[((before + face) * (dice + 1) + count) * throws * (level[1] - level[0])]
                if keep[child, 0] > best[group, spread]:
                    best[group, spread] = keep[child, 0]
                    slots[group, spread] = child
