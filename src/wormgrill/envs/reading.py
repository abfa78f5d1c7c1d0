"""What environments are given, read and checked: `ValueError` with one sentence for what cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import isfinite
from numbers import Real
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.layout import NONE
from wormgrill.game.errors import quoted, shortened
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, as_rules, check_players
from wormgrill.players.arrays import ARRAY_PLAYERS

PENALTY = -1.0
"""The reward of an action that is not legal."""


def read_rules(rules: str | Rules) -> Rules:
    """Rules, or the rules of a text."""
    try:
        return as_rules(rules)
    except TypeError as problem:
        raise ValueError(str(problem)) from None  # as all else


def number_of_players(players: int) -> int:
    """The number of players, if a game has so many."""
    players = whole_number(players, "the number of players")
    check_players(players)
    return players


def make_opponents(names: str | Sequence[str]) -> tuple[str, ...]:
    """The names of the other players clockwise, if all of them are known."""
    if not isinstance(names, Sequence) or isinstance(names, bytes):
        raise ValueError(f"opponents are a list of names of levels in their order, not {names!r}")  # as all else
    names = (names,) if isinstance(names, str) else tuple(names)
    if not MIN_PLAYERS - 1 <= len(names) <= MAX_PLAYERS - 1:
        raise ValueError(f"{len(names)} opponents cannot play: {MIN_PLAYERS - 1} to {MAX_PLAYERS - 1} can")
    for name in names:
        if name not in ARRAY_PLAYERS:
            raise ValueError(f"{quoted(str(name))} is not a level: known are {', '.join(ARRAY_PLAYERS)}")
    return names


def check_seat(seat: int | None, players: int) -> int:
    """The number of a seat, or -1 for a seat that changes."""
    if seat is None:
        return NONE
    seat = whole_number(seat, "a seat")
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat} at a table for {players}: seats are 0 to {players - 1}, or None")
    return seat


def check_steps(steps: int | None) -> int | None:
    """After how many steps a game is cut off; None if it never is, for which Gymnasium also writes -1."""
    if steps is None or (steps := whole_number(steps, "max_episode_steps")) == NONE:
        return None
    if steps < 1:
        raise ValueError(f"games cannot be cut off after {steps} steps: max_episode_steps is at least 1, or None")
    return steps


def check_penalty(penalty: float) -> float:
    """The penalty, if it is a number."""
    with suppress(OverflowError):
        if isinstance(penalty, Real) and isfinite(penalty):
            return float(penalty)
    raise ValueError(f"the penalty is a number such as {PENALTY}, not {shortened(repr(penalty))}")


def check_seed(seed: int | None) -> int | None:
    """A seed as a number of Python, if there is one."""
    return None if seed is None else whole_number(seed, "a seed")


def check_options(options: dict[str, Any] | None) -> None:
    """Nothing can be chosen when games begin."""
    if options:
        raise ValueError(f"reset takes no options, not {options!r}")


def whole_number(value: Any, what: str) -> int:
    """A whole number, NumPy's included."""
    try:
        return index(value)
    except TypeError:
        raise ValueError(f"{what} is a whole number, not {value!r}") from None


def checked_action(action: Any, count: int) -> int:
    """An action as a number."""
    try:
        found = index(action)
    except TypeError:
        raise ValueError(f"an action is a whole number from 0 to {count - 1}, not {action!r}") from None
    if not 0 <= found < count:
        raise ValueError(f"there is no action {found}: actions are 0 to {count - 1}")
    return found


def checked_actions(actions: Any, number: int, count: int) -> NDArray[Any]:
    """Actions as an array."""
    try:
        found = np.asarray(actions)
    except ValueError:  # lists of several lengths
        found = np.asarray(None)
    if found.shape != (number,) or found.dtype.kind not in "iu":
        given = f"an array of {found.dtype} of the shape {found.shape}" if found.shape else shortened(repr(actions))
        raise ValueError(f"a step takes {number} whole numbers, one action for each game, not {given}")
    if found.min() < 0 or found.max() >= count:
        wrong = found[(found < 0) | (found >= count)][0]
        raise ValueError(f"there is no action {wrong}: actions are 0 to {count - 1}")
    return found
