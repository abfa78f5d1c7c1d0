"""The value of every option in positions of any rules, against the turn played out by the rules alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.support.playing_out import MEASURES, check_options, short_states

from wormgrill.analysis.measures import Measure
from wormgrill.game.state import State

POSITIONS_PER_CASE = 20
CASES = 100
SOURCES = (
    "src/wormgrill/game",
    "src/wormgrill/solver",
    "src/wormgrill/analysis",
    "src/wormgrill/testing.py",
    "tests/support/playing_out.py",
)


def case(number: int) -> Counter[str]:
    """Compare the options of some positions."""
    counted: Counter[str] = Counter()

    @seed(number)
    @settings(
        max_examples=POSITIONS_PER_CASE,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(state=short_states(), measure=st.sampled_from(MEASURES))
    def check(state: State, measure: Measure) -> None:
        counted.update(positions=1, options=check_options(state, measure))

    check()
    return counted


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    count = f"{figures['positions']:,} positions, {figures['options']:,} options"
    return [("value of every option against the turn played out by the rules", count, "all equal but for rounding")]
