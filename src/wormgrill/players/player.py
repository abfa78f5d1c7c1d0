"""The protocols of players, and their thoughts about moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from wormgrill.game.moves import Move
from wormgrill.game.state import State
from wormgrill.players.reasons import Reason


@dataclass(frozen=True)
class Thought:
    """One legal move as a player sees it."""

    move: Move
    value: float
    """In the player's own measure: worms for the levels that calculate. Comparable within one decision only."""
    reason: Reason = field(compare=False)
    is_chance: bool = False
    """Whether the value is a chance to win."""


class Chooser(Protocol):
    """Chooses a move for the current seat. Stateless or seeded, so that every game can be played again."""

    def choose(self, state: State) -> Move:
        """One of the legal moves; asked only when there is one."""
        ...


class Player(Chooser, Protocol):
    """A chooser that can give reasons."""

    def consider(self, state: State) -> tuple[Thought, ...]:
        """Every legal move, best first: the first one is what `choose` plays."""
        ...


def ranked(thoughts: Iterable[Thought]) -> tuple[Thought, ...]:
    """Thoughts by falling value; equals stay in their order."""
    return tuple(sorted(thoughts, key=lambda thought: -thought.value))
