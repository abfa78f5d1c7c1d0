"""A position in one line of text, for any point inside a turn.

Four fields: the rules, the grill, the seats, the turn. What follows from the others (face-down tiles, the supply,
specialists out of the game) is not written. The grammar is in docs/notation.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from wormgrill.game.dice import NO_DICE, WHITE_DICE, format_dice, parse_dice
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.moves import parse_roll
from wormgrill.game.rules import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Placement,
    Rules,
    Specialist,
    format_rules,
    parse_rules,
    parse_specialist,
)
from wormgrill.game.state import BRATWORM_ONES, Phase, State, Turn, claims, legal_moves, robbable
from wormgrill.game.tiles import format_tiles, parse_tile, parse_tiles

T = TypeVar("T")

SEPARATOR = " | "
TURN_KEYS = ("seat", "phase", "aside", "rolled", "golden", "weasel", "hand")


def format_state(state: State) -> str:
    """A position as text.

    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import initial_state
    >>> format_state(initial_state(EDITIONS["classic-2014"], 2))
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
    text = decoded(text).strip()
    fields = text.split(SEPARATOR)
    if len(fields) != 4:  # the four fields of the grammar
        raise InvalidNotation(
            f"a position has 4 fields, not {len(fields)}", expected="rules | grill | seats | turn", column=1
        )
    columns = [1 + sum(len(field) + len(SEPARATOR) for field in fields[:place]) for place in range(4)]
    rules = _placed(parse_rules, fields[0], columns[0])
    grill, on_tile = _placed(_parse_grill, fields[1], columns[1])
    stacks, specialists, bratworms = [], [], []
    column = columns[2]
    for part in fields[2].split(" "):
        stack, specialist, number = _placed(_parse_seat, part, column)
        stacks.append(stack)
        specialists.append(specialist)
        bratworms.append(number)
        column += len(part) + 1
    seat, turn = _parse_turn(fields[3], columns[3])
    state = State(rules, grill, on_tile, tuple(stacks), tuple(specialists), tuple(bratworms), seat, turn)
    problem = contradiction(state)
    if problem:
        raise InvalidNotation(problem, expected="a position that can occur")
    return state


def decoded(text: str | bytes) -> str:
    """Text from bytes in UTF-8."""
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as problem:
        line = text[: problem.start].count(b"\n") + 1
        raise InvalidNotation("the text is not readable", expected="UTF-8", line=line) from None


def _parse_grill(text: str) -> tuple[tuple[int, ...], Placement]:
    tiles: list[int] = []
    on_tile: list[tuple[int, Specialist]] = []
    column = 1
    for part in () if text == "-" else text.split(","):
        place, at, name = part.partition("@")
        if at:
            tile = _placed(parse_tile, place, column)
            tiles.append(tile)
            on_tile.append((tile, _placed(parse_specialist, name, column + len(place) + 1)))
        else:
            tiles += _placed(parse_tiles, place, column) if place != "-" else [parse_tile(place)]
        column += len(part) + 1
    return tuple(sorted(tiles)), tuple(sorted(on_tile))


def _parse_seat(text: str) -> tuple[tuple[int, ...], Specialist | None, int]:
    rest, plus, number = text.partition("+")
    if plus and not (number.isascii() and number.isdigit() and len(number) <= 2 and int(number)):  # two digits
        raise InvalidNotation(f"{number!r} is not a number of bratworms", expected="1 to 99", column=len(rest) + 2)
    tiles, at, name = rest.partition("@")
    stack = () if tiles == "-" else tuple(parse_tile(tile) for tile in tiles.split("."))
    specialist = _placed(parse_specialist, name, len(tiles) + 2) if at else None
    return stack, specialist, int(number) if plus else 0


def _parse_turn(text: str, column: int) -> tuple[int, Turn]:
    values: dict[str, str] = {}
    columns: dict[str, int] = {}
    for part in text.split(" "):
        key, equals, value = part.partition("=")
        later = TURN_KEYS[TURN_KEYS.index(next(reversed(values))) + 1 :] if values else TURN_KEYS
        if not equals or not value or key not in later:
            raise InvalidNotation(f"{part!r} does not fit here", expected=_keys(later), column=column)
        values[key] = value
        columns[key] = column + len(key) + 1
        column += len(part) + 1
    for key in ("seat", "phase"):
        if key not in values:
            raise InvalidNotation(f"the turn does not say its {key}", expected=f"{key}=...", column=column)
    seat = _choice(values["seat"], [str(number) for number in range(MAX_PLAYERS)], columns["seat"])
    phase = Phase(_choice(values["phase"], list(Phase), columns["phase"]))
    aside = _placed(parse_dice, values["aside"], columns["aside"]) if "aside" in values else NO_DICE
    rolled = _placed(parse_roll, values["rolled"], columns["rolled"]) if "rolled" in values else None
    golden = _choice(values["golden"], ["left", "kept"], columns["golden"]) if "golden" in values else ""
    if "weasel" in values:
        _choice(values["weasel"], ["used"], columns["weasel"])
    names = values["hand"].split(",") if "hand" in values else []
    in_hand = tuple(sorted(_placed(parse_specialist, name, columns["hand"]) for name in names))
    dice_left = WHITE_DICE + bool(golden) - sum(aside)
    return int(seat), Turn(phase, aside, dice_left, golden == "left", rolled, "weasel" in values, in_hand)


def _keys(keys: tuple[str, ...]) -> str:
    return " or ".join(f"{key}=..." for key in keys) or "the end"


def _choice(text: str, choices: list[str], column: int) -> str:
    if text not in choices:
        raise InvalidNotation(f"{text!r} does not fit here", expected=", ".join(choices), column=column)
    return text


