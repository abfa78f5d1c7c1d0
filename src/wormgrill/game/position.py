"""A position in one line of text, for any point inside a turn.

Four fields: the rules, the grill, the seats, the turn. What follows from the others (face-down tiles, the supply,
specialists out of the game) is not written. The grammar is in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wormgrill.game.consistency import contradiction
from wormgrill.game.dice import NO_DICE, WHITE_DICE, format_dice, parse_dice
from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.moves import parse_roll, parse_seat
from wormgrill.game.reading import decoded, parts, placed, value_of
from wormgrill.game.rules import (
    MAX_BRATWORMS,
    Placement,
    Specialist,
    format_rules,
    parse_rules,
    parse_specialist,
)
from wormgrill.game.state import Phase, State, Turn
from wormgrill.game.tiles import format_tiles, parse_tile, parse_tiles

T = TypeVar("T")

SEPARATOR = " | "
REQUIRED_KEYS = ("seat", "phase")
TURN_KEYS = ("seat", "phase", "aside", "rolled", "golden", "weasel", "hand")


def format_state(state: State) -> str:
    """A position as text.

    >>> from wormgrill.game.state import initial_state
    >>> format_state(initial_state("classic-2014", 2))
    'classic-2014 | 21-36 | - - | seat=0 phase=roll'
    """
    seats = zip(state.stacks, state.specialists, state.bratworms, strict=True)
    return SEPARATOR.join(
        (
            format_rules(state.rules),
            _format_grill(state.grill, state.on_tile),
            " ".join(_format_seat(stack, specialist, bratworms) for stack, specialist, bratworms in seats),
            _format_turn(state.seat, state.turn),
        )
    )


def _format_grill(grill: tuple[int, ...], on_tile: Placement) -> str:
    """Tiles ascending; ranges join only what no specialist stands on."""
    parts: list[str] = []
    free: list[int] = []
    standing = dict(on_tile)
    for tile in (*grill, None):
        if tile is not None and tile not in standing:
            free.append(tile)
            continue
        parts += [format_tiles(free)] if free else []
        free = []
        parts += [f"{tile}@{standing[tile]}"] if tile is not None else []
    return ",".join(parts) or "-"


def _format_seat(stack: tuple[int, ...], specialist: Specialist | None, bratworms: int) -> str:
    tiles = ".".join(map(str, stack)) or "-"
    return tiles + (f"@{specialist}" if specialist else "") + (f"+{bratworms}" if bratworms else "")


def _format_turn(seat: int, turn: Turn) -> str:
    total = sum(turn.aside) + turn.dice_left
    golden = "left" if turn.golden_left else "kept" if total > WHITE_DICE else ""
    values = (
        str(seat),
        turn.phase,
        format_dice(turn.aside),
        turn.rolled.faces if turn.rolled else "",
        golden,
        "used" if turn.weasel_used else "",
        ",".join(turn.in_hand),
    )
    return " ".join(f"{key}={value}" for key, value in zip(TURN_KEYS, values, strict=True) if value)


def parse_state(text: str | bytes) -> State:
    """The position that a text describes; the inverse of `format_state`. Impossible positions are refused."""
    fields = parts(decoded(text).rstrip(), SEPARATOR)
    if len(fields) != 4:
        problem = f"a position has 4 fields, not {len(fields)}"
        raise InvalidNotation(problem, expected="rules | grill | seats | turn", column=1)
    (_, rules_text), (grill_column, grill_text), (seats_column, seats_text), (turn_column, turn_text) = fields
    rules = parse_rules(rules_text)
    grill, on_tile = placed(_parse_grill, grill_text, grill_column)
    holdings = [placed(_parse_holding, part, seats_column - 1 + column) for column, part in parts(seats_text, " ")]
    stacks, specialists, bratworms = zip(*holdings, strict=True)
    seat, turn = _parse_turn(turn_text, turn_column)
    state = State(rules, grill, on_tile, stacks, specialists, bratworms, seat, turn)
    if contradicting := contradiction(state):
        raise InvalidNotation(contradicting, expected="a position that can occur")
    return state


def as_state(state: State | str) -> State:
    """Return a position as it is, or the one that a text describes: for functions that take either."""
    wanted = "a position is a text such as 'classic-2014 | 21-36 | - - | seat=0 phase=roll', or a State"
    return value_of(state, State, parse_state, wanted)


def _parse_grill(text: str) -> tuple[tuple[int, ...], Placement]:
    tiles: list[int] = []
    on_tile: list[tuple[int, Specialist]] = []
    for column, part in () if text == "-" else parts(text, ","):
        place, at, name = part.partition("@")
        if at:
            tile = placed(parse_tile, place, column)
            on_tile.append((tile, placed(parse_specialist, name, column + len(place) + 1)))
            tiles.append(tile)
        elif place == "-":
            raise InvalidNotation("'-' is not a tile", expected="11, 13 or 21 to 36", column=column)
        else:
            tiles += placed(parse_tiles, place, column)
    return tuple(sorted(tiles)), tuple(sorted(on_tile))


def _parse_holding(text: str) -> tuple[tuple[int, ...], Specialist | None, int]:
    """What a seat has: its stack, its specialist, its bratworms."""
    rest, plus, number = text.partition("+")
    if plus and not (number.isascii() and number.isdigit() and len(number) <= 2 and int(number)):
        problem = f"{quoted(number)} is not a number of bratworms"
        raise InvalidNotation(problem, expected=f"1 to {MAX_BRATWORMS}", column=len(rest) + 2)
    tiles, at, name = rest.partition("@")
    stack = () if tiles == "-" else tuple(placed(parse_tile, tile, column) for column, tile in parts(tiles, "."))
    specialist = placed(parse_specialist, name, len(tiles) + 2) if at else None
    return stack, specialist, int(number) if plus else 0


def _parse_turn(text: str, start: int) -> tuple[int, Turn]:
    values: dict[str, str] = {}
    columns: dict[str, int] = {}
    for place, part in parts(text, " "):
        key, _, value = part.partition("=")
        later = _later_keys(values)
        if not value or key not in later:
            problem = f"{quoted(part)} does not fit here"
            raise InvalidNotation(problem, expected=_format_keys(later), column=start + place - 1)
        values[key] = value
        columns[key] = start + place + len(key)
    if missing := [key for key in REQUIRED_KEYS if key not in values]:
        raise InvalidNotation(f"the turn does not say its {missing[0]}", expected=f"{missing[0]}=...", column=start)

    def read(key: str, parse: Callable[[str], T], default: T) -> T:
        return placed(parse, values[key], columns[key]) if key in values else default

    aside = read("aside", parse_dice, NO_DICE)
    golden = read("golden", _one_of("left", "kept"), "")
    turn = Turn(
        phase=Phase(read("phase", _one_of(*Phase), "")),
        aside=aside,
        dice_left=WHITE_DICE + bool(golden) - sum(aside),
        golden_left=golden == "left",
        rolled=read("rolled", parse_roll, None),
        weasel_used=bool(read("weasel", _one_of("used"), "")),
        in_hand=read("hand", _parse_hand, ()),
    )
    return read("seat", parse_seat, 0), turn


def _later_keys(values: dict[str, str]) -> tuple[str, ...]:
    """The keys that may follow those read so far: each has its place."""
    return TURN_KEYS[TURN_KEYS.index(next(reversed(values))) + 1 :] if values else TURN_KEYS


def _format_keys(keys: tuple[str, ...]) -> str:
    return " or ".join(f"{key}=..." for key in keys) or "the end"


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise InvalidNotation(f"{quoted(text)} does not fit here", expected=", ".join(choices))
        return text

    return parse


def _parse_hand(text: str) -> tuple[Specialist, ...]:
    return tuple(sorted(placed(parse_specialist, name, column) for column, name in parts(text, ",")))
