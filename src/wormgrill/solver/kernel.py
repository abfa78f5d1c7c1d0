"""The compiled loops: find the values of best play backwards, then follow the chances of best play forwards.

`solve_values` is dynamic programming over the lattice. It takes the levels one after another, those with few dice
left first, so that the values a level needs are already known. The value of rolling is an average over all rolls of
the value of the best keep. A roll is a pair of spreads, one for each group of open faces (see `spreads.py`), so the
best keep is found once for every spread, and a roll takes the better one of its two spreads.

All states of a level have the same rolls and are solved together; with many payoffs, so are all lanes of each state.
One state in one lane is a *column*. The innermost loops run over columns, which are neighbours in memory.

`propagate_chances` takes the levels in the opposite order. It moves the probability of being in a state on to the
states that best play reaches from it, until all of it belongs to results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from wormgrill.game.dice import FACES
from wormgrill.solver.lattice import Ints, Level, Slots, Tables
from wormgrill.solver.payoffs import EQUAL, LEAST, Floats
from wormgrill.solver.spreads import GROUP_SIZES, SPREADS_PER_STEP, Spreads, spreads

IMPOSSIBLE = 10 * LEAST
"""The value of a keep that cannot be made. It is finite, so that it becomes zero when its weight is zero."""
MAX_COLUMNS = 512
"""The most columns that are solved together: enough for fast loops, few enough for the processor's cache."""

GROUP_ROWS = spreads().first_weights.shape[1]
"""The scratch table has this many rows for the spreads of each group, and after both groups:"""
GOLDEN_ALONE_ROWS = 2 * GROUP_ROWS
"""one row for each open face: the value of keeping it when only the special golden die shows it;"""
FAIL_ROW = GOLDEN_ALONE_ROWS + len(FACES)
"""one row for the payoff of failing;"""
NO_SPREAD_ROW = FAIL_ROW + 1
"""one row for a roll in which no die shows an open face, except perhaps the special golden die."""
SCRATCH_ROWS = NO_SPREAD_ROW + 1

