"""Rules: the axes on which the rulebooks differ; the rulebooks themselves are named values.

Nothing asks which edition is being played: code asks an axis. A house rule is one more value of an axis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.tiles import TILES, format_tiles, parse_tile, parse_tiles

EDITION_NAMES = ("classic-2005", "classic-2014", "deluxe-2018")
MIN_PLAYERS = 2
MAX_PLAYERS = 7
MAX_BRATWORMS = 99


class Specialist(StrEnum):
    """The six figures of the deluxe box."""

    APPLE = "apple"
    CANNED_WORM = "canned_worm"
    GOLDEN_DIE = "golden_die"
    HEN = "hen"
    RAVEN = "raven"
    WEASEL = "weasel"

    def __repr__(self) -> str:
        return f"Specialist.{self.name}"

    @property
    def label(self) -> str:
        """The name as an English word."""
        return self.value.replace("_", " ")


HOME_TILES = {
    Specialist.CANNED_WORM: 11,
    Specialist.HEN: 21,
    Specialist.RAVEN: 23,
    Specialist.WEASEL: 25,
    Specialist.GOLDEN_DIE: 27,
    Specialist.APPLE: 29,
}
"""The tile on which the rulebook puts each specialist at the start."""

Placement = tuple[tuple[int, Specialist], ...]
"""Specialists and the tiles they stand on, ascending by tile."""


@dataclass(frozen=True)
class Rules:
    """One way to play: a value on every axis. Two rules are equal when all their axes are.

    >>> EDITIONS["deluxe-2018"].specialists[0]
    (11, Specialist.CANNED_WORM)
    >>> parse_rules("classic-2005 decline_steal=false") == EDITIONS["classic-2014"]
    True
    """

    edition: str = field(compare=False)
    """The rulebook from which the options are told; a name, never a rule."""
    tiles: tuple[int, ...] = TILES[2:]
    """Ascending."""
    bratworms: int = 0
    """How many lie in the supply at the start."""
    specialists: Placement = ()
    """Where the specialists stand at the start."""
    decline_steal: bool = False
    """A player who could steal may take the next lower tile from the grill instead."""
    short_game: bool = False
    """After a fail the highest tile is turned down even if it is the very tile returned."""
    golden_die_faces: str = GOLDEN_DIE_FACES[0]

    def __post_init__(self) -> None:
        if self.edition not in EDITION_NAMES:
            raise ValueError(f"{self.edition!r} is not an edition: known are {', '.join(EDITION_NAMES)}")
        if not self.tiles or list(self.tiles) != sorted(set(self.tiles) & set(TILES)):
            raise ValueError("tiles: needs at least one of 11, 13 and 21 to 36, ascending and each once")
        if not 0 <= self.bratworms <= MAX_BRATWORMS:
            raise ValueError(f"bratworms: {self.bratworms} is not between 0 and {MAX_BRATWORMS}")
        if list(self.specialists) != sorted(self.specialists):
            raise ValueError("specialists: must be ascending by tile")
        for place, (tile, specialist) in enumerate(self.specialists):
            if tile not in self.tiles:
                raise ValueError(f"specialists: the {specialist} stands on tile {tile}, which is not in the game")
            for other_tile, other in self.specialists[:place]:
                if other_tile == tile:
                    raise ValueError(f"specialists: {other} and {specialist} stand on the same tile {tile}")
                if other == specialist:
                    raise ValueError(f"specialists: the {specialist} stands on two tiles")
        if self.golden_die_faces not in GOLDEN_DIE_FACES:
            raise ValueError(f"golden_die_faces: must be {' or '.join(GOLDEN_DIE_FACES)}")
        if self.golden_die_faces != GOLDEN_DIE_FACES[0] and not self.has(Specialist.GOLDEN_DIE):
            raise ValueError("golden_die_faces: there is no golden die in this game")

    def has(self, specialist: Specialist) -> bool:
        """Whether this specialist is in the game."""
        return any(other is specialist for _, other in self.specialists)

    @cached_property
    def options(self) -> dict[str, object]:
        """The axes that differ from the named edition, by name."""
        printed = EDITIONS[self.edition]
        return {axis: getattr(self, axis) for axis in AXES if getattr(self, axis) != getattr(printed, axis)}

    def __str__(self) -> str:
        return format_rules(self)


EDITIONS = {
    rules.edition: rules
    for rules in (
        Rules("classic-2005", decline_steal=True),
        Rules("classic-2014"),
        Rules(
            "deluxe-2018",
            tiles=TILES,
            bratworms=7,
            specialists=tuple((tile, specialist) for specialist, tile in HOME_TILES.items()),
        ),
    )
}
"""The rulebooks as printed, by name."""

AXES = ("tiles", "bratworms", "specialists", "decline_steal", "short_game", "golden_die_faces")


def format_rules(rules: Rules) -> str:
    """Rules as text: the edition, then the options that differ from it.

    >>> format_rules(Rules("classic-2014", short_game=True))
    'classic-2014 short_game'
    """
    return " ".join([rules.edition, *(format_option(axis, value) for axis, value in rules.options.items())])


def format_option(axis: str, value: object) -> str:
    """One axis as text, such as `short_game` or `golden_die_faces=111WWW`."""
    if value is True:
        return axis
    return f"{axis}={format_axis(axis, value)}"


def format_axis(axis: str, value: object) -> str:
    """The value of one axis as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return format_tiles(value) if axis == "tiles" else _format_placement(value)
    return str(value)


