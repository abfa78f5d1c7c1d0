"""What part of games one player wins alone among others, and sums of it that a proof can keep."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.each import play_each
from wormgrill.batch.luck import WinValue
from wormgrill.batch.players import ArrayPlayer, Policy
from wormgrill.game.rules import Rules

MAX_PLIES = 10_000
WEIGHTS = ("src/wormgrill/analysis/weights.npz",)
"""What the figures of the champion depend on beside its source."""
UNIT = 1 << 40
"""1 as a whole number."""
Player = Policy | ArrayPlayer


def shares(  # noqa: PLR0913, PLR0917  # who plays what, how often, from which round on, and how luck is counted
    rules: Rules, players: int, entrants: tuple[Player, Player], rounds: int, first: int, value: WinValue, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By round what part the first one wins alone among the others, in every seat once; raw and adjusted for luck."""
    numbers = np.repeat(np.arange(first, first + rounds), players)
    seatings = np.tile(1 - np.eye(players, dtype=np.int8), (rounds, 1))
    played = play_each(rules, entrants, numbers, seatings, seed=seed, max_plies=MAX_PLIES, value=value)
    is_own = seatings == 0
    raw, adjusted = played.shares[is_own], (played.shares - played.luck)[is_own]
    return raw.reshape(rounds, players).mean(axis=1), adjusted.reshape(rounds, players).mean(axis=1)


def sums(name: str, values: NDArray[np.float64]) -> Counter[str]:
    """Sums of values that lie between -1 and 1; counters keep only positive numbers, so 1 is added to each."""
    whole = [round((value + 1.0) * UNIT) for value in values.tolist()]
    return Counter(
        {f"{name} count": len(whole), f"{name} sum": sum(whole), f"{name} squares": sum(each * each for each in whole)}
    )


def mean(figures: Counter[str], name: str) -> tuple[float, float]:
    """A mean and its standard error."""
    count = figures[f"{name} count"]
    average = figures[f"{name} sum"] / UNIT / count
    variance = max(0.0, figures[f"{name} squares"] / UNIT / UNIT / count - average * average)
    return average - 1.0, sqrt(variance / max(1, count - 1))


def root_mean_square(figures: Counter[str], name: str) -> float:
    """The root of the mean of the squares."""
    average, error = mean(figures, name)
    return sqrt(average * average + error * error * max(1, figures[f"{name} count"] - 1))
