"""Noise that can be repeated: the same seed and position always give the same numbers, on every machine."""

from __future__ import annotations

from hashlib import blake2b
from struct import unpack

from wormgrill.game.position import format_state
from wormgrill.game.state import State

MAX_NOISES = 8
"""No position offers more moves: six faces and the weasel, or six victims."""


def noises(seed: int, state: State, number: int) -> tuple[float, ...]:
    """So many numbers, evenly spread from -1 to 1.

    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import initial_state
    >>> start = initial_state(EDITIONS["classic-2014"], 2)
    >>> noises(0, start, 3) == noises(0, start, 3) != noises(1, start, 3)
    True
    """
    digest = blake2b(f"{seed} {format_state(state)}".encode(), digest_size=8 * MAX_NOISES).digest()
    return tuple(whole / 2**63 - 1 for whole in unpack(f"<{MAX_NOISES}Q", digest)[:number])
