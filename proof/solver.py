"""The compiled solver against its specification, over every state of every kind of turn."""

from __future__ import annotations

from collections import Counter

from tests.solver.helpers import KINDS, SMALL_KINDS, assert_like_reference, random_payoffs

from wormgrill.solver import solve

ALL_KINDS = [*KINDS, *SMALL_KINDS]
PAYOFFS_PER_KIND = 4
CASES = len(ALL_KINDS) * PAYOFFS_PER_KIND
SOURCES = ("src/wormgrill/game/dice.py", "src/wormgrill/solver", "tests/solver/helpers.py")


def case(number: int) -> Counter[str]:
    """Compare all states of a kind of turn under payoffs without any sense in them."""
    kind = ALL_KINDS[number % len(ALL_KINDS)]
    return Counter(solves=1, states=assert_like_reference(solve(kind, random_payoffs(seed=1000 + number))))


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    count = f"{figures['solves']:,} turns solved, {figures['states']:,} states"
    return [(f"kernel against reference, {len(ALL_KINDS)} kinds of turn", count, "all equal but for rounding")]
