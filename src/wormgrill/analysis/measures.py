"""What the results of a turn are worth: the payoffs with which a position is handed to the solver.

Values count from now on: what has already been gained in this turn (a bratworm for two 1s) is safe and counts no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wormgrill.game.dice import FACE_POINTS, WORM
from wormgrill.game.moves import Claim, Grill
from wormgrill.game.rules import Specialist
from wormgrill.game.state import APPLE_WORMS, CANNED_WORM_POINTS, Phase, State, claims_with, robbable
from wormgrill.game.tiles import worms
from wormgrill.solver import MAX_POINTS, Payoffs

EQUAL = 1e-9
"""Values that differ by no more than this are the same: the difference is rounding."""

SpecialistWorth = tuple[tuple[Specialist, float], ...]

PRINTED: SpecialistWorth = ((Specialist.APPLE, float(APPLE_WORMS)),)
"""Specialists by the worms they count at the end: only the apple does."""

PLAYED: SpecialistWorth = (
    (Specialist.APPLE, 3.0),
    (Specialist.CANNED_WORM, 0.8),
    (Specialist.GOLDEN_DIE, 1.0),
    (Specialist.HEN, 0.8),
    (Specialist.WEASEL, 1.2),
)
"""Specialists by what they bring in play, in worms. Found by games of players that differ in one entry, which win
equally often near these values: they need not be exact."""


class Measure(Protocol):
    """A way to count: turns the results of a turn into numbers for the solver."""

    def __hash__(self) -> int:
        """Solutions are remembered by measure."""
        ...

    def payoffs(self, state: State) -> Payoffs:
        """The value of every way this turn can end."""
        ...

    def claim(self, state: State, total: int, earned: int = 0) -> Claim | None:
        """What is claimed with so many points and a worm, and so many bratworms earned before; None is a fail."""
        ...

    def of_claim(self, state: State, claim: Claim) -> float:
        """What a claim brings, with the specialist that comes with it."""
        ...

    def of_bratworm(self, state: State) -> float:
        """What one more bratworm is worth."""
        ...

    def of_specialist(self, specialist: Specialist | None) -> float:
        """What owning a specialist is worth."""
        ...

    def of_claimed(self, state: State) -> float:
        """What the claim counts that has already been made in this turn, while a choice that it brought is open."""
        ...


@dataclass(frozen=True)
class Worth:
    """Counts worms: what is gained and lost, and, among p players, 1 / (p - 1) of what a victim loses.

    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import initial_state
    >>> state = initial_state(EDITIONS["classic-2014"], 2)
    >>> WORMS.of_claim(state, Grill(29)), WORMS.of_fail(state)
    (3.0, 0.0)
    """

    counts_victims: bool = True
    """False counts only what the player gains and loses."""
    specialists: SpecialistWorth = PRINTED

    def of_specialist(self, specialist: Specialist | None) -> float:
        """What owning a specialist is worth."""
        for name, value in self.specialists:
            if name is specialist:
                return value
        return 0.0

    def _share(self, state: State) -> float:
        return 1 / (state.players - 1) if self.counts_victims else 0.0

    def of_bratworm(self, state: State, earned: int = 0) -> float:
        """What one more bratworm is worth when so many have been earned from now on."""
        if state.supply > earned:
            return 1.0
        to_rob = sum(state.bratworms[seat] for seat in robbable(state))
        return 1 + self._share(state) if to_rob > earned - state.supply else 0.0

    def of_fail(self, state: State) -> float:
        """What failing brings: never more than nothing."""
        stack, own = state.stacks[state.seat], state.specialists[state.seat]
        if own is Specialist.HEN:
            return 0.0 - self.of_specialist(own) if stack else 0.0
        return 0.0 - (worms(stack[-1]) if stack else 0) - self.of_specialist(own)

    def of_claim(self, state: State, claim: Claim, earned: int = 0) -> float:
        """What a claim brings, with the specialist that comes with it, when so many bratworms were earned before."""
        if isinstance(claim, Grill):
            found = next((name for tile, name in state.on_tile if tile == claim.tile), None)
            if found is Specialist.RAVEN:
                return worms(claim.tile) + self.of_bratworm(state, earned)
            return worms(claim.tile) + self._of_receiving(state, found)
        specialist = state.specialists[claim.seat]
        gain = self._of_receiving(state, specialist)
        loss = self.of_specialist(specialist)
        if specialist is not Specialist.HEN:
            gain += worms(state.stacks[claim.seat][-1])
            loss += worms(state.stacks[claim.seat][-1])
        return gain + loss * self._share(state)

    def _of_receiving(self, state: State, specialist: Specialist | None) -> float:
        """The better one of two is retained, so a second one brings only what it is worth more."""
        own = self.of_specialist(state.specialists[state.seat])
        return max(self.of_specialist(specialist) - own, 0.0)

    def of_claimed(self, _state: State) -> float:
        """It is safe, and values count from now on."""
        return 0.0

    def claim(self, state: State, total: int, earned: int = 0) -> Claim | None:
        """The best of what can be claimed with so many points; of equals the steal."""
        choices = claims_with(state, total)
        if len(choices) < 2:
            return choices[0] if choices else None
        grill, steal = (self.of_claim(state, choice, earned) for choice in choices)
        return choices[0] if grill > steal + EQUAL else choices[1]

    def payoffs(self, state: State) -> Payoffs:
        """The value of every way this turn can end."""
        failed, bratworm = self.of_fail(state), self.of_bratworm(state)
        stopped = np.full((2, 2, MAX_POINTS + 1), failed, dtype=np.float64)
        is_canned = state.specialists[state.seat] is Specialist.CANNED_WORM
        known: dict[tuple[Claim, ...], list[float]] = {(): [failed, failed]}
        for points in range(MAX_POINTS + 1):
            choices = claims_with(state, points)
            if choices not in known:
                known[choices] = [max(self.of_claim(state, claim, earned) for claim in choices) for earned in (0, 1)]
            stopped[:, 1, points] = known[choices]
            if is_canned and points >= CANNED_WORM_POINTS:
                stopped[:, 0, points - CANNED_WORM_POINTS] = known[choices]
        stopped[1] += bratworm
        return Payoffs(stopped, np.array([failed, failed + bratworm]))


WORMS = Worth()
"""What I gain, and my share of what a victim loses."""
OWN = Worth(counts_victims=False)
"""Only what I gain and lose."""
PLAY = Worth(specialists=PLAYED)
"""Like `WORMS`, but every specialist counts what it brings in play."""


@dataclass(frozen=True)
class Target:
    """Counts 1 for reaching a number of points with a worm, real or canned, and 0 for anything else."""

    points: int
    is_exact: bool = False
    """Exactly so many points; else at least so many."""

    def claim(self, state: State, total: int, earned: int = 0) -> Claim | None:
        """The best of what can be claimed with so many points, in worms."""
        return WORMS.claim(state, total, earned)

    def payoffs(self, state: State) -> Payoffs:
        """The value of every way this turn can end."""
        more = CANNED_WORM_POINTS
        is_canned = state.specialists[state.seat] is Specialist.CANNED_WORM
        return Payoffs.of(self._hit, without_worm=(lambda points: self._hit(points + more)) if is_canned else None)

    def _hit(self, points: int) -> float:
        return float(points == self.points if self.is_exact else points >= self.points)

    def of_claim(self, state: State, _claim: Claim) -> float:
        """Whether the points of this turn reach the target, whatever they claim."""
        return self.of_claimed(state)

    def of_claimed(self, state: State) -> float:
        """The same once the claim has been made."""
        return self._hit(total_points(state))

    def of_bratworm(self, _state: State) -> float:
        """Bratworms are no points."""
        return 0.0

    def of_specialist(self, _specialist: Specialist | None) -> float:
        """Nor are specialists."""
        return 0.0


def total_points(state: State) -> int:
    """The points of the dice kept so far, the canned worm of its owner included where no kept die is a worm."""
    return state.points + (0 if state.turn.aside[WORM - 1] else _canned_points(state))


def most_points(state: State) -> int:
    """The most points that the dice of this turn could ever make, with a worm, real or canned."""
    turn = state.turn
    can_add_golden = turn.phase is Phase.ROLL and state.specialists[state.seat] is Specialist.GOLDEN_DIE
    dice = turn.dice_left + sum(turn.aside) + can_add_golden
    return dice * max(FACE_POINTS) + _canned_points(state)


def _canned_points(state: State) -> int:
    owned = (state.specialists[state.seat], *state.turn.in_hand)
    return CANNED_WORM_POINTS if Specialist.CANNED_WORM in owned else 0
