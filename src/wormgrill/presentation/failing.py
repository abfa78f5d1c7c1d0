"""Why a turn has failed, read off the position before its end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wormgrill.game.dice import WORM
from wormgrill.game.rules import Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, State
from wormgrill.game.tiles import LOWEST_STEALABLE


class Cause(StrEnum):
    """What was missing."""

    NOTHING_NEW = "nothing new"
    """The last roll had no face that could be kept."""
    NO_WORM = "no worm"
    TOO_FEW_POINTS = "too few points"
    """Not enough for the lowest tile of the game, even if it lay on the grill."""
    NO_TILE = "no tile"
    """Enough for a tile of the game, but none so low is on the grill, and none with these points can be stolen."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Why a turn has failed."""

    cause: Cause
    points: int = 0
    """What was kept, the canned worm's points included where it counts."""


def fail_of(state: State) -> Fail:
    """Why stopping now is a failed attempt."""
    if state.turn.rolled is not None:
        return Fail(Cause.NOTHING_NEW)
    return fail_with(state, state.points, has_worm=bool(state.turn.aside[WORM - 1]))


def fail_with(before: State, points: int, *, has_worm: bool) -> Fail:
    """Why kept dice of so many points bring nothing.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 26-36 | 21.22.23.24.25 - | seat=1 phase=decide aside=5555W")
    >>> fail_with(state, 25, has_worm=True)
    Fail(cause=<Cause.NO_TILE: 'no tile'>, points=25)
    """
    if not has_worm and before.specialists[before.seat] is not Specialist.CANNED_WORM:
        return Fail(Cause.NO_WORM, points)
    total = points if has_worm else points + CANNED_WORM_POINTS
    lowest = min((tile for tile in before.rules.tiles if tile >= LOWEST_STEALABLE), default=0)
    return Fail(Cause.TOO_FEW_POINTS if total < lowest else Cause.NO_TILE, total)
