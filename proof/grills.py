"""How close the champion comes to perfect play between two on small grills, and how right its chances are there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import numpy as np
from tests.support.matches import exact_share
from tests.support.perfect import PerfectValue

from proof._running import Claims, Row
from proof._shares import UNIT, WEIGHTS, root_mean_square, sums
from wormgrill.analysis.value import trained_value
from wormgrill.batch.ends import all_ends
from wormgrill.batch.games import MAX_PLIES, empty_batch
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnTaker, Value
from wormgrill.game.rules import EDITIONS, Rules
from wormgrill.players.arrays import THINKER
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
GAMES = 1000
LEAST_AGAINST_PERFECT, MOST_BEHIND_PERFECT, MOST_WRONG = 0.499, 0.001, 0.005
SOURCES = (
    *WEIGHTS,
    "src/wormgrill/analysis",
    "src/wormgrill/batch",
    "src/wormgrill/players",
    "src/wormgrill/train",
    "tests/support/perfect.py",
    "tests/support/matches.py",
)


def case(number: int) -> Counter[str]:
    """The champion against perfect play on one grill, and both against the formula: exactly, without any dice."""
    tiles = GRILLS[number]
    rules = replace(CLASSIC, tiles=tiles)
    perfect, ours, formula = PerfectValue(rules), trained_value(rules, 2), THINKER.value
    pairs: dict[str, tuple[Value, Value]] = {
        "against perfect": (ours, perfect),
        "champion": (ours, formula),
        "perfect": (perfect, formula),
    }
    found = Counter[str]()
    for name, (one, other) in pairs.items():
        found[f"{tiles} {name}"] = round(exact_share(rules, perfect, one, other) * UNIT)
    for name, games in (("all", perfect.games), ("reached", _reached(rules, ours))):
        found += sums(f"{tiles} {name}", ours.of_all(games)[:, 0] - perfect.of_all(games)[:, 0])
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
        share, ours, best = (figures[f"{tiles} {name}"] / UNIT for name in ("against perfect", "champion", "perfect"))
        wrong, reached = (root_mean_square(figures, f"{tiles} {name}") for name in ("all", "reached"))
        told = (
            f"{share:.3%} against perfect play; {ours:.3%} against thinker, perfect play {best:.3%}; "
            f"rmse {reached:.2%} where it gets to, {wrong:.2%} anywhere"
        )
        claims.add(share >= LEAST_AGAINST_PERFECT and best - ours <= MOST_BEHIND_PERFECT, f"{tiles}: {told}")
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
