"""Whole games by the million, their results folded together while they are played.

A thread has a few thousand places. It plays the games on all of them as far as it can, folds those that are over into
the tally, and puts the next games in their places: memory does not grow with the number of games. Every game follows
from the seed and its number alone, and everything that is folded is a sum of whole numbers; so results are the same for
any number of threads and places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from math import lcm
from operator import add
from typing import NamedTuple

import numpy as np

from wormgrill.batch.bits import count_bits, has_bit
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import MAX_COUNTER, MAX_GAMES, Keys, make_keys
from wormgrill.batch.layout import CHANCE, NONE, OVER, ROLL, Axes, Games, encode_rules, new_games
from wormgrill.batch.moves import MOVE_COUNT
from wormgrill.batch.players import (
    ASKS,
    MAX_TURN,
    ArrayPlayer,
    Batch,
    Chooser,
    Ints,
    Policy,
    Source,
    Table,
    TakesTurns,
    chosen_by_policy,
    count_and_apply,
    roll_dice,
)
from wormgrill.batch.rules import apply_move, legal_mask, score_of, winner_seats
from wormgrill.batch.steps import IllegalStep
from wormgrill.game.rules import MAX_PLAYERS, Rules, as_rules

MAX_PLIES = 100_000
"""The default limit on the plies of a game: far beyond what random players need."""
PLACES = 2048
"""Games side by side in a thread: their records fill half of a small processor's second cache."""
MANY_TURNS = 1 << 30
"""More than any game has."""
WIN = lcm(*range(1, MAX_PLAYERS + 1))
"""A win in whole parts, so that any number of players can share it."""


@dataclass(frozen=True)
class Tally:
    """What happened over many games, by seat."""

    players: int
    games: int = 0
    unfinished: int = 0
    """Games cut off before the end; they count in no other number but these two and `plies`."""
    plies: int = 0
    turns: int = 0
    rolls: int = 0
    longest: int = 0
    """The most plies of a finished game."""
    shared: int = 0
    """Games with more than one winner."""
    win_parts: tuple[int, ...] = ()
    """By seat the wins, each of `WIN` parts; a shared win counts as an equal part of one."""
    worms: tuple[int, ...] = ()
    """By seat the sum of the scores."""
    worms_squared: tuple[int, ...] = ()
    """By seat the sum of their squares."""

    @property
    def wins(self) -> tuple[float, ...]:
        """By seat the games won; a shared win counts as an equal part of one."""
        return tuple(parts / WIN for parts in self.win_parts)

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.players,
            self.games + other.games,
            self.unfinished + other.unfinished,
            self.plies + other.plies,
            self.turns + other.turns,
            self.rolls + other.rolls,
            max(self.longest, other.longest),
            self.shared + other.shared,
            _added(self.win_parts, other.win_parts),
            _added(self.worms, other.worms),
            _added(self.worms_squared, other.worms_squared),
        )


def _added(ones: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(ones, others, strict=True))


