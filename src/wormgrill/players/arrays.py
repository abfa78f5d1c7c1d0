"""Players on arrays, for `wormgrill.batch.play`: the same choices as their counterparts, for many games at once."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.analysis.measures import THINKER as THINKER_MEASURE
from wormgrill.analysis.value import trained_value
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import POLICIES, ArrayPlayer, Policy, Table
from wormgrill.batch.turns import TurnPlayer, TurnTaker
from wormgrill.batch.values import WormsValue
from wormgrill.batch.whims import WhimPlayer
from wormgrill.players.levels import KNOWN_LEVELS, level_named
from wormgrill.players.policies import HatchlingPlayer

ARRAY_PLAYERS = (*POLICIES, *(level for level in KNOWN_LEVELS if level not in POLICIES))
"""The names of all players on arrays."""


def array_player(name: str, seed: int = 0) -> Policy | ArrayPlayer:
    """Make the player of this name: a level, or `random`, whose choices follow from the seed of the games.

    In the game of number n a level with noise chooses what `make_player(name, seed_in_game(seed, n))` chooses; seeds
    are whole numbers from 0 on, below 2 ** 64. Of moves whose values are equal but for rounding, players that
    calculate may choose another one than their counterparts.

    >>> array_player("rooster", seed=3).name
    'rooster'
    """
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"the seed {seed} is not between 0 and 2 ** 64 - 1")
    if name in POLICIES:
        return POLICIES[name]
    if name == "hatchling":
        return WhimPlayer(name, HatchlingPlayer.STOPS, seed)
    if name in CHAMPIONS:
        return CHAMPIONS[name]
    return _exact_player(name, seed)


def _exact_player(name: str, seed: int) -> TurnPlayer:
    noise = level_named(name).noise
    return TurnPlayer(name, WormsValue(THINKER_MEASURE.specialists), noise, seed if noise else 0)


@dataclass(frozen=True)
class ArrayChampion:
    """Plays every turn exactly for the chance to win, with the net for the rules and the number of players."""

    name: str = "champion"
    is_further: bool = False
    """Whether it looks one turn further wherever it pays."""

    def sit_down(self, table: Table) -> TurnTaker:
        """A player for the games of one thread."""
        value = trained_value(table.rules, table.players, is_further=self.is_further)
        return TurnTaker(value, make_taste(0.0, 0), table)


THINKER = _exact_player("thinker", seed=0)
"""Plays every turn exactly for expected worms."""
CHAMPION = ArrayChampion()
CHAMPIONS = {player.name: player for player in (CHAMPION, ArrayChampion("champion+", is_further=True))}
