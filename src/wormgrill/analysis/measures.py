"""Measures: what a position after the turn is worth to a seat.

The engine makes the positions in which a turn can end, a measure puts a number on each, the solver does the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from wormgrill.game.moves import Claim
from wormgrill.game.rules import Specialist
from wormgrill.game.state import State, scores


class Measure(Protocol):
    """A way to value positions. A value itself: solutions are remembered by measure."""

    def __hash__(self) -> int:
        """Equal measures have equal hashes."""
        ...

    def values(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """What each of these positions is worth to a seat; asked for all positions of a turn at once."""
        ...


@runtime_checkable
class TurnMeasure(Measure, Protocol):
    """A measure that knows the ends of a turn by itself, which is faster than to be shown each of them."""

    def ends(self, state: State) -> Sequence[Mapping[Claim | None, float]]:
        """What each claim that the current seat can make is worth to it, and a fail (None).

        First without a bratworm, then for each way to get one, in the order of `bratworm_gains`. The turn has not
        begun; open choices count as their best answer.
        """
        ...


class Chance(Measure, Protocol):
    """A measure that is the chance to win."""

    def of_all(self, state: State) -> Sequence[float]:
        """The chance of every seat; they sum to 1."""
        ...


SpecialistValues = tuple[tuple[Specialist, float], ...]

IN_PLAY: SpecialistValues = (
    (Specialist.CANNED_WORM, 0.8),
    (Specialist.GOLDEN_DIE, 1.0),
    (Specialist.HEN, 0.8),
    (Specialist.WEASEL, 1.2),
)
"""What owning a specialist brings in play, in worms, besides the worms that it counts at the end. Found by games of
players that differ in one entry, which win equally often near these values: they need not be exact."""


@dataclass(frozen=True)
class Worms:
    """Counts worms as they would be if the game ended now, and compares them with the mean of the other players'.

    Among p players, stealing w worms is therefore worth w * (1 + 1 / (p - 1)).

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21-25,27-35 | 36 26 - | seat=0 phase=roll")
    >>> WORMS.values([state], 0), OWN.values([state], 0)
    ([3.0], [4.0])
    """

    compares: bool = True
    """False counts only the seat's own worms."""
    specialists: SpecialistValues = ()
    """What owning a specialist counts besides its worms."""

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """What each of these positions is worth to a seat."""
        return [self._value(state, seat) for state in states]

    def _value(self, state: State, seat: int) -> float:
        counted: Sequence[float] = scores(state)
        if self.specialists:
            extra = dict(self.specialists)
            owned = zip(counted, state.specialists, strict=True)
            counted = [score + (extra.get(specialist, 0.0) if specialist else 0.0) for score, specialist in owned]
        own = counted[seat]
        return own - (sum(counted) - own) / (state.players - 1) if self.compares else float(own)


WORMS = Worms()
"""My worms, compared with the mean of the others'."""
OWN = Worms(compares=False)
"""My worms alone."""
THINKER = Worms(specialists=IN_PLAY)
"""Like `WORMS`, but every specialist counts what it brings in play."""


@dataclass(frozen=True)
class Target:
    """Not a measure of positions but of points: 1 for reaching a number of them with a worm, real or canned, else 0."""

    points: int
    is_exact: bool = False
    """Exactly so many points; else at least so many."""

    def value(self, total: int) -> float:
        """What stopping with so many points is worth, the canned worm's included."""
        return float(total == self.points if self.is_exact else total >= self.points)