def play(  # noqa: PLR0913  # what is played, by whom, how often, and with how much of the machine
    rules: Rules | str,
    players: Sequence[Policy | ArrayPlayer],
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    max_plies: int = MAX_PLIES,
    threads: int = 1,
    places: int = PLACES,
) -> Tally:
    """Play so many games, one player on each seat, the first game with this number.

    The same seed and numbers give the same games, however they are divided: `play(…, 100) + play(…, 100, first=100)`
    is `play(…, 200)`.

    >>> from wormgrill.batch.players import GREEDY, RANDOM
    >>> tally = play("classic-2014", (GREEDY, RANDOM), games=1000)
    >>> tally.games, tally.wins[0] > 900
    (1000, True)
    """
    rules = as_rules(rules)
    check_players(players)
    new_games(rules, len(players), 0)  # refuses a wrong number of players
    check_bounds(first, games, max_plies, threads, places)
    parts = min(threads, max(games, 1))
    ends = [first + games * part // parts for part in range(parts + 1)]
    table = Table(rules, encode_rules(rules), len(players), min(places, max(games, 1)), seed)

    def play_part(part: int) -> Tally:
        return _play_range(table, players, range(ends[part], ends[part + 1]), max_plies)

    if parts == 1:
        return play_part(0)
    with ThreadPoolExecutor(parts) as pool:
        return _total(pool.map(play_part, range(parts)))


def check_players(players: Sequence[object]) -> None:
    """Refuse players that are given by their names: they cannot be made here."""
    names = [player for player in players if isinstance(player, str)]
    if names:
        raise TypeError(f"{names[0]!r} is a name: wormgrill.players.arrays.array_player makes the player")


def check_bounds(first: int, games: int, max_plies: int, threads: int, places: int) -> None:
    """Refuse numbers of games, plies, threads or places that cannot be."""
    if games < 0 or first < 0 or first + games > MAX_GAMES:
        raise ValueError(f"games {first} to {first + games} are not between 0 and {MAX_GAMES}")
    if not 0 <= max_plies <= MAX_COUNTER:
        raise ValueError(f"max_plies: {max_plies} is not between 0 and {MAX_COUNTER}")
    if threads < 1 or places < 1:
        raise ValueError("games need at least one thread and one place")


def _total(tallies: Iterable[Tally]) -> Tally:
    return reduce(add, tallies)


def _play_range(table: Table, players: Sequence[Policy | ArrayPlayer], numbers: range, max_plies: int) -> Tally:
    """Play the games of these numbers in one thread."""
    keys = make_keys(table.seed)
    start = new_games(table.rules, table.players, 1)
    batch = empty_batch(start, table.places)
    distinct = [*{id(player): player for player in players}.values()]
    batch.seatings[:, : table.players] = [
        next(number for number, other in enumerate(distinct) if other is player) for player in players
    ]
    sums = _new_sums()
    asked = Asked(table, distinct)
    codes = codes_of(distinct)
    waiting = numbers.start
    while True:
        waiting = fold_and_refill(batch, start, sums, max_plies, (waiting, numbers.stop))
        if (batch.numbers == NONE).all():
            return _tally(table.players, sums)
        play_on(table.axes, batch, codes, keys, (max_plies, MANY_TURNS))
        for _ in asked.moves(batch, max_plies):
            pass


def codes_of(players: Sequence[Policy | ArrayPlayer]) -> Ints:
    """By player how the compiled loop finds its moves."""
    return np.array([player.code if isinstance(player, Policy) else ASKS for player in players])


class Asked:
    """The players that are asked for their moves, each for all its seats at once."""

    def __init__(self, table: Table, players: Sequence[Policy | ArrayPlayer]) -> None:
        self._axes = table.axes
        self._choosers: dict[int, Chooser | TakesTurns] = {
            number: player.sit_down(table) for number, player in enumerate(players) if not isinstance(player, Policy)
        }

    def moves(self, batch: Batch, max_plies: int) -> Iterator[None]:
        """Ask for one move, or for the moves of one turn, in every game that waits for one, player by player."""
        everywhere = np.arange(len(batch.numbers))
        for number, chooser in self._choosers.items():
            is_open = (batch.games["phase"] != OVER) & (batch.plies < max_plies) & (batch.numbers != NONE)
            places = np.nonzero(is_open & (batch.seatings[everywhere, batch.games["seat"]] == number))[0]
            if isinstance(chooser, TakesTurns):
                chooser.take_turns(batch, places, max_plies)
            elif places.size:
                moves = np.full(places.size, NONE, dtype=np.int64)
                chooser.choose(batch, places, moves)
                illegal = make_chosen_moves(self._axes, batch, places, moves)
                if illegal != NONE:
                    raise IllegalStep(f"{chooser} chose the move {moves[illegal]}, which", int(places[illegal]))
            yield


def empty_batch(start: Games, places: int) -> Batch:
    """Places without games."""
    numbers = np.full(places, NONE, dtype=np.int64)
    rolls, turns, plies, traced = (np.zeros(places, dtype=np.int64) for _ in range(4))
    seatings, trace = np.zeros((places, MAX_PLAYERS), dtype=np.int8), np.zeros((places, MAX_TURN), dtype=np.int8)
    return Batch(np.repeat(start, places), numbers, rolls, turns, plies, seatings, trace, traced)


# ------------------------------------------------------------------------------------------------ the compiled loops


@compiled
def play_on(axes: Axes, batch: Batch, codes: Ints, keys: Keys, most: tuple[int, int]) -> None:
    """Play every game until it is over, cut off, a player has to be asked, or so many turns have ended.

    `most` are the plies of a game and the turns that are played now.
    """
    for place in range(len(batch.numbers)):
        if batch.numbers[place] != NONE:
            play_game_on(axes, batch, place, codes, keys, most)


@compiled_helper
def play_game_on(  # noqa: PLR0913, PLR0917  # the same for one of the games
    axes: Axes, batch: Batch, place: int, codes: Ints, keys: Keys, most: tuple[int, int]
) -> None:
    """Play one game until it is over, cut off, a player has to be asked, or so many turns have ended."""
    game, number, seats = batch.games[place], batch.numbers[place], batch.seatings[place]
    plies, rolls, turns, traced = batch.plies[place], batch.rolls[place], batch.turns[place], batch.traced[place]
    max_plies, turns_left = most
    while game.phase != OVER and plies < max_plies and turns_left:
        if game.phase == CHANCE:
            roll_dice(axes, game, Source(keys, number, rolls))
            rolls += 1
        else:
            code = codes[seats[game.seat]]
            if code == ASKS:
                break
            if game.phase == ROLL:
                turns += 1
                traced = 0
            move = chosen_by_policy(code, axes, game, Source(keys, number, plies))
            batch.trace[place, traced] = move
            traced += 1
            apply_move(axes, game, move)
        plies += 1
        turns_left -= game.phase == ROLL
    batch.plies[place], batch.rolls[place], batch.turns[place], batch.traced[place] = plies, rolls, turns, traced


@compiled
def make_chosen_moves(axes: Axes, batch: Batch, places: Ints, moves: Ints) -> int:
    """Make the moves that were chosen; the index of one that is not legal, which is not made, else -1."""
    for index in range(len(places)):
        game, move = batch.games[places[index]], moves[index]
        if not (0 <= move < MOVE_COUNT and has_bit(legal_mask(axes, game), move)):
            return index
        count_and_apply(axes, game, batch, places[index], move)
    return NONE


class Sums(NamedTuple):
    """A tally that compiled functions add to."""

    totals: Ints
    """Games, unfinished, plies, turns, rolls, longest, shared."""
    win_parts: Ints
    worms: Ints
    worms_squared: Ints


def _new_sums() -> Sums:
    return Sums(np.zeros(7, dtype=np.int64), *(np.zeros(MAX_PLAYERS, dtype=np.int64) for _ in range(3)))


def _tally(players: int, sums: Sums) -> Tally:
    totals, *by_seat = (each.tolist() for each in sums)
    return Tally(players, *totals, *(tuple(each[:players]) for each in by_seat))


@compiled
def fold_and_refill(batch: Batch, start: Games, sums: Sums, max_plies: int, numbers: tuple[int, int]) -> int:
    """Fold the games that are over or cut off, and begin the next ones; the number that is next then.

    `numbers` are the next game and the one after the last. Places for which no game is left have the number -1.
    """
    waiting, end = numbers
    for place in range(len(batch.numbers)):
        number = batch.numbers[place]
        if number != NONE:
            if batch.games[place].phase != OVER and batch.plies[place] < max_plies:
                continue
            fold_game(batch, place, sums)
            batch.numbers[place] = NONE
        if waiting < end:
            batch.games[place] = start[0]
            batch.numbers[place] = waiting
            batch.rolls[place] = batch.turns[place] = batch.plies[place] = batch.traced[place] = 0
            waiting += 1
    return waiting


@compiled_helper
def fold_game(batch: Batch, place: int, sums: Sums) -> None:
    """Add what happened in a game."""
    game, totals = batch.games[place], sums.totals
    totals[0] += 1
    totals[2] += batch.plies[place]
    if game.phase != OVER:
        totals[1] += 1
        return
    totals[3] += batch.turns[place]
    totals[4] += batch.rolls[place]
    totals[5] = max(totals[5], batch.plies[place])
    winners = winner_seats(game)
    sharing = count_bits(winners)
    totals[6] += sharing > 1
    for seat in range(game.players):
        score = score_of(game, seat)
        sums.worms[seat] += score
        sums.worms_squared[seat] += score * score
        if has_bit(winners, seat):
            sums.win_parts[seat] += WIN // sharing
