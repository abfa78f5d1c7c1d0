"""The compiled loops: find the values of best play backwards, then follow the chances of best play forwards.

`solve_values` is dynamic programming over the lattice. It takes the levels one after another, those with few dice
left first, so that the values a level needs are already known. The value of rolling is an average over all rolls of
the value of the best keep. A roll is a pair of spreads, one for each group of open faces (see `spreads.py`), so the
best keep is found once for every spread, and a roll takes the better one of its two spreads.

All states of a level have the same rolls. So a block (see `blocks.py`) of them is solved at once: for a single payoff
the block holds some neighbouring states, for many payoffs it holds one state under as many payoffs, its *lanes*. The
numbers that belong to a block are few enough to stay in the processor's fastest memory until the block is done.

`propagate_chances` takes the levels in the opposite order. It moves the probability of being in a state on to the
states that best play reaches from it, until all of it belongs to results.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from wormgrill.game.dice import FACES
from wormgrill.solver.blocks import (
    BLOCK_BYTES,
    better,
    empty_table,
    entry,
    filled,
    gather,
    larger,
    load,
    plus,
    store,
    times,
    unless,
)
from wormgrill.solver.compiling import helper, stored
from wormgrill.solver.lattice import BUNDLE, Ints, Level, Slots, Tables
from wormgrill.solver.payoffs import EQUAL, LEAST, LEAST_FLOAT32, AnyFloats, Floats
from wormgrill.solver.spreads import GROUP_SIZES, GROUP_SPREADS, SPREADS_PER_STEP, Spreads

IMPOSSIBLE = 10 * LEAST
"""The value of a keep that cannot be made. It is finite, so that it becomes zero when its weight is zero."""
IMPOSSIBLE_FLOAT32 = 10 * LEAST_FLOAT32
"""The same where values are float32."""

GOLDEN_ALONE_ROWS = 2 * GROUP_SPREADS
"""The table of a block has a row for every spread of both groups, and after them one row for each open face: the value
of keeping it when only the special golden die shows it."""
TABLE_ROWS = GOLDEN_ALONE_ROWS + len(FACES)

ALL_STATES, WITH_BRATWORM, WITHOUT_BRATWORM = range(3)
"""Which states of a turn are wanted."""

Function = TypeVar("Function", bound=Callable[..., Any])
_OPTIONS: dict[str, Any] = {"fastmath": {"contract"}, "_nrt": False}
"""Without Numba's runtime (`_nrt`) compiled code makes no arrays, and need not count how often those it has are used;
counting takes as long as all the rest."""


def compiled(function: Function) -> Function:
    """Compile a function when it is first called with arguments of these types, and store the machine code on disk.

    Other threads can run meanwhile.
    """
    return cast("Function", stored(function, [Path(__file__).parent], **_OPTIONS))


def compiled_helper(function: Function) -> Function:
    """Compile a function for use by other compiled functions only.

    Python cannot call it; with what that needs, compiling would take twice the time. It becomes part of its caller,
    because handing over arrays, of seven values each, takes longer than many a block.
    """
    return cast("Function", helper(function, forceinline=True, **_OPTIONS))


@compiled
def solve_values(  # noqa: PLR0913, PLR0917  # what a turn is, what it pays, and where the values go
    tables: Tables,
    spreads: Spreads,
    stopped: AnyFloats,
    failed: AnyFloats,
    values: AnyFloats,
    known: AnyFloats,
    wanted: int,
) -> None:
    """Fill in the value of rolling, and of the better of rolling and stopping, for every state.

    The payoffs are `stopped[set, stop index, lane]` and `failed[set, fail index, lane]`. The first half of `values` is
    the value of rolling and the second half that of the better choice, both `[set, layer, slot, lane]`; the last slot
    stands for a keep that cannot be made. A set has either a single lane or as many as a block has numbers. All these
    are float64, or all are float32, and so are the weights of the spreads.

    Only the states that are `wanted` are certain to be filled in. Those without a bratworm need the others, which must
    have been found before: `known[set, layer, slot, lane]` are their values of the better choice. Else it is empty.
    """
    solve_sets(tables, spreads, (stopped, failed), values, known, wanted, empty_table(values, TABLE_ROWS, 1))


@compiled
def solve_values_in_fours(  # noqa: PLR0913, PLR0917  # the same
    tables: Tables,
    spreads: Spreads,
    stopped: AnyFloats,
    failed: AnyFloats,
    values: AnyFloats,
    known: AnyFloats,
    wanted: int,
) -> None:
    """Fill in the same where of every four lanes the first one chooses: what its best play is worth in all of them.

    Of moves that are equal for this lane stopping goes first, then the lowest face, the weasel last.
    """
    solve_sets(tables, spreads, (stopped, failed), values, known, wanted, empty_table(values, TABLE_ROWS, 4))


@compiled
def solve_values_in_eights(  # noqa: PLR0913, PLR0917  # the same
    tables: Tables,
    spreads: Spreads,
    stopped: AnyFloats,
    failed: AnyFloats,
    values: AnyFloats,
    known: AnyFloats,
    wanted: int,
) -> None:
    """Fill in the same where of every eight lanes the first one chooses."""
    solve_sets(tables, spreads, (stopped, failed), values, known, wanted, empty_table(values, TABLE_ROWS, 8))


SOLVERS = {1: solve_values, 4: solve_values_in_fours, 8: solve_values_in_eights}
"""By the number of lanes of which the first one chooses."""


@compiled_helper
def solve_sets(  # noqa: PLR0913, PLR0917  # the same
    tables: Tables,
    spreads: Spreads,
    all_payoffs: tuple[AnyFloats, AnyFloats],
    values: AnyFloats,
    known: AnyFloats,
    wanted: int,
    table: Any,
) -> None:
    """Solve all sets, one after the other."""
    stopped, failed = all_payoffs
    _, sets, layers, room, lanes = values.shape
    for number in range(sets):
        payoffs = stopped[number].reshape(-1), failed[number].reshape(-1)
        first_rolling = values[0, number, 0].reshape(-1)
        for layer in range(layers):
            rolling, keeping = values[0, number, layer].reshape(-1), values[1, number, layer].reshape(-1)
            for lane in range(lanes):
                keeping[(room - 1) * lanes + lane] = impossible(values)
            for record in tables.levels:
                level = read_level(record)
                if level.throws:
                    all_values = first_rolling, rolling, keeping
                    solve_level(tables, level, spreads, payoffs, all_values, lanes, layer, wanted, table)
                else:
                    stop_level(tables, level, payoffs[0], keeping, lanes)
                if wanted == WITHOUT_BRATWORM:
                    use_known_values(level, keeping, known[number, layer].reshape(-1), tables.fail_index, lanes)
            start = tables.levels[-1].start
            for lane in range(lanes):  # the turn cannot be stopped before the first roll
                keeping[start * lanes + lane] = rolling[start * lanes + lane]


@compiled_helper
def read_level(record: Any) -> Level:
    """A level in registers: its record would be read again whenever something has been stored."""
    return Level(record.start, record.end, record.throws, record.dice, record.open_faces, record.first_child)


@compiled_helper
def impossible(values: AnyFloats) -> float:
    """The value of a keep that cannot be made, as large as the type of the values allows."""
    return IMPOSSIBLE if values.itemsize == 8 else IMPOSSIBLE_FLOAT32


@compiled_helper
def states_per_block(values: AnyFloats, lanes: int) -> int:
    """How many states are solved at once."""
    return BLOCK_BYTES // values.itemsize if lanes == 1 else 1


@compiled_helper
def fetch(values: AnyFloats, lanes: int, slots: Slots, index: int) -> Any:
    """The block of values `[slot, lane]` whose slots are found from this index on."""
    if lanes == 1:
        return gather(values, slots, index)
    return load(values, slots[index] * lanes)


@compiled_helper
def stop_level(tables: Tables, level: Level, stopped: AnyFloats, keeping: AnyFloats, lanes: int) -> None:
    """Fill in the values of states in which the turn is over.

    A block may reach beyond the level, here and wherever else it is stored: what it writes there is overwritten later,
    because levels are solved in the order of their slots.
    """
    for slot in range(level.start, level.end, states_per_block(keeping, lanes)):
        store(keeping, slot * lanes, fetch(stopped, lanes, tables.stop_index, slot))


@compiled_helper
def solve_level(  # noqa: PLR0913, PLR0917  # all of it belongs to the level
    tables: Tables,
    level: Level,
    spreads: Spreads,
    payoffs: tuple[AnyFloats, AnyFloats],
    values: tuple[AnyFloats, AnyFloats, AnyFloats],
    lanes: int,
    layer: int,
    wanted: int,
    table: Any,
) -> None:
    """Fill in the values of states in which the player may roll.

    Those that are not wanted are left out only where a block is a single state.
    """
    stopped, failed = payoffs
    first_rolling, rolling, keeping = values
    never = filled(table, impossible(keeping))
    for slot in range(level.start, level.end, states_per_block(keeping, lanes)):
        if lanes > 1 and wanted != ALL_STATES and (tables.fail_index[slot] > 0) != (wanted == WITH_BRATWORM):
            continue
        fail = fetch(failed, lanes, tables.fail_index, slot)
        reroll = load(first_rolling, slot * lanes) if layer else never
        expected = filled(table, 0.0)
        for throw in range(level.throws):
            child = first_child(level, throw, slot)
            fetch_single_faces(tables.children, child, level, spreads, keeping, lanes, table)
            fill_best_keeps(level, spreads, never, table)
            nothing = unless(best_without_spreads(table), never, fail) if level.throws > 1 else fail
            if layer:
                raise_to_reroll(table, spreads.ends[GROUP_SIZES[level.open_faces][0], level.dice], reroll)
            expected = plus(expected, average(level, spreads, better(table, nothing, reroll), table))
        store(rolling, slot * lanes, expected)
        store(keeping, slot * lanes, better(table, fetch(stopped, lanes, tables.stop_index, slot), expected))


@compiled_helper
def use_known_values(level: Level, values: AnyFloats, known: AnyFloats, has_bratworm: Slots, lanes: int) -> None:
    """Replace the values of the level's states with a bratworm by those that are known."""
    for slot in range(level.start, level.end):
        if has_bratworm[slot]:
            for index in range(slot * lanes, (slot + 1) * lanes):
                values[index] = known[index]


