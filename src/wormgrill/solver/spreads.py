"""Spreads: the rolls of some dice, grouped by what can still be kept, and cut in two halves.

The open faces of a roll are split into two small groups of faces. A *spread* is how many dice show each face of one
group; a roll is a pair of spreads, one for each group, and whatever remains shows faces already kept. The best keep
of a roll is the better one of its two spreads, so each spread is looked at once and not once per roll.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.game.dice import FACES, WHITE_DICE

STRIDE = WHITE_DICE + 2
"""How many different numbers of dice there are, none included."""
GROUP = 3
"""The most faces in one group."""
BLOCK = 4
"""Spreads of the second group are summed so many at a time, the last ones with no weight."""
SPLIT = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 3))
"""How many of the open faces, by their number, form the first and the second group."""

Spread = tuple[int, ...]


class Spreads(NamedTuple):
    """All spreads of up to three faces; the same for every kind of turn. They come by total, the empty one first."""

    counts: NDArray[np.int64]
    """`[faces, spread, face]`"""
    totals: NDArray[np.int64]
    """`[faces, spread]`"""
    ends: NDArray[np.int64]
    """`[faces, dice]`: how many spreads have at most so many dice."""
    lone: NDArray[np.int64]
    """`[faces, face, count]`: the spread in which so many dice show this face and none another."""
    parts: NDArray[np.int64]
    """`[faces, spread, 0 or 1]`: the spread without its last face, and with that face only; both stand before it
    unless it has a single face."""
    first: NDArray[np.float64]
    """`[faces, spread]`: the weight of a spread of the first group."""
    second: NDArray[np.float64]
    """`[open faces, dice, spread]`: the weight of a spread of the second group that shares so many dice with the
    faces already kept. Times that of the first group and dice! / 6**dice: the probability of the roll."""


@cache
def spreads() -> Spreads:
    """Build the tables, once."""
    listed = [_spreads(faces) for faces in range(GROUP + 1)]
    size = len(listed[GROUP]) + BLOCK
    counts = np.zeros((GROUP + 1, size, GROUP), dtype=np.int64)
    lone = np.zeros((GROUP + 1, GROUP, STRIDE), dtype=np.int64)
    parts = np.zeros((GROUP + 1, size, 2), dtype=np.int64)
    first = np.zeros((GROUP + 1, size))
    for faces, group in enumerate(listed):
        place = {spread: index for index, spread in enumerate(group)}
        counts[faces, : len(group), :faces] = group
        for face, count in product(range(faces), range(STRIDE)):
            lone[faces, face, count] = place[_only(faces, face, count)]
        for spread, index in place.items():
            last = max((face for face in range(faces) if spread[face]), default=0)
            without = tuple(0 if face == last else count for face, count in enumerate(spread))
            alone = _only(faces, last, spread[last]) if faces else ()
            parts[faces, index] = place[without], place[alone]
            first[faces, index] = 1 / prod(map(factorial, spread))
    totals = counts.sum(axis=2)
    ends = np.array([[sum(sum(spread) <= dice for spread in group) for dice in range(STRIDE)] for group in listed])
    second = np.zeros((len(FACES) + 1, STRIDE, size))
    for open_faces, dice in product(range(len(FACES) + 1), range(STRIDE)):
        faces = SPLIT[open_faces][1]
        kept_faces = len(FACES) - open_faces
        rest = np.array([kept_faces**others / factorial(others) for others in range(STRIDE)])
        end = ends[faces, dice]
        second[open_faces, dice, :end] = first[faces, :end] * rest[dice - totals[faces, :end]]
    return Spreads(counts, totals, ends, lone, parts, first, second)


def _spreads(faces: int) -> list[Spread]:
    every = (spread for spread in product(range(STRIDE), repeat=faces) if sum(spread) < STRIDE)
    return sorted(every, key=lambda spread: (sum(spread), spread))


def _only(faces: int, face: int, count: int) -> Spread:
    return tuple(count if each == face else 0 for each in range(faces))
