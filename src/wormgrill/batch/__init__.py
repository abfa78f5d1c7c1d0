"""The rules on arrays: thousands of games side by side, compiled by Numba. The twin of `game/`.

Names are imported when they are first used, because Numba takes half a second to import.

>>> from wormgrill.batch import encode_rules, legal_masks, moves_of, new_games
>>> games = new_games("deluxe-2018", players=4, number=1000)
>>> masks = legal_masks(encode_rules("deluxe-2018"), games)
>>> [str(move) for move in moves_of(int(masks[0]))]
['roll']

Whole games are played with `play`; the dice of a game follow from the seed and its number alone:

>>> from wormgrill.batch import GREEDY, RANDOM, play
>>> tally = play("classic-2014", (GREEDY, RANDOM), games=1000, seed=7)
>>> tally == play("classic-2014", (GREEDY, RANDOM), games=1000, seed=7, threads=2)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormgrill.batch.each import Results, play_each
    from wormgrill.batch.games import Tally, play
    from wormgrill.batch.layout import AXES, GAME, Axes, Games, encode_rules, new_games, pack, unpack
    from wormgrill.batch.moves import MOVES, dice_code, dice_of, move_number, moves_of
    from wormgrill.batch.net import NetValue, Weights
    from wormgrill.batch.players import GREEDY, POLICIES, RANDOM, ArrayPlayer, Batch, Chooser, Policy, Table, TakesTurns
    from wormgrill.batch.steps import IllegalStep, apply_moves, apply_rolls, are_over, legal_masks, scores, winners
    from wormgrill.batch.turns import TurnPlayer
    from wormgrill.batch.values import WormsValue
    from wormgrill.batch.whims import WhimPlayer

__all__ = [
    "AXES",
    "GAME",
    "GREEDY",
    "MOVES",
    "POLICIES",
    "RANDOM",
    "ArrayPlayer",
    "Axes",
    "Batch",
    "Chooser",
    "Games",
    "IllegalStep",
    "NetValue",
    "Policy",
    "Results",
    "Table",
    "TakesTurns",
    "Tally",
    "TurnPlayer",
    "Weights",
    "WhimPlayer",
    "WormsValue",
    "apply_moves",
    "apply_rolls",
    "are_over",
    "dice_code",
    "dice_of",
    "encode_rules",
    "legal_masks",
    "move_number",
    "moves_of",
    "new_games",
    "pack",
    "play",
    "play_each",
    "scores",
    "unpack",
    "winners",
]

_MODULES = {
    "wormgrill.batch.each": ("Results", "play_each"),
    "wormgrill.batch.games": ("Tally", "play"),
    "wormgrill.batch.layout": ("AXES", "GAME", "Axes", "Games", "encode_rules", "new_games", "pack", "unpack"),
    "wormgrill.batch.moves": ("MOVES", "dice_code", "dice_of", "move_number", "moves_of"),
    "wormgrill.batch.net": ("NetValue", "Weights"),
    "wormgrill.batch.players": (
        *("GREEDY", "POLICIES", "RANDOM", "ArrayPlayer", "Batch", "Chooser", "Policy", "Table", "TakesTurns"),
    ),
    "wormgrill.batch.steps": (
        *("IllegalStep", "apply_moves", "apply_rolls", "are_over", "legal_masks", "scores", "winners"),
    ),
    "wormgrill.batch.turns": ("TurnPlayer",),
    "wormgrill.batch.values": ("WormsValue",),
    "wormgrill.batch.whims": ("WhimPlayer",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
