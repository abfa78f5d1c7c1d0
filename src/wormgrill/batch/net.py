"""A small net that sees a position and gives the chances to win of all seats.

Its first layer has whole numbers for weights: sums of whole numbers are the same in every order, so a position may be
reached from the one before it by what has changed, and its value is the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.features import EMPTY, Slots, count_features, count_slots, see, slots_of_rules
from wormgrill.batch.layout import OVER, Axes, Games, encode_rules
from wormgrill.batch.values import share_win
from wormgrill.game.rules import MAX_PLAYERS, Rules

Singles = NDArray[np.float32]

UNIT = 1 << 11
"""1 as a weight of the first layer."""
MIDDLE_UNITS = 32
"""In the second layer."""


class Weights(NamedTuple):
    """The weights of a net for some number of players."""

    first: NDArray[np.int16]
    """By `[feature, unit]`, in parts of `UNIT`."""
    first_bias: NDArray[np.int32]
    second: Singles
    """By `[unit of the first layer, unit]`."""
    second_bias: Singles
    last: Singles
    """By `[unit, seat from the player to move on]`."""
    last_bias: Singles


class NetValue:
    """The chance to win under some rules, by a net."""

    def __init__(self, weights: Weights, rules: Rules) -> None:
        players = weights.last.shape[1]
        if weights.first.shape[0] != count_features(players):
            seen = f"{weights.first.shape[0]} features, not {count_features(players)}"
            raise ValueError(f"these weights are of another version: with {players} players they have {seen}")
        self._weights = weights
        self._axes = encode_rules(rules)
        self._of_rules = slots_of_rules(rules)
        self._slots = count_slots(players)

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """The chance of the seat beside each position."""
        values: Floats = self.of_all(games)[np.arange(len(games)), seats]
        return values

    def of_all(self, games: Games) -> Floats:
        """By `[game, seat]` the chances of all seats; those of a position sum to 1."""
        chances = np.zeros((len(games), MAX_PLAYERS))
        fill_net_chances(self._axes, games, self._of_rules, self._slots, self._weights, chances)
        return chances


@compiled
def fill_net_chances(  # noqa: PLR0913, PLR0917  # what is seen, with what, and where it goes
    axes: Axes, games: Games, of_rules: Slots, slot_count: int, weights: Weights, chances: Floats
) -> None:
    """Fill in the chances of all seats."""
    now, before = np.full(slot_count, EMPTY), np.full(slot_count, EMPTY)
    sums = weights.first_bias.copy()
    middle = np.empty(MIDDLE_UNITS, dtype=np.float32)
    for place in range(len(games)):
        game = games[place]
        if game.phase == OVER:
            share_win(game, chances[place])
            continue
        see(axes, game, of_rules, now)
        move_on(weights.first, before, now, sums)
        before, now = now, before
        fill_middle(weights, sums, middle)
        fill_chances(weights, middle, game.players, game.seat, chances[place])


@compiled_helper
def move_on(first: NDArray[np.int16], before: Slots, now: Slots, sums: NDArray[np.int32]) -> None:
    """Go from the sums of one position to those of another."""
    for slot in range(len(now)):
        gone, come = before[slot], now[slot]
        if gone == come:
            continue
        if gone != EMPTY and come != EMPTY:  # noqa: PLR1714  # Numba compares integers faster than it searches
            for unit in range(len(sums)):
                sums[unit] += first[come, unit] - first[gone, unit]
        elif come != EMPTY:
            for unit in range(len(sums)):
                sums[unit] += first[come, unit]
        else:
            for unit in range(len(sums)):
                sums[unit] -= first[gone, unit]


@compiled_helper
def fill_middle(weights: Weights, sums: NDArray[np.int32], middle: Singles) -> None:
    """Fill in the second layer; the loops are not over a constant, because then they would not be vectorized."""
    scale = np.float32(1.0 / UNIT)
    for unit in range(len(middle)):
        middle[unit] = weights.second_bias[unit]
    for below in range(len(sums)):
        if sums[below] > 0:
            active = np.float32(sums[below]) * scale
            for unit in range(len(middle)):
                middle[unit] += active * weights.second[below, unit]
    for unit in range(len(middle)):
        middle[unit] = max(middle[unit], np.float32(0.0))


@compiled_helper
def fill_chances(weights: Weights, middle: Singles, players: int, seat: int, chances: Floats) -> None:
    """Fill in the chances by seat: the softmax of the last layer."""
    zero, most, total = np.float32(0.0), -np.inf, 0.0
    for away in range(players):
        score, second, third, fourth = weights.last_bias[away], zero, zero, zero
        for unit in range(0, MIDDLE_UNITS, 4):  # four sums that need not wait for each other
            score += middle[unit] * weights.last[unit, away]
            second += middle[unit + 1] * weights.last[unit + 1, away]
            third += middle[unit + 2] * weights.last[unit + 2, away]
            fourth += middle[unit + 3] * weights.last[unit + 3, away]
        score += second + third + fourth
        chances[(seat + away) % players] = score
        most = max(most, score)
    for player in range(players):
        chances[player] = np.exp(chances[player] - most)
        total += chances[player]
    for player in range(players):
        chances[player] /= total
