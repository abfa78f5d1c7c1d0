"""Games that bots play."""

from __future__ import annotations

from functools import lru_cache

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.record import Game
from wormgrill.game.rules import parse_rules
from wormgrill.players.factory import make_player


@lru_cache
def bots_game(rules: str, *levels: str, number: int = 0) -> Game:
    """A game between bots of these levels, played to the end; with the same number always the same."""
    chosen = parse_rules(rules)
    moves = (move for _, move, _ in play_game(chosen, [make_player(level) for level in levels], game_random(0, number)))
    names = ("Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus")[: len(levels)]
    return Game(chosen, names, tuple(moves))
