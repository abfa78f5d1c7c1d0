"""Chosen games, each with its own seating, and the result of each of them: what comparisons of players are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.counting import TurnCounter
from wormgrill.batch.dice import MAX_GAMES, make_keys
from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.games import (
    MANY_TURNS,
    MAX_PLIES,
    PLACES,
    Asked,
    check_bounds,
    check_players,
    codes_of,
    empty_batch,
    play_on,
)
from wormgrill.batch.layout import NONE, OVER, encode_rules, new_games
from wormgrill.batch.luck import LuckFollower, WinValue
from wormgrill.batch.players import ArrayPlayer, Policy, Seatings, Table
from wormgrill.batch.steps import scores
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import Rules, as_rules


class Results(NamedTuple):
    """How each of many games has ended."""

    shares: Floats
    """By `[game, seat]`: 1 for the winner, an equal share for those who share the win, or if the game was cut off."""
    luck: Floats
    """By `[game, seat]` how much of that was the luck of all rolls; 0 if it was not asked for."""
    plies: Ints
    is_finished: NDArray[np.bool_]
    worms: Ints
    """By `[game, seat]` as the game ended, or as it stood where it was cut off."""
    counts: Ints
    """By `[game, TURNS, FAILS or STEALS of batch.counting, seat]` the turns that have ended; 0 if not asked for."""


def play_each(  # noqa: PLR0913  # what is played, by whom, and what is wanted of it
    rules: Rules | str,
    players: Sequence[Policy | ArrayPlayer],
    numbers: Ints,
    seatings: NDArray[np.integer],
    *,
    seed: int = 0,
    max_plies: int = MAX_PLIES,
    places: int = PLACES,
    value: WinValue | None = None,
    counts_turns: bool = False,
    tell: Callable[[int], None] = lambda _games: None,
) -> Results:
    """Play the games of these numbers; `seatings[game, seat]` tells which of the players sits there.

    Games of one number have the same dice, whoever plays. With a value the luck of every roll is counted by it. What
    comes out for a game depends on seed, number, seating and players alone. `tell` is called again and again with the
    number of games that have been played so far.

    >>> from wormgrill.batch.players import GREEDY, RANDOM
    >>> played = play_each("classic-2014", (GREEDY, RANDOM), np.array([7, 7]), np.array([[0, 1], [1, 0]]))
    >>> played.shares.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    rules, (games, seats) = as_rules(rules), seatings.shape
    check_players(players)
    new_games(rules, seats, 0)  # refuses a wrong number of players
    if len(numbers) != games:
        raise ValueError(f"there are {len(numbers)} numbers and {games} seatings")
    strangers = seatings[(seatings < 0) | (seatings >= len(players))]
    if strangers.size:
        raise ValueError(f"{len(players)} players sit down, and seatings name player {strangers[0]}")
    first, end = int(numbers.min(initial=MAX_GAMES)), int(numbers.max(initial=-1)) + 1
    check_bounds(min(first, end), end - min(first, end), max_plies, 1, places)
    table = Table(rules, encode_rules(rules), seats, min(places, max(games, 1)), seed)
    playing = _Playing(table, players, numbers, seatings.astype(np.int8), max_plies, value, counts_turns)
    while playing.begin_games():
        tell(playing.played)
        playing.play_turns()
    tell(playing.played)
    return playing.results


class _Playing:
    """Games on their way through the places of a batch."""

    def __init__(  # noqa: PLR0913, PLR0917  # what is played, by whom, and what is wanted of it
        self,
        table: Table,
        players: Sequence[Policy | ArrayPlayer],
        numbers: Ints,
        seatings: Seatings,
        max_plies: int,
        value: WinValue | None,
        counts_turns: bool,
    ) -> None:
        games, seats = seatings.shape
        self._table, self._numbers, self._seatings, self._max_plies = table, numbers, seatings, max_plies
        self._start = new_games(table.rules, seats, 1)
        self._batch = empty_batch(self._start, table.places)
        self._asked, self._codes, self._keys = Asked(table, players), codes_of(players), make_keys(table.seed)
        self._follower = LuckFollower(value, table, self._batch) if value else None
        self._counter = TurnCounter(self._batch) if counts_turns else None
        self.played, self._waiting = 0, 0
        self._played_at = np.full(table.places, NONE, dtype=np.int64)
        """By place which of the games it is."""
        self.results = Results(
            shares=np.zeros((games, seats)),
            luck=np.zeros((games, seats)),
            plies=np.zeros(games, dtype=np.int64),
            is_finished=np.zeros(games, dtype=np.bool_),
            worms=np.zeros((games, seats), dtype=np.int64),
            counts=np.zeros((games, 3, seats), dtype=np.int64),
        )

    def begin_games(self) -> bool:
        """Take the results of games that are over, and begin others in their places; whether any is left."""
        batch = self._batch
        is_over = batch.games["phase"] == OVER
        is_done = (batch.numbers == NONE) | is_over | (batch.plies >= self._max_plies)
        self._take_results(np.nonzero(is_done & (batch.numbers != NONE))[0], is_over)
        batch.numbers[is_done] = NONE
        places = np.nonzero(is_done)[0][: len(self._numbers) - self._waiting]
        if places.size:
            chosen = np.arange(self._waiting, self._waiting + places.size)
            self._waiting += places.size
            self._played_at[places] = chosen
            batch.games[places] = self._start[0]
            batch.numbers[places] = self._numbers[chosen]
            batch.seatings[places, : self._seatings.shape[1]] = self._seatings[chosen]
            for counts in (batch.rolls, batch.turns, batch.plies, batch.traced):
                counts[places] = 0
            if self._follower:
                self._follower.begin(places)
            if self._counter:
                self._counter.begin(places)
        return bool((batch.numbers != NONE).any())

    def _take_results(self, places: Ints, is_over: NDArray[np.bool_]) -> None:
        games, seats = self._played_at[places], self._seatings.shape[1]
        results = self.results
        self.played += len(games)
        results.is_finished[games] = is_over[places]
        results.plies[games] = self._batch.plies[places]
        shares = shares_of_win(self._batch.games[places])[:, :seats]
        results.shares[games] = np.where(is_over[places, None], shares, 1 / seats)
        results.worms[games] = scores(self._batch.games[places])[:, :seats]
        if self._follower:
            results.luck[games] = self._follower.luck[places, :seats]
        if self._counter:
            results.counts[games] = self._counter.counts[places, :, :seats]

    def play_turns(self) -> None:
        """Play on in every game: about a turn of each, where turns are followed."""
        turns = 1 if self._follower or self._counter else MANY_TURNS
        play_on(self._table.axes, self._batch, self._codes, self._keys, (self._max_plies, turns))
        self._follow()
        for _ in self._asked.moves(self._batch, self._max_plies):
            self._follow()

    def _follow(self) -> None:
        if self._counter:
            self._counter.follow()
        if self._follower:
            self._follower.follow(self._max_plies)
