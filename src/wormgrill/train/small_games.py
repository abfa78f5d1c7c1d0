"""Small games in full: all positions of a game between two with few tiles, and what each of them is worth.

From a value of positions as a start, every turn is solved again and again for the values of the positions in which it
ends, until nothing changes: then they are those of perfect play. Positions near the end of the game go first, so that
what is known there reaches the others at once, and steps are extrapolated from the last few (Anderson's method):
where both wait for the other one to fail, plain steps would come closer by only some percent each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.ends import COLUMNS, MAX_VARIANTS, Ends, Floats, Ints, all_ends, fold_ends, make_ends
from wormgrill.batch.features import slots_of, slots_of_rules
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import LANES, Turns, TurnSolver
from wormgrill.batch.values import shares_of_win
from wormgrill.game.rules import MIN_PLAYERS, Rules
from wormgrill.train.selfplay import Positions

POSITIONS = {1: 1, 2: 6, 3: 36, 4: 232, 5: 1646, 6: 12_944}
"""How many there are with so many tiles; with seven there would be nine times as many as with six."""
SETTLED = 1e-4
"""Values that change by less are good enough."""
MOST_STEPS = 60
REMEMBERED_STEPS = 6
"""From which the next one is extrapolated."""
SINGULAR = 1e-10
BEYOND = 0.05
"""A step that is extrapolated further than this beyond 0 or 1 is not taken."""


def is_small(rules: Rules, players: int) -> bool:
    """Whether all positions of a game can be gone through."""
    has_extras = bool(rules.specialists or rules.bratworms)
    return players == MIN_PLAYERS and len(rules.tiles) in POSITIONS and not has_extras


def all_positions(value: WinValue, rules: Rules) -> Positions:
    """All positions of a small game with their chances by perfect play; `value` is where the search begins."""
    game = SmallGame(rules)
    before = value.of_all(game.games)[:, 0]
    chances = game.solve(before)
    slots = slots_of(encode_rules(rules), game.games, slots_of_rules(rules), MIN_PLAYERS)
    targets = np.stack([chances, 1.0 - chances], axis=1).astype(np.float32)
    return Positions(slots, targets, (chances - before).astype(np.float32))


class _Block(NamedTuple):
    """Some turns that are solved side by side, and how their ends are valued."""

    places: slice
    games: Games
    found_by: Ints
    ends: Ints
    """By end the number of the position."""
    fixed: Floats
    """By end what it is worth if it has no number: the game is over."""
    is_over: NDArray[np.bool_]


class SmallGame:
    """All positions of a small game at the start of a turn, seen from the player to move, who has seat 0."""

    def __init__(self, rules: Rules) -> None:
        self._axes = encode_rules(rules)
        self._numbers: dict[bytes, int] = {}
        self._solver = TurnSolver(_no_value, Table(rules, self._axes, MIN_PLAYERS, LANES, 0))
        self.games = self._find(new_games(rules, MIN_PLAYERS, 1))
        """From the start of the game on, those that take more turns to reach later."""
        self._blocks = [self._block(first) for first in range(0, len(self.games), LANES)]

    def _find(self, games: Games) -> Games:
        """All positions that can be reached from these."""
        self._number_new(games)
        found = [games]
        while len(found[-1]):
            ends, _ = all_ends(self._axes, found[-1])
            ends = seen_from_mover(ends[ends["phase"] != OVER])
            found.append(ends[self._number_new(ends)])
        return np.concatenate(found)

    def _number_new(self, games: Games) -> list[int]:
        """Give a number to each position that has none; the places of these."""
        new = []
        for place, key in enumerate(_keys(games)):
            if key not in self._numbers:
                self._numbers[key] = len(self._numbers)
                new.append(place)
        return new

    def _block(self, first: int) -> _Block:
        places = slice(first, min(first + LANES, len(self.games)))
        games = self.games[places]
        ends, index = all_ends(self._axes, games)
        is_over = ends["phase"] == OVER
        keys = _keys(seen_from_mover(ends))
        numbers = [0 if over else self._numbers[key] for key, over in zip(keys, is_over.tolist(), strict=True)]
        fixed = shares_of_win(ends)[:, 0]
        return _Block(places, games, index, np.array(numbers, dtype=np.int64), fixed, is_over)

    def solve(self, chances: Floats) -> Floats:
        """The chances of the player to move by perfect play, searched from these on."""
        reached, changes = list[Floats](), list[Floats]()
        for _ in range(MOST_STEPS):
            new = self._improve(chances)
            change = new - chances
            if float(np.abs(change).max()) < SETTLED:
                return new
            reached, changes = [*reached, new][-REMEMBERED_STEPS:], [*changes, change][-REMEMBERED_STEPS:]
            chances = extrapolate(reached, changes)
        return chances

    def _improve(self, chances: Floats) -> Floats:
        """What every turn is worth if its ends are worth so much, or better where they were reached before."""
        found = chances.copy()
        for block in reversed(self._blocks):
            values = np.where(block.is_over, block.fixed, 1.0 - found[block.ends])
            turns = _turns(block, make_ends(block.found_by, values, len(block.games)))
            found[block.places] = self._solver.solve(turns).starting
        return found


def _turns(block: _Block, ends: Ends) -> Turns:
    count = len(block.games)
    worth = np.empty((count, MAX_VARIANTS, COLUMNS))
    fold_ends(ends, worth)
    return Turns(0, np.arange(count), block.games, np.zeros(count, dtype=np.int64), worth, ends)


def extrapolate(reached: list[Floats], changes: list[Floats]) -> Floats:
    """Where steps like these lead to: the combination of them after which the least is left to change."""
    last, change = reached[-1], changes[-1]
    if len(reached) == 1:
        return last
    slopes = np.stack([each - change for each in changes[:-1]], axis=1)
    weights = np.linalg.lstsq(slopes, -change, rcond=SINGULAR)[0]
    further = last + np.stack([each - last for each in reached[:-1]], axis=1) @ weights
    is_sound = bool(further.min() > -BEYOND and further.max() < 1.0 + BEYOND)
    return np.clip(further, 0.0, 1.0) if is_sound else last


def seen_from_mover(games: Games) -> Games:
    """The same positions of two with the player to move in seat 0."""
    turned: Games = games.copy()
    is_second = turned["seat"] == 1
    for field in ("tops", "owned", "bratworms"):
        turned[field][is_second, :MIN_PLAYERS] = turned[field][is_second, :MIN_PLAYERS][:, ::-1]
    turned["seat"] = 0
    return turned


def _keys(games: Games) -> list[bytes]:
    """What tells one position from another."""
    grill = np.ascontiguousarray(games["grill"]).view(np.int8).reshape(len(games), -1)
    told = np.concatenate([grill, games["below"], games["tops"][:, :MIN_PLAYERS]], axis=1)
    return [row.tobytes() for row in told]


def _no_value(games: Games, seats: Ints) -> Floats:
    raise ValueError(f"the values of {len(games)} ends are given with the turns of {len(seats)} seats")
