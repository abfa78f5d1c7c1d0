"""The levels are in one order in every edition and with every number of players."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from proof._running import Claims, Row
from proof._shares import WEIGHTS, mean, shares, sums
from wormgrill.analysis.value import trained_value
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players.arrays import array_player
from wormgrill.players.levels import LEVELS, STRONGEST

SEED = 5
GAMES, GAMES_OF_CHAMPION = 420, 1680
"""The champion and thinker are closest."""
NEIGHBOURS = 0.58
"""How often each level up to thinker has to beat the one below, in the classic game for two."""


class Step(NamedTuple):
    """Two neighbours in one setting."""

    weak: str
    strong: str
    edition: str
    players: int


ALL = tuple(
    Step(weak, strong, edition, players)
    for weak, strong in pairwise(LEVELS)
    for edition in EDITIONS
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
)
CASES = len(ALL)
SOURCES = (*WEIGHTS, "src/wormgrill/analysis", "src/wormgrill/batch", "src/wormgrill/players")


def case(number: int) -> Counter[str]:
    """One of the stronger level among the weaker, and one of the weaker among the stronger."""
    step = ALL[number]
    rules, players = EDITIONS[step.edition], step.players
    value, rounds = trained_value(rules, players), _games(step.strong) // players
    pair = array_player(step.strong, SEED), array_player(step.weak, SEED)
    _, strong = shares(rules, players, pair, rounds, 0, value, SEED)
    _, weak = shares(rules, players, (pair[1], pair[0]), rounds, 0, value, SEED)
    return sums(f"{step} strong", strong) + sums(f"{step} weak", weak)


def _games(strong: str) -> int:
    return GAMES_OF_CHAMPION if strong == STRONGEST else GAMES


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    found, claims = list[Row](), Claims()
    for weak, strong in pairwise(LEVELS):
        steps = [step for step in ALL if step.weak == weak]
        leads = {}
        for step in steps:
            (ours, error), (theirs, other) = mean(figures, f"{step} strong"), mean(figures, f"{step} weak")
            leads[step] = (ours - theirs) / max(1e-9, error + other), ours, theirs
        first = mean(figures, f"{Step(weak, strong, 'classic-2014', 2)} strong")
        least = min(leads, key=lambda step: leads[step][0])
        _, ours, theirs = leads[least]
        told = (
            f"{first[0]:.1%} ± {first[1]:.1%} in classic-2014 for two; smallest lead with {least.players} in "
            f"{least.edition}: {ours:.1%} alone against {theirs:.1%}"
        )
        claims.add(ours > theirs, f"{strong} above {weak}: {told}")
        claims.add(first[0] >= NEIGHBOURS or strong == STRONGEST, f"{strong} above {weak}: {told}")
        count = f"{2 * _games(strong) * len(steps):,} games in {len(steps)} settings"
        found.append((f"{strong} above {weak}", count, told))
    claims.check()
    return found
