"""How right the chances of the champion are: in deciles, against what came of them."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import NamedTuple

import numpy as np

from proof._running import Claims, Row
from proof._shares import UNIT, WEIGHTS
from wormgrill.analysis.value import trained_value
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.train.selfplay import Exploring, play_games

SEED = 12
NUMBERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
RULES = ("classic-2014", "deluxe-2018")
CALIBRATED_GAMES, CALIBRATED_CASES = 64, 20
DECILES = 10
NO_EXPLORING = Exploring(turns=0.0, openings=0.0, most_turns=2000)
MOST_OFF = 0.01
"""In a decile, unless three standard errors are more."""
CLEARLY = 3.0
"""So many standard errors."""


class Calibrated(NamedTuple):
    """Chances of positions and what came of them."""

    rules: str
    players: int
    block: int


ALL = tuple(
    Calibrated(rules, players, block) for rules in RULES for players in NUMBERS for block in range(CALIBRATED_CASES)
)
CASES = len(ALL)
SOURCES = (*WEIGHTS, "src/wormgrill/analysis", "src/wormgrill/batch", "src/wormgrill/players", "src/wormgrill/train")


def case(number: int) -> Counter[str]:
    """Some games of one setting."""
    return _calibrated(*ALL[number])


def _calibrated(name: str, players: int, block: int) -> Counter[str]:
    """By decile what the mover's chance was, and how far what came of it was from that, all dice as lucky as others."""
    rules = EDITIONS[name]
    value = trained_value(rules, players)
    played = play_games(value, rules, players, CALIBRATED_GAMES, trust=1.0, seed=SEED + block, exploring=NO_EXPLORING)
    chances = played.targets[:, 0] - played.surprises
    found = Counter[str]()
    for decile in range(DECILES):
        chosen = played.surprises[(chances * DECILES).astype(int) == decile]
        found[f"{_decile(name, players, decile)} {block} count"] = chosen.size
        found[f"{_decile(name, players, decile)} {block} sum"] = round((chosen.sum() + chosen.size) * UNIT)
    return found


def _decile(name: str, players: int, decile: int) -> str:
    return f"calibrated {name}, {players} players, {decile}"


def _off(figures: Counter[str], key: str) -> tuple[float, float]:
    """How far the chances of a decile are off on average, and the standard error.

    Positions of one game have much in common, so the error is told by how much blocks of games differ.
    """
    blocks = range(CALIBRATED_CASES)
    counts = np.array([figures[f"{key} {block} count"] for block in blocks])
    totals = np.array([figures[f"{key} {block} sum"] / UNIT for block in blocks]) - counts
    count = max(1, int(counts.sum()))
    off = float(totals.sum()) / count
    spread = float(np.square(totals - off * counts).sum()) * CALIBRATED_CASES / (CALIBRATED_CASES - 1)
    return off, sqrt(spread) / count


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    found, claims = list[Row](), Claims()
    for name in RULES:
        for players in NUMBERS:
            every = [_off(figures, _decile(name, players, decile)) for decile in range(DECILES)]
            told = ", ".join(f"{off:+.1%} ± {error:.1%}" for off, error in every)
            for off, error in every:
                claims.add(abs(off) <= max(MOST_OFF, CLEARLY * error), f"{name}, {players} players: {told}")
            games = CALIBRATED_GAMES * CALIBRATED_CASES
            name_of_row = f"chances of the champion by decile, {name}, {players} players"
            found.append((name_of_row, f"{games:,} games", f"off by {told}"))
    claims.check()
    return found