def _placed(parse: Callable[[str], T], text: str, column: int) -> T:
    """Parse a part of the text; problems are placed at its column."""
    try:
        return parse(text)
    except InvalidNotation as problem:
        raise problem.at(None, column) from None


def contradiction(state: State) -> str | None:
    """Why a position cannot occur, in a sentence; None if nothing speaks against it."""
    return _on_the_table(state) or _in_the_turn(state)


def _on_the_table(state: State) -> str | None:
    rules = state.rules
    if not MIN_PLAYERS <= state.players <= MAX_PLAYERS:
        return f"{state.players} players cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can"
    if state.seat >= state.players:
        return f"it is seat {state.seat}'s turn, but the seats are 0 to {state.players - 1}"
    for tile, times in Counter([*state.grill, *(tile for stack in state.stacks for tile in stack)]).items():
        if times > 1:
            return f"tile {tile} is in two places"
        if tile not in rules.tiles:
            return f"tile {tile} is not in this game"
    for name, times in Counter([name for _, name in state.on_tile] + _held(state)).items():
        if times > 1:
            return f"the {name} is in two places"
        if not rules.has(name):
            return f"the {name} is not in this game"
    if Specialist.RAVEN in state.specialists:
        return "nobody can own the raven"
    if len({tile for tile, _ in state.on_tile}) < len(state.on_tile):
        return "two specialists stand on the same tile"
    if state.supply < 0:
        return f"the players have {sum(state.bratworms)} bratworms, but there are only {rules.bratworms}"
    return None


def _held(state: State) -> list[Specialist]:
    return [name for name in (*state.specialists, *state.turn.in_hand) if name]


def _in_the_turn(state: State) -> str | None:
    turn = state.turn
    owned = {state.specialists[state.seat], *turn.in_hand}
    has_golden = turn.dice_left + sum(turn.aside) > WHITE_DICE
    if has_golden and Specialist.GOLDEN_DIE not in owned:
        return "a ninth die is in play, but the player does not own the golden die"
    if turn.weasel_used and Specialist.WEASEL not in owned:
        return "the weasel was used, but the player does not own it"
    if turn.dice_left < 0:
        return f"{sum(turn.aside)} dice are kept, more than there are"
    if has_golden and not turn.golden_left and not _could_hold_golden(state.rules, turn):
        return "the golden die cannot be among the kept dice: it has none of their faces"
    if turn.golden_left and not turn.dice_left:
        return "the golden die cannot be left: all dice are kept"
    if (turn.rolled is not None) != (turn.phase is Phase.KEEP):
        return "dice are rolled in phase keep, and only there"
    if bool(turn.in_hand) and turn.phase not in (Phase.RETAIN, Phase.ROB):
        return f"specialists cannot be in hand in phase {turn.phase}"
    if bool(state.grill) == (turn.phase is Phase.OVER) and turn.phase not in (Phase.RETAIN, Phase.ROB):
        return "the game is over just when no tile is face-up on the grill"
    return _PHASE_CHECKS[turn.phase](state)


def _could_hold_golden(rules: Rules, turn: Turn) -> bool:
    return bool(set(format_dice(turn.aside)) & set(rules.golden_die_faces))


def _between_turns(state: State) -> str | None:
    if state.turn != Turn(state.phase):
        return f"in phase {state.phase} no dice are kept or left over from a turn"
    return None


def _can_roll(state: State) -> str | None:
    if not state.turn.dice_left or all(state.turn.aside):
        return "the turn is over: no dice are left or all faces are kept"
    return None


def _check_keep(state: State) -> str | None:
    turn = state.turn
    if problem := _can_roll(state):
        return problem
    assert turn.rolled is not None  # noqa: S101  # checked for this phase before
    if sum(turn.rolled.counts) != turn.dice_left:
        return f"{sum(turn.rolled.counts)} dice are rolled, but {turn.dice_left} are left"
    if (turn.rolled.golden is not None) != turn.golden_left:
        return "the golden die must be among the rolled dice just when it is left"
    if turn.rolled.golden and turn.rolled.faces[-1] not in state.rules.golden_die_faces:
        return f"the golden die has no face {turn.rolled.faces[-1]}"
    if not legal_moves(state):
        return "the roll has nothing to keep: the turn has failed"
    return None


def _check_decide(state: State) -> str | None:
    return _can_roll(state) if any(state.turn.aside) else "nothing is kept yet: there is nothing to decide"


def _check_claim(state: State) -> str | None:
    return None if len(claims(state)) > 1 else "there is no choice of what to claim"


def _check_rob(state: State) -> str | None:
    turn = state.turn
    if turn.in_hand not in ((), (Specialist.RAVEN,)):
        return "only the raven can be in hand in phase rob"
    if not any(turn.aside) or (not turn.in_hand and turn.aside[0] < BRATWORM_ONES):
        return "nothing was kept that earns a bratworm"
    if state.supply:
        return "the supply has bratworms: nobody is robbed"
    return None if len(robbable(state)) > 1 else "there is no choice of whom to rob"


def _check_retain(state: State) -> str | None:
    turn = state.turn
    if len(turn.in_hand) != 2 or Specialist.RAVEN in turn.in_hand:  # one to retain, one to give back
        return "phase retain needs two specialists in hand, neither of them the raven"
    if state.specialists[state.seat]:
        return "the player has a specialist besides the two in hand"
    return None if any(turn.aside) else "nothing was kept that earns a specialist"


_PHASE_CHECKS = {
    Phase.ROLL: _between_turns,
    Phase.CHANCE: _can_roll,
    Phase.KEEP: _check_keep,
    Phase.DECIDE: _check_decide,
    Phase.CLAIM: _check_claim,
    Phase.ROB: _check_rob,
    Phase.RETAIN: _check_retain,
    Phase.OVER: _between_turns,
}
