"""Values of positions on arrays: what many positions are worth, each to a seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wormgrill.batch.bits import count_bits, has_bit
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.layout import NONE, SPECIALIST_COUNT, SPECIALISTS, Game, Games
from wormgrill.batch.rules import score_of, winner_seats
from wormgrill.game.rules import MAX_PLAYERS, Specialist

SpecialistValues = tuple[tuple[Specialist, float], ...]


@dataclass(frozen=True)
class WormsValue:
    """Own worms minus the mean of the others', as if the game ended now; owning a specialist may count besides."""

    specialists: SpecialistValues = ()

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """What each of these positions is worth to the seat beside it."""
        values = np.empty(len(games))
        _fill_worms(games, seats, _by_specialist(self.specialists), values)
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


def shares_of_win(games: Games) -> Floats:
    """By `[game, seat]` who would have won if these games ended now: 1, or an equal share."""
    shares = np.zeros((len(games), MAX_PLAYERS))
    _fill_shares(games, shares)
    return shares


def _by_specialist(values: SpecialistValues) -> Floats:
    found = np.zeros(SPECIALIST_COUNT)
    for specialist, value in values:
        found[SPECIALISTS.index(specialist)] = value
    return found


@compiled
def _fill_shares(games: Games, shares: Floats) -> None:
    for place in range(len(games)):
        share_win(games[place], shares[place])


@compiled_helper
def share_win(game: Game, shares: Floats) -> None:
    """Fill in who has won."""
    winners = winner_seats(game)
    for seat in range(game.players):
        shares[seat] = 1.0 / count_bits(winners) if has_bit(winners, seat) else 0.0
