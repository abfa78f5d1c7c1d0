"""The turns, fails and steals of every seat in many games at once: each turn is compared with how it began."""

from __future__ import annotations

import numpy as np

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.ends import Ints, is_turn_over
from wormgrill.batch.layout import NONE, Game, Games
from wormgrill.batch.players import Batch
from wormgrill.game.rules import MAX_PLAYERS

TURNS, FAILS, STEALS = range(3)


class TurnCounter:
    """Counts what the turns of the games of a batch have brought to every seat."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._starts = batch.games.copy()
        self._counted = np.zeros(len(batch.games), dtype=np.int64)
        self.counts = np.zeros((len(batch.games), 3, MAX_PLAYERS), dtype=np.int64)
        """By `[place, TURNS, FAILS or STEALS, seat]`; of turns that have ended."""

    def begin(self, places: Ints) -> None:
        """Forget what was at these places: other games begin there."""
        self._starts[places] = self._batch.games[places]
        self._counted[places] = 0
        self.counts[places] = 0

    def follow(self) -> None:
        """Count the turns that have ended since; each must be followed before the next one begins."""
        _count_turns(self._batch, self._starts, self._counted, self.counts)


@compiled
def _count_turns(batch: Batch, starts: Games, counted: Ints, counts: Ints) -> None:
    for place in range(len(counted)):
        game = batch.games[place]
        if batch.numbers[place] == NONE or batch.turns[place] == counted[place] or not is_turn_over(game):
            continue
        before = starts[place]
        seat = before.seat
        counts[place, TURNS, seat] += 1
        if has_stolen(before, game):
            counts[place, STEALS, seat] += 1
        elif not has_taken(before, game):
            counts[place, FAILS, seat] += 1
        counted[place] = batch.turns[place]
        starts[place] = game


@compiled_helper
def has_stolen(before: Game, after: Game) -> bool:
    """Whether somebody else has lost a tile or a specialist in this turn."""
    for seat in range(before.players):
        if seat != before.seat and (after.tops[seat] != before.tops[seat] or after.owned[seat] != before.owned[seat]):
            return True
    return False


@compiled_helper
def has_taken(before: Game, after: Game) -> bool:
    """Whether the mover has a new tile on top of the one before."""
    old, new = before.tops[before.seat], after.tops[before.seat]
    return bool(new != NONE and after.below[new] == old)