def _format_placement(placement: Placement) -> str:
    names = (name if HOME_TILES[name] == tile else f"{name}@{tile}" for tile, name in placement)
    return ",".join(names) or "none"


def parse_rules(text: str) -> Rules:
    """The rules that a text names; the inverse of `format_rules`.

    >>> parse_rules("deluxe-2018 golden_die_faces=111WWW").golden_die_faces
    '111WWW'
    """
    edition, *options = text.split(" ")
    return make_rules(edition, options)


def make_rules(edition: str, options: Iterable[str] = ()) -> Rules:
    """The rules of an edition with options such as `short_game` or `bratworms=5` laid over it."""
    if edition not in EDITIONS:
        raise InvalidNotation(f"{edition!r} is not an edition", expected=", ".join(EDITIONS))
    chosen: dict[str, object] = {}
    for option in options:
        axis, equals, value = option.partition("=")
        if axis not in AXES:
            raise InvalidNotation(f"{axis!r} is not an option", expected=f"one of {', '.join(AXES)}")
        if axis in chosen:
            raise InvalidNotation(f"the option {axis} is given twice", expected="each option once")
        chosen[axis] = _parse_axis(axis, value if equals else None)
    return replace_rules(EDITIONS[edition], chosen)


def replace_rules(rules: Rules, axes: Mapping[str, object]) -> Rules:
    """The same rules with other values on some axes; contradictions raise `InvalidNotation`."""
    values = {axis: getattr(rules, axis) for axis in AXES}
    try:
        return Rules(rules.edition, **{**values, **axes})
    except ValueError as problem:
        raise InvalidNotation(str(problem)) from None


def _parse_axis(axis: str, text: str | None) -> object:
    default = getattr(EDITIONS["classic-2014"], axis)
    if isinstance(default, bool):
        choices = {None: True, "true": True, "false": False}
        if text not in choices:
            raise InvalidNotation(f"{axis}={text} cannot be read", expected=f"{axis}=true or {axis}=false")
        return choices[text]
    if not text:
        raise InvalidNotation(f"the option {axis} needs a value", expected=f"{axis}=...")
    if axis == "tiles":
        return parse_tiles(text)
    if axis == "specialists":
        return _parse_placement(text)
    if axis == "golden_die_faces":
        return text
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise InvalidNotation(f"{axis}={text} is not a number", expected=f"{axis}=0 to {axis}={MAX_BRATWORMS}")
    return int(text)


def _parse_placement(text: str) -> Placement:
    if text == "none":
        return ()
    placed: list[tuple[int, Specialist]] = []
    for part in text.split(","):
        name, at, tile = part.partition("@")
        specialist = parse_specialist(name)
        placed.append((parse_tile(tile) if at else HOME_TILES[specialist], specialist))
    return tuple(sorted(placed))


def parse_specialist(text: str) -> Specialist:
    """The specialist of this name."""
    try:
        return Specialist(text)
    except ValueError:
        raise InvalidNotation(f"{text!r} is not a specialist", expected=", ".join(Specialist)) from None
