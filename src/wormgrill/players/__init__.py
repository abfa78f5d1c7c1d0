"""Players choose moves: the protocol of a player, the levels, and the reasons they give.

Names are imported when they are first used: the levels and the words of reasons do not need the compiled solver.

>>> from wormgrill.game import parse_state
>>> from wormgrill.players import explain, make_player
>>> state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=23344W")
>>> for thought in make_player("thinker").consider(state):
...     print(thought.move, explain(thought.reason))
stop Stop and take tile 21 with 1 worm.
roll Roll again with 21 points. On average 0.89 worms, failing 44% of the time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormgrill.analysis.options import prepare
    from wormgrill.players.champion import ChampionPlayer
    from wormgrill.players.exact import ExactPlayer
    from wormgrill.players.factory import make_player
    from wormgrill.players.levels import KNOWN_LEVELS, LEVELS, STRONGEST, Level, level_named
    from wormgrill.players.player import Chooser, Player, Thought
    from wormgrill.players.policies import GreedyPlayer, HatchlingPlayer, RandomPlayer, SensiblePlayer
    from wormgrill.players.reasons import MESSAGES, Reason, explain

__all__ = [
    "KNOWN_LEVELS",
    "LEVELS",
    "MESSAGES",
    "STRONGEST",
    "ChampionPlayer",
    "Chooser",
    "ExactPlayer",
    "GreedyPlayer",
    "HatchlingPlayer",
    "Level",
    "Player",
    "RandomPlayer",
    "Reason",
    "SensiblePlayer",
    "Thought",
    "explain",
    "level_named",
    "make_player",
    "prepare",
]

_MODULES = {
    "wormgrill.analysis.options": ("prepare",),
    "wormgrill.players.champion": ("ChampionPlayer",),
    "wormgrill.players.exact": ("ExactPlayer",),
    "wormgrill.players.factory": ("make_player",),
    "wormgrill.players.levels": ("KNOWN_LEVELS", "LEVELS", "STRONGEST", "Level", "level_named"),
    "wormgrill.players.player": ("Chooser", "Player", "Thought"),
    "wormgrill.players.policies": ("GreedyPlayer", "HatchlingPlayer", "RandomPlayer", "SensiblePlayer"),
    "wormgrill.players.reasons": ("MESSAGES", "Reason", "explain"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
