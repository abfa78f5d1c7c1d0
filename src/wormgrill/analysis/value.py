"""The chance to win, as nets have learned it: one for each number of players, with and without the deluxe box.

The weights lie beside this file; `wormgrill train` makes them. They are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.ahead import AheadValue
from wormgrill.batch.ends import COLUMNS, FAIL, MAX_VARIANTS, VARIANT, WORST, Floats, all_ends, fold_ends, make_ends
from wormgrill.batch.layout import TILE_COUNT, encode_rules, new_games, pack
from wormgrill.batch.luck import WinValue
from wormgrill.batch.moves import MOVES
from wormgrill.batch.net import NetValue, Weights
from wormgrill.batch.players import Table
from wormgrill.game.moves import Claim
from wormgrill.game.rules import MIN_PLAYERS, Rules
from wormgrill.game.state import State

CLASSIC, DELUXE = "classic", "deluxe"
DTYPES = ("<i2", "<i4", "<f4", "<f4", "<f4", "<f4")
"""The types of the parts of a net in a file."""
LARGEST, LARGEST_BYTES = "first", ("low", "high")
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
VERSION_DIGITS = 10


class Look(NamedTuple):
    """Where to look one turn further: with at most so many tiles face-up, and so many face-up or with players."""

    face_up: int
    in_game: int = TILE_COUNT


LOOKS = {(CLASSIC, 2): (Look(4), Look(6, in_game=6), Look(6, in_game=6), Look(4, in_game=4))}
"""With few tiles nets are least exact. Each look stands on those before it: with four tiles in the game it goes four
turns ahead. In other games there is more that can happen in a turn, so it would take too long."""
FURTHER = frozenset({(DELUXE, 2)})
"""The games in which it is measurably better to look one turn further, however many tiles are face-up."""
REMEMBERED_RULES = 64


_axes = lru_cache(REMEMBERED_RULES)(encode_rules)


def family_of(rules: Rules) -> str:
    """Which nets know these rules: those of the deluxe box, if there are specialists or bratworms."""
    return DELUXE if rules.specialists or rules.bratworms else CLASSIC


def net_name(family: str, players: int) -> str:
    """What the net for so many players is called."""
    return f"{family}-{players}"


@cache
def evaluator_version() -> str:
    """Which weights these are: numbers made with others are not to be compared."""
    return sha256(WEIGHTS_FILE.read_bytes()).hexdigest()[:VERSION_DIGITS]


@cache
def weights_for(family: str, players: int) -> Weights:
    """The weights of a net."""
    return load_weights(WEIGHTS_FILE, net_name(family, players))


def load_weights(file: Path, name: str) -> Weights:
    """One net of a file."""
    with np.load(file) as saved:
        parts = zip(Weights._fields, DTYPES, strict=True)
        return Weights(*(_whole(_read(saved, f"{name} {part}", part), dtype) for part, dtype in parts))


def _read(saved: Mapping[str, NDArray[np.uint8]], name: str, part: str) -> NDArray[np.uint8]:
    """A part of a net, by `[byte, ...]`."""
    return np.stack([saved[f"{name} {byte}"] for byte in LARGEST_BYTES]) if part == LARGEST else saved[name]


def save_weights(file: Path, nets: dict[str, Weights]) -> None:
    """Write nets to a file. Of every array all low bytes come before all high ones, which takes less room.

    Those of the largest one are even arrays of their own: low bytes look like noise, high ones do not.
    """
    arrays = dict[str, NDArray[np.uint8]]()
    for name, weights in nets.items():
        for (part, array), dtype in zip(weights._asdict().items(), DTYPES, strict=True):
            separate = _in_bytes(array.astype(dtype))
            if part == LARGEST:
                planes = zip(LARGEST_BYTES, separate, strict=True)
                arrays |= {f"{name} {part} {byte}": plane for byte, plane in planes}
            else:
                arrays[f"{name} {part}"] = separate
    with file.open("wb") as stream:
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]  # the names are none of its own arguments


def _in_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """An array by `[byte, ...]`."""
    separate = array.view(np.uint8).reshape(*array.shape, array.itemsize)
    return np.ascontiguousarray(np.moveaxis(separate, -1, 0))


def _whole(separate: NDArray[np.uint8], dtype: str) -> NDArray[Any]:
    """The array again; the inverse of `_in_bytes`."""
    array = np.ascontiguousarray(np.moveaxis(separate, 0, -1)).view(dtype)[..., 0]
    return np.ascontiguousarray(array.astype(np.dtype(dtype).newbyteorder("=")))


@lru_cache(REMEMBERED_RULES)
def trained_value(rules: Rules, players: int, *, is_further: bool = False) -> WinValue:
    """The chance to win under these rules, for positions on arrays; `is_further` to look ahead wherever it pays."""
    game = family_of(rules), players
    value: WinValue = NetValue(weights_for(*game), rules)
    table = Table(rules, _axes(rules), players, places=1, seed=0)
    for look in (Look(TILE_COUNT),) if is_further and game in FURTHER else LOOKS.get(game, ()):
        value = AheadValue(value, table, *look)
    return value


def prepare_value(rules: Rules, players: int = MIN_PLAYERS) -> None:
    """Load and compile beforehand what values under these rules need, also with few tiles face-up."""
    games = new_games(rules, players, 2)
    games["grill"][1] &= -games["grill"][1]
    trained_value(rules, players).of_all(games)


@dataclass(frozen=True)
class TrainedChance:
    """The chance to win as a measure: what the champion plays for.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21 | 36.35.34 22 | seat=1 phase=roll")
    >>> TRAINED.of_all(state)[0] > 0.95
    True
    """

    is_further: bool = False
    """Whether to look one turn further wherever it pays."""

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """The chance of a seat to win each of these positions, which lie between two turns."""
        if not states:
            return []
        return cast("list[float]", self.of_every(states)[:, seat].tolist())

    def ends(self, state: State) -> list[dict[Claim | None, float]]:
        """What each claim that the current seat can make is worth to it, and a fail: first without a bratworm."""
        positions, index = all_ends(_axes(state.rules), pack([state]))
        value = self.on_arrays(state)
        worth = np.empty((1, MAX_VARIANTS, COLUMNS))
        fold_ends(make_ends(index, value.of_all(positions)[:, state.seat], 1), worth)
        numbers = np.nonzero(worth[0, 0] > WORST)[0].tolist()
        claims = [None if number == FAIL else cast("Claim", MOVES[number]) for number in numbers]
        return [
            dict(zip(claims, values, strict=True))
            for values in worth[0, : int(index[-1, VARIANT]) + 1, numbers].T.tolist()
        ]

    def ends_for_all(self, state: State) -> list[dict[Claim | None, Floats]]:
        """The chances of all seats after each of these ends; what it leaves open is answered for the current seat."""
        positions, index = all_ends(_axes(state.rules), pack([state]))
        chances = self.on_arrays(state).of_all(positions)
        found: list[dict[Claim | None, Floats]] = [{} for _ in range(int(index[-1, VARIANT]) + 1)]
        for (_, variant, number, _), seats in zip(index.tolist(), chances[:, : state.players], strict=True):
            ends, claim = found[variant], None if number == FAIL else cast("Claim", MOVES[number])
            if claim not in ends or seats[state.seat] > ends[claim][state.seat]:
                ends[claim] = seats
        return found

    def of_all(self, state: State) -> list[float]:
        """The chance of every seat; they sum to 1."""
        return cast("list[float]", self.of_every([state])[0].tolist())

    def of_every(self, states: Sequence[State]) -> Floats:
        """The same by `[position, seat]` for positions of one game."""
        return self.on_arrays(states[0]).of_all(pack(states))[:, : states[0].players]

    def on_arrays(self, state: State) -> WinValue:
        """The same for positions on arrays, for the game of a position."""
        return trained_value(state.rules, state.players, is_further=self.is_further)


@dataclass(frozen=True)
class DeepChance(TrainedChance):
    """The same with a look one turn further everywhere: slower, to verify what was found without it."""

    def on_arrays(self, state: State) -> WinValue:
        """The value for positions on arrays."""
        rules, players = state.rules, state.players
        table = Table(rules, _axes(rules), players, places=1, seed=0)
        return AheadValue(trained_value(rules, players), table, TILE_COUNT)


TRAINED = TrainedChance()
FURTHER_TRAINED = TrainedChance(is_further=True)
