"""Cut what is to be played into pieces of work; how it is cut changes nothing about the results."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from wormgrill.arena.plan import Plan
from wormgrill.arena.statistics import looks

FEWEST_GAMES, MOST_GAMES = 16, 1000
"""In a piece: the first ones are small, so that there is something to see; a lost one costs little."""
FEWEST_SIDE_BY_SIDE, MOST_SIDE_BY_SIDE = 400, 10_000
"""The same for levels: the more games are played side by side, the faster they are."""


class Piece(NamedTuple):
    """The passes from `first` to before `last`."""

    first: int
    last: int


def missing(done: Iterable[Piece], passes: int) -> Iterator[Piece]:
    """What is not done yet of so many passes.

    >>> [*missing([Piece(4, 6), Piece(0, 2)], 9)]
    [Piece(first=2, last=4), Piece(first=6, last=9)]
    """
    begin = 0
    for first, last in sorted(done):
        if begin < min(first, passes):
            yield Piece(begin, min(first, passes))
        begin = max(begin, last)
    if begin < passes:
        yield Piece(begin, passes)


def cut(plan: Plan, gap: Piece, workers: int) -> Iterator[Piece]:
    """A gap in pieces of a handy size that never reach across a look."""
    marks = [*takewhile(lambda mark: mark < gap.last, looks()), gap.last]
    fewest, most = FEWEST_GAMES, MOST_GAMES
    if not plan.has_programs:
        fewest, most = FEWEST_SIDE_BY_SIDE, MOST_SIDE_BY_SIDE
    first = gap.first
    while first < gap.last:
        games = plan.games_in(first)
        size = max(fewest, min(most, games // (8 * workers)))
        last = max(first + 1, plan.passes_for(games + size))
        piece = Piece(first, min(last, marks[bisect_right(marks, first)]))
        yield piece
        first = piece.last
