"""How strong the champion is, how close to perfect play on small grills, and how right its chances are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from tests.support.perfect import PerfectValue

from proof._shares import mean, shares, sums
from wormgrill.analysis.value import trained_value
from wormgrill.batch.players import ArrayPlayer
from wormgrill.batch.turns import TurnPlayer
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, ShortGame
from wormgrill.players.arrays import CHAMPION, THINKER
from wormgrill.train.selfplay import Exploring, play_games

SEED = 12
NUMBERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
RULES = {
    "classic-2014": CLASSIC,
    "classic-2014 short_game": replace(CLASSIC, short_game=ShortGame.ON),
    "deluxe-2018": DELUXE,
    "deluxe-2018 short_game": replace(DELUXE, short_game=ShortGame.ON),
}
GRILLS = (
    (21, 26, 31),
    (21, 22, 23),
    (21, 25, 29, 33),
    (21, 22, 23, 24),
    (21, 24, 28, 31, 35),
    (21, 22, 23, 24, 25),
    (21, 24, 27, 30, 33, 36),
)
GAMES_AMONG_THINKERS, GAMES_FOR_TWO = 2520, 16_800
GAMES_OF_CASE = 840
ROUNDS_ON_GRILL = 3000
CALIBRATED_GAMES, CALIBRATED_CASES = 64, 10
DECILES = 10
NO_EXPLORING = Exploring(turns=0.0, openings=0.0, most_turns=2000)


class Among(NamedTuple):
    """One champion among thinkers."""

    rules: str
    players: int
    block: int


class OnGrill(NamedTuple):
    """The champion against perfect play, and both against the formula."""

    tiles: tuple[int, ...]


class Calibrated(NamedTuple):
    """Chances of positions and what came of them."""

    rules: str
    players: int
    block: int


def _blocks(rules: str, players: int) -> range:
    games = GAMES_FOR_TWO if (rules, players) == ("classic-2014", 2) else GAMES_AMONG_THINKERS
    return range(games // GAMES_OF_CASE)


ALL: tuple[Among | OnGrill | Calibrated, ...] = (
    *(Among(rules, players, block) for rules in RULES for players in NUMBERS for block in _blocks(rules, players)),
    *map(OnGrill, GRILLS),
    *(
        Calibrated(rules, players, block)
        for rules in ("classic-2014", "deluxe-2018")
        for players in NUMBERS
        for block in range(CALIBRATED_CASES)
    ),
)
CASES = len(ALL)
SOURCES = ("src/wormgrill/analysis", "src/wormgrill/batch", "src/wormgrill/players", "tests/support/perfect.py")


def case(number: int) -> Counter[str]:
    """One case of any of the three kinds."""
    match ALL[number]:
        case Among(name, players, block):
            rules, rounds = RULES[name], GAMES_OF_CASE // players
            raw, adjusted = shares(
                rules, players, (CHAMPION, THINKER), rounds, block * rounds, trained_value(rules, players), SEED
            )
            return sums(f"{name}, {players} players raw", raw) + sums(f"{name}, {players} players", adjusted)
        case OnGrill(tiles):
            return _on_grill(tiles)
        case Calibrated(name, players, block):
            return _calibrated(name, players, block)


@cache
def _perfect(tiles: tuple[int, ...]) -> PerfectValue:
    return PerfectValue(replace(CLASSIC, tiles=tiles))


def _on_grill(tiles: tuple[int, ...]) -> Counter[str]:
    rules, value = replace(CLASSIC, tiles=tiles), _perfect(tiles)
    perfect = TurnPlayer("perfect", value)
    pairs: dict[str, tuple[ArrayPlayer, ArrayPlayer]] = {
        "against perfect": (CHAMPION, perfect),
        "champion": (CHAMPION, THINKER),
        "perfect": (perfect, THINKER),
    }
    found = Counter[str]()
    for name, entrants in pairs.items():
        found += sums(f"{tiles} {name}", shares(rules, 2, entrants, ROUNDS_ON_GRILL, 0, value, SEED)[1])
    exact = value.of_all(value.games)[:, 0]
    errors = trained_value(rules, 2).of_all(value.games)[:, 0] - exact
    return found + sums(f"{tiles} errors", errors)


def _calibrated(name: str, players: int, block: int) -> Counter[str]:
    """By decile what the mover's chance was, and how far what came of it was from that, all dice as lucky as others."""
    rules = RULES[name]
    value = trained_value(rules, players)
    played = play_games(value, rules, players, CALIBRATED_GAMES, trust=1.0, seed=SEED + block, exploring=NO_EXPLORING)
    chances = played.targets[:, 0] - played.surprises
    found = Counter[str]()
    for decile in range(DECILES):
        chosen = np.nonzero((chances * DECILES).astype(int) == decile)[0]
        if chosen.size:
            found += sums(
                f"calibrated {name}, {players} players, {decile}", played.surprises[chosen].mean(keepdims=True)
            )
    return found


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    found = []
    for name in RULES:
        for players in NUMBERS:
            key = f"{name}, {players} players"
            (raw, raw_error), (won, error) = mean(figures, f"{key} raw"), mean(figures, key)
            told = f"{won:.2%} ± {error:.2%} (raw {raw:.1%} ± {raw_error:.1%}); equals {1 / players:.2%}"
            found.append((f"one champion among thinkers, {key}", f"{figures[f'{key} count'] * players:,} games", told))
    for tiles in GRILLS:
        (share, _), (ours, error), (best, _) = (
            mean(figures, f"{tiles} {name}") for name in ("against perfect", "champion", "perfect")
        )
        bias, spread = mean(figures, f"{tiles} errors")
        count = figures[f"{tiles} errors count"]
        wrong = sqrt(spread * spread * (count - 1) + bias * bias)
        told = f"{share:.2%} against perfect play; {ours:.2%} ± {error:.2%} against thinker, perfect play {best:.2%}"
        found.append((f"champion on the grill {tiles}", f"{count:,} positions", f"{told}; rmse {wrong:.2%}"))
    for name in ("classic-2014", "deluxe-2018"):
        for players in NUMBERS:
            means = [
                mean(figures, key)
                for decile in range(DECILES)
                if figures[f"{(key := f'calibrated {name}, {players} players, {decile}')} count"] > 1
            ]
            worst, error = max(means, key=lambda each: abs(each[0]))
            games = CALIBRATED_GAMES * CALIBRATED_CASES
            told = f"at most {abs(worst):.2%} ± {error:.2%} off in any decile"
            found.append((f"chances of the champion, {name}, {players} players", f"{games:,} games", told))
    return found
