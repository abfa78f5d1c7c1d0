"""Players made by the name of their level."""

from __future__ import annotations

from wormgrill.analysis.value import FURTHER_TRAINED
from wormgrill.game.errors import quoted
from wormgrill.players.champion import ChampionPlayer
from wormgrill.players.exact import ExactPlayer
from wormgrill.players.levels import level_named
from wormgrill.players.player import Player
from wormgrill.players.policies import GreedyPlayer, HatchlingPlayer


def make_player(level: str, seed: int = 0) -> Player:
    """Make a player of this level; two players of one level and seed play alike.

    >>> make_player("thinker") == make_player("thinker", seed=1)
    True
    """
    noise = level_named(level).noise
    if not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {quoted(seed)}")
    if level == "hatchling":
        return HatchlingPlayer(seed)
    if level == "greedy":
        return GreedyPlayer()
    if level == "champion":
        return ChampionPlayer()
    if level == "champion+":
        return ChampionPlayer(FURTHER_TRAINED)
    return ExactPlayer(noise=noise, seed=seed if noise else 0)
