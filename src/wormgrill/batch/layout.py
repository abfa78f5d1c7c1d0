"""Layout: thousands of games side by side, one record of small integers each, and how positions are put into them.

All that one move reads and writes lies in one record, so a game fits into two lines of the processor's cache. NumPy
shows every field as an array over all games, `games["bratworms"][:, seat]`. Tiles are counted in the order of `TILES`
(0 is tile 11, 1 is 13, 2 to 17 are 21 to 36), specialists and phases in the order of their enumerations.
-1 stands for none. What a record does not have a use for, such as the seats that nobody sits on, is -1 or 0, so equal
positions are equal records. All types are signed, because Numba makes a float of a signed and an unsigned integer.

| field | type | what |
|---|---|---|
| `grill` | int32 | bit t is set if tile t is face-up |
| `below` | int8[18] | by tile the one below it in its stack; -1 at the bottom, and for tiles that are in no stack |
| `tops` | int8[7] | by seat the tile on top of its stack |
| `stands_on` | int8[6] | by specialist the tile of the grill on which it stands |
| `owned` | int8[7] | by seat the specialist that it owns |
| `bratworms` | int8[7] | by seat |
| `aside` | int8[6] | kept dice by face, 1 to 5 and worm, the golden die included |
| `rolled` | int8[6] | rolled dice by face; all 0 unless the phase is `keep` |
| `golden` | int8 | the face (1 to 6) of the golden die among the rolled dice, else 0 |
| `dice_left` | int8 | dice not kept yet, the golden die included |
| `golden_left` | int8 | 1 if the golden die is among those left |
| `weasel_used` | int8 | 1 if the weasel was used in this turn |
| `in_hand` | int8 | bit s is set if specialist s is between two places while a choice is open |
| `seat` | int8 | whose turn it is; when the game is over, whose turn was the last |
| `phase` | int8 | what the game waits for |
| `players` | int8 | how many play |

Rules are a record as well, `AXES`:

| field | type | what |
|---|---|---|
| `tiles` | int32 | bit t is set if tile t is in the game |
| `homes` | int8[6] | by specialist the tile on which it stands at the start, -1 if it is not in the game |
| `golden_sides` | int8[6] | the faces on the sides of the golden die |
| `bratworms` | int8 | how many lie in the supply at the start |
| `decline_steal`, `lower_any`, `may_pass` | int8 | 1 for yes |
| `joins_any_roll` | int8 | 1 if the golden die may be added to any roll |
| `short_game` | int8 | 0 off, 1 on, 2 returned |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wormgrill.game.dice import FACES, NO_DICE, WHITE_DICE, Counts, parse_face
from wormgrill.game.moves import Dice
from wormgrill.game.rules import (
    MAX_PLAYERS,
    GoldenDieJoins,
    LowerTile,
    Placement,
    Rules,
    ShortGame,
    Specialist,
    as_rules,
    check_players,
)
from wormgrill.game.state import Phase, State, Turn
from wormgrill.game.tiles import TILES

NONE = -1
SPECIALISTS = tuple(Specialist)
SPECIALIST_COUNT = len(SPECIALISTS)
TILE_COUNT = len(TILES)
FACE_COUNT = len(FACES)
PHASES = tuple(Phase)
SHORT_GAMES = tuple(ShortGame)
APPLE, CANNED_WORM, GOLDEN_DIE, HEN, RAVEN, WEASEL = range(len(SPECIALISTS))
ROLL, CHANCE, KEEP, DECIDE, CLAIM, ROB, RETAIN, OVER = range(len(PHASES))
SHORT_OFF, SHORT_ON, SHORT_RETURNED = range(len(SHORT_GAMES))

GAME = np.dtype(
    [
        ("grill", np.int32),
        ("below", np.int8, (TILE_COUNT,)),
        ("tops", np.int8, (MAX_PLAYERS,)),
        ("stands_on", np.int8, (SPECIALIST_COUNT,)),
        ("owned", np.int8, (MAX_PLAYERS,)),
        ("bratworms", np.int8, (MAX_PLAYERS,)),
        ("aside", np.int8, (FACE_COUNT,)),
        ("rolled", np.int8, (FACE_COUNT,)),
        ("golden", np.int8),
        ("dice_left", np.int8),
        ("golden_left", np.int8),
        ("weasel_used", np.int8),
        ("in_hand", np.int8),
        ("seat", np.int8),
        ("phase", np.int8),
        ("players", np.int8),
    ],
    align=True,
)
AXES = np.dtype(
    [
        ("tiles", np.int32),
        ("homes", np.int8, (SPECIALIST_COUNT,)),
        ("golden_sides", np.int8, (FACE_COUNT,)),
        ("bratworms", np.int8),
        ("decline_steal", np.int8),
        ("lower_any", np.int8),
        ("may_pass", np.int8),
        ("joins_any_roll", np.int8),
        ("short_game", np.int8),
    ],
    align=True,
)

Games = NDArray[np.void]
"""Records of the type `GAME`."""
Numbers = NDArray[np.int8]


class Game(Protocol):
    """A record of `GAME` as the compiled functions see it: they change it in its place."""

    grill: int
    below: Numbers
    tops: Numbers
    stands_on: Numbers
    owned: Numbers
    bratworms: Numbers
    aside: Numbers
    rolled: Numbers
    golden: int
    dice_left: int
    golden_left: int
    weasel_used: int
    in_hand: int
    seat: int
    phase: int
    players: int


class Axes(Protocol):
    """A record of `AXES` as the compiled functions see it."""

    tiles: int
    homes: Numbers
    golden_sides: Numbers
    bratworms: int
    decline_steal: int
    lower_any: int
    may_pass: int
    joins_any_roll: int
    short_game: int


def encode_rules(rules: Rules | str) -> Axes:
    """The axes of rules as a record."""
    rules = as_rules(rules)
    homes = {specialist: tile for tile, specialist in rules.specialists}
    record = (
        _tile_bits(rules.tiles),
        [_tile_index(homes.get(specialist)) for specialist in SPECIALISTS],
        [parse_face(side) for side in rules.golden_die_faces],
        rules.bratworms,
        rules.decline_steal,
        rules.lower_tile is LowerTile.ANY,
        rules.may_pass,
        rules.golden_die_joins is GoldenDieJoins.ANY_ROLL,
        SHORT_GAMES.index(rules.short_game),
    )
    found: Any = np.array([record], dtype=AXES)[0]
    return found  # type: ignore[no-any-return]  # a record has its fields as attributes in compiled functions only


def new_games(rules: Rules | str, players: int, number: int) -> Games:
    """So many games before the first roll.

    >>> games = new_games("deluxe-2018", players=4, number=1000)
    >>> games.shape, games["dice_left"].sum()
    ((1000,), np.int64(8000))
    """
    rules = as_rules(rules)
    check_players(players)
    games = np.zeros(number, dtype=GAME)
    games["grill"] = _tile_bits(rules.tiles)
    for field in ("below", "tops", "stands_on", "owned"):
        games[field] = NONE
    for tile, specialist in rules.specialists:
        games["stands_on"][:, SPECIALISTS.index(specialist)] = TILES.index(tile)
    games["dice_left"] = WHITE_DICE
    games["players"] = players
    return games


def pack(states: Sequence[State]) -> Games:
    """These positions as records; their rules are not kept."""
    games = np.zeros(len(states), dtype=GAME)
    games[:] = [_record(state) for state in states]
    return games


def _record(state: State) -> tuple[object, ...]:
    turn = state.turn
    below = [NONE] * TILE_COUNT
    for stack in state.stacks:
        for lower, upper in pairwise(stack):
            below[_INDEX[upper]] = _INDEX[lower]
    stands_on = [NONE] * SPECIALIST_COUNT
    for tile, specialist in state.on_tile:
        stands_on[_PLACE[specialist]] = _INDEX[tile]
    return (
        _tile_bits(state.grill),
        below,
        _by_seat([_tile_index(top) for top in state.tops], NONE),
        stands_on,
        _by_seat([NONE if specialist is None else _PLACE[specialist] for specialist in state.specialists], NONE),
        _by_seat(state.bratworms, 0),
        turn.aside,
        turn.rolled.counts if turn.rolled else NO_DICE,
        (turn.rolled.golden or 0) if turn.rolled else 0,
        turn.dice_left,
        turn.golden_left,
        turn.weasel_used,
        sum(1 << _PLACE[specialist] for specialist in turn.in_hand),
        state.seat,
        PHASES.index(turn.phase),
        state.players,
    )


def unpack(rules: Rules, game: np.void) -> State:
    """The position of a record under these rules; the inverse of `pack`.

    >>> from wormgrill.game.position import format_state
    >>> from wormgrill.game.rules import EDITIONS
    >>> rules = EDITIONS["classic-2014"]
    >>> format_state(unpack(rules, new_games(rules, 2, 1)[0]))
    'classic-2014 | 21-36 | - - | seat=0 phase=roll'
    """
    seats = range(int(game["players"]))
    phase = PHASES[game["phase"]]
    turn = Turn(
        phase,
        _counts(game["aside"]),
        int(game["dice_left"]),
        bool(game["golden_left"]),
        Dice(_counts(game["rolled"]), int(game["golden"]) or None) if phase is Phase.KEEP else None,
        bool(game["weasel_used"]),
        tuple(specialist for place, specialist in enumerate(SPECIALISTS) if int(game["in_hand"]) >> place & 1),
    )
    return State(
        rules,
        tuple(tile for index, tile in enumerate(TILES) if int(game["grill"]) >> index & 1),
        _placement(game["stands_on"]),
        tuple(_stack(game, seat) for seat in seats),
        tuple(None if game["owned"][seat] == NONE else SPECIALISTS[game["owned"][seat]] for seat in seats),
        tuple(int(game["bratworms"][seat]) for seat in seats),
        int(game["seat"]),
        turn,
    )


def _stack(game: np.void, seat: int) -> tuple[int, ...]:
    found: list[int] = []
    tile = game["tops"][seat]
    while tile != NONE:
        found.append(TILES[tile])
        tile = game["below"][tile]
    return tuple(reversed(found))


def _placement(stands_on: Numbers) -> Placement:
    return tuple(sorted((TILES[tile], SPECIALISTS[place]) for place, tile in enumerate(stands_on) if tile != NONE))


def _counts(numbers: Numbers) -> Counts:
    ones, twos, threes, fours, fives, worms = map(int, numbers)
    return ones, twos, threes, fours, fives, worms


_INDEX = {tile: index for index, tile in enumerate(TILES)}
_PLACE = {specialist: place for place, specialist in enumerate(SPECIALISTS)}


def _tile_bits(tiles: Iterable[int]) -> int:
    return sum(1 << _INDEX[tile] for tile in tiles)


def _tile_index(tile: int | None) -> int:
    return NONE if tile is None else _INDEX[tile]


def _by_seat(values: Sequence[int], missing: int) -> list[int]:
    return [*chain(values, [missing] * (MAX_PLAYERS - len(values)))]
