"""How the time for games and their records grows: long games against short ones, writing against reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from time import perf_counter

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.moves import Move, parse_move
from wormgrill.game.record import Game, format_game, parse_game
from wormgrill.game.rules import EDITIONS
from wormgrill.players.policies import RandomPlayer

ROUNDS = 5
SHORT, LONG = 1_000, 100_000
"""Moves of a game."""
FAIL = ("roll", "dice 1124445W", "keep 4", "stop")
"""A turn that changes nothing, so that a game can be as long as one likes."""
GAMES = 20
MAX_PLIES = 3_000


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be: all in turn, the best round of each."""
    start = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    turns = cycle(map(parse_move, FAIL))
    short, long = tuple(islice(turns, SHORT)), tuple(islice(turns, LONG))
    games = {edition: [_random_game(edition, number) for number in range(GAMES)] for edition in EDITIONS}
    texts = {edition: [format_game(game) for game in games[edition]] for edition in EDITIONS}
    tasks: dict[str, Callable[[], object]] = {
        "short": lambda: [_grown(start, short) for _ in range(LONG // SHORT)],
        "long": lambda: _grown(start, long),
    }
    for edition in EDITIONS:
        tasks[f"format {edition}"] = lambda edition=edition: [*map(format_game, games[edition])]  # type: ignore[misc]  # a default binds the loop's edition
        tasks[f"parse {edition}"] = lambda edition=edition: [*map(parse_game, texts[edition])]  # type: ignore[misc]  # the same
    best = dict.fromkeys(tasks, float("inf"))
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            begin = perf_counter()
            task()
            best[name] = min(best[name], perf_counter() - begin)
    each = best["long"] / LONG * 1e6
    ratios = {edition: best[f"format {edition}"] / best[f"parse {edition}"] for edition in EDITIONS}
    return [
        (f"Game.play, {LONG:,} moves one after the other", f"{each:.1f} µs a move", ""),
        (f"… against games of {SHORT:,} moves", f"{best['long'] / best['short']:.1f} x", "<= 2 x"),
        *(
            (f"format_game against parse_game, {edition}", f"{ratio:.1f} x", "<= 2 x")
            for edition, ratio in ratios.items()
        ),
    ]


def _grown(game: Game, moves: Sequence[Move]) -> Game:
    for move in moves:
        game = game.play(move)
    return game


def _random_game(edition: str, number: int) -> Game:
    rng = game_random(0, number)
    plies = play_game(EDITIONS[edition], [RandomPlayer(rng)] * 3, rng, MAX_PLIES)
    return Game(EDITIONS[edition], ("Ada", "Bo", "Cleo"), tuple(move for _, move, _ in plies))
