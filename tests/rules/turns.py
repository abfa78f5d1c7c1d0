"""Whole turns as lists of moves, where only what is kept matters."""

from __future__ import annotations

DICE = 8
WORM_POINTS = 5


def keeping(*groups: str) -> tuple[str, ...]:
    """The moves that keep these dice, a roll for each group; what else is rolled does not matter."""
    moves: list[str] = []
    left = DICE
    for group in groups:
        other = "2" if group[0] == "1" else "1"
        moves += ["roll", f"dice {group}{other * (left - len(group))}", f"keep {group[0]}"]
        left -= len(group)
    return tuple(moves)


def stopping_with(points: int) -> tuple[str, ...]:
    """The moves of a turn that ends with so many points, 5 to 40: worms, and perhaps one other die."""
    worms = min(points // WORM_POINTS, DICE - 1) if points < DICE * WORM_POINTS else DICE
    rest = points - worms * WORM_POINTS
    groups = ("W" * worms, str(rest)) if rest else ("W" * worms,)
    used = worms + bool(rest)
    return (*keeping(*groups), "stop") if used < DICE else keeping(*groups)


FAILED_ROLL = (*keeping("W"), "roll", "dice WWWWWWW")
"""A turn that fails because the second roll shows only what the first one has given."""
