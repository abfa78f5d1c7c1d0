"""The levels of play: what they are called, how strong they are, and their order. Data that imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.errors import did_you_mean, quoted


def message(text: str) -> str:
    """Mark a text for the catalogs; it is translated where it is shown."""
    return text


@dataclass(frozen=True)
class Level:
    """A level of play."""

    name: str
    """In commands, records and the API."""
    title: str
    """In English; a bot without a name of its own is called so."""
    strength: str
    """How well it plays, in English."""
    noise: float = 0.0
    """By how many worms it misjudges a move at most, if it calculates."""


_FROM_WEAK_TO_STRONG = (
    Level("hatchling", message("Hatchling"), message("very easy")),
    Level("nestling", message("Nestling"), message("easy"), noise=2.6),
    Level("fledgling", message("Fledgling"), message("fairly easy"), noise=1.8),
    Level("pullet", message("Pullet"), message("medium"), noise=1.15),
    Level("rooster", message("Rooster"), message("strong"), noise=0.6),
    Level("thinker", message("Thinker"), message("very strong")),
    Level("champion", message("Champion"), message("unrivalled")),
)
_BESIDE = (
    Level("greedy", message("Greedy"), message("medium")),
    Level("champion+", message("Champion+"), message("unrivalled")),
)
"""Good to compare with. Greedy is in no order with the others: its simple rule is better in some editions than in
others. The champion+ takes longer, and is better than the champion only where looking further pays."""
_BY_NAME = {level.name: level for level in (*_FROM_WEAK_TO_STRONG, *_BESIDE)}

LEVELS: tuple[str, ...] = tuple(level.name for level in _FROM_WEAK_TO_STRONG)
"""The names of those that are offered, from the weakest to the strongest: in this order in every edition."""
KNOWN_LEVELS: tuple[str, ...] = tuple(_BY_NAME)
"""All names."""
LEVELS_TOLD = f"{', '.join(LEVELS)}; also {', '.join(level.name for level in _BESIDE)}"
"""All of them, for people who are to choose."""
STRONGEST = LEVELS[-1]
MIDDLE = LEVELS[len(LEVELS) // 2]


def level_named(name: str) -> Level:
    """The level of this name; `ValueError` if there is none.

    >>> level_named("rooster").strength
    'strong'
    """
    if not isinstance(name, str) or name not in _BY_NAME:
        known = ", ".join(KNOWN_LEVELS)
        raise ValueError(f"{quoted(name)} is not a level: known are {known}{did_you_mean(name, KNOWN_LEVELS)}")
    return _BY_NAME[name]
