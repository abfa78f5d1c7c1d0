"""Actions: the moves of the game as small numbers, a fixed list for the rules and the number of players.

Other players are counted clockwise from the one who chooses, so that an action means the same at every seat.

| actions | moves | where |
|---|---|---|
| 0-5 | `keep 1` to `keep 5`, `keep W` | always |
| 6, 7 | `roll`, `stop` | always |
| then | `roll golden` | with the golden die |
| | `weasel` | with the weasel |
| | `retain` with each specialist that can be owned, by name | with two of these or more |
| | `rob +1`, `rob +2`, … | with bratworms and at least three players |
| | `grill` with each tile, ascending | with `decline_steal`, `lower_tile=any` or `may_pass` |
| | `steal +1`, `steal +2`, … | with `decline_steal` or `may_pass` |
| | `pass` | with `may_pass` |

>>> from wormgrill.game import EDITIONS
>>> actions_of(EDITIONS["classic-2014"], players=4).texts
('keep 1', 'keep 2', 'keep 3', 'keep 4', 'keep 5', 'keep W', 'roll', 'stop')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wormgrill.batch.layout import NONE
from wormgrill.batch.moves import FIRST_ROB, FIRST_STEAL, move_number
from wormgrill.envs.reading import number_of_players, read_rules
from wormgrill.game.dice import FACES
from wormgrill.game.moves import Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.rules import LowerTile, Rules, Specialist


@dataclass(frozen=True)
class Actions:
    """The actions under some rules with some number of players."""

    texts: tuple[str, ...]
    """By action the text of the move; seats are relative to whoever chooses."""
    numbers: tuple[int, ...]
    """By action the number of the move in `batch`; where a seat belongs to it, that of the move with seat 0."""
    offsets: tuple[int, ...]
    """By action how many seats further the player sits whom it concerns; -1 if it concerns no seat."""

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, move: Move, seat: int, players: int) -> int:
        """The action by which the player at a seat makes a move.

        >>> from wormgrill.game import EDITIONS, parse_move
        >>> actions = actions_of(EDITIONS["classic-2005"], players=4)
        >>> actions.texts[actions.number(parse_move("steal 1"), seat=3, players=4)]
        'steal +2'
        """
        return self.texts.index(_text(move, seat, players))


def _text(move: Move, seat: int, players: int) -> str:
    if isinstance(move, Rob | Steal):
        return f"{str(move).split()[0]} +{(move.seat - seat) % players}"
    return str(move)


def actions_of(rules: str | Rules, players: int) -> Actions:
    """All actions that these rules know, in a fixed order."""
    return _actions(read_rules(rules), number_of_players(players))


@lru_cache(maxsize=64)
def _actions(rules: Rules, players: int) -> Actions:
    moves = [*_moves(rules, players)]
    offsets = [move.seat if isinstance(move, Rob | Steal) else NONE for move in moves]
    return Actions(
        tuple(_text(move, 0, players) for move in moves),
        tuple(_first(move) for move in moves),
        tuple(offsets),
    )


def _first(move: Move) -> int:
    """The number of a move, with seat 0 in the place of its seat."""
    if isinstance(move, Rob):
        return FIRST_ROB
    return FIRST_STEAL if isinstance(move, Steal) else move_number(move)


def _moves(rules: Rules, players: int) -> Iterator[Move]:
    """The moves that the player at seat 0 may ever have to choose."""
    specialists = {specialist for _, specialist in rules.specialists}
    ownable = [specialist for specialist in Specialist if specialist in specialists - {Specialist.RAVEN}]
    others = range(1, players)
    yield from map(Keep, FACES)
    yield from (Roll(), Stop())
    if Specialist.GOLDEN_DIE in specialists:
        yield Roll(golden=True)
    if Specialist.WEASEL in specialists:
        yield Weasel()
    if len(ownable) > 1:
        yield from map(Retain, ownable)
    if rules.bratworms and len(others) > 1:
        yield from map(Rob, others)
    if rules.decline_steal or rules.may_pass or rules.lower_tile is LowerTile.ANY:
        yield from map(Grill, rules.tiles)
    if rules.decline_steal or rules.may_pass:
        yield from map(Steal, others)
    if rules.may_pass:
        yield Pass()