SCRATCH = np.zeros(SCRATCH_ROWS * MAX_COLUMNS)
"""Memory that all solves share. This is safe: compiled code holds the interpreter's lock, and a solve reads only what
it has written itself, except for numbers that it multiplies by zero."""

Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = njit
"""Untyped, because Numba's own annotations lack some of its options."""
_OPTIONS = {"error_model": "numpy", "fastmath": {"contract"}}


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, and store the machine code on disk."""
    return cast("Function", _njit(cache=True, **_OPTIONS)(function))


def compiled_helper(function: Function) -> Function:
    """Compile a function for use by other compiled functions only.

    Python cannot call it; without the wrappers for that, compiling takes half the time.
    """
    return cast("Function", _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function))


@compiled_helper
def larger(one: float, two: float) -> float:
    """The larger of two numbers, neither of which is NaN."""
    return one if one > two else two  # noqa: FURB136  # max also handles NaN; this is a single instruction


@compiled
def solve_values(  # noqa: PLR0913, PLR0917  # what a turn is, what it pays, and where the values go
    tables: Tables,
    spreads: Spreads,
    payoffs: tuple[Floats, Floats],
    values: tuple[Floats, Floats],
    known: Floats,
    scratch: Floats,
) -> None:
    """Fill in the value of rolling, and of the better of rolling and stopping, for every state.

    `payoffs` are `stopped[stop index, lane]` and `failed[fail index, lane]`. `values` are `rolling[layer, slot, lane]`
    and `keeping[layer, slot, lane]`; their last slot stands for a keep that cannot be made. There are at most
    `MAX_COLUMNS` lanes. `known[layer, slot, lane]` are the values of the states with a bratworm if they have been found
    before; otherwise it is empty.
    """
    stopped, failed = payoffs
    rolling, keeping = values
    slots, lanes = rolling.shape[1] - 1, rolling.shape[2]
    max_states = MAX_COLUMNS // lanes
    for layer in range(rolling.shape[0]):
        kept_values = keeping[layer]
        for lane in range(lanes):
            kept_values[slots, lane] = IMPOSSIBLE
        for level in tables.levels:
            if not level.throws:
                fill_payoffs(kept_values[level.start : level.end], stopped, tables.stop_index[level.start : level.end])
            for slot in range(level.start, level.end if level.throws else level.start, max_states):
                end = min(slot + max_states, level.end)
                states, columns = end - slot, (end - slot) * lanes
                table = scratch[: SCRATCH_ROWS * columns].reshape((SCRATCH_ROWS, columns))
                expected = rolling[layer, slot:end].reshape(columns)
                reroll = rolling[0, slot:end].reshape(columns)
                fill_payoffs(table[FAIL_ROW].reshape((states, lanes)), failed, tables.fail_index[slot:end])
                for throw in range(level.throws):
                    children = children_of_throw(tables, level, throw, slot)
                    fetch_single_face_values(children, level, spreads, kept_values, table)
                    fill_best_keeps(level, spreads, table)
                    if layer:
                        raise_to_reroll(table, FAIL_ROW, SCRATCH_ROWS, reroll)
                        first_group = GROUP_SIZES[level.open_faces][0]
                        raise_to_reroll(table, 0, spreads.ends[first_group, level.dice], reroll)
                    add_expected_best_keep(level, throw, spreads, table, expected)
                choose_roll_or_stop(
                    kept_values[slot:end], rolling[layer, slot:end], stopped, tables.stop_index[slot:end]
                )
            if known.size:
                use_known_values(level, kept_values, known[layer], tables.fail_index)
        for lane in range(lanes):  # the turn cannot be stopped before the first roll
            kept_values[slots - 1, lane] = rolling[layer, slots - 1, lane]


@compiled_helper
def fill_payoffs(values: Floats, payoffs: Floats, indices: Slots) -> None:
    """Copy the payoff of every state into `values[state, lane]`."""
    lanes = values.shape[1]
    for state in range(indices.size):
        if lanes == 1:
            values[state, 0] = payoffs[indices[state], 0]
        else:
            for lane in range(lanes):
                values[state, lane] = payoffs[indices[state], lane]


@compiled_helper
def choose_roll_or_stop(values: Floats, rolling: Floats, payoffs: Floats, indices: Slots) -> None:
    """Fill `values[state, lane]` with the better of rolling and the payoff of stopping."""
    lanes = values.shape[1]
    for state in range(values.shape[0]):
        if lanes == 1:
            values[state, 0] = larger(payoffs[indices[state], 0], rolling[state, 0])
        else:
            for lane in range(lanes):
                values[state, lane] = larger(payoffs[indices[state], lane], rolling[state, lane])


@compiled_helper
def use_known_values(level: Level, values: Floats, known: Floats, has_bratworm: Slots) -> None:
    """Replace the values of the level's states with a bratworm by those that are known."""
    for slot in range(level.start, level.end):
        if has_bratworm[slot]:
            for lane in range(values.shape[1]):
                values[slot, lane] = known[slot, lane]


@compiled_helper
def children_of_throw(tables: Tables, level: Level, throw: int, slot: int) -> Slots:
    """The part of `tables.children` that begins with the first child of a state for a throw."""
    return tables.children[level.first_child + throw * (level.end - level.start) + slot - level.start :]


@compiled_helper
def child_offset(level: Level, face: int, count: int) -> int:
    """How far to go from the first child of a state to the child for keeping so many dice of an open face."""
    return (face * (level.dice + 1) + count) * level.throws * (level.end - level.start)


