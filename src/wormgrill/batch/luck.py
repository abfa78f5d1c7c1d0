"""The luck of every roll in many games at once, exact inside the turn; the twin of `arena.luck`, which explains it.

When a turn is over, it is solved once more for a chance to win, from where it began, and its moves are followed: each
roll brought what the turn was worth after it minus what it was worth before. The moves may be anybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import Keys, make_keys
from wormgrill.batch.ends import Floats, Ints, is_turn_over
from wormgrill.batch.layout import CHANCE, KEEP, NONE, Axes, Games
from wormgrill.batch.moves import ROLL_GOLDEN
from wormgrill.batch.noise import NO_WHIM
from wormgrill.batch.players import Batch, Source, Table, roll_dice
from wormgrill.batch.rules import apply_move
from wormgrill.batch.turns import (
    HAS_GOLDEN,
    Solved,
    Turns,
    TurnSolver,
    best_keep,
    earned,
    payoff_at,
    slot_now,
    value_at,
    variant_after,
    weasel_layer,
)
from wormgrill.game.rules import MAX_PLAYERS

TINY = 1e-300
"""Less than any chance: whoever is sure to win has nobody to take a chance from."""


class WinValue(Protocol):
    """The chance to win of positions on arrays."""

    def __call__(self, games: Games, seats: Ints) -> Floats:
        """The chance of the seat beside each position."""
        ...

    def of_all(self, games: Games) -> Floats:
        """By `[game, seat]` the chances of all seats; those of a position sum to 1."""
        ...


class LuckFollower:
    """Adds up the luck of every seat in the games of a batch, turn by turn."""

    def __init__(self, value: WinValue, table: Table, batch: Batch) -> None:
        self._value = value
        self._solver = TurnSolver(value, table)
        self._axes = table.axes
        self._keys = make_keys(table.seed)
        self._batch = batch
        self._starts = batch.games.copy()
        self._rolls = np.zeros(table.places, dtype=np.int64)
        self.luck = np.zeros((table.places, MAX_PLAYERS))
        """By place and seat; the luck of a game sums to 0."""

    def begin(self, places: Ints) -> None:
        """Forget what was at these places: other games begin there."""
        self._starts[places] = self._batch.games[places]
        self._rolls[places] = 0
        self.luck[places] = 0.0

    def follow(self, max_plies: int) -> None:
        """Count the turns that have ended since; each must be followed before the next one begins."""
        is_ended = np.empty(len(self._starts), dtype=np.bool_)
        _find_ended(self._batch, max_plies, is_ended)
        places = np.nonzero(is_ended)[0]
        if not places.size:
            return
        starts = self._starts[places]
        changes = np.zeros(len(places))
        for turns in self._solver.blocks(starts):
            of_turns = places[turns.places]
            at = (of_turns, self._rolls[of_turns])
            is_golden = (self._batch.trace[of_turns, 0] == ROLL_GOLDEN) & bool(turns.code & HAS_GOLDEN)
            for lanes, solved in self._solved(turns, is_golden):
                following = turns.games.copy()
                _follow_turns(self._axes, self._batch, following, at, lanes, solved, self._keys, turns.places, changes)
        self._share(starts, places, changes)
        self._starts[places] = self._batch.games[places]
        self._rolls[places] = self._batch.rolls[places]
        self._batch.traced[places] = 0

    def _solved(self, turns: Turns, is_golden: NDArray[np.bool_]) -> Iterator[tuple[Ints, Solved]]:
        """The lanes in which the golden die was not taken along, and those in which it was, with their solutions."""
        for is_taken in (False, True):
            lanes = np.nonzero(is_golden == is_taken)[0]
            if lanes.size:
                yield lanes, self._solver.solve(turns, is_golden=is_taken)

    def _share(self, starts: Games, places: Ints, changes: Floats) -> None:
        """What the mover gains the others lose, each in proportion to its chance before the turn."""
        chances = self._value.of_all(starts)
        every, movers = np.arange(len(places)), starts["seat"]
        chances[every, movers] = 0.0
        self.luck[places] -= chances * (changes / np.maximum(chances.sum(axis=1), TINY))[:, None]
        self.luck[places, movers] += changes


@compiled
def _find_ended(batch: Batch, max_plies: int, is_ended: NDArray[np.bool_]) -> None:
    """Fill in where a turn has been played to its end, or the game was cut off in it."""
    for place in range(len(is_ended)):
        is_over = is_turn_over(batch.games[place]) or batch.plies[place] >= max_plies
        is_ended[place] = batch.numbers[place] != NONE and batch.traced[place] > 0 and is_over


@compiled
def _follow_turns(  # noqa: PLR0913, PLR0917  # where the turns began, how they went on, and where their luck goes
    axes: Axes,
    batch: Batch,
    starts: Games,
    at: tuple[Ints, Ints],
    lanes: Ints,
    solved: Solved,
    keys: Keys,
    found_at: Ints,
    changes: Floats,
) -> None:
    """Fill in the luck of the rolls of these lanes; `starts` are changed."""
    places, rolls = at
    for lane in lanes:
        changes[found_at[lane]] = luck_of_turn(axes, batch, places[lane], starts, rolls[lane], lane, solved, keys)


@compiled_helper
def luck_of_turn(  # noqa: PLR0913, PLR0917  # the same for one turn
    axes: Axes, batch: Batch, place: int, starts: Games, rolls: int, lane: int, solved: Solved, keys: Keys
) -> float:
    """The luck of all rolls of one turn."""
    game, variant, luck = starts[lane], 0, 0.0
    for place_in_turn in range(batch.traced[place]):
        move = int(np.int64(batch.trace[place, place_in_turn]))
        variant = variant_after(game, lane, solved, variant, move)
        apply_move(axes, game, move)
        if game.phase != CHANCE or rolls == batch.rolls[place]:  # a game may be cut off before the roll
            continue
        side = solved.after if variant else solved.before
        solve = solved.after_index[lane, variant] if variant else lane
        luck -= value_at(side.rolling, weasel_layer(game, solved), slot_now(game, solved), solve)
        failed = payoff_at(side.failed, earned(game, solved), solve)
        roll_dice(axes, game, Source(keys, batch.numbers[place], rolls))
        rolls += 1
        luck += best_keep(game, solved, side, solve, NO_WHIM)[1] if game.phase == KEEP else failed
    return luck
