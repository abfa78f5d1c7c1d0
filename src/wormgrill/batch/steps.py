"""Steps of many games at once, for callers from Python: what is legal, moves, dice, scores.

Every function takes the axes of the rules (`encode_rules`) and the games, and does the same to each of them.

>>> from wormgrill.batch.layout import encode_rules, new_games
>>> from wormgrill.batch.moves import ROLL_ON, moves_of
>>> from wormgrill.game.rules import EDITIONS
>>> axes, games = encode_rules(EDITIONS["classic-2014"]), new_games(EDITIONS["classic-2014"], 2, 3)
>>> apply_moves(axes, games, np.full(3, ROLL_ON))
>>> apply_rolls(axes, games, np.array([0x233000, 0x800000, 0x000008]))
>>> [[str(move) for move in moves_of(mask)] for mask in legal_masks(axes, games)]
[['keep 4', 'keep 5', 'keep W'], ['keep W'], ['keep 1']]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.bits import has_bit
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.layout import CHANCE, FACE_COUNT, NONE, OVER, Axes, Game, Games
from wormgrill.batch.moves import COUNT_BITS, GOLDEN_SHIFT, MOVE_COUNT, MOVES
from wormgrill.batch.rules import apply_dice, apply_move, legal_mask, score_of, winner_seats
from wormgrill.game.rules import MAX_PLAYERS

Ints = NDArray[np.int64]


class IllegalStep(ValueError):
    """A move or a roll that the rules do not allow in one of the games."""

    def __init__(self, step: object, game: int) -> None:
        super().__init__(f"{step} is not legal in game {game} of these")
        self.game = game
        """Its place among the games."""


def legal_masks(axes: Axes, games: Games) -> Ints:
    """By game the mask of the legal moves; 0 at chance and at the end."""
    masks = np.empty(len(games), dtype=np.int64)
    _fill_masks(axes, games, masks)
    return masks


def apply_moves(axes: Axes, games: Games, moves: Ints) -> None:
    """Make one move in each game; if one of them is not legal, `IllegalStep`, and no game is changed.

    The move -1 leaves a game as it is.
    """
    illegal = _first_illegal_move(axes, games, moves)
    if illegal != NONE:
        number = int(moves[illegal])
        raise IllegalStep(MOVES[number] if 0 <= number < MOVE_COUNT else f"the number {number}", illegal)
    _apply_moves(axes, games, moves)


def apply_rolls(axes: Axes, games: Games, rolls: Ints) -> None:
    """Roll the dice of these codes; if one of them is not possible, `IllegalStep`, and no game is changed.

    The roll -1 leaves a game as it is.
    """
    impossible = _first_impossible_roll(axes, games, rolls)
    if impossible != NONE:
        raise IllegalStep(f"the roll {int(rolls[impossible]):#x}", impossible)
    _apply_rolls(axes, games, rolls)


def are_over(games: Games) -> NDArray[np.bool_]:
    """By game whether it is over."""
    return np.asarray(games["phase"] == OVER)


def scores(games: Games) -> Ints:
    """By game and seat the worms that the seat would have if the game ended now; seats that nobody sits on have 0."""
    found = np.zeros((len(games), MAX_PLAYERS), dtype=np.int64)
    _fill_scores(games, found)
    return found


def winners(games: Games) -> Ints:
    """By game the bits of the seats that would win if the game ended now."""
    found = np.empty(len(games), dtype=np.int64)
    _fill_winners(games, found)
    return found


@compiled
def _fill_masks(axes: Axes, games: Games, masks: Ints) -> None:
    for index in range(len(games)):
        masks[index] = legal_mask(axes, games[index])


@compiled
def _first_illegal_move(axes: Axes, games: Games, moves: Ints) -> int:
    for index in range(len(games)):
        move = moves[index]
        if move != NONE and not (0 <= move < MOVE_COUNT and has_bit(legal_mask(axes, games[index]), move)):
            return index
    return NONE


@compiled
def _apply_moves(axes: Axes, games: Games, moves: Ints) -> None:
    for index in range(len(games)):
        if moves[index] != NONE:
            apply_move(axes, games[index], moves[index])


@compiled
def _first_impossible_roll(axes: Axes, games: Games, rolls: Ints) -> int:
    for index in range(len(games)):
        if rolls[index] != NONE and not is_possible_roll(axes, games[index], rolls[index]):
            return index
    return NONE


@compiled_helper
def is_possible_roll(axes: Axes, game: Game, dice: int) -> bool:
    """Whether chance may roll these dice now."""
    if game.phase != CHANCE or dice < 0 or dice >> GOLDEN_SHIFT > FACE_COUNT:
        return False
    total = 0
    for face in range(FACE_COUNT):
        total += (dice >> COUNT_BITS * face) & 15
    golden = dice >> GOLDEN_SHIFT
    if total != game.dice_left or (golden > 0) != (game.golden_left > 0):
        return False
    return golden == 0 or (has_side(axes, golden) and (dice >> COUNT_BITS * (golden - 1)) & 15 > 0)


@compiled_helper
def has_side(axes: Axes, face: int) -> bool:
    """Whether the golden die has this face."""
    sides = 0
    for side in range(FACE_COUNT):
        sides += axes.golden_sides[side] == face
    return sides > 0


@compiled
def _apply_rolls(axes: Axes, games: Games, rolls: Ints) -> None:
    for index in range(len(games)):
        if rolls[index] != NONE:
            apply_dice(axes, games[index], rolls[index])


@compiled
def _fill_scores(games: Games, found: Ints) -> None:
    for index in range(len(games)):
        for seat in range(games[index].players):
            found[index, seat] = score_of(games[index], seat)


@compiled
def _fill_winners(games: Games, found: Ints) -> None:
    for index in range(len(games)):
        found[index] = winner_seats(games[index])
