"""How long a review takes, and how much of a game the evaluator does not explain."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import mean, stdev

from wormgrill.analysis.review import review_of
from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS
from wormgrill.players import make_player, prepare

SEED = 3
GAMES = 12
LEVEL = "rooster"
GOAL_SECONDS = 2
KINDS = (("classic-2014", 2), ("classic-2014", 4), ("deluxe-2018", 2), ("deluxe-2018", 4), ("deluxe-2018", 7))
TIMED = ("deluxe-2018", 4)


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be."""
    for rules in EDITIONS.values():
        prepare(rules)
    found = [_timed(*TIMED)]
    for edition, players in KINDS:
        rests = [totals.rest for game in _games(edition, players) for totals in review_of(game).totals]
        told = f"{100 * mean(rests):+.2f} points on average, standard deviation {100 * stdev(rests):.1f}"
        found.append((f"rest of a game, {edition}, {players} {LEVEL}s, {GAMES} games", told, "small on average"))
    return found


def _timed(edition: str, players: int) -> tuple[str, str, str]:
    """A review beside a mere replay of the same games, both in the same minute."""
    games = _games(edition, players)
    review_of(games[0])
    reviewing, replaying = list[float](), list[float]()
    for game in games:
        reviewing.append(_seconds(review_of, game))
        replaying.append(_seconds(lambda each: [*each.replay()], game))
    plies = mean(len(game.moves) for game in games)
    told = (
        f"{mean(reviewing):.2f} s, at most {max(reviewing):.2f} s ({plies:.0f} plies); "
        f"{mean(reviewing) / mean(replaying):.0f} times as long as a replay"
    )
    return f"review of a game, {edition}, {players} players, one core", told, f"<= {GOAL_SECONDS} s"


def _seconds(work: Callable[[Game], object], game: Game) -> float:
    begin = time.perf_counter()
    work(game)
    return time.perf_counter() - begin


def _games(edition: str, players: int) -> list[Game]:
    rules, names = EDITIONS[edition], tuple(f"seat {seat}" for seat in range(players))
    found = []
    for number in range(GAMES):
        choosers = [make_player(LEVEL, seed=seat) for seat in range(players)]
        moves = tuple(move for _, move, _ in play_game(rules, choosers, game_random(SEED, number)))
        found.append(Game(rules, names, moves))
    return found
