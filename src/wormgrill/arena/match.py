"""Matches: named players against each other over many games, with fair seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from wormgrill.arena.simulate import MAX_PLIES, Tally, game_random, play_game
from wormgrill.game.moves import Move
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from wormgrill.game.state import State
from wormgrill.players import Player, level_named, make_player

Ply = tuple[State, Move, State]


@dataclass(frozen=True)
class Match:
    """Players of these levels at one table; game by game everyone moves one seat on, so starts are shared evenly.

    >>> Match(("thinker", "greedy")).seating(1)
    (1, 0)
    """

    levels: tuple[str, ...]
    seed: int = 0
    max_plies: int = MAX_PLIES

    def __post_init__(self) -> None:
        for level in self.levels:
            level_named(level)
        if not MIN_PLAYERS <= len(self.levels) <= MAX_PLAYERS:
            raise ValueError(f"{len(self.levels)} players cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can")

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
            make_player(self.levels[player], (self.seed * 1_000_003 + number) * MAX_PLAYERS + player)
            for player in self.seating(number)
        ]

    def play(self, rules: Rules, number: int) -> Iterator[Ply]:
        """Play one game of the match."""
        return play_game(rules, self.players(number), game_random(self.seed, number), self.max_plies)

    def tally(self, rules: Rules, numbers: Sequence[int]) -> Tally:
        """Play these games and count by player, in the order of `levels`."""
        tally = Tally(len(self.levels))
        for number in numbers:
            tally.add(list(self.play(rules, number)), self.seating(number))
        return tally


def win_rate(tally: Tally, player: int) -> tuple[float, float]:
    """The share of games won and its standard error."""
    finished = tally.games - tally.unfinished
    rate = tally.wins[player] / finished
    return rate, sqrt(rate * (1 - rate) / finished)