@compiled_helper
def first_child(level: Level, throw: int, slot: int) -> int:
    """Where the children of a state for a throw begin in `tables.children`.

    The next ones, those of the same state for other keeps, follow at intervals of `BUNDLE`.
    """
    bundle, place = divmod(slot - level.start, BUNDLE)
    return level.first_child + (bundle * level.throws + throw) * (level.dice + 1) * level.open_faces * BUNDLE + place


@compiled_helper
def fetch_single_faces(  # noqa: PLR0913, PLR0917  # from where, by which way, to where
    children: Slots, child: int, level: Level, spreads: Spreads, keeping: AnyFloats, lanes: int, table: Any
) -> None:
    """Copy the value of the only keep of every spread that shows a single face.

    With a special golden die, also copy the value of each face when only this die shows it.
    """
    rows = spreads.single_face[level.open_faces]
    keeps = range(0 if level.throws > 1 else level.open_faces, (level.dice + 1) * level.open_faces)
    if lanes == 1:  # asked once here, rather than for every keep
        for keep in keeps:
            store(table, entry(rows, keep), gather(keeping, children, child + keep * BUNDLE))
    else:
        for keep in keeps:
            store(table, entry(rows, keep), load(keeping, entry(children, child + keep * BUNDLE) * lanes))


@compiled_helper
def fill_best_keeps(level: Level, spreads: Spreads, never: Any, table: Any) -> None:
    """Fill in the value of the best keep of every spread, once those with a single face are known.

    A spread with several faces takes the better of two smaller ones: without its last face, and with this face only.
    With a special golden die, a face that only this die shows can be kept as well.
    """
    for group in range(2):
        faces = GROUP_SIZES[level.open_faces][group]
        first_row, first_face = group * GROUP_SPREADS, group * GROUP_SIZES[level.open_faces][0]
        end = spreads.ends[faces, level.dice]
        store(table, first_row, never)
        for which in range(end - 1 - faces * level.dice):  # all but the empty spread and those with a single face
            spread, others, last = spreads.mixed[faces, which]
            best = better(table, load(table, first_row + others), load(table, first_row + last))
            store(table, first_row + spread, best)
        for face in range(faces if level.throws > 1 else 0):
            golden = load(table, GOLDEN_ALONE_ROWS + first_face + face)
            for spread in range(end):
                if not spreads.counts[faces, spread, face]:
                    store(table, first_row + spread, better(table, load(table, first_row + spread), golden))


