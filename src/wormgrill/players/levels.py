"""The levels of play by name, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from wormgrill.players.exact import ExactPlayer
from wormgrill.players.player import Player
from wormgrill.players.policies import GreedyPlayer, HatchlingPlayer

_MAKERS: MappingProxyType[str, Callable[[int], Player]] = MappingProxyType(
    {
        "hatchling": HatchlingPlayer,
        "nestling": lambda seed: ExactPlayer(noise=2.6, seed=seed),
        "fledgling": lambda seed: ExactPlayer(noise=1.8, seed=seed),
        "greedy": lambda _seed: GreedyPlayer(),
        "rooster": lambda seed: ExactPlayer(noise=0.6, seed=seed),
        "thinker": lambda _seed: ExactPlayer(),
    }
)
LEVELS: tuple[str, ...] = tuple(_MAKERS)
"""From the weakest to the strongest. Whoever looks beyond the turn comes after the last one, as `champion`."""


def make_player(level: str, seed: int = 0) -> Player:
    """Make a player of this level; two players of one level and seed play alike.

    >>> make_player("thinker") == make_player("thinker", seed=1)
    True
    """
    if level not in _MAKERS:
        raise ValueError(f"{level!r} is not a level: known are {', '.join(LEVELS)}")
    return _MAKERS[level](seed)
