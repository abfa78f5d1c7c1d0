"""The rules of the game, pure: values and functions, standard library only.

>>> from wormgrill.game import Game
>>> game = Game("deluxe-2018", ("Ada", "Bo"))
>>> for move in ("roll", "dice 1124445W", "keep 4", "roll", "dice 1335W", "keep W"):
...     game = game.play(move)
>>> game.state.points
17

Texts do in place of values, but for positions: `legal_moves`, `apply` and the others are called in every ply, and take
a `State`.
"""

from wormgrill.game.dice import FACES, WORM
from wormgrill.game.errors import IllegalMove, InvalidNotation
from wormgrill.game.events import Event, events
from wormgrill.game.moves import Move, format_move, parse_move
from wormgrill.game.position import format_state, parse_state
from wormgrill.game.record import Game, format_game, parse_game, parse_games
from wormgrill.game.rules import (
    EDITIONS,
    GoldenDieJoins,
    LowerTile,
    Rules,
    ShortGame,
    Specialist,
    format_rules,
    parse_rules,
)
from wormgrill.game.state import (
    Phase,
    State,
    apply,
    chance_outcomes,
    initial_state,
    legal_moves,
    scores,
    winners,
)
from wormgrill.game.trace import format_trace

__all__ = [
    "EDITIONS",
    "FACES",
    "WORM",
    "Event",
    "Game",
    "GoldenDieJoins",
    "IllegalMove",
    "InvalidNotation",
    "LowerTile",
    "Move",
    "Phase",
    "Rules",
    "ShortGame",
    "Specialist",
    "State",
    "apply",
    "chance_outcomes",
    "events",
    "format_game",
    "format_move",
    "format_rules",
    "format_state",
    "format_trace",
    "initial_state",
    "legal_moves",
    "parse_game",
    "parse_games",
    "parse_move",
    "parse_rules",
    "parse_state",
    "scores",
    "winners",
]
