"""What keeping dice leads to, as the engine says: points, claims that will be open, and whether the turn ends with it.

Labels promise what stands here and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from wormgrill.game.dice import WORM, earns_bratworm, points, with_die
from wormgrill.game.moves import Claim, Grill, Keep
from wormgrill.game.rules import Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, Phase, State, bratworm_gains, claims, claims_with


class Bratworm(Enum):
    """Whether keeping dice brings a bratworm."""

    NOT_EARNED = auto()
    EARNED = auto()
    NONE_LEFT = auto()
    """It is earned, but nobody can give one."""


@dataclass(frozen=True)
class Outlook:
    """Where a keep leads."""

    total: int
    """The points of the turn, the canned worm's included where it counts."""
    has_worm: bool
    """Whether a kept die is a worm."""
    has_can: bool
    """Whether the canned worm stands for one."""
    claims: tuple[Claim, ...]
    """What stopping afterwards can claim."""
    ends_turn: bool
    """Whether the turn ends by itself."""
    bratworm: Bratworm = Bratworm.NOT_EARNED


def after_keep(state: State, keep: Keep) -> Outlook:
    """Where keeping these dice leads.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("deluxe-2018 | 21-25 | 30@canned_worm - | seat=0 phase=keep aside=44 rolled=15555W")
    >>> found = after_keep(state, Keep(5))
    >>> found.total, found.has_worm, found.has_can, found.claims, found.ends_turn
    (33, False, True, (Grill(tile=25),), False)
    """
    turn = state.turn
    count = turn.rolled.counts[keep.face - 1] if turn.rolled else 0
    aside = with_die(turn.aside, keep.face, count)
    has_worm = bool(aside[WORM - 1])
    has_can = not has_worm and state.specialists[state.seat] is Specialist.CANNED_WORM
    return Outlook(
        total=points(aside) + (CANNED_WORM_POINTS if has_can else 0),
        has_worm=has_worm,
        has_can=has_can,
        claims=claims_with(state, points(aside), has_worm=has_worm),
        ends_turn=count == turn.dice_left or all(aside),
        bratworm=_bratworm(state, keep.face, count),
    )


def _bratworm(state: State, face: int, count: int) -> Bratworm:
    if not state.rules.bratworms or not earns_bratworm(face, count):
        return Bratworm.NOT_EARNED
    return Bratworm.EARNED if bratworm_gains(state)[0] is not state else Bratworm.NONE_LEFT


def gained(state: State, claim: Claim) -> int | None:
    """The tile that a claim brings; None where the hen goes in its place."""
    if isinstance(claim, Grill):
        return claim.tile
    return None if state.specialists[claim.seat] is Specialist.HEN else state.stacks[claim.seat][-1]


def tiles_in_reach(state: State, found: tuple[Claim, ...]) -> tuple[int, ...]:
    """The tiles that these claims bring, ascending."""
    return tuple(sorted(tile for claim in found if (tile := gained(state, claim))))


def tiles_of_stop(state: State) -> frozenset[int]:
    """The tiles that stopping now would take, from the grill or from a player."""
    if not any(state.turn.aside) or state.phase in (Phase.ROB, Phase.RETAIN, Phase.OVER):
        return frozenset()
    return frozenset(tiles_in_reach(state, claims(state)))
