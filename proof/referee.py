"""Games of every edition, option and number of players, on the engine and with the referee of the tests."""

from __future__ import annotations

from collections import Counter

from tests.referee.compare import compare_batch

PLIES_PER_CASE = 2_500
CASES = 400
SOURCES = ("src/wormgrill/game", "tests/referee")
SEED = 2027


def case(number: int) -> Counter[str]:
    """Compare some games ply by ply."""
    return compare_batch(SEED, number, PLIES_PER_CASE)


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    kinds = sum(": " in name for name in figures)
    count = f"{figures['games']:,} games, {figures['plies']:,} plies, {figures['refused']:,} illegal moves"
    return [(f"engine against the referee, {kinds} kinds of rules, moves and situations", count, "all equal")]
