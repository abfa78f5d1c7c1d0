"""A value that looks one turn further where few tiles are face-up: nets are least exact there, and turns cost least."""

from __future__ import annotations

import numpy as np

from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.layout import OVER, Games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver

SURE = 1e-12


class AheadValue:
    """The chance to win, where few tiles are face-up by the exact value of the turn that comes next."""

    def __init__(self, value: WinValue, table: Table, most_tiles: int) -> None:
        self._value = value
        self._solver = TurnSolver(value, table)
        self._most_tiles = most_tiles

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """The chance of the seat beside each position."""
        values: Floats = self.of_all(games)[np.arange(len(games)), seats]
        return values

    def of_all(self, games: Games) -> Floats:
        """By `[game, seat]` the chances of all seats; those of a position sum to 1."""
        chances = self._value.of_all(games)
        places = np.nonzero((np.bitwise_count(games["grill"]) <= self._most_tiles) & (games["phase"] != OVER))[0]
        if places.size:
            movers = games["seat"][places]
            worth = self._solver.worth(games[places])
            rest = (1.0 - worth) / np.maximum(1.0 - chances[places, movers], SURE)
            chances[places] *= rest[:, None]
            chances[places, movers] = worth
        return chances
