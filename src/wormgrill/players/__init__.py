"""Who decides: the Player protocol and everyone who keeps to it.

>>> from wormgrill.game import parse_state
>>> state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=23344W")
>>> for thought in make_player("thinker").consider(state):
...     print(thought.move, explain(thought.reason))
stop Stop and take tile 21 with 1 worm.
roll Roll on with 21 points. On average 0.89 worms, failing 44% of the time.
"""

from wormgrill.analysis.options import prepare
from wormgrill.players.exact import ExactPlayer
from wormgrill.players.levels import LEVELS, make_player
from wormgrill.players.player import Chooser, Player, Thought
from wormgrill.players.policies import GreedyPlayer, HatchlingPlayer, RandomPlayer, SensiblePlayer
from wormgrill.players.reasons import MESSAGES, Reason, explain

__all__ = [
    "LEVELS",
    "MESSAGES",
    "Chooser",
    "ExactPlayer",
    "GreedyPlayer",
    "HatchlingPlayer",
    "Player",
    "RandomPlayer",
    "Reason",
    "SensiblePlayer",
    "Thought",
    "explain",
    "make_player",
    "prepare",
]
