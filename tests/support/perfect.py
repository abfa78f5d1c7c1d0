"""Perfect play between two on a small grill, by going over all positions again and again until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.lib.recfunctions import repack_fields

from wormgrill.analysis.value import TrainedChance
from wormgrill.batch.ends import Floats, Ints, all_ends
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import MAX_PLAYERS, Rules
from wormgrill.game.state import State

SETTLED = 1e-8
LEAP_EVERY = 5
"""After so many steps a leap leads to where they seem to go: two of them are a part of the two before, over and over,
because after two turns the same player moves."""
PLAYERS = 2


class PerfectValue:
    """The chance to win when both play perfectly, exact to seven digits or so."""

    def __init__(self, rules: Rules) -> None:
        self._numbers: dict[bytes, int] = {}
        axes = encode_rules(rules)
        found = [new_games(rules, PLAYERS, 1)]
        self.numbers_of(found[0])
        while len(found[-1]):
            before = len(self._numbers)
            ends, _ = all_ends(axes, found[-1])
            numbers = self.numbers_of(ends)
            _, firsts = np.unique(numbers, return_index=True)
            new = firsts[(numbers[firsts] >= before) & (ends[firsts]["phase"] != OVER)]
            found.append(ends[new])
        games = np.concatenate(found)
        self.games = games
        """All positions that are not over."""
        own = self.numbers_of(games)
        self._chances = np.full(len(self._numbers), 0.5)
        """By number the chance of seat 0."""
        self._asked = list[Ints]()
        self._next_asked: int | None = 0
        """Every step asks for the same ends in the same order: which of the numbers found for them comes next."""
        solver = TurnSolver(self, Table(rules, axes, PLAYERS, len(games), 0))
        chances: Floats = self._chances[own]
        earlier, last = np.zeros_like(chances), np.zeros_like(chances)
        step, change = 0, 1.0
        while change > SETTLED:
            self._next_asked, step = 0, step + 1
            worth = solver.worth(games)
            now: Floats = np.where(games["seat"] == 0, worth, 1 - worth) - chances
            change = float(np.abs(now).max())
            chances = chances + now
            part = float(np.vdot(now, earlier)) / max(float(np.vdot(earlier, earlier)), SETTLED * SETTLED)
            if step % LEAP_EVERY == 0 and 0 < part < 1:
                chances = np.clip(chances + (last + now) * part / (1 - part), 0, 1)
            self._chances[own] = chances
            earlier, last = last, now
        self._next_asked = None

    def numbers_of(self, games: Games) -> Ints:
        """The number of each position, by its bytes without the gaps between them."""
        numbers = self._numbers
        return np.array(
            [numbers.setdefault(game.tobytes(), len(numbers)) for game in repack_fields(games)], dtype=np.int64
        )

    def _numbers_asked(self, games: Games) -> Ints:
        """The numbers of these positions, which while steps are taken are found only in the first of them."""
        if self._next_asked is None:
            return self.numbers_of(games)
        if self._next_asked == len(self._asked):
            self._asked.append(self.numbers_of(games))
        self._next_asked += 1
        return self._asked[self._next_asked - 1]

    def of_all(self, games: Games) -> Floats:
        """By `[game, seat]` the chances of both."""
        found = np.zeros((len(games), MAX_PLAYERS))
        first = self._chances[self._numbers_asked(games)]
        found[:, 0], found[:, 1] = first, 1 - first
        is_over = games["phase"] == OVER
        found[is_over] = shares_of_win(games[is_over])
        return found

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """The chance of the seat beside each position."""
        found: Floats = self.of_all(games)[np.arange(len(games)), seats]
        return found

    @property
    def positions(self) -> int:
        """How many there are."""
        return len(self._numbers)


@dataclass(frozen=True)
class PerfectChance(TrainedChance):
    """An evaluator that is exact: perfect play between two on a small grill."""

    value: PerfectValue = field(kw_only=True, hash=False, compare=False)

    def on_arrays(self, state: State) -> WinValue:  # noqa: ARG002  # there is one game only
        return self.value
