"""Intervals over passes, and the test that says when a question is answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import inf, isfinite, log, pi, sqrt, tan
from statistics import NormalDist

from wormgrill.arena.fold import UNIT, Sample

CONFIDENCE = 0.95
"""Of all intervals."""
FIRST_LOOK = 32
"""The test looks for the first time after so many passes: its bound holds for means of many results."""
MIXTURE = 20
"""Passes after which the bound of the test is about as narrow as it can be, compared with a test that looks once."""


@dataclass(frozen=True)
class Estimate:
    """A number with its interval."""

    value: float
    low: float
    high: float

    @property
    def has_interval(self) -> bool:
        """Whether enough was played for an interval."""
        return isfinite(self.half)

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; without one, twice the number itself."""
        return (self.low, self.high) if self.has_interval else (self.value, self.value)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def percent(self) -> str:
        """As a share is told."""
        if not self.has_interval:
            return f"{self.value:.1%}"
        return f"{self.value:.1%} ± {100 * self.half:.1f}"

    @property
    def points(self) -> str:
        """As a rating is told."""
        if not self.has_interval:
            return f"{self.value:+.0f}"
        return f"{self.value:+.0f} ± {self.half:.0f}"


def estimate(sample: Sample, *, adjusted: bool, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of a sample with its interval, by Student's distribution.

    >>> sample = Sample()
    >>> for won in (0, 1, 1, 1):
    ...     sample.add(won * UNIT, won * UNIT)
    >>> found = estimate(sample, adjusted=False)
    >>> found.value, round(found.half, 1)
    (0.75, 0.8)
    """
    mean, variance = mean_and_variance(sample, adjusted=adjusted)
    if sample.count < 2:
        return Estimate(mean, -inf, inf)
    half = student((1 + confidence) / 2, sample.count - 1) * sqrt(variance / sample.count)
    return Estimate(mean, mean - half, mean + half)


def mean_and_variance(sample: Sample, *, adjusted: bool) -> tuple[float, float]:
    """The mean of a sample, and the variance of a single result; the division of whole numbers is the only rounding."""
    total, squares = (sample.adjusted, sample.adjusted_squares) if adjusted else (sample.raw, sample.raw_squares)
    size = sample.count
    if not size:
        return 0.0, 0.0
    spread = size * squares - total * total
    return total / (size * UNIT), spread / (size * max(size - 1, 1) * UNIT**2)


def student(probability: float, degrees: int) -> float:
    """The quantile of Student's distribution: exact for one and two degrees, then within 1%, by Cornish and Fisher.

    >>> round(student(0.975, 1), 2), round(student(0.975, 5), 2), round(student(0.975, 1000), 3)
    (12.71, 2.57, 1.962)
    """
    if degrees == 1:
        return tan(pi * (probability - 0.5))
    if degrees == 2:
        lean = 2 * probability - 1
        return lean * sqrt(2 / (1 - lean**2))
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / degrees + terms[1] / degrees**2 + terms[2] / degrees**3


# ------------------------------------------------------------------------------------------------- the sequential test


def looks() -> Iterator[int]:
    """After how many passes results are looked at: ten times for each power of ten.

    >>> from itertools import islice
    >>> [*islice(looks(), 16)]
    [2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 79]
    """
    last = 1
    for step in count(3):
        mark = round(10 ** (step / 10))
        if mark > last:
            yield mark
        last = mark


def bound(size: int, deviation: float, error: float) -> float:
    """How far the mean of so many results strays from the truth at any look, but with a chance of `error`.

    The normal mixture of Robbins, with n results of standard deviation s, error a and the constant r = MIXTURE:

        s * sqrt((n + r) / n**2 * log((n + r) / (r * a**2)))

    It holds for all n together, so that one may look as often as one likes.

    >>> round(bound(100, 1.0, 0.01), 3), round(bound(10_000, 1.0, 0.01), 4)
    (0.363, 0.0393)
    """
    return deviation * sqrt((size + MIXTURE) / size**2 * log((size + MIXTURE) / (MIXTURE * error**2)))


def leader(sample: Sample, error: float) -> int:
    """Who is better as far as the adjusted leads tell: 1 or -1 for the first or the second of two, 0 if it is open.

    Two imagined results far apart count in the variance, so that a few equal results decide nothing.
    """
    if sample.count < FIRST_LOOK:
        return 0
    mean, variance = mean_and_variance(sample, adjusted=True)
    deviation = sqrt((variance * (sample.count - 1) + 2) / sample.count)
    if abs(mean) <= bound(sample.count, deviation, error):
        return 0
    return 1 if mean > 0 else -1
