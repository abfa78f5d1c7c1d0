"""Moves as numbers: one fixed numbering for all rules and any number of players.

| numbers | moves |
|---|---|
| 0-17 | `grill 11`, `grill 13`, `grill 21` to `grill 36` |
| 18-23 | `keep 1` to `keep 5`, `keep W` |
| 24 | `pass` |
| 25-30 | `retain` with `apple`, `canned_worm`, `golden_die`, `hen`, `raven` (which is never legal), `weasel` |
| 31-37 | `rob 0` to `rob 6` |
| 38 | `roll` |
| 39 | `roll golden` |
| 40-46 | `steal 0` to `steal 6` |
| 47 | `stop` |
| 48 | `weasel` |

Numbers ascend in the order of the texts, so the moves of a mask come in the order of `game.legal_moves`. A *mask* has
bit n set for the move of number n. Chance's move is no such number: a roll of dice is a code, four bits for the count
of each face from the lowest on, and four more for the face of the golden die, 0 without one.
"""

from __future__ import annotations

from wormgrill.game.dice import FACES
from wormgrill.game.moves import Dice, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.rules import MAX_PLAYERS, Specialist
from wormgrill.game.tiles import TILES

MOVES: tuple[Move, ...] = (
    *map(Grill, TILES),
    *map(Keep, FACES),
    Pass(),
    *map(Retain, Specialist),
    *map(Rob, range(MAX_PLAYERS)),
    Roll(),
    Roll(golden=True),
    *map(Steal, range(MAX_PLAYERS)),
    Stop(),
    Weasel(),
)
"""Every move but chance's, by number."""
MOVE_COUNT = len(MOVES)
_NUMBERS = {move: number for number, move in enumerate(MOVES)}

FIRST_GRILL = _NUMBERS[Grill(TILES[0])]
FIRST_KEEP = _NUMBERS[Keep(FACES[0])]
PASS = _NUMBERS[Pass()]
FIRST_RETAIN = _NUMBERS[Retain(next(iter(Specialist)))]
FIRST_ROB = _NUMBERS[Rob(0)]
ROLL_ON = _NUMBERS[Roll()]
ROLL_GOLDEN = _NUMBERS[Roll(golden=True)]
FIRST_STEAL = _NUMBERS[Steal(0)]
STOP = _NUMBERS[Stop()]
USE_WEASEL = _NUMBERS[Weasel()]

COUNT_BITS = 4
"""Bits of a count in the code of a roll."""
GOLDEN_SHIFT = COUNT_BITS * len(FACES)


def move_number(move: Move) -> int:
    """The number of a move; chance's moves have none and raise `KeyError`.

    >>> from wormgrill.game.moves import parse_move
    >>> move_number(parse_move("keep W")), str(MOVES[40])
    (23, 'steal 0')
    """
    return _NUMBERS[move]


def moves_of(mask: int) -> tuple[Move, ...]:
    """The moves of a mask, ascending.

    >>> [str(move) for move in moves_of(1 << 38 | 1 << 47)]
    ['roll', 'stop']
    """
    return tuple(move for number, move in enumerate(MOVES) if mask >> number & 1)


def dice_code(dice: Dice) -> int:
    """The code of a roll.

    >>> hex(dice_code(Dice((2, 0, 1, 2, 1, 3), golden=6)))
    '0x6312102'
    """
    counts = sum(count << COUNT_BITS * place for place, count in enumerate(dice.counts))
    return counts | (dice.golden or 0) << GOLDEN_SHIFT


def dice_of(code: int) -> Dice:
    """The roll of a code; the inverse of `dice_code`."""
    ones, twos, threes, fours, fives, worms = (code >> COUNT_BITS * place & 15 for place in range(len(FACES)))
    return Dice((ones, twos, threes, fours, fives, worms), code >> GOLDEN_SHIFT or None)