@compiled_helper
def best_without_spreads(table: Any) -> Any:
    """The value of a roll in which at most the special golden die shows an open face: of keeping this die alone."""
    return better(table, load(table, 0), load(table, GROUP_SPREADS))


@compiled_helper
def raise_to_reroll(table: Any, rows: int, reroll: Any) -> None:
    """Raise the first rows to the value of using the weasel, which rolls the same dice again."""
    for row in range(rows):
        store(table, row, better(table, load(table, row), reroll))


@compiled_helper
def average(level: Level, spreads: Spreads, nothing: Any, table: Any) -> Any:
    """The average of the best keep over all rolls of one throw, times the chance of the throw.

    `nothing` is the value of a roll whose spreads are both empty.
    """
    first_group, second_group = GROUP_SIZES[level.open_faces]
    chances = spreads.second_chances[level.open_faces]
    # One row more than there are spreads may be read below. Its weight is zero, and its numbers must be finite.
    store(table, GROUP_SPREADS + spreads.ends[second_group, level.dice], nothing)
    expected = times(chances[level.dice, 0] / level.throws, nothing)
    scale = 1.0 / level.throws
    first = 0
    for dice in range(level.dice, -1, -1):  # so many do not show a face of the first group
        # When all faces are open, no die is left over: the second spread has all remaining dice.
        begin = spreads.ends[second_group, dice - 1] if level.open_faces == len(FACES) and dice else 0
        begin = max(begin, 1) if dice == level.dice else begin  # the pair of empty spreads was added above
        end = spreads.ends[second_group, dice]
        first_chance = dice * GROUP_SPREADS
        first_end = spreads.ends[first_group, level.dice - dice]
        while first < first_end:
            best = load(table, first)
            total = filled(best, 0.0)
            for second in range(begin, end, SPREADS_PER_STEP):
                row = GROUP_SPREADS + second
                one = times(entry(chances, first_chance + second), better(table, best, load(table, row)))
                two = times(entry(chances, first_chance + second + 1), better(table, best, load(table, row + 1)))
                total = plus(total, plus(one, two))
            weight = entry(spreads.first_weights, first_group * GROUP_SPREADS + first)
            expected = plus(expected, times(scale * weight, total))
            first += 1
        scale *= dice / len(FACES)
    return expected


