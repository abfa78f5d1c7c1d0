"""Dice: faces, counts of faces, and every roll of n dice with its exact weight.

A face is 1 to 5 or `WORM` (6, written W). A heap of dice is six counts in the order 1 2 3 4 5 W; the golden die,
when it is among them, is counted like the others, and its face is remembered beside the counts.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import mul

from wormgrill.game.errors import InvalidNotation, quoted

Counts = tuple[int, int, int, int, int, int]

FACES = (1, 2, 3, 4, 5, 6)
WORM = 6
FACE_TEXT = "12345W"
"""The faces as written, `FACE_TEXT[face - 1]`."""
FACE_POINTS = (1, 2, 3, 4, 5, 5)
"""What a kept die counts, `FACE_POINTS[face - 1]`."""
WHITE_DICE = 8
NO_DICE: Counts = (0, 0, 0, 0, 0, 0)
GOLDEN_DIE_FACES = ("12345W", "111WWW")
"""The golden die as a ninth ordinary die, and as it is printed in some boxes."""
BRATWORM_ONES = 2
"""Keeping so many 1s or more at once earns a bratworm."""


def points(counts: Counts) -> int:
    """The sum of these dice, a worm counting 5.

    >>> points((0, 0, 0, 3, 0, 1))
    17
    """
    return sum(map(mul, counts, FACE_POINTS))


def earns_bratworm(face: int, count: int) -> bool:
    """Whether keeping so many dice of a face earns a bratworm, where there are any: two 1s or more do."""
    return face == 1 and count >= BRATWORM_ONES


def format_face(face: int) -> str:
    """A face as text: `1` to `5` or `W`."""
    return FACE_TEXT[face - 1]


def parse_face(text: str) -> int:
    """The face that a text names; the inverse of `format_face`."""
    if len(text) != 1 or text not in FACE_TEXT:
        raise InvalidNotation(f"{quoted(text)} is not a face", expected="1, 2, 3, 4, 5 or W")
    return FACE_TEXT.index(text) + 1


def format_dice(counts: Counts) -> str:
    """Dice as text, sorted 1 to 5, then W.

    >>> format_dice((2, 0, 1, 2, 1, 2))
    '113445WW'
    """
    return "".join(text * count for text, count in zip(FACE_TEXT, counts, strict=True))


def parse_dice(text: str) -> Counts:
    """Count the faces of a text, in any order; the inverse of `format_dice`.

    >>> parse_dice("W4441")
    (1, 0, 0, 3, 0, 1)
    """
    for column, char in enumerate(text, start=1):
        if char not in FACE_TEXT:
            raise InvalidNotation(f"{char!r} is not a face", expected="1, 2, 3, 4, 5 or W", column=column)
    ones, twos, threes, fours, fives, worms = (text.count(char) for char in FACE_TEXT)
    return ones, twos, threes, fours, fives, worms


@cache
def rolls(dice: int) -> tuple[tuple[Counts, int], ...]:
    """Every unordered roll of so many dice, with the number of ordered rolls it stands for.

    The weights sum to 6 ** dice. Rolls come in the order of their texts.

    >>> rolls(1)[0], len(rolls(8)), sum(weight for _, weight in rolls(8)) == 6**8
    (((1, 0, 0, 0, 0, 0), 1), 1287, True)
    """
    texts = map("".join, combinations_with_replacement(FACE_TEXT, dice))
    every = map(parse_dice, texts)
    return tuple((counts, factorial(dice) // prod(map(factorial, counts))) for counts in every)


def with_die(counts: Counts, face: int, dice: int = 1) -> Counts:
    """These dice and so many more of one face."""
    more = list(counts)
    more[face - 1] += dice
    ones, twos, threes, fours, fives, worms = more
    return ones, twos, threes, fours, fives, worms
