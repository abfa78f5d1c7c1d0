"""Small pictures of things of the game beside a sentence: dice, tiles, figures and signs, as values."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.rules import Specialist
from wormgrill.game.tiles import worms


@dataclass(frozen=True)
class Thing:
    """One thing of a picture."""

    kind: str
    """`die`, `left` (a die that is not kept) or `barred` (one that cannot be kept); `tile`, `down` (one turned over) or
    `gone` (the place of one); `figure`, `icon` or `sign`."""
    text: str
    worms: int = 0
    """On a tile."""


Picture = tuple[Thing, ...]


def dice(faces: str, kind: str = "die") -> Picture:
    """Dice with these faces.

    >>> dice("4W")
    (Thing(kind='die', text='4', worms=0), Thing(kind='die', text='W', worms=0))
    """
    return tuple(Thing(kind, face) for face in faces)


def tile(number: int, kind: str = "tile") -> Picture:
    """A tile."""
    return (Thing(kind, str(number), worms(number)),)


def figure(specialist: Specialist) -> Picture:
    """A specialist."""
    return (Thing("figure", specialist.value),)


def sign(text: str) -> Picture:
    """A sign or a number between other things."""
    return (Thing("sign", text),)


BRATWORM: Picture = (Thing("figure", "bratworm"),)
STEAL: Picture = (Thing("icon", "steal"),)
ARROW = sign("→")
