"""Ratings by the model of Plackett and Luce, with intervals: what `choix` makes of folded wins.

At a table an entrant wins with a chance that is its strength divided by the sum of all strengths. Of any two entrants
at a table, therefore, the one wins rather than the other in the proportion of their strengths, whoever else sits there;
so the wins of every two, counted once for each seat of the other, are all that has to be kept, and the estimate by
pairs is consistent. A rating is a strength on the usual scale: 400 points more are ten times the strength. The mean is
0.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

import numpy as np
from numpy.typing import NDArray

from wormgrill.arena.fold import BLOCKS, UNIT, Fold, Wins
from wormgrill.arena.statistics import CONFIDENCE, Estimate

POINTS = 400 / np.log(10)
FEWEST_BLOCKS = 20
"""With fewer blocks of passes there is no interval: what is drawn again and again is then too much alike."""
DRAWS = 300
"""So often the blocks of passes are drawn again to find an interval."""
PRIOR = 0.5
"""Wins that everybody is given against everybody else: a rating stays finite where one has won every game."""
TOLERANCE = 1e-6

Floats = NDArray[np.float64]


def is_available() -> bool:
    """Whether choix is installed."""
    try:
        import choix  # noqa: F401, PLC0415  # it brings SciPy along, which takes long to import
    except ImportError:
        return False
    return True


def wins_by_block(fold: Fold, entrants: int, *, adjusted: bool, setting: int | None = None) -> Floats:
    """Wins by `[block, entrant, other]` in all settings or in one."""
    blocks = np.zeros((BLOCKS, entrants, entrants))
    for key, wins in fold.wins.items():
        where, block = map(int, key.split())
        if setting in (None, where):
            blocks[block] += np.array(_kind(wins, adjusted=adjusted), dtype=np.float64).reshape(entrants, -1) / UNIT
    return blocks


def _kind(wins: Wins, *, adjusted: bool) -> list[int]:
    return wins.adjusted if adjusted else wins.raw


def drawn_again(blocks: Floats) -> Floats:
    """The sums of blocks drawn with replacement, as often as there are draws; always the same draws."""
    played = blocks[np.abs(blocks).sum(axis=(1, 2)) > 0]
    if not len(played):
        return np.zeros((DRAWS, *blocks.shape[1:]))
    times = np.random.default_rng(0).multinomial(len(played), np.full(len(played), 1 / len(played)), DRAWS)
    summed: Floats = np.einsum("db,bij->dij", times, played)
    return summed


def has_intervals(blocks: Floats) -> bool:
    """Whether enough was played for intervals."""
    return int((np.abs(blocks).sum(axis=(1, 2)) > 0).sum()) >= FEWEST_BLOCKS


def ratings(blocks: Floats) -> list[Estimate]:
    """The rating of every entrant with its interval."""
    best = _points(blocks.sum(axis=0))
    if not has_intervals(blocks):
        return [Estimate(float(value), -inf, inf) for value in best]
    again = np.array([_points(wins) for wins in drawn_again(blocks)])
    low, high = np.quantile(again, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return [Estimate(*map(float, numbers)) for numbers in zip(best, low, high, strict=True)]


def _points(wins: Floats) -> Floats:
    import choix  # noqa: PLC0415  # as above

    given = np.maximum(wins, 0.0) + PRIOR
    np.fill_diagonal(given, 0.0)
    params: Floats = choix.ilsr_pairwise_dense(given, tol=TOLERANCE)
    points: Floats = (params - params.mean()) * POINTS
    return points


Matrix = list[list[Estimate | None]]


def matrix(blocks: Floats) -> Matrix:
    """How often each entrant wins rather than each other, if one of the two wins; None where they have not met."""
    total = blocks.sum(axis=0)
    again = drawn_again(blocks) if has_intervals(blocks) else None
    size = range(len(total))
    return [[_rather(total, again, one, other) for other in size] for one in size]


def _rather(total: Floats, again: Floats | None, one: int, other: int) -> Estimate | None:
    met = total[one, other] + total[other, one]
    if one == other or not met:
        return None
    share = float(total[one, other] / met)
    if again is None:
        return Estimate(share, -inf, inf)
    drawn = again[:, one, other] + again[:, other, one]
    shares = again[:, one, other][drawn > 0] / drawn[drawn > 0]
    low, high = _quantiles(shares)
    return Estimate(share, low, high)


def _quantiles(values: Iterable[float]) -> tuple[float, float]:
    low, high = np.quantile(np.fromiter(values, float), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)
