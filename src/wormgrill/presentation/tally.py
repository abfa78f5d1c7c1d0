"""How often the faces of the white dice fell, and how that compares with fair dice.

All dice of all rolls count, those that are rolled again included: they are new dice. The golden die is left out,
because some boxes print other faces on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, erfc, exp, floor, pi, sqrt
from statistics import NormalDist

from wormgrill.game.dice import NO_DICE, Counts, with_die
from wormgrill.game.moves import Dice, Move

SIDES = 6
BAND_SHARE = 0.95
"""How often, at least, all six counts of fair dice end inside the band."""
ENOUGH_DICE = 30
"""With fewer dice, so with less than five of each face to be expected, the chi-square test is not reliable."""
_DEVIATIONS = NormalDist().inv_cdf(1 - (1 - BAND_SHARE) / (2 * SIDES))
"""The six faces, and the two ends of the band for each, share evenly what may be outside (Bonferroni)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each face of the white dice fell, in so many games."""

    games: int = 0
    counts: Counts = NO_DICE

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each face falls on average."""
        return self.dice / SIDES

    @property
    def chi_square(self) -> float:
        """Pearson's measure of the deviation from what is expected; 0 if there is none.

        >>> Tally(1, (5, 8, 9, 8, 10, 20)).chi_square
        13.4
        """
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected if self.dice else 0.0

    @property
    def has_enough(self) -> bool:
        """Whether there are so many dice that `chance` can be relied on."""
        return self.dice >= ENOUGH_DICE

    @property
    def chance(self) -> float:
        """How often as many fair dice deviate at least as much: chi-square with five degrees of freedom.

        >>> round(Tally(1, (5, 8, 9, 8, 10, 20)).chance, 3)
        0.02
        """
        square = self.chi_square
        return erfc(sqrt(square / 2)) + sqrt(2 * square / pi) * exp(-square / 2) * (1 + square / 3)

    @property
    def band(self) -> tuple[int, int]:
        """The lowest and the highest count with which all faces of fair dice end in at least 95 of 100 cases.

        >>> Tally(1, (100,) * 6).band
        (75, 125)
        """
        width = _DEVIATIONS * sqrt(self.dice * (SIDES - 1)) / SIDES
        return max(0, floor(self.expected - width)), min(self.dice, ceil(self.expected + width))

    @property
    def outside(self) -> tuple[int, ...]:
        """The faces whose counts are not inside the band."""
        low, high = self.band
        return tuple(face for face, count in enumerate(self.counts, start=1) if not low <= count <= high)

    def __add__(self, other: Tally) -> Tally:
        ones, twos, threes, fours, fives, worms = map(sum, zip(self.counts, other.counts, strict=True))
        return Tally(self.games + other.games, (ones, twos, threes, fours, fives, worms))


def tally_moves(moves: Iterable[Move]) -> Tally:
    """The dice of one game.

    >>> from wormgrill.game.moves import parse_move
    >>> tally_moves(map(parse_move, ("roll golden", "dice 113445WW+W", "keep W", "roll", "dice 11345"))).counts
    (4, 0, 2, 3, 2, 2)
    """
    return Tally(1, tally_rolls((move, 1) for move in moves if isinstance(move, Dice)))


def tally_rolls(rolls: Iterable[tuple[Dice, int]]) -> Counts:
    """The faces of the white dice in rolls, each of which was made so many times."""
    found = [0] * SIDES
    for roll, times in rolls:
        white = roll.counts if roll.golden is None else with_die(roll.counts, roll.golden, -1)
        for side, count in enumerate(white):
            found[side] += count * times
    ones, twos, threes, fours, fives, worms = found
    return ones, twos, threes, fours, fives, worms
