"""The value of every option by the rules alone, played out to the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

from wormgrill.analysis.measures import OWN, THINKER, WORMS, Measure
from wormgrill.analysis.options import choices
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, apply, can_add_golden_die, chance_outcomes, legal_moves, scores
from wormgrill.testing import open_states

MOST_DICE = 3
"""Positions with more dice to roll take too long to play out by hand."""


@dataclass(frozen=True)
class Grudge:
    """A measure to which it matters whose worms are lost: those of seat 1 count double, those of seat 2 not at all."""

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """My worms, and what I do not grant the others."""
        grudges = (0, 2, 0, 1, 1, 1, 1)
        return [
            float(scores(state)[seat] - sum(score * grudges[other] for other, score in enumerate(scores(state))))
            for state in states
        ]


@dataclass(frozen=True)
class Modesty:
    """A measure to which own worms are a burden, so that it is often best to claim nothing."""

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """My worms, the fewer the better."""
        return [-float(scores(state)[seat]) for state in states]


def played_out(state: State, before: State, measure: Measure) -> float:
    """The value of a position by the rules alone: all rolls, all moves, and the positions in which the turn ends."""
    if state.is_turn_over:
        after, now = measure.values([state, before], before.seat)
        return after - now
    if state.phase is Phase.CHANCE:
        outcomes = chance_outcomes(state)
        total = sum(weight for _, weight in outcomes)
        return sum(weight * played_out(apply(state, roll), before, measure) for roll, weight in outcomes) / total
    return max(played_out(apply(state, move), before, measure) for move in legal_moves(state))


def rerolled(state: State) -> int:
    """How many dice may have to be rolled before the turn ends, the weasel's and a golden die that waits included."""
    can_weasel = state.specialists[state.seat] is Specialist.WEASEL and not state.turn.weasel_used
    return state.turn.dice_left + (state.turn.dice_left if can_weasel else 0) + can_add_golden_die(state)


MEASURES: tuple[Measure, ...] = (WORMS, OWN, THINKER, Grudge(), Modesty())


def short_states() -> st.SearchStrategy[State]:
    """Positions in the middle of a turn that can be played out by hand."""
    return open_states().filter(lambda state: state.phase is not Phase.ROLL and rerolled(state) <= MOST_DICE)


def check_options(state: State, measure: Measure) -> int:
    """Compare every option's value with what playing it out brings; how many options there were."""
    found = {choice.move: choice.value for choice in choices(state, measure)}
    assert set(found) == set(legal_moves(state))
    assert found == pytest.approx({move: played_out(apply(state, move), state, measure) for move in found})
    return len(found)
