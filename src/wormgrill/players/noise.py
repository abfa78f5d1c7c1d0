"""Noise that can be repeated: the same seed and position always give the same numbers, on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import count, islice
from struct import iter_unpack

from wormgrill.game.position import format_state
from wormgrill.game.state import State

BLOCK = 64
"""Bytes that are hashed at once: enough for eight moves, and only a free choice of lower tiles has more."""


def noises(seed: int, state: State, number: int) -> tuple[float, ...]:
    """So many numbers, evenly spread from -1 to 1.

    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import initial_state
    >>> start = initial_state(EDITIONS["classic-2014"], 2)
    >>> noises(0, start, 3) == noises(0, start, 3) != noises(1, start, 3)
    True
    """
    return tuple(islice(_endless(f"{seed} {format_state(state)}".encode()), number))


def _endless(key: bytes) -> Iterator[float]:
    for block in count():
        digest = blake2b(key, digest_size=BLOCK, salt=block.to_bytes(2, "little")).digest()
        yield from (whole / 2**63 - 1 for (whole,) in iter_unpack("<Q", digest))
