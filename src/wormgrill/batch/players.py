"""Players on arrays: two that are compiled into the loop over games, and the protocol of all others.

A `Policy` chooses inside the compiled loop, which then plays whole games without Python. Any other player is asked for
many games at once: it sits down at a table once, which gives a `Chooser` with whatever memory it wants, and is then
given the places of the games in which it has to move. A player that thinks once in a turn `TakesTurns` instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.bits import count_bits, highest_place, place_of
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import CHOICES, DICE, Keys, drawn_rank, make_keys, random_word, rolled_dice
from wormgrill.batch.layout import APPLE, CLAIM, DECIDE, FACE_COUNT, KEEP, RETAIN, ROLL, Axes, Game, Games
from wormgrill.batch.moves import FIRST_KEEP, FIRST_RETAIN, ROLL_ON, STOP
from wormgrill.batch.rules import WORM_FACE, apply_dice, apply_move, legal_mask, open_claims
from wormgrill.game.dice import FACE_POINTS
from wormgrill.game.rules import Rules

Ints = NDArray[np.int64]
Seatings = NDArray[np.int8]
Trace = NDArray[np.int8]

MAX_TURN = 48
"""More moves than any turn has."""
ASKS, PLAYS_RANDOM, PLAYS_GREEDY = range(3)
"""How the compiled loop finds the move of a seat; it stops where a player has to be asked."""
WORM_FIRST = 100
"""More than the points of any keep."""


class Batch(NamedTuple):
    """Games that are being played side by side. A game that is over makes room for the next one in its place."""

    games: Games
    numbers: Ints
    """By place the number of the game; its dice follow from the seed and this number."""
    rolls: Ints
    """By place how often dice have been rolled in this game."""
    turns: Ints
    """By place how many turns have begun; with the number of the game it tells whether a turn is still the same."""
    plies: Ints
    seatings: Seatings
    """By place and seat the number of the player who sits there."""
    trace: Trace
    """By place the moves of the turn that is being played, or was played last; dice are no moves."""
    traced: Ints
    """By place how many they are."""


@dataclass(frozen=True)
class Table:
    """What is played, and how many games side by side."""

    rules: Rules
    axes: Axes
    players: int
    places: int
    seed: int


class Chooser(Protocol):
    """A player at one table, with a memory of its own if it wants one."""

    def choose(self, batch: Batch, places: Ints, moves: Ints) -> None:
        """Write the number of a legal move into `moves[i]` for the game at each `places[i]`; change nothing else.

        It is asked for all games at once in which it has to move, whatever their phase. It may keep thoughts by place,
        for as long as `batch.numbers` and `batch.turns` stay the same.
        """
        ...


@runtime_checkable
class TakesTurns(Protocol):
    """A player at one table that plays whole turns: it thinks at their start, and all moves follow from that."""

    def take_turns(self, batch: Batch, places: Ints, max_plies: int) -> object:
        """Play the turns that begin in the games at these places to their ends, dice included."""
        ...


class ArrayPlayer(Protocol):
    """A way to choose moves for many games at once. What it chooses must follow from seed, game and position alone."""

    def sit_down(self, table: Table) -> Chooser | TakesTurns:
        """A chooser for the games of one thread; it is asked for all seats of this player."""
        ...


@dataclass(frozen=True)
class Policy:
    """A player that is compiled into the loop."""

    name: str
    code: int


RANDOM = Policy("random", PLAYS_RANDOM)
"""Plays any legal move, each as likely as the others."""
GREEDY = Policy("greedy", PLAYS_GREEDY)
"""Plays as `players.GreedyPlayer` does."""
POLICIES = {policy.name: policy for policy in (RANDOM, GREEDY)}


def choices_of(policy: Policy, axes: Axes, games: Games, seed: int = 0) -> Ints:
    """The numbers of the moves that a policy chooses in these positions; each counts as the start of another game."""
    moves = np.empty(len(games), dtype=np.int64)
    _fill_choices(policy.code, axes, games, make_keys(seed), moves)
    return moves


class Source(NamedTuple):
    """Where a random word is found: by the number of the game, and its roll for dice, its ply for choices."""

    keys: Keys
    number: int
    counter: int


@compiled_helper
def chosen_by_policy(code: int, axes: Axes, game: Game, source: Source) -> int:
    """The move of a policy."""
    if code == PLAYS_GREEDY:
        return chosen_greedily(axes, game)
    return chosen_at_random(axes, game, random_word(source.keys, CHOICES, source.number, source.counter))


@compiled_helper
def chosen_at_random(axes: Axes, game: Game, word: np.uint64) -> int:
    """Any of the legal moves."""
    legal = legal_mask(axes, game)
    return place_of(legal, drawn_rank(word, count_bits(legal)))


@compiled_helper
def chosen_greedily(axes: Axes, game: Game) -> int:
    """Stop at the first claim; keep worms first, then what counts most; retain the apple; otherwise the last move."""
    if game.phase == DECIDE:
        return STOP if open_claims(axes, game) else ROLL_ON
    if game.phase == CLAIM:
        return highest_place(open_claims(axes, game))
    if game.phase == KEEP:
        face = most_appealing_face(game)
        if face >= 0:
            return FIRST_KEEP + face
    legal = legal_mask(axes, game)
    if game.phase == RETAIN and legal >> (FIRST_RETAIN + APPLE) & 1:
        return FIRST_RETAIN + APPLE
    return highest_place(legal)


@compiled_helper
def most_appealing_face(game: Game) -> int:
    """The face to keep, of equals the lowest; -1 if none can be kept."""
    best, found = 0, -1
    for face in range(FACE_COUNT):  # with few branches: nobody can foresee which faces were rolled
        points = FACE_POINTS[face] + (WORM_FIRST if face == WORM_FACE else 0)
        appeal = game.rolled[face] * points * (game.aside[face] == 0)
        found = face if appeal > best else found
        best = max(best, appeal)
    return found


@compiled_helper
def roll_dice(axes: Axes, game: Game, source: Source) -> None:
    """Make chance's move."""
    word = random_word(source.keys, DICE, source.number, source.counter)
    apply_dice(axes, game, rolled_dice(axes, game, word))


@compiled_helper
def count_and_roll(axes: Axes, game: Game, batch: Batch, place: int, keys: Keys) -> None:
    """Make chance's move in the game at a place."""
    roll_dice(axes, game, Source(keys, batch.numbers[place], batch.rolls[place]))
    batch.rolls[place] += 1
    batch.plies[place] += 1


@compiled_helper
def count_and_apply(axes: Axes, game: Game, batch: Batch, place: int, move: int) -> None:
    """Make a player's move in the game at a place."""
    if game.phase == ROLL:
        batch.turns[place] += 1
        batch.traced[place] = 0
    batch.plies[place] += 1
    batch.trace[place, batch.traced[place]] = move
    batch.traced[place] += 1
    apply_move(axes, game, move)


@compiled
def _fill_choices(code: int, axes: Axes, games: Games, keys: Keys, moves: Ints) -> None:
    for index in range(len(games)):
        moves[index] = chosen_by_policy(code, axes, games[index], Source(keys, index, 0))
