"""Luck, errors and rest add up to the result in every kind of game, luck averages to nothing, and the rest is small."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from proof._running import Claims, Row
from proof._shares import MAX_PLIES, WEIGHTS, mean, root_mean_square, sums
from wormgrill.analysis.bands import all_bands
from wormgrill.analysis.review import review_of
from wormgrill.analysis.value import trained_value
from wormgrill.arena.simulate import game_random, play_game
from wormgrill.batch.each import play_each
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players.arrays import array_player
from wormgrill.players.factory import make_player
from wormgrill.players.levels import LEVELS

SEED = 23
KINDS = [(edition, players) for edition in EDITIONS for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
GAMES = 16
"""Reviewed in every kind of game, by players of all levels."""
CLOSE = 1e-9
LUCK_GAMES, LUCK_BATCH = 100_000, 1000
"""Played on arrays in every edition by two roosters."""
BATCHES = LUCK_GAMES // LUCK_BATCH
CASES = len(KINDS) + len(EDITIONS) * BATCHES
SOURCES = (*WEIGHTS, "src/wormgrill/analysis", "src/wormgrill/batch", "src/wormgrill/solver", "src/wormgrill/game")
SURE = 3.0
"""Standard errors."""


def case(number: int) -> Counter[str]:
    """The games of one kind, or a batch of games on arrays."""
    if number < len(KINDS):
        return _reviewed(*KINDS[number])
    edition, batch = divmod(number - len(KINDS), BATCHES)
    return _luck([*EDITIONS][edition], batch)


def _reviewed(edition: str, players: int) -> Counter[str]:
    rules, found = EDITIONS[edition], Counter[str]()
    for number in range(GAMES):
        choosers = [make_player(LEVELS[(number + seat) % len(LEVELS)], seed=number) for seat in range(players)]
        moves = tuple(move for _, move, _ in play_game(rules, choosers, game_random(SEED, number)))
        review = review_of(Game(rules, tuple(f"seat {seat}" for seat in range(players)), moves))
        for totals in review.totals:
            parts = totals.start + totals.luck - totals.error + totals.given + totals.rest
            if abs(parts - totals.final) > CLOSE:
                raise AssertionError(f"{edition} with {players}, game {number}: {parts} is not {totals.final}")
        found += sums(f"{edition} {players} rest", np.array([totals.rest / 4 for totals in review.totals]))
        found[f"{edition} {players} plies"] += len(review.plies)
    return found


def _luck(edition: str, batch: int) -> Counter[str]:
    rules = EDITIONS[edition]
    numbers = np.arange(batch * LUCK_BATCH, (batch + 1) * LUCK_BATCH)
    seatings = np.zeros((LUCK_BATCH, MIN_PLAYERS), dtype=np.int8)
    value = trained_value(rules, MIN_PLAYERS)
    entrants = [array_player("rooster", SEED)]
    played = play_each(rules, entrants, numbers, seatings, seed=SEED, max_plies=MAX_PLIES, value=value)
    return sums(f"{edition} luck", played.luck[:, 0] / 4)


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    found, claims = list[Row](), Claims()
    for edition in EDITIONS:
        rests = []
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            average, error = (4 * each for each in mean(figures, f"{edition} {players} rest"))
            claims.add(
                abs(average) <= SURE * error, f"{edition}, {players} players: the rest is {average:.2%} on average"
            )
            rests.append(f"{4 * root_mean_square(figures, f'{edition} {players} rest'):.1%}")
        plies = sum(figures[f"{edition} {players} plies"] for players in range(MIN_PLAYERS, MAX_PLAYERS + 1))
        told = (
            f"closes to {CLOSE:g} for every seat; the rest of a game deviates by {', '.join(rests)} with 2 to 7 players"
        )
        found.append((f"the sum of a review, {edition}", f"{6 * GAMES} games, {plies:,} plies", told))
    for edition in EDITIONS:
        average, error = (4 * each for each in mean(figures, f"{edition} luck"))
        claims.add(abs(average) <= SURE * error, f"{edition}: luck is {average:.3%} ± {error:.3%} on average")
        found.append(
            (f"mean luck, {edition}", f"{LUCK_GAMES:,} games on arrays", f"{average:+.3%} ± {error:.3%} a game")
        )
    found.extend(_ordered(claims))
    claims.check()
    return found


def _ordered(claims: Claims) -> list[Row]:
    """Whether the levels err in the order of their strength."""
    for name, bands in all_bands().items():
        rates = {band.level: band.rate for band in bands}
        for weak, strong in pairwise(LEVELS):
            claims.add(rates[strong] < rates[weak], f"{name}: {strong} errs as much as {weak}")
    count = sum(band.games for bands in all_bands().values() for band in bands)
    return [
        (
            "the levels err in their order",
            f"{count:,} games of 12 kinds",
            "in every kind",
        )
    ]
