"""The lattice of a turn: its states in rows and levels, and where each keep leads.

A *row* holds the states that differ only in their points: they have the same faces kept, the same number of dice left
and the same helpers. Keeping so many dice of a face adds the same points to every state of a row and leads to the same
other row. A *level* holds the rows with the same number of dice left and of open faces, so all its states have the
same rolls. Each state has a *slot*, its index in the arrays. Levels with few dice left come first, so a state depends
only on states before it.

Where the golden die may be added to any roll, the states in which it has joined come first, and then those in which it
waits: these lead to the others, but no keep does, so they are solved in two goes (see `Joining`).

The lattice does not contain the weasel. A turn with a weasel uses the same lattice twice: in *layer* 0 the weasel is
used, in layer 1 it is still unused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.game.dice import FACE_POINTS, FACES, WORM, parse_face
from wormgrill.solver.kinds import TurnKind, TurnState
from wormgrill.solver.payoffs import MAX_POINTS, SHAPE

Ints = NDArray[np.int64]
Slots = NDArray[np.uint16]
"""Unsigned, so that Numba does not need to handle negative indices."""


class RowKey(NamedTuple):
    """What the states of a row share."""

    dice_left: int
    mask: int
    """Bit `face - 1` for each face kept."""
    bratworm: bool
    golden_left: bool
    golden_waits: bool = False


class LevelKey(NamedTuple):
    """What the rows of a level share. No state of a level leads to another one, so they can be solved together."""

    golden_waits: bool
    dice_left: int
    open_faces: int
    golden_left: bool


class Level(NamedTuple):
    """One level as the compiled loops read it: a record of `Tables.levels` has these fields."""

    start: int
    """The first slot of its states."""
    end: int
    """The slot after its last one."""
    throws: int
    """0 if the turn is over, 2 if the special golden die is left, one throw for each of its faces, else 1. All throws
    are equally likely."""
    dice: int
    """How many dice a throw has, without the special golden die."""
    open_faces: int
    first_child: int
    """Where its part of `Tables.children` begins."""


BUNDLE = 16
"""So many states of a level lie together in `Tables.children`: as many as a block has at most (see `blocks.py`)."""
LEVEL_DTYPE = np.dtype([(name, np.int64) for name in Level._fields])


class Tables(NamedTuple):
    """The lattice as the compiled loops read it."""

    levels: NDArray[np.void]
    """Records with the fields of `Level`; each level depends only on levels before it."""
    children: Slots
    """For each level `[bundle, throw, count, open face, state of the bundle]`, flattened: the slot that keeping the
    face leads to, or `Lattice.nowhere`. A bundle is `BUNDLE` states, so that all children of a block of states are read
    one after another, however many numbers a block has."""
    stop_index: Slots
    """`[slot]`: where the payoff of stopping is found in flattened payoffs."""
    fail_index: Slots
    """`[slot]`: where the payoff of failing is found."""


class Joining(NamedTuple):
    """How the golden die joins, in a kind of turn in which it may be added to any roll."""

    joined: Tables
    """Of the states in which it has joined: all that they lead to are such states."""
    waiting: Tables
    """Of the other states. Here `stop_index` is the slot itself, for in place of stopping the die may be added."""
    from_slots: Ints
    """The states in which it can be added,"""
    to_slots: Ints
    """and those in which it then has been."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """All states of one kind of turn."""

    kind: TurnKind
    reach: dict[RowKey, int]
    """The points that can be reached in each row: bit n is set for n points. The rows of a level are neighbours,
    and the row of the start is the last one."""

    @cached_property
    def slots(self) -> int:
        """How many states one layer has."""
        return sum(bits.bit_count() for bits in self.reach.values())

    @property
    def room(self) -> int:
        """How long arrays with an entry for every slot are: a whole block can be written at the last slot."""
        return self.slots + BUNDLE

    @property
    def nowhere(self) -> int:
        """The last entry of such an array. It belongs to no state, but to keeps that cannot be made."""
        return self.room - 1

    @cached_property
    def layers(self) -> int:
        """How many layers there are: two if the turn has a weasel, else one."""
        return 1 + self.kind.weasel

    def __len__(self) -> int:
        """How many states all layers have, those of finished turns included.

        >>> from wormgrill.solver.kinds import CLASSIC
        >>> len(lattice(CLASSIC))
        1939
        """
        return self.layers * self.slots

    def states(self) -> Iterator[TurnState]:
        """Every state, in the order of layers and slots."""
        for weasel_left in (False, True)[: self.layers]:
            for key, bits in self.reach.items():
                faces = tuple(face for face in FACES if key.mask >> (face - 1) & 1)
                for points in _bits(bits):
                    yield TurnState(
                        faces, points, key.dice_left, key.bratworm, key.golden_left, weasel_left, key.golden_waits
                    )

    def slot(self, state: TurnState) -> tuple[int, int]:
        """Layer and slot of a state; raises `ValueError` if a turn of this kind cannot reach it."""
        mask = sum(1 << (face - 1) for face in state.faces)
        key = RowKey(state.dice_left, mask, state.bratworm, state.golden_left, state.golden_waits)
        row = self.slots_by_points.get(key)
        if row is None or not 0 <= state.points <= MAX_POINTS or state.weasel_left > self.kind.weasel:
            raise ValueError(f"{state} cannot come up in a turn of {self.kind}")
        slot = int(row[state.points])
        if slot == self.slots:
            raise ValueError(f"{state} cannot come up in a turn of {self.kind}")
        return int(state.weasel_left), slot

    @cached_property
    def slots_by_points(self) -> dict[RowKey, Slots]:
        """For each row the slots by points; points that cannot be reached have the slot after the last one."""
        found, slot = {}, 0
        for key, bits in self.reach.items():
            row = np.full(MAX_POINTS + 1, self.slots, dtype=np.uint16)
            row[_bits(bits)] = range(slot, slot + bits.bit_count())
            slot += bits.bit_count()
            found[key] = row
        return found

    @cached_property
    def tables(self) -> Tables:
        """The arrays for the compiled loops."""
        levels: list[Level] = []
        children: list[Slots] = []
        start = first_child = 0
        for key, group in groupby(self.reach, key=_level_key):
            rows = [*group]
            throws = [*_throws(self.kind, rows[0])]
            states = sum(self.reach[row].bit_count() for row in rows)
            dice = throws[0].dice if throws else 0
            levels.append(Level(start, start + states, len(throws), dice, key.open_faces, first_child))
            bundles = -(-states // BUNDLE)
            children.append(self._children(rows, (len(throws), dice + 1, key.open_faces, bundles * BUNDLE)))
            start += states
            first_child += children[-1].size
        states_of_rows = [bits.bit_count() for bits in self.reach.values()]
        has_worm = np.repeat([key.mask >> (WORM - 1) & 1 for key in self.reach], states_of_rows)
        bratworm = np.repeat([int(key.bratworm) for key in self.reach], states_of_rows)
        points = np.concatenate([_bits(bits) for bits in self.reach.values()])
        return Tables(
            levels=np.array(levels, dtype=LEVEL_DTYPE),
            children=np.concatenate(children),
            stop_index=self._with_room(np.ravel_multi_index((bratworm, has_worm, points), SHAPE)),
            fail_index=self._with_room(bratworm),
        )

    @cached_property
    def joining(self) -> Joining | None:
        """How the golden die joins; None if it does not."""
        if not self.kind.golden_die_waits:
            return None
        keys = [key for key in self.reach if _can_join(key)]
        pairs = [(key, _joined(self.kind, key), np.array(_bits(self.reach[key]))) for key in keys]
        joined = sum(bits.bit_count() for key, bits in self.reach.items() if not key.golden_waits)
        is_joined = self.tables.levels["end"] <= joined
        return Joining(
            self.tables._replace(levels=self.tables.levels[is_joined]),
            self.tables._replace(
                levels=self.tables.levels[~is_joined], stop_index=np.arange(self.room, dtype=np.uint16)
            ),
            np.concatenate([self.slots_by_points[key][points] for key, _, points in pairs]).astype(np.int64),
            np.concatenate([self.slots_by_points[other][points] for _, other, points in pairs]).astype(np.int64),
        )

    def _with_room(self, indices: Ints) -> Slots:
        return np.pad(indices, (0, self.room - self.slots)).astype(np.uint16)

    def _children(self, rows: Sequence[RowKey], shape: tuple[int, ...]) -> Slots:
        """The children of a level, as `Tables` has them; `shape` is `[throw, count, open face, state]`."""
        children = np.full(shape, self.nowhere, dtype=np.uint16)
        first = 0
        for key in rows:
            points = np.array(_bits(self.reach[key]))
            states = slice(first, first + points.size)
            for which, throw in enumerate(_throws(self.kind, key)):
                for place, count in product(range(len(throw.open_faces)), range(throw.dice + 1)):
                    child = throw.keep(key, throw.open_faces[place], count)
                    if child:
                        slots = self.slots_by_points[child.key]
                        children[which, count, place, states] = slots[points + child.gain]
            first = states.stop
        return np.moveaxis(children.reshape(*shape[:-1], shape[-1] // BUNDLE, BUNDLE), -2, 0).ravel()


class Child(NamedTuple):
    """Where a keep leads: the row, and the points that are added."""

    key: RowKey
    gain: int


class Throw(NamedTuple):
    """A roll of the dice left in a row, in which only the face of a special golden die is known (see `TurnKind`)."""

    dice: int
    """How many dice are rolled, without the special golden die."""
    golden: int
    """The face of the special golden die, or 0 without one."""
    open_faces: tuple[int, ...]
    kind: TurnKind

    def keep(self, key: RowKey, face: int, count: int) -> Child | None:
        """The result of keeping a face that so many dice show, the special golden die not counted."""
        takes_golden = face == self.golden
        kept = count + takes_golden
        if not kept:
            return None
        row = RowKey(
            key.dice_left - kept,
            key.mask | 1 << (face - 1),
            key.bratworm or self.kind.earns_bratworm(face, kept),
            key.golden_left and not takes_golden,
            key.golden_waits,
        )
        return Child(row, kept * FACE_POINTS[face - 1])


@cache
def lattice(kind: TurnKind) -> Lattice:
    """The lattice of a kind of turn, built on the first call."""
    start = kind.start
    first = RowKey(start.dice_left, 0, start.bratworm, start.golden_left, start.golden_waits)
    reach = {first: 1}
    pending = {first}
    while pending:
        key = max(pending, key=lambda key: (key.golden_waits, key))
        pending.remove(key)
        if _can_join(key):
            joined = _joined(kind, key)
            reach[joined] = reach.get(joined, 0) | reach[key]
            pending.add(joined)
        for throw in _throws(kind, key):
            for face in throw.open_faces:
                for count in range(throw.dice + 1):
                    child = throw.keep(key, face, count)
                    if child:
                        reach[child.key] = reach.get(child.key, 0) | reach[key] << child.gain
                        pending.add(child.key)
    return Lattice(kind, {key: reach[key] for key in sorted(reach, key=lambda key: (_level_key(key), key))})


def _can_join(key: RowKey) -> bool:
    return key.golden_waits and key.dice_left > 0 and key.mask.bit_count() < len(FACES)


def _joined(kind: TurnKind, key: RowKey) -> RowKey:
    """The row in which the golden die has been added."""
    return RowKey(key.dice_left + 1, key.mask, key.bratworm, kind.has_special_golden_die)


def _throws(kind: TurnKind, key: RowKey) -> Iterator[Throw]:
    open_faces = tuple(face for face in FACES if not key.mask >> (face - 1) & 1)
    if not open_faces or not key.dice_left:
        return
    if key.golden_left:
        for golden in sorted({parse_face(side) for side in kind.golden_die_faces or ""}):
            yield Throw(key.dice_left - 1, golden, open_faces, kind)
    else:
        yield Throw(key.dice_left, 0, open_faces, kind)


def _bits(bits: int) -> list[int]:
    return [points for points in range(bits.bit_length()) if bits >> points & 1]


def _level_key(key: RowKey) -> LevelKey:
    return LevelKey(key.golden_waits, key.dice_left, len(FACES) - key.mask.bit_count(), key.golden_left)
