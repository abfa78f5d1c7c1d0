"""Rules: the axes on which the rulebooks differ; the rulebooks themselves are named values.

Nothing asks which edition is being played: code asks an axis. A house rule is one more value of an axis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.reading import parts, placed, value_of
from wormgrill.game.tiles import TILES, format_tiles, parse_tile, parse_tiles

Choice = TypeVar("Choice", bound=StrEnum)

EDITION_NAMES = ("classic-2005", "classic-2014", "extrawurm-2015", "deluxe-2018")
RULES_TEXT_VERSION = 1
"""Stored with every text of rules. Raise it when a text would mean something else than before, as after a change to an
edition or to the default of an axis; `parse_rules` must then read texts of every earlier version as they were meant."""
DEFAULT_EDITION = "classic-2014"
"""What is played where nobody says otherwise: the game as most boxes have it."""
MIN_PLAYERS = 2
MAX_PLAYERS = 7
MAX_BRATWORMS = 99
YES, NO = "true", "false"


class Specialist(StrEnum):
    """The six figures of the deluxe box; the expansion before it has all but the apple."""

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


class LowerTile(StrEnum):
    """Which lower tile a player takes from the grill who cannot have the exact one."""

    NEXT = "next"
    """The highest below the points, and the exact tile wherever it lies on the grill."""
    ANY = "any"
    """Any that is lower, chosen by the player, even beside an exact tile on the grill."""

    def __repr__(self) -> str:
        return f"LowerTile.{self.name}"


class GoldenDieJoins(StrEnum):
    """Before which rolls of a turn the golden die may be added to the dice."""

    START = "start"
    """The first one only."""
    ANY_ROLL = "any_roll"
    """Any one, once in the turn."""

    def __repr__(self) -> str:
        return f"GoldenDieJoins.{self.name}"


class ShortGame(StrEnum):
    """Which tile is turned down after a fail that returned one."""

    OFF = "false"
    """The highest face-up tile, unless it is the very tile returned."""
    ON = "true"
    """The highest face-up tile, even if it is the returned one."""
    RETURNED = "returned"
    """The returned tile itself, whatever its number, and no other."""

    def __bool__(self) -> bool:
        return self is not ShortGame.OFF

    def __repr__(self) -> str:
        return f"ShortGame.{self.name}"


@dataclass(frozen=True)
class Rules:
    """One way to play: a value on every axis. Two rules are equal when all their axes are.

    >>> EDITIONS["deluxe-2018"].specialists[0]
    (11, Specialist.CANNED_WORM)
    >>> parse_rules("classic-2005 decline_steal=false") == EDITIONS["classic-2014"]
    True
    """

    edition: str = field(compare=False)
    """The edition from which the options are told; a name, never a rule."""
    tiles: tuple[int, ...] = TILES[2:]
    """Ascending."""
    bratworms: int = 0
    """How many lie in the supply at the start."""
    specialists: Placement = ()
    """Where the specialists stand at the start."""
    decline_steal: bool = False
    """A player who could steal may take a lower tile from the grill instead."""
    short_game: ShortGame = ShortGame.OFF
    golden_die_faces: str = GOLDEN_DIE_FACES[0]
    """Always the first of `GOLDEN_DIE_FACES` where there is no golden die."""
    lower_tile: LowerTile = LowerTile.NEXT
    may_pass: bool = False
    """A player who has something to claim may claim nothing and fail on purpose."""
    golden_die_joins: GoldenDieJoins = GoldenDieJoins.START
    """Always `START` where there is no golden die."""

    def __post_init__(self) -> None:
        if self.edition not in EDITION_NAMES:
            raise ValueError(f"{quoted(self.edition)} is not an edition: known are {', '.join(EDITION_NAMES)}")
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
                if other is specialist:
                    raise ValueError(f"specialists: the {specialist} is named twice")
                if other_tile == tile:
                    raise ValueError(f"specialists: {other} and {specialist} stand on the same tile {tile}")
        if self.golden_die_faces not in GOLDEN_DIE_FACES:
            raise ValueError(f"golden_die_faces: must be {' or '.join(GOLDEN_DIE_FACES)}")
        if not self.has(Specialist.GOLDEN_DIE):
            object.__setattr__(self, "golden_die_faces", GOLDEN_DIE_FACES[0])
            object.__setattr__(self, "golden_die_joins", GoldenDieJoins.START)

    def has(self, specialist: Specialist) -> bool:
        """Whether this specialist is in the game."""
        return any(other is specialist for _, other in self.specialists)

    @property
    def options(self) -> dict[str, object]:
        """The axes that differ from the named edition, by name."""
        printed = EDITIONS[self.edition]
        differing = {axis: getattr(self, axis) for axis in AXES if getattr(self, axis) != getattr(printed, axis)}
        if not self.has(Specialist.GOLDEN_DIE):
            differing.pop("golden_die_faces", None)
        return differing

    def __str__(self) -> str:
        return format_rules(self)


EDITIONS = {
    rules.edition: rules
    for rules in (
        Rules("classic-2005", decline_steal=True),
        Rules("classic-2014"),
        Rules(
            "extrawurm-2015",
            tiles=TILES,
            bratworms=7,
            specialists=tuple((tile, name) for name, tile in HOME_TILES.items() if name is not Specialist.APPLE),
            golden_die_faces=GOLDEN_DIE_FACES[1],
        ),
        Rules(
            "deluxe-2018",
            tiles=TILES,
            bratworms=7,
            specialists=tuple((tile, specialist) for specialist, tile in HOME_TILES.items()),
        ),
    )
}
"""The rulebooks as printed, by name, the oldest first; the expansion of 2015 as reviews describe it."""


def format_rules(rules: Rules) -> str:
    """Rules as text: the edition, then the options that differ from it.

    >>> format_rules(Rules("classic-2014", short_game=ShortGame.ON, lower_tile=LowerTile.ANY))
    'classic-2014 short_game lower_tile=any'
    """
    return " ".join([rules.edition, *(_format_option(axis, value) for axis, value in rules.options.items())])


def _format_option(axis: str, value: object) -> str:
    text = format_axis(axis, value)
    return axis if text == YES else f"{axis}={text}"


def format_axis(axis: str, value: Any) -> str:
    """The value of one axis as text."""
    return _AXIS_TEXTS[axis][1](value)


def parse_rules(text: str) -> Rules:
    """The rules that a text names; the inverse of `format_rules`.

    >>> parse_rules("deluxe-2018 golden_die_faces=111WWW").golden_die_faces
    '111WWW'
    """
    (_, edition), *options = parts(text, " ")
    return _make_rules(edition, options)


def check_players(number: int) -> None:
    """Refuse a number of players that no game has."""
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise ValueError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {number}")


def as_rules(rules: Rules | str) -> Rules:
    """Return rules as they are, or those that a text names: for functions that take either.

    >>> as_rules("classic-2014").edition
    'classic-2014'
    >>> as_rules(2014)
    Traceback (most recent call last):
    TypeError: rules are a text such as 'classic-2014', or Rules, not 2014
    """
    return value_of(rules, Rules, parse_rules, f"rules are a text such as {DEFAULT_EDITION!r}, or Rules")


def make_rules(edition: str, options: Iterable[str] = ()) -> Rules:
    """The rules of an edition with options such as `short_game` or `bratworms=5` laid over it."""
    return _make_rules(edition, [(1, option) for option in options])


def _make_rules(edition: str, options: Iterable[tuple[int, str]]) -> Rules:
    if edition not in EDITIONS:
        raise InvalidNotation(f"{quoted(edition)} is not an edition", expected=", ".join(EDITIONS), column=1)
    chosen: dict[str, Any] = {}
    for column, option in options:
        axis, equals, value = option.partition("=")
        if axis not in AXES:
            raise InvalidNotation(
                f"{quoted(axis)} is not an option", expected=f"one of {', '.join(AXES)}", column=column
            )
        if axis in chosen:
            raise InvalidNotation(f"the option {axis} is given twice", expected="each option once", column=column)
        parse, _ = _AXIS_TEXTS[axis]
        if not equals and axis not in SWITCHES:
            raise InvalidNotation(f"the option {axis} needs a value", expected=f"{axis}=...", column=column)
        chosen[axis] = placed(parse, value if equals else YES, column + len(axis) + 1)
    try:
        return replace(EDITIONS[edition], **chosen)
    except ValueError as problem:
        raise InvalidNotation(str(problem)) from None


def _parse_truth(text: str) -> bool:
    if text not in (YES, NO):
        raise InvalidNotation(f"{quoted(text)} is neither true nor false", expected="true or false")
    return text == YES


def _format_truth(value: bool) -> str:
    return YES if value else NO


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise InvalidNotation(f"{quoted(text)} is not a number", expected=f"0 to {MAX_BRATWORMS}")
    return int(text)


def _parse_placement(text: str) -> Placement:
    if text == "none":
        return ()
    found: list[tuple[int, Specialist]] = []
    for column, part in parts(text, ","):
        name, at, tile = part.partition("@")
        specialist = placed(parse_specialist, name, column)
        home = placed(parse_tile, tile, column + len(name) + 1) if at else HOME_TILES[specialist]
        found.append((home, specialist))
    return tuple(sorted(found))


def _format_placement(placement: Placement) -> str:
    names = (name if HOME_TILES[name] == tile else f"{name}@{tile}" for tile, name in placement)
    return ",".join(names) or "none"


def _one_of(kind: type[Choice]) -> Callable[[str], Choice]:
    """A parser of the values of an enumeration."""

    def parse(text: str) -> Choice:
        if text not in list(kind):
            raise InvalidNotation(f"{quoted(text)} does not fit here", expected=", ".join(kind))
        return kind(text)

    return parse


_AXIS_TEXTS: dict[str, tuple[Callable[[str], object], Callable[[Any], str]]] = {
    "tiles": (parse_tiles, format_tiles),
    "bratworms": (_parse_number, str),
    "specialists": (_parse_placement, _format_placement),
    "decline_steal": (_parse_truth, _format_truth),
    "short_game": (_one_of(ShortGame), str),
    "golden_die_faces": (str, str),
    "lower_tile": (_one_of(LowerTile), str),
    "may_pass": (_parse_truth, _format_truth),
    "golden_die_joins": (_one_of(GoldenDieJoins), str),
}
"""How each axis is read and written."""

AXES = tuple(_AXIS_TEXTS)
SWITCHES = ("decline_steal", "may_pass", "short_game")
"""The axes that mean yes when they are named without a value."""


def parse_specialist(text: str) -> Specialist:
    """The specialist of this name."""
    try:
        return Specialist(text)
    except ValueError:
        raise InvalidNotation(f"{quoted(text)} is not a specialist", expected=", ".join(Specialist)) from None
