"""The same dice and moves through the engine and through the rules on arrays, over any rules and numbers of players."""

from __future__ import annotations

from collections import Counter

from tests.batch.twin import compare_round

CASES = 200
SOURCES = ("src/wormgrill/game", "src/wormgrill/batch", "tests/batch/twin.py", "tests/referee")
SEED = 2027


def case(number: int) -> Counter[str]:
    """Compare the tables of one round ply by ply."""
    return compare_round(SEED, number)


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    kinds = sum(": " in name for name in figures)
    count = f"{figures['games']:,} games, {figures['plies']:,} plies"
    return [(f"engine against the rules on arrays, {kinds} kinds of rules, moves and phases", count, "all equal")]