@compiled_helper
def fetch_single_face_values(
    children: Slots, level: Level, spreads: Spreads, kept_values: Floats, table: Floats
) -> None:
    """Copy the value of the only keep of every spread that shows a single face.

    With a special golden die, also copy the value of each face when only this die shows it.
    """
    first_group = GROUP_SIZES[level.open_faces][0]
    lanes = kept_values.shape[1]
    for open_face in range(level.open_faces):
        group = int(open_face >= first_group)
        face = open_face - group * first_group
        for count in range(0 if level.throws > 1 else 1, level.dice + 1):
            row = group * GROUP_ROWS + spreads.single_face[GROUP_SIZES[level.open_faces][group], face, count]
            row = row if count else GOLDEN_ALONE_ROWS + open_face
            offset = child_offset(level, open_face, count)
            for state in range(table.shape[1] // lanes):
                child = children[offset + state]
                if lanes == 1:
                    table[row, state] = kept_values[child, 0]
                else:
                    for lane in range(lanes):
                        table[row, state * lanes + lane] = kept_values[child, lane]


@compiled_helper
def fill_best_keeps(level: Level, spreads: Spreads, table: Floats) -> None:
    """Fill in the value of the best keep of every spread, once those with a single face are known.

    A spread with several faces takes the better of two smaller ones: without its last face, and with this face only.
    With a special golden die, a face that only this die shows can be kept as well.
    """
    columns = table.shape[1]
    for group in range(2):
        faces = GROUP_SIZES[level.open_faces][group]
        first_row, first_face = group * GROUP_ROWS, group * GROUP_SIZES[level.open_faces][0]
        for column in range(columns):
            table[first_row, column] = IMPOSSIBLE
        for spread in range(1, spreads.ends[faces, level.dice]):
            others, last = spreads.parts[faces, spread, 0], spreads.parts[faces, spread, 1]
            if others:
                for column in range(columns):
                    table[first_row + spread, column] = larger(
                        table[first_row + others, column], table[first_row + last, column]
                    )
        for face in range(faces if level.throws > 1 else 0):
            golden_row = GOLDEN_ALONE_ROWS + first_face + face
            for spread in range(spreads.ends[faces, level.dice]):
                if not spreads.counts[faces, spread, face]:
                    for column in range(columns):
                        table[first_row + spread, column] = larger(
                            table[first_row + spread, column], table[golden_row, column]
                        )
    for column in range(columns if level.throws > 1 else 0):
        best = larger(table[0, column], table[GROUP_ROWS, column])
        table[NO_SPREAD_ROW, column] = best if best > IMPOSSIBLE else table[FAIL_ROW, column]


@compiled_helper
def raise_to_reroll(table: Floats, first_row: int, end_row: int, reroll: Floats) -> None:
    """Raise values to that of using the weasel, which rolls the same dice again."""
    for row in range(first_row, end_row):
        for column in range(reroll.size):
            table[row, column] = larger(table[row, column], reroll[column])


@compiled_helper
def add_expected_best_keep(level: Level, throw: int, spreads: Spreads, table: Floats, expected: Floats) -> None:
    """Add the probability of every pair of spreads times the value of its better spread to `expected[column]`.

    The first throw overwrites what was there.
    """
    first_group, second_group = GROUP_SIZES[level.open_faces]
    scale = 1.0 / level.throws
    for die in range(1, level.dice + 1):
        scale *= die / len(FACES)
    weight = scale * spreads.second_weights[level.open_faces, level.dice, 0]
    no_spread = NO_SPREAD_ROW if level.throws > 1 else FAIL_ROW
    for column in range(expected.size):
        expected[column] = weight * table[no_spread, column] + (expected[column] if throw else 0.0)
    for first in range(spreads.ends[first_group, level.dice]):
        dice = level.dice - spreads.totals[first_group, first]
        # When all faces are open, no die is left over: the second spread has all remaining dice.
        second = spreads.ends[second_group, dice - 1] if level.open_faces == len(FACES) and dice else 0
        second = max(second, 1) if first == 0 else second  # the pair of empty spreads was added above
        weight = scale * spreads.first_weights[first_group, first]
        while second < spreads.ends[second_group, dice]:
            weight_0 = weight * spreads.second_weights[level.open_faces, dice, second]
            weight_1 = weight * spreads.second_weights[level.open_faces, dice, second + 1]
            weight_2 = weight * spreads.second_weights[level.open_faces, dice, second + 2]
            weight_3 = weight * spreads.second_weights[level.open_faces, dice, second + 3]
            row = GROUP_ROWS + second
            for column in range(expected.size):
                best = table[first, column]
                expected[column] += (
                    weight_0 * larger(best, table[row, column])
                    + weight_1 * larger(best, table[row + 1, column])
                    + weight_2 * larger(best, table[row + 2, column])
                    + weight_3 * larger(best, table[row + 3, column])
                )
            second += SPREADS_PER_STEP


@compiled
def propagate_chances(  # noqa: C901, PLR0912, PLR0913, PLR0917  # the branches are those of a turn, in their order
    tables: Tables,
    spreads: Spreads,
    payoffs: tuple[Floats, Floats],
    values: tuple[Floats, Floats],
    chances: tuple[Floats, Floats, Floats],
    stops_at_bratworm: bool,
) -> None:
    """Add up the chance of every result when the rest of the turn is played best.

    Of equal moves stopping goes first, then the lowest face, the weasel last.

    `payoffs` and `values` are those of `solve_values`, with a single lane. `chances` are `arrived[must roll, layer,
    slot]`, the probability that the turn is now in a state, which is also used as working memory; and
    `stopped[stop index]` and `failed[fail index]`, to which the chances of the results are added. If it
    `stops_at_bratworm`, states with a bratworm are left with the chance to arrive there.
    """
    stopped, failed = payoffs
    rolling, keeping = values
    arrived, stop_chances, fail_chances = chances
    best, best_slots = np.zeros((2, GROUP_ROWS)), np.zeros((2, GROUP_ROWS), dtype=np.int64)
    for layer in range(rolling.shape[0] - 1, -1, -1):
        for level in tables.levels[::-1]:
            first_group, second_group = GROUP_SIZES[level.open_faces]
            for slot in range(level.start, level.end):
                if stops_at_bratworm and tables.fail_index[slot]:
                    continue
                chance = arrived[1, layer, slot]
                stop_index, fail_index = tables.stop_index[slot], tables.fail_index[slot]
                if level.throws and rolling[layer, slot, 0] > stopped[stop_index, 0] + EQUAL:
                    chance += arrived[0, layer, slot]
                else:
                    stop_chances[stop_index] += arrived[0, layer, slot]
                if chance == 0.0:
                    continue
                for die in range(1, level.dice + 1):
                    chance *= die / len(FACES)
                reroll = rolling[0, slot, 0] if layer else IMPOSSIBLE
                for throw in range(level.throws):
                    children = children_of_throw(tables, level, throw, slot)
                    find_best_keeps(children, level, spreads, keeping[layer], (best, best_slots))
                    for first in range(spreads.ends[first_group, level.dice]):
                        dice = level.dice - spreads.totals[first_group, first]
                        weight = chance / level.throws * spreads.first_weights[first_group, first]
                        for second in range(spreads.ends[second_group, dice]):
                            share = weight * spreads.second_weights[level.open_faces, dice, second]
                            value = larger(best[0, first], best[1, second])
                            fails = value == IMPOSSIBLE
                            if reroll > (failed[fail_index, 0] if fails else value) + EQUAL:
                                arrived[1, 0, slot] += share
                            elif fails:
                                fail_chances[fail_index] += share
                            elif best[0, first] >= value - EQUAL:
                                arrived[0, layer, best_slots[0, first]] += share
                            else:
                                arrived[0, layer, best_slots[1, second]] += share


@compiled_helper
def find_best_keeps(
    children: Slots, level: Level, spreads: Spreads, kept_values: Floats, found: tuple[Floats, Ints]
) -> None:
    """Fill in value and slot of the best keep of every spread of both groups; the lowest face wins a tie."""
    best, best_slots = found
    for group in range(2):
        faces, first_face = GROUP_SIZES[level.open_faces][group], group * GROUP_SIZES[level.open_faces][0]
        for spread in range(spreads.ends[faces, level.dice]):
            best[group, spread] = IMPOSSIBLE
            for face in range(faces):
                count = spreads.counts[faces, spread, face]
                child = children[child_offset(level, first_face + face, count)]
                if kept_values[child, 0] > best[group, spread] + EQUAL:
                    best[group, spread] = kept_values[child, 0]
                    best_slots[group, spread] = child
