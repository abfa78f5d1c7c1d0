"""Chains as people's browsers make them."""

from __future__ import annotations

import hashlib
from functools import cache

from wormgrill.game.fair_dice import MAX_LINKS, hashed


class Links:
    """The links of a chain: 0 is the anchor, 1 the seed, and link `ply` + 2 goes with a roll at a ply."""

    def __init__(self, name: str) -> None:
        self._end = hashlib.sha256(name.encode()).hexdigest()

    def __getitem__(self, number: int) -> str:
        return _link(self._end, number)

    @property
    def anchor(self) -> str:
        """What is committed to."""
        return self[0]

    @property
    def seed(self) -> str:
        """What is revealed when the game begins."""
        return self[1]

    def at(self, ply: int) -> str:
        """What is given with a roll at a ply."""
        return self[ply + 2]


@cache
def _link(end: str, number: int) -> str:
    return hashed(end, MAX_LINKS - number)
