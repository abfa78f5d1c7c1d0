"""The positions in which a turn can end, listed as records, so that a value can be asked for all of them at once.

A turn ends with a claim or with a fail. What it is worth also depends on whether two 1s have earned a bratworm before,
and from whom it came: *variant* 0 is without one, and there is one more variant for each way to get it. A claim that
brings a choice, of two specialists or of a victim of the raven's bratworm, has an end for each *answer*.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.bits import count_bits, highest_place, lowest_place
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.layout import NONE, OVER, ROLL, Axes, Game, Games
from wormgrill.batch.moves import MOVE_COUNT
from wormgrill.batch.noise import Whim, noise_of
from wormgrill.batch.rules import apply_move, claims_with, fail, legal_mask, make_claim, robbable, take_bratworm
from wormgrill.game.rules import MAX_PLAYERS
from wormgrill.solver import MAX_POINTS
from wormgrill.solver.payoffs import EQUAL

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MAX_VARIANTS = MAX_PLAYERS
"""Without a bratworm, and from each other player."""
FAIL = MOVE_COUNT
"""The column of a fail, after those of the moves."""
COLUMNS = MOVE_COUNT + 1
MAX_ANSWERS = MAX_PLAYERS
LANE, VARIANT, MOVE, ANSWER = range(4)
"""The columns of the index of ends."""
WORST = -1e30
"""The value of what cannot be done."""


def all_ends(axes: Axes, games: Games) -> tuple[Games, Ints]:
    """The ends of the turns that begin in these games, and for each its lane, variant, move and answer."""
    room = 32 * len(games) + MAX_ANSWERS
    while True:
        ends, index = np.empty(room, dtype=games.dtype), np.empty((room, 4), dtype=np.int64)
        written = list_ends(axes, games, ends, index)
        if written != NONE:
            return ends[:written], index[:written]
        room *= 2


@compiled
def list_ends(axes: Axes, games: Games, ends: Games, index: Ints) -> int:
    """Write all ends of all games; how many there are, or -1 if there is no room for them."""
    written = 0
    for lane in range(len(games)):
        claims = possible_claims(axes, games[lane])
        for variant in range(1 + count_gains(axes, games[lane])):
            moves = claims | 1 << FAIL
            while moves:
                if written + MAX_ANSWERS > len(ends):
                    return NONE
                move = lowest_place(moves)
                moves &= moves - 1
                ends[written] = games[lane]
                gain(axes, ends[written], variant)
                answers = list_answers(axes, ends, written, move, index)
                for end in range(written, written + answers):
                    index[end, LANE], index[end, VARIANT], index[end, MOVE] = lane, variant, move
                written += answers
    return written


@compiled_helper
def list_answers(axes: Axes, ends: Games, place: int, move: int, index: Ints) -> int:
    """Make a claim, or fail, in the position at a place, and give each answer that it asks for; how many ends come."""
    if move == FAIL:
        fail(axes, ends[place])
    else:
        make_claim(axes, ends[place], move)
    index[place, ANSWER] = NONE
    if is_turn_over(ends[place]):
        return 1
    legal = legal_mask(axes, ends[place])
    answers = count_bits(legal)
    for end in range(place + answers - 1, place - 1, -1):
        ends[end] = ends[place]
    for end in range(place, place + answers):
        index[end, ANSWER] = lowest_place(legal)
        apply_move(axes, ends[end], lowest_place(legal))
        legal &= legal - 1
    return answers


@compiled_helper
def is_turn_over(game: Game) -> bool:
    """Whether the position lies between two turns, or the game is over."""
    return game.phase == ROLL or game.phase == OVER  # noqa: PLR1714  # Numba compares integers faster than it searches


@compiled_helper
def count_gains(axes: Axes, game: Game) -> int:
    """In how many ways the current seat can get a bratworm."""
    return 1 if has_supply(axes, game) else count_bits(robbable(game))


@compiled_helper
def has_supply(axes: Axes, game: Game) -> bool:
    """Whether the supply has a bratworm."""
    given = 0
    for seat in range(game.players):
        given += game.bratworms[seat]
    return given < axes.bratworms


@compiled_helper
def gain(axes: Axes, game: Game, variant: int) -> None:
    """Give the current seat the bratworm of a variant; variant 0 is none."""
    if variant == 0:
        return
    if has_supply(axes, game):
        game.bratworms[game.seat] += 1
    else:
        victims = robbable(game)
        for _ in range(variant - 1):
            victims &= victims - 1
        take_bratworm(game, lowest_place(victims))


@compiled_helper
def possible_claims(axes: Axes, game: Game) -> int:
    """Every claim that some number of points can make, as a mask."""
    claims = 0
    for points in range(MAX_POINTS + 1):
        claims |= claims_with(axes, game, points, True) | claims_with(axes, game, points, False)
    return claims


class Ends(NamedTuple):
    """The ends of turns, those of each lane side by side."""

    found_by: Ints
    """`[end]`: its lane, variant, move and answer."""
    values: Floats
    """`[end]`"""
    firsts: Ints
    """`[lane]`: its first end, and at last how many ends there are."""


def make_ends(index: Ints, values: Floats, lanes: int) -> Ends:
    """The ends of so many lanes."""
    return Ends(index, np.ascontiguousarray(values), np.searchsorted(index[:, LANE], np.arange(lanes + 1)))


@compiled
def fold_ends(ends: Ends, worth: Floats) -> None:
    """Fill in what each move is worth by `[lane, variant, move]` with the best answer."""
    worth[:] = WORST
    for end in range(len(ends.values)):
        lane, variant, move = ends.found_by[end, LANE], ends.found_by[end, VARIANT], ends.found_by[end, MOVE]
        worth[lane, variant, move] = max(worth[lane, variant, move], ends.values[end])


@compiled_helper
def best_claim(axes: Axes, worth: Floats, claims: int, whim: Whim) -> int:
    """The claim to make by what moves are worth; of equals the steal, or the highest tile; `FAIL` to pass."""
    found, most = NONE, WORST
    while claims:
        move = highest_place(claims)
        claims ^= 1 << move
        value = worth[move] + noise_of(whim, move)
        if value > most + EQUAL:
            found, most = move, value
    return FAIL if found == NONE or (axes.may_pass and worth[FAIL] - whim.noise > most + EQUAL) else found


@compiled_helper
def best_answer(ends: Ends, lane: int, variant: int, claim: int, whim: Whim) -> int:
    """The answer to the choice that a claim brings; of equals the first one."""
    found, most = NONE, WORST
    for end in range(ends.firsts[lane], ends.firsts[lane + 1]):
        if ends.found_by[end, VARIANT] == variant and ends.found_by[end, MOVE] == claim:
            answer = ends.found_by[end, ANSWER]
            value = ends.values[end] + noise_of(whim, answer)
            if value > most:
                found, most = answer, value
    return found
