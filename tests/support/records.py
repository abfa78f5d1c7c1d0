"""Records as other programs may leave them: the same games in other bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wormgrill.game import EDITIONS, Game, Phase, legal_moves, parse_move
from wormgrill.game.fair_dice import FairDice

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it was written": str,
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of Windows, twice": lambda text: text.replace("\n", "\r\r\n"),
    "spaces behind every line": lambda text: text.replace("\n", " \t \n"),
    "spaces in empty lines": lambda text: text.replace("\n\n", "\n   \n"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "a byte order mark for every record": lambda text: text.replace("format: ", "\ufeffformat: "),
    "empty lines above and below": lambda text: f"\n  \r\n{text}\n \n",
    "no line end behind the last line": lambda text: text.rstrip("\n"),
    "all of it": lambda text: f"\ufeff \n{text}".replace("\n", "  \r\n"),
}
"""What was done to the text, and how."""


def played(*moves: str, players: tuple[str, ...] = ("Ada", "Bo"), edition: str = "classic-2014") -> Game:
    """A game with these moves."""
    game = Game(EDITIONS[edition], players)
    for move in moves:
        game = game.play(parse_move(move))
    return game


TAKEN = ("roll", "dice 1124445W", "keep 4", "roll", "dice 1135W", "keep W", "roll", "dice 1255", "keep 5", "stop")
"""A turn that takes tile 27."""


def fairly_played(*players: str, plies: int = 1000) -> Game:
    """A game with dice that can be verified, played to the end or until it has so many moves."""
    dice = FairDice("00112233445566778899aabbccddeeff" * 2, "0123456789abcdef", ("seed",) * len(players))
    game = Game(EDITIONS["classic-2014"], players)
    while game.state.phase is not Phase.OVER and len(game.moves) < plies:
        is_chance = game.state.phase is Phase.CHANCE
        game = game.play(dice.roll(game.state, len(game.moves)) if is_chance else legal_moves(game.state)[-1])
    return replace(game, tags=(("date", "2026-11-15"), *dice.tags(is_revealed=True)))
