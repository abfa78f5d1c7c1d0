"""Payoffs and results: what each way to end a turn is worth, and how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wormgrill.game.dice import FACE_POINTS, WHITE_DICE
from wormgrill.solver.kinds import TurnState

MAX_POINTS = max(FACE_POINTS) * (WHITE_DICE + 1)
SHAPE = (2, 2, MAX_POINTS + 1)
"""The shape of an array with one number for each way to stop: `[bratworm earned, has a worm, points]`."""

EQUAL = 1e-9
"""Values that differ by no more than this are equal: the difference is rounding."""
EQUAL_FLOAT32 = 2e-6
"""The same for values between 0 and 1 that are float32."""
LEAST = -1e299
"""Payoffs must be larger than this."""
LEAST_FLOAT32 = -1e36
"""The same where they are given as float32."""

Floats = NDArray[np.float64]
AnyFloats = NDArray[np.floating[Any]]
"""Float64, or float32 where many payoffs are solved at once."""


def _frozen(values: ArrayLike, shape: tuple[int, ...]) -> Floats:
    array = np.array(np.broadcast_to(np.asarray(values, dtype=np.float64), shape))
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class Payoffs:
    """The value of every way a turn can end. `Payoffs.of` makes the usual ones.

    >>> worms = Payoffs.of(lambda points: (points - 17) // 4 if points >= 21 else 0)
    >>> float(worms.stopped[0, 1, 25])
    2.0
    """

    stopped: Floats
    """By `[bratworm earned, has a worm, points]`."""
    failed: Floats
    """By `[bratworm earned]`: the value of a roll with nothing to keep."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "stopped", _frozen(self.stopped, SHAPE))
        object.__setattr__(self, "failed", _frozen(self.failed, SHAPE[:1]))
        if not (np.isfinite(self.stopped).all() and np.isfinite(self.failed).all()):
            raise ValueError("payoffs must be finite")
        if min(self.stopped.min(), self.failed.min()) <= LEAST:
            raise ValueError(f"payoffs must be larger than {LEAST}")

    @classmethod
    def of(
        cls,
        with_worm: ArrayLike | Callable[[int], float],
        *,
        fail: float = 0.0,
        without_worm: ArrayLike | Callable[[int], float] | None = None,
        bratworm: float = 0.0,
    ) -> Payoffs:
        """Make payoffs from values by points: an array with one value for each number of points, or a function.

        Stopping without a worm is worth as much as a fail unless `without_worm` is given. `bratworm` is added to all
        payoffs with an earned bratworm.
        """
        stopped = np.full(SHAPE, float(fail))
        stopped[:, 1] = _by_points(with_worm)
        if without_worm is not None:
            stopped[:, 0] = _by_points(without_worm)
        stopped[1] += bratworm
        return cls(stopped, np.array([fail, fail + bratworm]))

    @classmethod
    def at_least(cls, target: int) -> Payoffs:
        """1 for stopping with a worm and at least so many points, else 0."""
        return cls.of(lambda points: float(points >= target))

    @classmethod
    def exactly(cls, target: int) -> Payoffs:
        """1 for stopping with a worm and exactly so many points, else 0."""
        return cls.of(lambda points: float(points == target))

    def of_stop(self, state: TurnState) -> float:
        """The payoff of stopping in a state."""
        return float(self.stopped[int(state.bratworm), int(state.has_worm), state.points])

    def of_fail(self, state: TurnState) -> float:
        """The payoff of a roll with nothing to keep in a state."""
        return float(self.failed[int(state.bratworm)])


def _by_points(values: ArrayLike | Callable[[int], float]) -> Floats:
    if callable(values):
        return np.array([values(points) for points in range(MAX_POINTS + 1)], dtype=np.float64)
    array = np.asarray(values, dtype=np.float64)
    if array.shape not in ((), (MAX_POINTS + 1,)):
        raise ValueError(f"payoffs by points need {MAX_POINTS + 1} values, got an array of shape {array.shape}")
    return array


@dataclass(frozen=True, eq=False)
class Results:
    """The probability of every way a turn can end; all of them sum to 1."""

    stopped: Floats
    """By `[bratworm earned, has a worm, points]`."""
    failed: Floats
    """By `[bratworm earned]`: the chance of a roll with nothing to keep. Stopping without a worm is in `stopped`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "stopped", _frozen(self.stopped, SHAPE))
        object.__setattr__(self, "failed", _frozen(self.failed, SHAPE[:1]))

    @property
    def bratworm(self) -> float:
        """The chance that a bratworm is earned during the turn."""
        return float(self.stopped[1].sum() + self.failed[1])

    @property
    def fail(self) -> float:
        """The chance of a roll with nothing to keep."""
        return float(self.failed.sum())

    def expectation(self, payoffs: Payoffs) -> float:
        """The expected payoff."""
        return float((self.stopped * payoffs.stopped).sum() + (self.failed * payoffs.failed).sum())

    def by_points(self, *, has_worm: bool = True) -> dict[int, float]:
        """The chance to stop with each number of points, ascending; those that never happen are left out."""
        chances = self.stopped[:, int(has_worm)].sum(axis=0)
        return {points: float(chances[points]) for points in range(MAX_POINTS + 1) if chances[points] > 0}

    @classmethod
    def certain(cls, state: TurnState, *, failed: bool = False) -> Results:
        """The results of a turn that is over in this state, stopped or failed."""
        stop, fail = np.zeros(SHAPE), np.zeros(SHAPE[:1])
        if failed:
            fail[int(state.bratworm)] = 1.0
        else:
            stop[int(state.bratworm), int(state.has_worm), state.points] = 1.0
        return cls(stop, fail)

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Results, float]]) -> Results:
        """The sum of results, each times its probability."""
        stop, fail = np.zeros(SHAPE), np.zeros(SHAPE[:1])
        for part, weight in parts:
            stop += weight * part.stopped
            fail += weight * part.failed
        return cls(stop, fail)
