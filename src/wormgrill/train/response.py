"""A best response: how much better somebody fares who has learned to play against one opponent, and nothing else.

Two play: the learner, by its net, and an opponent who stays as it is. The net sees the positions after the learner's
own turns, where the opponent moves, and nobody else's. Let `V` be the learner's chance there by the net, and `B` what
the learner's next turn is worth by the net, or the result if the game is over before it. The target of a position is

    G(t) = B(t + 1) + luck + lambda * (G(t + 2) - V(t + 2))

where `luck` is what the dice brought the opponent in its turn, by the opponent's own value: it is 0 on average, and
takes most of what the dice brought out of `B`. A turn of the learner that was played at random cuts the rest off.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.ends import Floats, Ints
from wormgrill.batch.features import Slots, slots_of, slots_of_rules
from wormgrill.batch.games import MAX_PLIES, empty_batch
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnTaker
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import MIN_PLAYERS, Rules
from wormgrill.train.selfplay import Exploring, Positions, random_ends

Flags = NDArray[np.bool_]


class _Own(NamedTuple):
    """Turns of the learner, one in each of some games."""

    places: Ints
    worth: Floats
    is_random: Flags


class _Theirs(NamedTuple):
    """Turns of the opponent, likewise."""

    places: Ints
    slots: Slots
    chances: Floats
    """Of the learner, by its net."""
    luck: Floats
    """Of the opponent."""
    is_random: Flags


def play_against(  # noqa: PLR0913  # who plays against whom, how many games, and how
    value: WinValue, opponent: WinValue, rules: Rules, games: int, *, trust: float, seed: int, exploring: Exploring
) -> Positions:
    """Let a value play against an opponent, in either seat; `trust` is the lambda of the targets."""
    random = np.random.default_rng(seed)
    table = Table(rules, encode_rules(rules), MIN_PLAYERS, games, seed)
    learner, other = (TurnTaker(each, make_taste(0.0, 0), table) for each in (value, opponent))
    batch = empty_batch(new_games(rules, MIN_PLAYERS, 1), games)
    batch.numbers[:] = np.arange(games)
    own_seats = np.arange(games) % MIN_PLAYERS
    openings = np.where(
        random.random(games) < exploring.openings, random.integers(1, exploring.longest_opening + 1, games), 0
    )
    steps, of_rules = list[tuple[_Own, _Theirs]](), slots_of_rules(rules)
    for turn in range(exploring.most_turns):
        places = np.nonzero(batch.games["phase"] != OVER)[0]
        if not places.size:
            break
        is_own = batch.games["seat"][places] == own_seats[places]
        own, theirs = places[is_own], places[~is_own]
        starts, their_starts = batch.games[own], batch.games[theirs]
        is_random = (random.random(own.size) < exploring.turns) | (turn < openings[own])
        worth = learner.take_turns(batch, own, MAX_PLIES)
        _play_at_random(table, batch.games, own, starts, is_random, random)
        seats, movers = own_seats[theirs], 1 - own_seats[theirs]
        slots, chances = slots_of(table.axes, their_starts, of_rules, MIN_PLAYERS), value(their_starts, seats)
        luck = -other.take_turns(batch, theirs, MAX_PLIES)
        luck += opponent(batch.games[theirs], movers)
        is_opening = turn < openings[theirs]
        _play_at_random(table, batch.games, theirs, their_starts, is_opening, random)
        steps.append((_Own(own, worth, is_random), _Theirs(theirs, slots, chances, luck, is_opening)))
    is_over = batch.games["phase"] == OVER
    every = np.arange(games)
    ends = np.where(is_over, shares_of_win(batch.games)[every, own_seats], value(batch.games, own_seats))
    return _with_targets(steps, ends, trust)


def _play_at_random(  # noqa: PLR0913, PLR0917  # which turns, where they began, and by what
    table: Table, games: Games, places: Ints, starts: Games, is_random: Flags, random: np.random.Generator
) -> None:
    """Let these turns have ended anyhow instead."""
    if is_random.any():
        games[places[is_random]] = random_ends(table, starts[is_random], random)


def _with_targets(steps: list[tuple[_Own, _Theirs]], ends: Floats, trust: float) -> Positions:
    """The positions before the opponent's turns; `ends` are the chances of the learner after all turns."""
    known, unknown = ends.copy(), np.zeros_like(ends)
    slots, targets, surprises = [], [], []
    for own, theirs in reversed(steps):
        rest = np.where(own.is_random, 0.0, unknown[own.places])
        known[own.places], unknown[own.places] = own.worth + trust * rest, 0.0
        target = known[theirs.places] + theirs.luck
        unknown[theirs.places] = np.where(theirs.is_random, 0.0, target - theirs.chances)
        is_told = ~theirs.is_random
        slots.append(theirs.slots[is_told])
        targets.append(np.stack([1.0 - target[is_told], target[is_told]], axis=1).astype(np.float32))
        surprises.append(unknown[theirs.places][is_told].astype(np.float32))
    return Positions(np.concatenate(slots), np.concatenate(targets), np.concatenate(surprises))
