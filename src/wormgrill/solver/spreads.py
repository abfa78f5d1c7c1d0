"""Spreads: rolls, grouped by the dice that can still be kept, and cut into two halves.

The open faces are split into two groups of at most three faces. A *spread* tells how many dice show each face of one
group. A roll is then a pair of spreads, one for each group; all its other dice show faces already kept and are alike.
The best keep of a roll is the better one of the best keeps of its two spreads. There are far fewer spreads than pairs
of spreads, so it saves work to find the best keep of each spread first.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.game.dice import FACES, WHITE_DICE
from wormgrill.solver.payoffs import AnyFloats

DICE_COUNTS = WHITE_DICE + 2
"""How many numbers of dice are possible, from none to all white dice and the golden one."""
MAX_GROUP = 3
"""The most faces in one group."""
GROUP_SIZES = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 3))
"""`[open faces]`: how many of them are in the first and in the second group."""
SPREADS_PER_STEP = 2
"""The kernel adds up this many spreads of the second group at a time. Those after the last spread have no weight."""

GROUP_SPREADS = comb(DICE_COUNTS - 1 + MAX_GROUP, MAX_GROUP) + SPREADS_PER_STEP
"""Tables have room for this many spreads of a group."""

Spread = tuple[int, ...]


class Spreads(NamedTuple):
    """All spreads of groups of up to three faces. They are the same for every kind of turn.

    The spreads of a group are sorted by their number of dice, so the first one is empty.
    """

    counts: NDArray[np.int64]
    """`[faces in the group, spread, face]`: how many dice show this face."""
    ends: NDArray[np.int64]
    """`[faces in the group, dice]`: how many spreads have at most so many dice."""
    single_face: NDArray[np.uint16]
    """`[open faces, keep]`: the row of the kernel's table for the spread in which so many dice show this face and no
    die another. There is a keep for every count and open face, those with few dice first. The rows of the second group
    follow those of the first, and after both groups there is a row for each open face that no die shows."""
    mixed: NDArray[np.uint16]
    """`[faces in the group, which, 0 to 2]`: the spreads that show several faces, in their order. Each stands with two
    smaller spreads, one without the last face that it shows, and one with this face only."""
    first_weights: AnyFloats
    """`[faces in the group, spread]`: the weight of a spread of the first group. Times n (n - 1) (n - 2) ... / 6**k,
    with as many factors as the spread has dice, k, it is the chance that exactly these k of n dice show it."""
    second_chances: AnyFloats
    """`[open faces, dice, spread]`: the chance that so many dice show a spread of the second group, and that the rest
    of them show faces already kept."""


@cache
def spreads(dtype: type[np.float32 | np.float64]) -> Spreads:
    """Build the tables, with weights and chances of this type, on the first call."""
    spreads_of = [_list_spreads(faces) for faces in range(MAX_GROUP + 1)]
    counts = np.zeros((MAX_GROUP + 1, GROUP_SPREADS, MAX_GROUP), dtype=np.int64)
    mixed = np.zeros((MAX_GROUP + 1, GROUP_SPREADS, 3), dtype=np.uint16)
    first_weights = np.zeros((MAX_GROUP + 1, GROUP_SPREADS))
    index_of = [{spread: index for index, spread in enumerate(listed)} for listed in spreads_of]
    for faces, listed in enumerate(spreads_of):
        counts[faces, : len(listed), :faces] = listed
        first_weights[faces, : len(listed)] = [1 / prod(map(factorial, spread)) for spread in listed]
        several = [spread for spread in listed if faces - spread.count(0) > 1]
        for which, spread in enumerate(several):
            last = max(face for face in range(faces) if spread[face])
            without_last = tuple(0 if face == last else count for face, count in enumerate(spread))
            related = (spread, without_last, _with_one_face(faces, last, spread[last]))
            mixed[faces, which] = [index_of[faces][each] for each in related]
    totals = counts.sum(axis=2)
    ends = np.array(
        [[sum(sum(spread) <= dice for spread in listed) for dice in range(DICE_COUNTS)] for listed in spreads_of]
    )
    single_face = np.zeros((len(FACES) + 1, DICE_COUNTS * len(FACES)), dtype=np.uint16)
    second_chances = np.zeros((len(FACES) + 1, DICE_COUNTS, GROUP_SPREADS))
    for open_faces, dice in product(range(len(FACES) + 1), range(DICE_COUNTS)):
        for face in range(open_faces):
            group = int(face >= GROUP_SIZES[open_faces][0])
            faces, place = GROUP_SIZES[open_faces][group], face - group * GROUP_SIZES[open_faces][0]
            row = group * GROUP_SPREADS + index_of[faces][_with_one_face(faces, place, dice)]
            single_face[open_faces, dice * open_faces + face] = row if dice else 2 * GROUP_SPREADS + face
        faces = GROUP_SIZES[open_faces][1]
        kept_faces = len(FACES) - open_faces
        kept_weights = np.array([kept_faces**others / factorial(others) for others in range(DICE_COUNTS)])
        weights = first_weights[faces, : ends[faces, dice]] * kept_weights[dice - totals[faces, : ends[faces, dice]]]
        second_chances[open_faces, dice, : weights.size] = weights * factorial(dice) / len(FACES) ** dice
    return Spreads(counts, ends, single_face, mixed, first_weights.astype(dtype), second_chances.astype(dtype))


def _list_spreads(faces: int) -> list[Spread]:
    every = (spread for spread in product(range(DICE_COUNTS), repeat=faces) if sum(spread) < DICE_COUNTS)
    return sorted(every, key=lambda spread: (sum(spread), spread))


def _with_one_face(faces: int, face: int, count: int) -> Spread:
    return tuple(count if each == face else 0 for each in range(faces))
