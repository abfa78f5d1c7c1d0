"""Observations: a position as one array of small integers, seen from the seat of a player.

Everything about the game is in it and nothing else: no dice that are still to be rolled. `P` is the number of players,
`T` that of the tiles and `S` that of the specialists in the rules. Players come clockwise from the one who looks, tiles
by their numbers, specialists by their names, faces in the order `1 2 3 4 5 W`.

| field | shape | values | what | where |
|---|---|---|---|---|
| `grill` | T | 0, 1 | the tile is face-up on the grill | always |
| `stacks` | P, T | 0 to T | the tile's place in the player's stack: 1 on top, 2 below it, … | always |
| `worms` | P | 0 to 255 | what the player would have if the game ended now | always |
| `turn` | P | 0, 1 | whose turn it is; at the end, whose turn was the last | always |
| `phase` | 6 | 0, 1 | `roll`, `keep`, `decide`, `claim`, `rob` or `retain`; at the end none | always |
| `aside` | 6 | 0 to 9 | kept dice by face | always |
| `rolled` | 6 | 0 to 9 | rolled dice by face, while one is to be kept | always |
| `dice_left` | 1 | 0 to 9 | dice that are not kept | always |
| `points` | 1 | 0 to 50 | the sum of the kept dice | always |
| `bratworms` | P | 0 to 255 | of the player | with bratworms |
| `supply` | 1 | 0 to 255 | bratworms that nobody has | with bratworms |
| `stands_on` | S, T | 0, 1 | the specialist stands on the tile | with specialists |
| `owned` | S, P | 0, 1 | the player owns the specialist | with specialists |
| `in_hand` | S | 0, 1 | it is between two places, while a choice is open | with specialists |
| `golden` | 6 | 0, 1 | the face of the golden die among the rolled dice | with the golden die |
| `golden_left` | 1 | 0, 1 | the golden die is among those that are not kept | with the golden die |
| `weasel_used` | 1 | 0, 1 | in this turn | with the weasel |

A tile that is neither on the grill nor in a stack lies face-down; a specialist that is nowhere has left the game. While
chance rolls, which only OpenSpiel shows, no phase is set.

>>> from wormgrill.game import EDITIONS
>>> layout = layout_of(EDITIONS["classic-2014"], players=2)
>>> layout.size, layout.slices["stacks"], layout.shapes["stacks"]
(72, slice(16, 48, None), (2, 16))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.layout import FACE_COUNT, NONE, SPECIALISTS
from wormgrill.envs.reading import number_of_players, read_rules
from wormgrill.game.rules import Rules, Specialist

Observations = NDArray[np.uint8]
FIELDS = (
    *("grill", "stacks", "worms", "turn", "phase", "aside", "rolled", "dice_left", "points"),
    *("bratworms", "supply", "stands_on", "owned", "in_hand", "golden", "golden_left", "weasel_used"),
)
"""All fields, in the order in which an array has them."""
Number = TypeVar("Number", bound=np.generic)
PHASE_COUNT = 6
MOST = 255
"""The highest number that fits."""
MOST_DICE = 9
MOST_POINTS = 50


@dataclass(frozen=True)
class Layout:
    """Where the fields are in the observations under some rules with some number of players."""

    shapes: dict[str, tuple[int, ...]]
    """By field its shape."""
    slices: dict[str, slice]
    """By field its places."""
    highest: Observations
    """By place the highest value."""
    starts: tuple[int, ...]
    """By field, in the order of `FIELDS`, its first place; -1 if the rules do not know it."""

    @property
    def size(self) -> int:
        """The length of an observation."""
        return len(self.highest)

    def fields(self, observation: NDArray[Number]) -> dict[str, NDArray[Number]]:
        """The fields of an observation, or of many of them, as arrays of their shapes.

        >>> from wormgrill.game import EDITIONS
        >>> layout = layout_of(EDITIONS["classic-2014"], players=2)
        >>> layout.fields(np.zeros((5, layout.size), dtype=np.uint8))["stacks"].shape
        (5, 2, 16)
        """
        observation = np.asarray(observation)
        many = observation.shape[:-1]
        if observation.shape != (*many, self.size):
            shape = f"those of the shape {observation.shape} are not of this game"
            raise ValueError(f"the last dimension of observations is {self.size} here; {shape}")
        return {name: observation[..., where].reshape(*many, *self.shapes[name]) for name, where in self.slices.items()}


def layout_of(rules: str | Rules, players: int) -> Layout:
    """Where everything is under these rules."""
    return _layout(read_rules(rules), number_of_players(players))


@lru_cache(maxsize=64)
def _layout(rules: Rules, players: int) -> Layout:
    shapes: dict[str, tuple[int, ...]] = {}
    slices: dict[str, slice] = {}
    highest: list[int] = []
    for name, shape, most in _fields(rules, players):
        shapes[name] = shape
        slices[name] = slice(len(highest), len(highest) + prod(shape))
        highest += [most] * prod(shape)
    starts = tuple(slices[name].start if name in slices else NONE for name in FIELDS)
    return Layout(shapes, slices, np.array(highest, dtype=np.uint8), starts)


def specialists_in(rules: Rules) -> list[Specialist]:
    """The specialists in the rules, by their names."""
    known = {specialist for _, specialist in rules.specialists}
    return [specialist for specialist in SPECIALISTS if specialist in known]


def _fields(rules: Rules, players: int) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """Name, shape and highest value of every field that the rules know."""
    tiles, specialists = len(rules.tiles), specialists_in(rules)
    yield "grill", (tiles,), 1
    yield "stacks", (players, tiles), tiles
    yield "worms", (players,), MOST
    yield "turn", (players,), 1
    yield "phase", (PHASE_COUNT,), 1
    yield "aside", (FACE_COUNT,), MOST_DICE
    yield "rolled", (FACE_COUNT,), MOST_DICE
    yield "dice_left", (1,), MOST_DICE
    yield "points", (1,), MOST_POINTS
    if rules.bratworms:
        yield "bratworms", (players,), MOST
        yield "supply", (1,), MOST
    if specialists:
        yield "stands_on", (len(specialists), tiles), 1
        yield "owned", (len(specialists), players), 1
        yield "in_hand", (len(specialists),), 1
    if Specialist.GOLDEN_DIE in specialists:
        yield "golden", (FACE_COUNT,), 1
        yield "golden_left", (1,), 1
    if Specialist.WEASEL in specialists:
        yield "weasel_used", (1,), 1
