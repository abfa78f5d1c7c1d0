"""Values of positions on arrays: what many positions are worth, each to a seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.layout import NONE, SPECIALIST_COUNT, SPECIALISTS, Game, Games
from wormgrill.batch.rules import score_of
from wormgrill.game.rules import Specialist


@dataclass(frozen=True)
class WormsValue:
    """Own worms minus the mean of the others', as if the game ended now; owning a specialist may count besides."""

    specialists: tuple[tuple[Specialist, float], ...] = ()

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """What each of these positions is worth to the seat beside it."""
        extra = np.zeros(SPECIALIST_COUNT)
        for specialist, value in self.specialists:
            extra[SPECIALISTS.index(specialist)] = value
        values = np.empty(len(games))
        _fill_worms(games, seats, extra, values)
        return values


@compiled
def _fill_worms(games: Games, seats: Ints, extra: Floats, values: Floats) -> None:
    for place in range(len(games)):
        values[place] = compared_worms(games[place], seats[place], extra)


@compiled_helper
def compared_worms(game: Game, seat: int, extra: Floats) -> float:
    """The worms of a seat minus the mean of the others'."""
    others = 0.0
    for other in range(game.players):
        if other != seat:
            others += counted_worms(game, other, extra)
    return counted_worms(game, seat, extra) - others / (game.players - 1)


@compiled_helper
def counted_worms(game: Game, seat: int, extra: Floats) -> float:
    """The worms of a seat, and what its specialist counts."""
    own = game.owned[seat]
    return score_of(game, seat) + (0.0 if own == NONE else float(extra[own]))