@compiled
def propagate_chances(  # noqa: C901, PLR0912, PLR0913, PLR0917  # the branches are those of a turn, in their order
    tables: Tables,
    spreads: Spreads,
    payoffs: tuple[Floats, Floats],
    values: tuple[Floats, Floats],
    chances: tuple[Floats, Floats, Floats],
    best_keeps: tuple[Floats, Ints],
    stops_at_bratworm: bool,
) -> None:
    """Add up the chance of every result when the rest of the turn is played best.

    Of equal moves stopping goes first, then the lowest face, the weasel last.

    `payoffs` are `stopped[stop index]` and `failed[fail index]`, and `values` are `rolling[layer, slot]` and
    `keeping[layer, slot]`, as `solve_values` has found them. `chances` are `arrived[must roll, layer, slot]`, the
    probability that the turn is now in a state, which is also used as working memory; and `stopped[stop index]` and
    `failed[fail index]`, to which the chances of the results are added. `best_keeps` is working memory for
    `find_best_keeps`. If it `stops_at_bratworm`, states with a bratworm are left with the chance to arrive there.
    """
    stopped, failed = payoffs
    rolling, keeping = values
    arrived, stop_chances, fail_chances = chances
    best, best_slots = best_keeps
    for layer in range(rolling.shape[0] - 1, -1, -1):
        for level in tables.levels[::-1]:
            first_group, second_group = GROUP_SIZES[level.open_faces]
            for slot in range(level.start, level.end):
                if stops_at_bratworm and tables.fail_index[slot]:
                    continue
                chance = arrived[1, layer, slot]
                stop_index, fail_index = tables.stop_index[slot], tables.fail_index[slot]
                if level.throws and rolling[layer, slot] > stopped[stop_index] + EQUAL:
                    chance += arrived[0, layer, slot]
                else:
                    stop_chances[stop_index] += arrived[0, layer, slot]
                if chance == 0.0:
                    continue
                reroll = rolling[0, slot] if layer else IMPOSSIBLE
                for throw in range(level.throws):
                    children = tables.children[first_child(level, throw, slot) :]
                    find_best_keeps(children, level, spreads, keeping[layer], best_keeps)
                    scale, dice = chance / level.throws, level.dice
                    for first in range(spreads.ends[first_group, level.dice]):
                        if first == spreads.ends[first_group, level.dice - dice]:  # from here on one die more
                            scale *= dice / len(FACES)
                            dice -= 1
                        weight = scale * spreads.first_weights[first_group, first]
                        for second in range(spreads.ends[second_group, dice]):
                            share = weight * spreads.second_chances[level.open_faces, dice, second]
                            value = larger(best[0, first], best[1, second])
                            fails = value == IMPOSSIBLE
                            if reroll > (failed[fail_index] if fails else value) + EQUAL:
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
                child = children[(count * level.open_faces + first_face + face) * BUNDLE]
                if kept_values[child] > best[group, spread] + EQUAL:
                    best[group, spread] = kept_values[child]
                    best_slots[group, spread] = child
