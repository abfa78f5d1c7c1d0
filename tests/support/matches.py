"""Who wins between two on a small grill, exactly: what every turn leads to if each plays by a value of their own."""

from __future__ import annotations

import numpy as np

from tests.support.perfect import PLAYERS, PerfectValue
from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.layout import OVER, Games, encode_rules
from wormgrill.batch.led import LedSolver
from wormgrill.batch.players import Table
from wormgrill.batch.turns import Value
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import Rules
from wormgrill.train.small_games import extrapolate

SETTLED = 1e-7
REMEMBERED_STEPS = 8


def exact_share(rules: Rules, perfect: PerfectValue, one: Value, other: Value) -> float:
    """What part of games the first one wins against the other one, with either of them beginning equally often.

    `perfect` knows all positions under these rules.
    """
    return (_chance_of_first(rules, perfect, (one, other)) + 1 - _chance_of_first(rules, perfect, (other, one))) / 2


def _chance_of_first(rules: Rules, perfect: PerfectValue, players: tuple[Value, Value]) -> float:
    """The chance of seat 0, which begins, to win."""
    games, ends = perfect.games, _Ends(perfect, players)
    solver = LedSolver(ends, 2, Table(rules, encode_rules(rules), PLAYERS, len(games), 0))
    own = perfect.numbers_of(games)
    chances, change = np.full(len(games), 0.5), 1.0
    reached, changes = list[Floats](), list[Floats]()
    while change > SETTLED:
        ends.begin(own, chances)
        new = solver.worth(games)[:, 1]
        reached, changes = [*reached, new][-REMEMBERED_STEPS:], [*changes, new - chances][-REMEMBERED_STEPS:]
        change = float(np.abs(changes[-1]).max())
        chances = extrapolate(reached, changes)
    return float(new[0])


class _Ends:
    """What ends are worth: to the mover by the mover's own value, and as the chance of seat 0 to win."""

    def __init__(self, perfect: PerfectValue, players: tuple[Value, Value]) -> None:
        self._perfect, self._players = perfect, players
        self._chances = np.empty(perfect.positions)
        self._known = list[tuple[Floats, Ints, Floats]]()
        self._next = 0

    def begin(self, numbers: Ints, chances: Floats) -> None:
        """Go over all ends once more, with these chances for the positions of these numbers."""
        self._chances[numbers] = chances
        self._next = 0

    def __call__(self, games: Games, movers: Ints) -> Floats:
        """By end and lane; the same ends come again in the same order, so all but the chances is found once."""
        if self._next == len(self._known):
            leading = np.empty(len(games))
            for seat, value in enumerate(self._players):
                is_own = movers == seat
                leading[is_own] = value(games[is_own], movers[is_own])
            over = np.where(games["phase"] == OVER, shares_of_win(games)[:, 0], np.nan)
            self._known.append((leading, self._perfect.numbers_of(games), over))
        leading, numbers, over = self._known[self._next]
        self._next += 1
        return np.stack([leading, np.where(np.isnan(over), self._chances[numbers], over)], axis=1)
