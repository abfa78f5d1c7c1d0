"""The birds: a face for every player. People choose one or get one by their name, every level of bots has its own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wormgrill.players.levels import KNOWN_LEVELS

if TYPE_CHECKING:  # the storage knows the birds, and needs no words
    from wormgrill.presentation.board import SeatFacts
    from wormgrill.presentation.words import Words

BIRDS = (
    *("robin", "magpie", "duck", "penguin", "parrot", "flamingo"),
    *("puffin", "hoopoe", "woodpecker", "pigeon", "peacock", "kiwi"),
)
"""Those of people: more than can sit at a table."""


def bird_names(words: Words) -> dict[str, str]:
    """What the birds of people are called."""
    _ = words.gettext
    return {
        "robin": _("Robin"),
        "magpie": _("Magpie"),
        "duck": _("Duck"),
        "penguin": _("Penguin"),
        "parrot": _("Parrot"),
        "flamingo": _("Flamingo"),
        "puffin": _("Puffin"),
        "hoopoe": _("Hoopoe"),
        "woodpecker": _("Woodpecker"),
        "pigeon": _("Pigeon"),
        "peacock": _("Peacock"),
        "kiwi": _("Kiwi"),
    }


def bird_of(name: str, chosen: str | None = None) -> str:
    """The bird that a person has chosen, or the one that their name gives them: always the same.

    >>> bird_of("Robin"), bird_of("Robin", "duck")
    ('robin', 'duck')
    """
    if chosen in BIRDS:
        return chosen
    if name.lower() in BIRDS:
        return name.lower()
    return BIRDS[int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % len(BIRDS)]


def birds_of(names: Sequence[str], seats: Sequence[SeatFacts]) -> tuple[str, ...]:
    """The bird of every seat: no two people have the same one.

    If two would, the person who has chosen it keeps it, then the one who sits first; the other gets the next free one.
    """
    birds = {number: seat.level for number, seat in enumerate(seats) if seat.level in KNOWN_LEVELS}
    people = [number for number in range(len(seats)) if number not in birds]
    for number in sorted(people, key=lambda number: seats[number].bird not in BIRDS):
        place = BIRDS.index(bird_of(names[number], seats[number].bird))
        birds[number] = next(bird for bird in BIRDS[place:] + BIRDS[:place] if bird not in birds.values())
    return tuple(bird for _, bird in sorted(birds.items()) if bird)
