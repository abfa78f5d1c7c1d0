"""Whole games, played sensibly to the end."""

from __future__ import annotations

import hashlib
from functools import cache

from tests.support.sensible import sensible_move
from wormgrill.game import EDITIONS, Game, Phase, legal_moves, parse_move
from wormgrill.game.fair_dice import FairDice
from wormgrill.game.state import claims


@cache
def finished_game(edition: str, *names: str) -> Game:
    """A game that is over; its dice follow from the edition and the number of players."""
    secret = hashlib.sha256(f"{edition} {len(names)}".encode()).hexdigest()
    dice, game = FairDice(secret, "0123456789abcdef", ("seed",) * len(names)), Game(EDITIONS[edition], names)
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.CHANCE:
            game = game.play(dice.roll(game.state, len(game.moves)))
            continue
        moves = [str(move) for move in legal_moves(game.state)]
        game = game.play(parse_move(sensible_move(moves, is_stop_a_gain=bool(claims(game.state)))))
    return game
