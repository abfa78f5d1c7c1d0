"""Spreads: rolls, grouped by the dice that can still be kept, and cut into two halves.

The open faces are split into two groups of at most three faces. A *spread* tells how many dice show each face of one
group. A roll is then a pair of spreads, one for each group; all its other dice show faces already kept and are alike.
The best keep of a roll is the better one of the best keeps of its two spreads. There are far fewer spreads than pairs
of spreads, so it saves work to find the best keep of each spread first.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.game.dice import FACES, WHITE_DICE

DICE_COUNTS = WHITE_DICE + 2
"""How many numbers of dice are possible, from none to all white dice and the golden one."""
MAX_GROUP = 3
"""The most faces in one group."""
GROUP_SIZES = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 3))
"""`[open faces]`: how many of them are in the first and in the second group."""
SPREADS_PER_STEP = 4
"""The kernel adds up this many spreads of the second group at a time. Those after the last spread have no weight."""

Spread = tuple[int, ...]


class Spreads(NamedTuple):
    """All spreads of groups of up to three faces. They are the same for every kind of turn.

    The spreads of a group are sorted by their number of dice, so the first one is empty.
    """

    counts: NDArray[np.int64]
    """`[faces in the group, spread, face]`: how many dice show this face."""
    totals: NDArray[np.int64]
    """`[faces in the group, spread]`: how many dice the spread has."""
    ends: NDArray[np.int64]
    """`[faces in the group, dice]`: how many spreads have at most so many dice."""
    single_face: NDArray[np.int64]
    """`[faces in the group, face, count]`: the spread in which so many dice show this face and no die another."""
    parts: NDArray[np.int64]
    """`[faces in the group, spread, 0 or 1]`: two smaller spreads, one without the last face that the spread shows,
    and one with this face only. If the spread shows a single face, they are the empty spread and the spread itself."""
    first_weights: NDArray[np.float64]
    """`[faces in the group, spread]`: the weight of a spread of the first group."""
    second_weights: NDArray[np.float64]
    """`[open faces, dice, spread]`: the weight of a spread of the second group, when so many dice show faces of the
    second group or faces already kept. The probability of a roll of n dice is the product of the two weights, times
    n! / 6**n."""


@cache
def spreads() -> Spreads:
    """Build the tables on the first call."""
    spreads_of = [_list_spreads(faces) for faces in range(MAX_GROUP + 1)]
    size = len(spreads_of[MAX_GROUP]) + SPREADS_PER_STEP
    counts = np.zeros((MAX_GROUP + 1, size, MAX_GROUP), dtype=np.int64)
    single_face = np.zeros((MAX_GROUP + 1, MAX_GROUP, DICE_COUNTS), dtype=np.int64)
    parts = np.zeros((MAX_GROUP + 1, size, 2), dtype=np.int64)
    first_weights = np.zeros((MAX_GROUP + 1, size))
    for faces, listed in enumerate(spreads_of):
        index_of = {spread: index for index, spread in enumerate(listed)}
        counts[faces, : len(listed), :faces] = listed
        for face, count in product(range(faces), range(DICE_COUNTS)):
            single_face[faces, face, count] = index_of[_with_one_face(faces, face, count)]
        for spread, index in index_of.items():
            last = max((face for face in range(faces) if spread[face]), default=0)
            without_last = tuple(0 if face == last else count for face, count in enumerate(spread))
            last_only = _with_one_face(faces, last, spread[last]) if faces else ()
            parts[faces, index] = index_of[without_last], index_of[last_only]
            first_weights[faces, index] = 1 / prod(map(factorial, spread))
    totals = counts.sum(axis=2)
    ends = np.array(
        [[sum(sum(spread) <= dice for spread in listed) for dice in range(DICE_COUNTS)] for listed in spreads_of]
    )
    second_weights = np.zeros((len(FACES) + 1, DICE_COUNTS, size))
    for open_faces, dice in product(range(len(FACES) + 1), range(DICE_COUNTS)):
        faces = GROUP_SIZES[open_faces][1]
        kept_faces = len(FACES) - open_faces
        kept_weights = np.array([kept_faces**others / factorial(others) for others in range(DICE_COUNTS)])
        end = ends[faces, dice]
        second_weights[open_faces, dice, :end] = first_weights[faces, :end] * kept_weights[dice - totals[faces, :end]]
    return Spreads(counts, totals, ends, single_face, parts, first_weights, second_weights)


def _list_spreads(faces: int) -> list[Spread]:
    every = (spread for spread in product(range(DICE_COUNTS), repeat=faces) if sum(spread) < DICE_COUNTS)
    return sorted(every, key=lambda spread: (sum(spread), spread))


def _with_one_face(faces: int, face: int, count: int) -> Spread:
    return tuple(count if each == face else 0 for each in range(faces))
