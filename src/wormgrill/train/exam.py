"""How strong a net is: one player that plays by it, among thinkers, or among champions if it is a response."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from wormgrill.analysis.value import trained_value
from wormgrill.batch.each import play_each
from wormgrill.batch.net import NetValue, Weights
from wormgrill.batch.turns import TurnPlayer
from wormgrill.players.arrays import CHAMPION, THINKER
from wormgrill.train.lessons import Lesson

GAMES = 420
"""In an exam: so many are divided evenly by every number of seats."""
SEED = 20_000_000
MAX_PLIES = 5_000


class Strength(NamedTuple):
    """What part of games is won, adjusted for luck, and its standard error."""

    won: float
    error: float


def examine(weights: Weights, lesson: Lesson, games: int = GAMES, seed: int = SEED) -> Strength:
    """Let the net play in every seat among the opponents of the lesson."""
    rules, players = lesson.edition, lesson.players
    value = NetValue(weights, rules)
    opponent, luck = (CHAMPION, trained_value(rules, players)) if lesson.is_response else (THINKER, value)
    rounds = games // players
    numbers = np.repeat(np.arange(rounds), players)
    seatings = np.tile(1 - np.eye(players, dtype=np.int8), (rounds, 1))
    entrants = (TurnPlayer("net", value), opponent)
    played = play_each(rules, entrants, numbers, seatings, seed=seed, max_plies=MAX_PLIES, value=luck)
    won = (played.shares - played.luck)[seatings == 0].reshape(rounds, players).mean(axis=1)
    return Strength(float(won.mean()), float(won.std(ddof=1) / sqrt(rounds)))
