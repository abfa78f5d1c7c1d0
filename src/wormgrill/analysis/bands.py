"""How well somebody plays, told by which of our levels errs as much: error rates measured in games of each level.

`python -m tools.bands` measures them and writes the file beside this module.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

from wormgrill.analysis.value import family_of, net_name
from wormgrill.game.rules import Rules

BANDS_FILE = Path(__file__).with_name("bands.json")


@dataclass(frozen=True)
class Band:
    """How much a level errs in one kind of game."""

    level: str
    rate: float
    """What one of its decisions costs on average, of the chance to win."""
    decisions: int
    """How many were looked at."""
    games: int


@cache
def all_bands() -> dict[str, tuple[Band, ...]]:
    """The bands of every kind of game, from the level that errs most to the one that errs least."""
    kept = json.loads(BANDS_FILE.read_text(encoding="utf-8"))
    return {name: tuple(Band(**band) for band in bands) for name, bands in kept.items()}


def bands_of(rules: Rules, players: int) -> tuple[Band, ...]:
    """The bands of a game."""
    return all_bands()[net_name(family_of(rules), players)]


def plays_like(rate: float, bands: tuple[Band, ...]) -> str:
    """The level whose rate of errors is nearest: between two levels the geometric mean decides.

    >>> bands = (Band("hatchling", 0.016, 100, 1), Band("rooster", 0.001, 100, 1), Band("champion", 0.0, 100, 1))
    >>> [plays_like(rate, bands) for rate in (0.02, 0.003, 0.0001)]
    ['hatchling', 'rooster', 'champion']
    """
    for band, next_band in pairwise(bands):
        limit = sqrt(band.rate * next_band.rate) if next_band.rate else band.rate / 4
        if rate >= limit:
            return band.level
    return bands[-1].level
