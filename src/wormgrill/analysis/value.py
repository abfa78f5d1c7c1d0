"""The chance to win, as nets have learned it: one for each number of players, with and without the deluxe box.

The weights lie beside this file; `wormgrill train` makes them. They are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from wormgrill.batch.ahead import AheadValue
from wormgrill.batch.layout import encode_rules, new_games, pack
from wormgrill.batch.luck import WinValue
from wormgrill.batch.net import NetValue, Weights
from wormgrill.batch.players import Table
from wormgrill.game.rules import MIN_PLAYERS, Rules
from wormgrill.game.state import State

CLASSIC, DELUXE = "classic", "deluxe"
WEIGHTS_FILE = Path(__file__).with_name("weights.npz")
TILES_AHEAD = {(CLASSIC, 2): 4}
"""With so many tiles face-up, or fewer, the value is that of the turn that comes next: there nets are least exact. In
other games there is more that can happen in a turn, so it would take too long."""
REMEMBERED_RULES = 64


def family_of(rules: Rules) -> str:
    """Which nets know these rules: those of the deluxe box, if there are specialists or bratworms."""
    return DELUXE if rules.specialists or rules.bratworms else CLASSIC


def net_name(family: str, players: int) -> str:
    """What the net for so many players is called."""
    return f"{family}-{players}"


@cache
def weights_for(family: str, players: int) -> Weights:
    """The weights of a net."""
    return load_weights(WEIGHTS_FILE, net_name(family, players))


def load_weights(file: Path, name: str) -> Weights:
    """One net of a file."""
    with np.load(file) as saved:
        return Weights(*(saved[f"{name} {part}"] for part in Weights._fields))


def save_weights(file: Path, nets: dict[str, Weights]) -> None:
    """Write nets to a file."""
    arrays = {f"{name} {part}": array for name, weights in nets.items() for part, array in weights._asdict().items()}
    with file.open("wb") as stream:
        np.savez_compressed(stream, **arrays)


@lru_cache(REMEMBERED_RULES)
def trained_value(rules: Rules, players: int) -> WinValue:
    """The chance to win under these rules, for positions on arrays."""
    family = family_of(rules)
    net = NetValue(weights_for(family, players), rules)
    if (family, players) not in TILES_AHEAD:
        return net
    table = Table(rules, encode_rules(rules), players, places=1, seed=0)
    return AheadValue(net, table, TILES_AHEAD[family, players])


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

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """The chance of a seat to win each of these positions, which lie between two turns."""
        if not states:
            return []
        value = trained_value(states[0].rules, states[0].players)
        return cast("list[float]", value.of_all(pack(states))[:, seat].tolist())

    def of_all(self, state: State) -> list[float]:
        """The chance of every seat; they sum to 1."""
        chances = trained_value(state.rules, state.players).of_all(pack([state]))
        return cast("list[float]", chances[0, : state.players].tolist())


TRAINED = TrainedChance()
