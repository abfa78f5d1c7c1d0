"""Matches: named players against each other over many games, with fair seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt

import numpy as np

from wormgrill.arena.plan import player_seed
from wormgrill.arena.simulate import MAX_PLIES, Tally, play_game
from wormgrill.batch.counting import FAILS, STEALS, TURNS
from wormgrill.batch.dice import sides_of_roll
from wormgrill.batch.each import Results, play_each
from wormgrill.batch.noise import seed_in_game
from wormgrill.game.moves import Dice, Move
from wormgrill.game.rules import Rules, check_players
from wormgrill.game.state import State, thrown
from wormgrill.players import Player, level_named, make_player
from wormgrill.players.arrays import array_player

Ply = tuple[State, Move, State]
SIDE_BY_SIDE = 16_384
"""Games whose results are in memory at once; a few times as many as are played at once."""


@dataclass(frozen=True)
class Match:
    """Players of these levels at one table; game by game everyone moves one seat on, so starts are shared evenly.

    A game follows from the seed and its number alone. Its dice are the same whoever plays. It is the same one by one
    and on arrays, but that a level may choose differently there between moves whose values differ by rounding alone.

    >>> Match(("thinker", "greedy")).seating(1)
    (1, 0)
    """

    levels: tuple[str, ...]
    seed: int = 0
    max_plies: int = MAX_PLIES

    def __post_init__(self) -> None:
        for level in self.levels:
            level_named(level)
        check_players(len(self.levels))

    def seating(self, number: int) -> tuple[int, ...]:
        """Which player, by the place in `levels`, sits on each seat in this game."""
        players = len(self.levels)
        return tuple((seat + number) % players for seat in range(players))

    def names(self, number: int) -> tuple[str, ...]:
        """The levels by seat in this game; equal ones are numbered.

        >>> Match(("greedy", "greedy", "thinker")).names(0)
        ('greedy 1', 'greedy 2', 'thinker')
        """
        return tuple(self.player_names[player] for player in self.seating(number))

    @property
    def player_names(self) -> tuple[str, ...]:
        """The levels in the order given; equal ones are numbered."""
        return tuple(
            f"{level} {self.levels[: place + 1].count(level)}" if self.levels.count(level) > 1 else level
            for place, level in enumerate(self.levels)
        )

    def players(self, number: int) -> list[Player]:
        """The players of this game by seat, each with noise of its own."""
        return [
            make_player(self.levels[player], seed_in_game(player_seed(self.seed, player, 0), number))
            for player in self.seating(number)
        ]

    def play(self, rules: Rules | str, number: int) -> Iterator[Ply]:
        """Play one game of the match."""
        rolls = count()

        def roll(state: State) -> Dice:
            return thrown(state, sides_of_roll(self.seed, number, next(rolls))[: state.turn.dice_left])

        return play_game(rules, self.players(number), roll, self.max_plies)

    def tally(
        self, rules: Rules | str, numbers: Sequence[int], tell: Callable[[int], None] = lambda _games: None
    ) -> Tally:
        """Play these games on arrays, side by side, and count by player, in the order of `levels`.

        `tell` is called again and again with the number of games that have been played so far.
        """
        tally = Tally(len(self.levels))
        players = [array_player(level, player_seed(self.seed, player, 0)) for player, level in enumerate(self.levels)]
        known = [*dict.fromkeys(players)]
        for first in range(0, len(numbers), SIDE_BY_SIDE):
            chosen = numbers[first : first + SIDE_BY_SIDE]
            seatings = [self.seating(number) for number in chosen]

            def tell_all(played: int, before: int = first) -> None:
                tell(before + played)

            results = play_each(
                rules,
                known,
                np.array(chosen, dtype=np.int64),
                np.array([[known.index(players[player]) for player in seating] for seating in seatings], dtype=np.int8),
                seed=self.seed,
                max_plies=self.max_plies,
                counts_turns=True,
                tell=tell_all,
            )
            _add_results(tally, results, seatings)
        return tally


def _add_results(tally: Tally, results: Results, seatings: Sequence[Sequence[int]]) -> None:
    """Count games in their order, as `Tally.add` does."""
    counts, worms, shares = results.counts.tolist(), results.worms.tolist(), results.shares.tolist()
    tally.games += len(seatings)
    tally.unfinished += int((~results.is_finished).sum())
    tally.plies += int(results.plies.sum())
    for game in np.nonzero(results.is_finished)[0].tolist():
        for seat, player in enumerate(seatings[game]):
            tally.turns[player] += counts[game][TURNS][seat]
            tally.fails[player] += counts[game][FAILS][seat]
            tally.steals[player] += counts[game][STEALS][seat]
            tally.worms[player] += worms[game][seat]
            tally.wins[player] += shares[game][seat]


def win_rate(tally: Tally, player: int) -> tuple[float, float]:
    """The share of games won and its standard error."""
    finished = tally.games - tally.unfinished
    rate = tally.wins[player] / finished
    return rate, sqrt(rate * (1 - rate) / finished)
