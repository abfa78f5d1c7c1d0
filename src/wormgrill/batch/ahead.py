"""A value that looks one turn further where few tiles are left: nets are least exact there, and turns cost least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.layout import GAME, NONE, OVER, TILE_COUNT, Games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS

SURE = 1e-12
_BYTES = GAME.fields["players"][1] + 1 if GAME.fields else GAME.itemsize
"""Of a record, without those that fill it up at its end."""


class AheadValue:
    """The chance to win, where few tiles are left by the exact value of the turn that comes next."""

    def __init__(self, value: WinValue, table: Table, face_up: int, in_game: int = TILE_COUNT) -> None:
        """Look further with at most so many tiles face-up, and so many face-up or with players."""
        self._value = value
        self._solver = TurnSolver(value, table)
        self._face_up, self._in_game = face_up, in_game

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """The chance of the seat beside each position."""
        values: Floats = self.of_all(games)[np.arange(len(games)), seats]
        return values

    def of_all(self, games: Games) -> Floats:
        """By `[game, seat]` the chances of all seats; those of a position sum to 1."""
        is_near = self._is_near(games)
        near = games[is_near]
        if not len(near):
            return self._value.of_all(games)
        chances = np.zeros((len(games), MAX_PLAYERS))
        chances[~is_near] = self._value.of_all(games[~is_near])
        firsts, same = distinct(near)
        chances[is_near] = self._of_near(near[firsts])[same]
        return chances

    def _of_near(self, games: Games) -> Floats:
        """What the mover's turn is worth, and the rest to the others as the value within has it."""
        every, movers, worth = np.arange(len(games)), games["seat"], self._solver.worth(games)
        if games["players"][0] == MIN_PLAYERS:  # then the value within need not be asked
            chances = np.zeros((len(games), MAX_PLAYERS))
            chances[every, 1 - movers] = 1.0 - worth
        else:
            chances = self._value.of_all(games)
            chances *= ((1.0 - worth) / np.maximum(1.0 - chances[every, movers], SURE))[:, None]
        chances[every, movers] = worth
        return chances

    def _is_near(self, games: Games) -> NDArray[np.bool_]:
        face_up = np.bitwise_count(games["grill"])
        is_near: NDArray[np.bool_] = (face_up <= self._face_up) & (games["phase"] != OVER)
        if self._in_game < TILE_COUNT:
            is_near &= face_up + count_in_stacks(games) <= self._in_game
        return is_near


def count_in_stacks(games: Games) -> Ints:
    """How many tiles the players of each position have: those on top, and those below another one."""
    found: Ints = (games["tops"] != NONE).sum(axis=1) + (games["below"] != NONE).sum(axis=1)
    return found


def distinct(games: Games) -> tuple[Ints, Ints]:
    """The places of positions that differ, and for each of all which of these it equals."""
    told = np.ascontiguousarray(np.ascontiguousarray(games).view(np.int8).reshape(len(games), -1)[:, :_BYTES])
    _, firsts, same = np.unique(told.view(f"V{_BYTES}").reshape(-1), return_index=True, return_inverse=True)
    return firsts, same
