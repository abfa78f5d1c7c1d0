"""Games of a net against itself, and what is learned from each of their positions.

For a position at the start of a turn, let `V` be the chances of all seats by the net, and `C` what they are before the
first roll if the mover plays the turn best: exact but for the values of its ends. The target of a position is

    G(t) = C(t) + lambda * (G(t + 1) - V(t + 1))

The dice of the turn add to one chance what they take from another; `C` is free of it, so the luck of the dice cancels,
and in the end only what the net did not know is left to learn. A turn that was played at random tells nothing of what
comes after it: there the target is `C`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.ends import Floats, Ints, all_ends
from wormgrill.batch.features import Slots, count_slots, slots_of, slots_of_rules
from wormgrill.batch.games import MAX_PLIES, empty_batch
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.led import SeatsSolver
from wormgrill.batch.luck import WinValue
from wormgrill.batch.net import Singles
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnTaker
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import MIN_PLAYERS, Rules


@dataclass(frozen=True)
class Exploring:
    """How often turns are played at random, so that the net also learns of positions that good play avoids."""

    turns: float = 0.03
    """The part of turns that end with any result that they can have."""
    openings: float = 0.3
    """The part of games that begin with some such turns."""
    longest_opening: int = 12
    most_turns: int = 400
    """A game that is not over by then is cut off, and counts as the net sees it."""


class Positions(NamedTuple):
    """Positions to learn from."""

    slots: Slots
    """By `[position, slot]`."""
    targets: Singles
    """By `[position, seat from the mover on]`; they sum to 1, but one alone may lie below 0 or above 1."""
    surprises: Singles
    """By position how far the net's chance for the mover was off its target."""


class _Step(NamedTuple):
    """The turns that were played at once, one in each game that was not over."""

    places: Ints
    movers: Ints
    slots: Slots
    chances: Floats
    means: Floats
    """By `[turn, seat]` the chances after the turn, if it is played as it should be, without the mover's luck."""
    is_random: NDArray[np.bool_]


def play_games(  # noqa: PLR0913  # who plays what, how many, and how
    value: WinValue, rules: Rules, players: int, games: int, *, trust: float, seed: int, exploring: Exploring
) -> Positions:
    """Let a value play games against itself; `trust` is the lambda of the targets."""
    random = np.random.default_rng(seed)
    table = Table(rules, encode_rules(rules), players, games, seed)
    taker, seats = TurnTaker(value, make_taste(0.0, 0), table), SeatsSolver(value, table, is_rough=True)
    batch = empty_batch(new_games(rules, players, 1), games)
    batch.numbers[:] = np.arange(games)
    openings = np.where(
        random.random(games) < exploring.openings, random.integers(1, exploring.longest_opening + 1, games), 0
    )
    steps = list[_Step]()
    of_rules = slots_of_rules(rules)
    for turn in range(exploring.most_turns):
        places = np.nonzero(batch.games["phase"] != OVER)[0]
        if not places.size:
            break
        starts = batch.games[places]
        chances = value.of_all(starts)[:, :players]
        slots = slots_of(table.axes, starts, of_rules, players)
        worth = taker.take_turns(batch, places, MAX_PLIES)
        movers = starts["seat"].astype(np.int64)
        means = seats.worth(starts) if players > MIN_PLAYERS else for_two(worth, movers)
        is_random = (random.random(places.size) < exploring.turns) | (turn < openings[places])
        chosen = np.nonzero(is_random)[0]
        if chosen.size:
            batch.games[places[chosen]] = random_ends(table, starts[chosen], random)
        steps.append(_Step(places, movers, slots, chances, means, is_random))
    is_over = batch.games["phase"] == OVER
    ends = np.where(is_over[:, None], shares_of_win(batch.games), value.of_all(batch.games))[:, :players]
    return _with_targets(steps, ends, trust, players)


def for_two(worth: Floats, movers: Ints) -> Floats:
    """The chances of both: what the mover does not have is the other one's."""
    return np.where(np.arange(2) == movers[:, None], worth[:, None], 1.0 - worth[:, None])


def random_ends(table: Table, games: Games, random: np.random.Generator) -> Games:
    """Any end of each of these turns, each as likely as the others."""
    ends, index = all_ends(table.axes, games)
    firsts = np.searchsorted(index[:, 0], np.arange(len(games) + 1))
    found: Games = ends[firsts[:-1] + random.integers(0, np.diff(firsts))]
    return found


def _with_targets(steps: list[_Step], ends: Floats, trust: float, players: int) -> Positions:
    """The positions of all steps; `ends` are the chances of all seats after the last one."""
    total = sum(step.places.size for step in steps)
    slots = np.empty((total, count_slots(players)), dtype=np.int16)
    targets, surprises = np.empty((total, players), dtype=np.float32), np.empty(total, dtype=np.float32)
    after_chances, after_targets = ends.copy(), ends.copy()
    end = total
    for step in reversed(steps):
        begin = end - step.places.size
        every, movers, chances = np.arange(step.places.size), step.movers, step.chances
        rest = after_targets[step.places] - after_chances[step.places]
        target = step.means + np.where(step.is_random[:, None], 0.0, trust * rest)
        after_chances[step.places], after_targets[step.places] = chances, target
        slots[begin:end] = step.slots
        seats = (movers[:, None] + np.arange(players)) % players
        targets[begin:end] = np.take_along_axis(target, seats, axis=1)
        surprises[begin:end] = target[every, movers] - chances[every, movers]
        end = begin
    return Positions(slots, targets, surprises)
