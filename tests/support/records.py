"""Records as other programs may leave them: the same games in other bytes."""

from __future__ import annotations

from collections.abc import Callable

from wormgrill.game import EDITIONS, Game, parse_move

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
