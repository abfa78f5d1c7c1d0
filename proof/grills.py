"""How close the champion comes to perfect play between two on small grills, and how right its chances are there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import numpy as np
from tests.support.perfect import PerfectValue

from proof._running import Claims, Row
from proof._shares import WEIGHTS, mean, root_mean_square, shares, sums
from wormgrill.analysis.value import trained_value
from wormgrill.batch.ends import all_ends
from wormgrill.batch.games import MAX_PLIES, empty_batch
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import ArrayPlayer, Table
from wormgrill.batch.turns import TurnPlayer, TurnTaker
from wormgrill.game.rules import EDITIONS, Rules
from wormgrill.players.arrays import CHAMPION, THINKER
from wormgrill.train.selfplay import Exploring

SEED = 12
CLASSIC = EDITIONS["classic-2014"]
GRILLS = (
    (21, 26, 31),
    (21, 22, 23),
    (21, 25, 29, 33),
    (21, 22, 23, 24),
    (21, 24, 28, 31, 35),
    (21, 22, 23, 24, 25),
    (21, 24, 27, 30, 33, 36),
    (21, 22, 23, 24, 25, 26),
)
CASES = len(GRILLS)
ROUNDS = 1000
GAMES = 1000
LEAST_AGAINST_PERFECT, MOST_BEHIND_PERFECT, MOST_WRONG = 0.499, 0.001, 0.005
CLEARLY = 3.0
"""So many standard errors."""
SOURCES = (
    *WEIGHTS,
    "src/wormgrill/analysis",
    "src/wormgrill/batch",
    "src/wormgrill/players",
    "tests/support/perfect.py",
)


def case(number: int) -> Counter[str]:
    """The champion against perfect play on one grill, and both against the formula."""
    tiles = GRILLS[number]
    rules = replace(CLASSIC, tiles=tiles)
    value = PerfectValue(rules)
    perfect = TurnPlayer("perfect", value)
    pairs: dict[str, tuple[ArrayPlayer, ArrayPlayer]] = {
        "against perfect": (CHAMPION, perfect),
        "champion": (CHAMPION, THINKER),
        "perfect": (perfect, THINKER),
    }
    found = Counter[str]()
    for name, entrants in pairs.items():
        found += sums(f"{tiles} {name}", shares(rules, 2, entrants, ROUNDS, 0, value, SEED)[1])
    ours = trained_value(rules, 2)
    for name, games in (("all", value.games), ("reached", _reached(rules, ours))):
        found += sums(f"{tiles} {name}", ours.of_all(games)[:, 0] - value.of_all(games)[:, 0])
    return found


def _reached(rules: Rules, value: WinValue) -> Games:
    """The positions that champions reach, where some turns end anyhow, as in the games from which nets learn."""
    table, random, exploring = Table(rules, encode_rules(rules), 2, GAMES, SEED), Random(SEED), Exploring()
    batch = empty_batch(new_games(rules, 2, 1), GAMES)
    batch.numbers[:] = np.arange(GAMES)
    taker, found = TurnTaker(value, make_taste(0.0, 0), table), list[Games]()
    openings = [
        random.randint(1, exploring.longest_opening) * (random.random() < exploring.openings) for _ in range(GAMES)
    ]
    for turn in range(exploring.most_turns):
        places = np.nonzero(batch.games["phase"] != OVER)[0]
        if not places.size:
            break
        starts = batch.games[places]
        found.append(starts)
        taker.take_turns(batch, places, MAX_PLIES)
        for place, start in zip(places, starts, strict=True):
            if turn < openings[place] or random.random() < exploring.turns:
                ends, _ = all_ends(table.axes, np.array([start]))
                batch.games[place] = random.choice(ends)
    return np.concatenate(found)


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    found, claims = list[Row](), Claims()
    for tiles in GRILLS:
        (share, _), (ours, error), (best, best_error) = (
            mean(figures, f"{tiles} {name}") for name in ("against perfect", "champion", "perfect")
        )
        wrong, reached = (root_mean_square(figures, f"{tiles} {name}") for name in ("all", "reached"))
        told = (
            f"{share:.2%} against perfect play; {ours:.2%} ± {error:.2%} against thinker, perfect play {best:.2%}; "
            f"rmse {reached:.2%} where it gets to, {wrong:.2%} anywhere"
        )
        behind = best - ours - CLEARLY * sqrt(error * error + best_error * best_error)
        claims.add(share >= LEAST_AGAINST_PERFECT and behind <= MOST_BEHIND_PERFECT, f"{tiles}: {told}")
        found.append((f"champion on the grill {tiles}", f"{figures[f'{tiles} all count']:,} positions", told))
    wrong, reached = (
        sqrt(sum(root_mean_square(figures, f"{tiles} {name}") ** 2 for tiles in GRILLS) / len(GRILLS))
        for name in ("all", "reached")
    )
    told = f"rmse {wrong:.2%} anywhere, {reached:.2%} where it gets to"
    claims.add(wrong <= MOST_WRONG, f"all grills: {told}")
    found.append(("chances of the champion on all these grills", f"{len(GRILLS)} games", told))
    claims.check()
    return found
