"""Golden games: one record for every edition and number of players.

`python -m tests.playthroughs` writes them anew; look at the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game import EDITIONS, Game
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players import Player, RandomPlayer, SensiblePlayer

FOLDER = Path(__file__).parent
CASES = [(edition, players) for edition in EDITIONS for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
SEED = 12
NAMES = ("Ada", "Béla", "Chen", "Dörte", "Enzo", "Farah", "Goro")


def path(edition: str, players: int) -> Path:
    """Where a golden game lies."""
    return FOLDER / f"{edition}-{players}.txt"


def played(edition: str, players: int) -> Game:
    """The golden game as the simulation plays it now: seat 0 at random, the others sensibly."""
    rng = game_random(SEED, CASES.index((edition, players)))
    seats: list[Player] = [RandomPlayer(rng), *[SensiblePlayer()] * (players - 1)]
    moves = tuple(move for _, move, _ in play_game(EDITIONS[edition], seats, rng))
    return Game(EDITIONS[edition], NAMES[:players], moves, (("date", "2026-11-15"),))
