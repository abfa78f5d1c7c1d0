"""How strong the champion is among thinkers, and where the champion+ is stronger still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from proof._running import Claims, Row
from proof._shares import WEIGHTS, mean, shares, sums
from wormgrill.analysis.value import FURTHER, trained_value
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, ShortGame
from wormgrill.players.arrays import CHAMPION, CHAMPIONS, THINKER

SEED = 12
NUMBERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
RULES = {
    "classic-2014": CLASSIC,
    "classic-2014 short_game": replace(CLASSIC, short_game=ShortGame.ON),
    "deluxe-2018": DELUXE,
    "deluxe-2018 short_game": replace(DELUXE, short_game=ShortGame.ON),
}
GAMES_AMONG_THINKERS, GAMES_FOR_TWO = 2520, 21_000
GAMES_OF_CASE = 840
FURTHER_GAMES = 4200

LEAST_AGAINST_THINKER, MOST_ERROR = 0.537, 0.0006
CLEARLY = 3.0
"""So many standard errors."""


class Among(NamedTuple):
    """One champion among thinkers."""

    rules: str
    players: int
    block: int


class Further(NamedTuple):
    """One champion+ among champions, where it is said to be better."""

    rules: str
    players: int
    block: int


def _blocks(rules: str, players: int) -> range:
    games = GAMES_FOR_TWO if (rules, players) == ("classic-2014", 2) else GAMES_AMONG_THINKERS
    return range(games // GAMES_OF_CASE)


EDITION_OF = {"classic": "classic-2014", "deluxe": "deluxe-2018"}
ALL: tuple[Among | Further, ...] = (
    *(Among(rules, players, block) for rules in RULES for players in NUMBERS for block in _blocks(rules, players)),
    *(
        Further(EDITION_OF[family], players, block)
        for family, players in sorted(FURTHER)
        for block in range(FURTHER_GAMES // GAMES_OF_CASE)
    ),
)
CASES = len(ALL)
SOURCES = (
    *WEIGHTS,
    "src/wormgrill/analysis",
    "src/wormgrill/batch",
    "src/wormgrill/players",
)


def case(number: int) -> Counter[str]:
    """One case of any of the kinds."""
    match ALL[number]:
        case Among(name, players, block):
            rules, rounds = RULES[name], GAMES_OF_CASE // players
            raw, adjusted = shares(
                rules, players, (CHAMPION, THINKER), rounds, block * rounds, trained_value(rules, players), SEED
            )
            return sums(f"{name}, {players} players raw", raw) + sums(f"{name}, {players} players", adjusted)
        case Further(name, players, block):
            rules, rounds = RULES[name], GAMES_OF_CASE // players
            entrants = CHAMPIONS["champion+"], CHAMPION
            value = trained_value(rules, players)
            _, adjusted = shares(rules, players, entrants, rounds, block * rounds, value, SEED)
            return sums(f"further {name}, {players} players", adjusted)


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    claims = Claims()
    rows_of = (_rows_among_thinkers, _rows_further)
    found = [row for each in rows_of for row in each(figures, claims)]
    claims.check()
    return found


def _rows_among_thinkers(figures: Counter[str], claims: Claims) -> Iterator[Row]:
    for name in RULES:
        for players in NUMBERS:
            key = f"{name}, {players} players"
            (raw, raw_error), (won, error) = mean(figures, f"{key} raw"), mean(figures, key)
            told = f"{won:.2%} ± {error:.2%} (raw {raw:.1%} ± {raw_error:.1%}); equals {1 / players:.2%}"
            claims.add(won > 1 / players + CLEARLY * error, f"{key}: {told}")
            if (name, players) == ("classic-2014", 2):
                claims.add(won >= LEAST_AGAINST_THINKER and error <= MOST_ERROR, f"{key}: {told}")
            yield f"one champion among thinkers, {key}", f"{figures[f'{key} count'] * players:,} games", told


def _rows_further(figures: Counter[str], claims: Claims) -> Iterator[Row]:
    for family, players in sorted(FURTHER):
        key = f"{EDITION_OF[family]}, {players} players"
        won, error = mean(figures, f"further {key}")
        told = f"{won:.2%} ± {error:.2%}; equals {1 / players:.2%}"
        claims.add(won > 1 / players + CLEARLY * error, f"champion+, {key}: {told}")
        yield f"one champion+ among champions, {key}", f"{FURTHER_GAMES:,} games", told
