"""Steps of games in which one player at each table, or every player, is asked from outside: the compiled loops.

Whoever is asked is player 0 of a seating; all others are policies, which play inside these loops, or players that are
asked in between (`core.py`). A turn of the one who is asked begins with a roll by itself, unless there is a choice.
What does not change is in one record, and what is told of a game is in another: Numba hands records over as they are,
but counts the references of every array that is handed over, which would take longer than the moves. For the same
reason a step is told where all arrays are in one record of addresses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import carray, from_dtype, types  # type: ignore[attr-defined]  # it does export them
from numpy.typing import NDArray

from wormgrill.batch.bits import count_bits, has_bit
from wormgrill.batch.compiling import compiled, compiled_helper, for_python, machine_code
from wormgrill.batch.dice import DICE, Keys, random_word, rolled_dice
from wormgrill.batch.games import MANY_TURNS, play_game_on
from wormgrill.batch.layout import (
    AXES,
    CHANCE,
    FACE_COUNT,
    GAME,
    GOLDEN_DIE,
    KEEP,
    NONE,
    OVER,
    ROLL,
    SPECIALIST_COUNT,
    TILE_COUNT,
    Axes,
    Game,
    Games,
    Numbers,
)
from wormgrill.batch.moves import MOVE_COUNT, ROLL_ON
from wormgrill.batch.players import MAX_TURN, Batch
from wormgrill.batch.rules import (
    WORMS_OF_TILE,
    apply_dice,
    apply_move,
    legal_mask,
    points_aside,
    score_of,
    winner_seats,
    worms_beside_stack,
)
from wormgrill.envs.observations import FIELDS, Observations
from wormgrill.envs.sharing import add_to, pointer
from wormgrill.game.rules import MAX_PLAYERS

Ints = NDArray[np.int64]
Masks = NDArray[np.int8]

GRILL, STACKS, WORMS, TURN, PHASE, ASIDE, ROLLED, DICE_LEFT, POINTS, *_FURTHER = range(len(FIELDS))
BRATWORMS, SUPPLY, STANDS_ON, OWNED, IN_HAND, GOLDEN, GOLDEN_LEFT, WEASEL_USED = _FURTHER
LEARNER = 0
"""The player who is asked from outside."""
NOWHERE = 0xFFFF
"""Places are not negative: Numba looks at every index that could be, to count it from the end."""
SHARED = 3
TAKEN, DONE, ENDED = range(SHARED)
GAMES_OF_A_PART = 256
"""What a thread takes at a time."""
KEY_SHAPE = (2, 2)
NO_LIMIT = 1 << 62
LIMITS = (NO_LIMIT, MANY_TURNS)
"""Of the plies of a game and of the turns in one step: there are none."""
FOR_WINS, FOR_WORMS = range(2)
"""What rewards are given for."""

DESK = np.dtype(
    [
        ("penalty", np.float64),
        ("stride", np.int64),
        ("starts", np.uint16, (len(FIELDS),)),
        ("tiles", np.uint8, (TILE_COUNT,)),
        ("in_game", np.uint8, (TILE_COUNT,)),
        ("specialists", np.int8, (SPECIALIST_COUNT,)),
        ("numbers", np.uint8, (MOVE_COUNT,)),
        ("offsets", np.int8, (MOVE_COUNT,)),
        ("lineup", np.int8, (MAX_PLAYERS,)),
        ("tile_count", np.int8),
        ("actions", np.int8),
        ("players", np.int8),
        ("seat", np.int8),
        ("reward", np.int8),
        ("restarts", np.int8),
        ("asks_all", np.int8),
    ],
    align=True,
)
SEATED = np.dtype([("legal", np.int64), ("worms", np.int16), ("seat", np.int8)], align=True)


class Desk(Protocol):
    """A record of `DESK`: what is the same in all games of an environment."""

    penalty: float
    """The reward of an action that is not legal."""
    stride: int
    """The number of the next game in a place is higher by this."""
    starts: Numbers
    """By field of an observation its first place; `NOWHERE` if the rules do not know it."""
    tiles: Numbers
    """By tile its place among those in the game."""
    in_game: Numbers
    """The tiles in the game."""
    specialists: Numbers
    """By specialist its place among those in the game, or -1."""
    numbers: Numbers
    """By action the number of a move."""
    offsets: Numbers
    """By action the seat that belongs to it, counted from whoever chooses; -1 without one."""
    lineup: Numbers
    """The players clockwise, beginning with the one who is asked."""
    tile_count: int
    actions: int
    players: int
    seat: int
    """Where the one who is asked sits; -1 to sit one seat further in every game."""
    reward: int
    restarts: int
    """1 if a game that is over makes room for the next one at once."""
    asks_all: int
    """1 if everybody at the table is asked."""


class Seated(Protocol):
    """A record of `SEATED`: the player of a game who is asked."""

    legal: int
    """The mask of the moves that were legal when the position was last shown, whoever may make them."""
    worms: int
    """What the player had when last told."""
    seat: int


class Told(NamedTuple):
    """What a step tells, by game."""

    observations: Observations
    masks: Masks
    """By action whether it is legal."""
    rewards: NDArray[np.float64]
    are_over: NDArray[np.bool_]
    are_refused: NDArray[np.bool_]
    """Where the action was not legal, so that nothing has changed."""


PLAYED_WITH = ("axes", "desk", "seated", "start", "policies", "keys", "final", "actions", "shared")
SIZES = ("many", "size", "count", "playing")
"""The numbers of games, of numbers in an observation, of actions and of players."""
FOUND_AT = np.dtype([(name, np.int64) for name in (*PLAYED_WITH, *Batch._fields, *Told._fields, *SIZES)])
"""The addresses of all arrays of a step, and their sizes."""

# --------------------------------------------------------------------------------------------------------- all games


@compiled
def begin_all(  # noqa: PLR0913, PLR0917  # all that belongs to some games
    axes: Axes, desk: Desk, batch: Batch, seated: Games, start: Games, policies: Ints, keys: Keys
) -> None:
    """Begin the games of the numbers that the places have, and let policies play until somebody has to be asked."""
    for place in range(len(batch.numbers)):
        begin_game(desk, batch, place, batch.numbers[place], start)
        sit_down(desk, seated[place], batch.numbers[place])
        play_game_on(axes, batch, place, policies, keys, LIMITS)


@compiled_helper
def take_all(  # noqa: PLR0913, PLR0917  # all that belongs to some games
    axes: Axes, desk: Desk, batch: Batch, seated: Games, policies: Ints, keys: Keys, actions: Ints, told: Told
) -> None:
    """Take an action in every game, roll if it was to roll, and let policies play until somebody has to be asked."""
    games, numbers, rolls, turns, plies = batch.games, batch.numbers, batch.rolls, batch.turns, batch.plies
    seatings, are_refused = batch.seatings, told.are_refused
    for place in range(len(numbers)):
        game = games[place]
        turns[place] += game.phase == ROLL
        is_taken = take_action(axes, desk, game, seated[place].legal, actions[place])
        are_refused[place] = not is_taken and game.phase != OVER
        plies[place] += is_taken
        if game.phase == CHANCE:
            apply_dice(axes, game, rolled_dice(axes, game, random_word(keys, DICE, numbers[place], rolls[place])))
            rolls[place] += 1
            plies[place] += 1
        if game.phase != OVER and seatings[place, game.seat] != LEARNER:
            play_game_on(axes, batch, place, policies, keys, LIMITS)


@compiled_helper
def settle_all(  # noqa: PLR0913, PLR0917  # all that belongs to some games
    axes: Axes,
    desk: Desk,
    batch: Batch,
    seated: Games,
    start: Games,
    policies: Ints,
    keys: Keys,
    told: Told,
    final: Observations,
) -> int:
    """Give the rewards of a step; where a game is over, begin the next one if that is wanted. How many are over."""
    games, numbers, ended = batch.games, batch.numbers, 0
    for place in range(len(numbers)):
        game, is_over = games[place], games[place].phase == OVER
        told.are_over[place] = is_over
        told.rewards[place] = desk.penalty if told.are_refused[place] else reward_of(desk, game, seated[place])
        if is_over:
            ended += 1
            if desk.restarts:
                show_position(axes, desk, game, seated[place].seat, final, place)
                begin_game(desk, batch, place, numbers[place] + desk.stride, start)
                sit_down(desk, seated[place], numbers[place])
                play_game_on(axes, batch, place, policies, keys, LIMITS)
    return ended


@compiled
def open_turns(axes: Axes, desk: Desk, batch: Batch, seated: Games, keys: Keys) -> None:
    """Where the turn of a player begins who is asked, and who can only roll, roll.

    Where everybody is asked, the next one to be told something is the one whose turn it is.
    """
    games, numbers, rolls, turns, plies = batch.games, batch.numbers, batch.rolls, batch.turns, batch.plies
    seatings = batch.seatings
    for place in range(len(numbers)):
        game = games[place]
        if desk.asks_all:
            seated[place].seat = game.seat
        if game.phase == ROLL and game.owned[game.seat] != GOLDEN_DIE and seatings[place, game.seat] == LEARNER:
            apply_move(axes, game, ROLL_ON)
            apply_dice(axes, game, rolled_dice(axes, game, random_word(keys, DICE, numbers[place], rolls[place])))
            turns[place] += 1
            rolls[place] += 1
            plies[place] += 2


@compiled
def show_all(  # noqa: PLR0913, PLR0917  # all that belongs to some games
    axes: Axes, desk: Desk, games: Games, seated: Games, observations: Observations, masks: Masks
) -> None:
    """Write what the players see, and which actions are legal for them."""
    for place in range(len(games)):
        game, seat = games[place], seated[place].seat
        show_position(axes, desk, game, seat, observations, place)
        seated[place].legal = legal_mask(axes, game)
        legal = seated[place].legal if game.seat == seat else 0
        for action in range(desk.actions):
            masks[place, action] = has_bit(legal, move_of(desk, action, seat))


@compiled_helper
def step_all(  # noqa: PLR0913, PLR0917  # all that belongs to some games
    axes: Axes,
    desk: Desk,
    batch: Batch,
    seated: Games,
    start: Games,
    policies: Ints,
    keys: Keys,
    actions: Ints,
    told: Told,
    final: Observations,
) -> int:
    """A whole step where nobody has to be asked in between; how many games have ended."""
    take_all(axes, desk, batch, seated, policies, keys, actions, told)
    ended = settle_all(axes, desk, batch, seated, start, policies, keys, told, final)
    open_turns(axes, desk, batch, seated, keys)
    show_all(axes, desk, batch.games, seated, told.observations, told.masks)
    return ended


take_all_asked, settle_all_asked = for_python(take_all), for_python(settle_all)
"""The same where somebody has to be asked in between."""


@compiled
def step_at(found: Any, waits: int) -> int:
    """`step_all` of the games that a record of `FOUND_AT` tells where to find, shared by as many threads as call it.

    Each takes the next part of the games until none is left; the one that `waits` returns when all parts are done. How
    many are taken and done, and how many games have ended, is in `shared`.
    """
    at = carray(found, 1)[0]
    many, work = at.many, carray(pointer(at.shared), SHARED, np.int64)
    axes, desk = carray(pointer(at.axes), 1, AXES)[0], carray(pointer(at.desk), 1, DESK)[0]
    start, keys = carray(pointer(at.start), 1, GAME), carray(pointer(at.keys), KEY_SHAPE, np.uint64)
    policies, actions = carray(pointer(at.policies), at.playing, np.int64), carray(pointer(at.actions), many, np.int64)
    seated = carray(pointer(at.seated), many, SEATED)
    final = carray(pointer(at.final), (many, at.size), np.uint8)
    batch = Batch(
        carray(pointer(at.games), many, GAME),
        carray(pointer(at.numbers), many, np.int64),
        carray(pointer(at.rolls), many, np.int64),
        carray(pointer(at.turns), many, np.int64),
        carray(pointer(at.plies), many, np.int64),
        carray(pointer(at.seatings), (many, MAX_PLAYERS), np.int8),
        carray(pointer(at.trace), (many, MAX_TURN), np.int8),
        carray(pointer(at.traced), many, np.int64),
    )
    told = Told(
        carray(pointer(at.observations), (many, at.size), np.uint8),
        carray(pointer(at.masks), (many, at.count), np.int8),
        carray(pointer(at.rewards), many, np.float64),
        carray(pointer(at.are_over), many, np.bool_),
        carray(pointer(at.are_refused), many, np.bool_),
    )
    parts = (many + GAMES_OF_A_PART - 1) // GAMES_OF_A_PART
    part = add_to(work, TAKEN, 1)
    while part < parts:
        first, end = part * GAMES_OF_A_PART, min((part + 1) * GAMES_OF_A_PART, many)
        ended = step_all(
            axes,
            desk,
            batch_of(batch, first, end),
            seated[first:end],
            start,
            policies,
            keys,
            actions[first:end],
            told_of(told, first, end),
            final[first:end],
        )
        add_to(work, ENDED, ended)
        add_to(work, DONE, 1)
        part = add_to(work, TAKEN, 1)
    while waits and add_to(work, DONE, 0) < parts:
        pass
    return int(work[ENDED])


@compiled_helper
def batch_of(batch: Batch, first: int, end: int) -> Batch:
    """Some of the games."""
    return Batch(
        batch.games[first:end],
        batch.numbers[first:end],
        batch.rolls[first:end],
        batch.turns[first:end],
        batch.plies[first:end],
        batch.seatings[first:end],
        batch.trace[first:end],
        batch.traced[first:end],
    )


@compiled_helper
def told_of(told: Told, first: int, end: int) -> Told:
    """What is told of them."""
    return Told(
        told.observations[first:end],
        told.masks[first:end],
        told.rewards[first:end],
        told.are_over[first:end],
        told.are_refused[first:end],
    )


@cache
def step_code() -> Callable[[int, bool], int]:
    """`step_at` as a function of C: it takes the address of a record of `FOUND_AT`, and whether it waits."""
    at: Any = types.CPointer  # it has no types
    return machine_code(step_at, [at(from_dtype(FOUND_AT)), types.int64])


@compiled
def is_waiting_for_others(batch: Batch) -> bool:
    """Whether a game waits for a player who is not asked from outside."""
    for place in range(len(batch.numbers)):
        game = batch.games[place]
        if game.phase != OVER and batch.seatings[place, game.seat] != LEARNER:
            return True
    return False


# ---------------------------------------------------------------------------------------------------------- one game


@compiled_helper
def begin_game(desk: Desk, batch: Batch, place: int, number: int, start: Games) -> None:
    """Put the game of a number in a place."""
    batch.games[place] = start[0]
    batch.numbers[place] = number
    batch.rolls[place] = batch.turns[place] = batch.plies[place] = batch.traced[place] = 0
    seat = seat_in(desk, number)
    for offset in range(desk.players):
        batch.seatings[place, (seat + offset) % desk.players] = desk.lineup[offset]


@compiled_helper
def seat_in(desk: Desk, number: int) -> int:
    """Where the player who is asked sits in a game."""
    return int(desk.seat) if desk.seat != NONE else int(number % desk.players)


@compiled_helper
def sit_down(desk: Desk, seated: Seated, number: int) -> None:
    """Note where the player sits in a new game."""
    seated.seat = seat_in(desk, number)
    seated.worms = 0


@compiled_helper
def move_of(desk: Desk, action: int, seat: int) -> int:
    """The number of the move that an action means at a seat."""
    offset = desk.offsets[action]
    number = int(desk.numbers[action])
    return number if offset == NONE else number + seat_after(seat + offset, desk.players)


@compiled_helper
def seat_after(seat: int, players: int) -> int:
    """A seat that may have been counted once round the table; to divide would take longer."""
    return seat - players if seat >= players else seat


@compiled_helper
def take_action(axes: Axes, desk: Desk, game: Game, legal: int, action: int) -> bool:
    """Make the move of an action if it is legal, and say whether it was; in a game that is over none is."""
    move = move_of(desk, action, game.seat)
    is_legal = has_bit(legal, move)
    if is_legal:
        apply_move(axes, game, move)
    return is_legal


@compiled_helper
def reward_of(desk: Desk, game: Game, seated: Seated) -> float:
    """The reward of a step that was not refused."""
    if desk.reward == FOR_WORMS:
        worms = score_of(game, seated.seat)
        gained = worms - seated.worms
        seated.worms = worms
        return float(gained)
    if game.phase == OVER:
        winners = winner_seats(game)
        return 1 / count_bits(winners) if has_bit(winners, seated.seat) else 0.0
    return 0.0


@compiled_helper
def show_position(  # noqa: PLR0913, PLR0917  # which game, to whom, and where
    axes: Axes, desk: Desk, game: Game, seat: int, seen: Observations, place: int
) -> None:
    """Write a position as the player at a seat sees it.

    What is read more than once is read first: every number that is written could be one of those that are read, for all
    that the compiler knows.
    """
    for each in range(seen.shape[1]):
        seen[place, each] = 0
    starts, tiles, players, grill, phase = desk.starts, int(desk.tile_count), int(game.players), game.grill, game.phase
    first_of_grill, first_of_stacks, first_of_worms = int(starts[GRILL]), int(starts[STACKS]), int(starts[WORMS])
    first_aside, first_rolled, first_of_bratworms = int(starts[ASIDE]), int(starts[ROLLED]), int(starts[BRATWORMS])
    for each in range(tiles):
        seen[place, first_of_grill + each] = (grill >> desk.in_game[each]) & 1
    supply = axes.bratworms
    for offset in range(players):
        other = seat_after(seat + offset, players)
        first = first_of_stacks + offset * tiles
        tile, depth, worms = int(game.tops[other]), 1, worms_beside_stack(game, other)
        while tile != NONE:
            seen[place, first + desk.tiles[tile]] = depth
            worms += WORMS_OF_TILE[tile]
            tile = int(game.below[tile])
            depth += 1
        seen[place, first_of_worms + offset] = worms
        if first_of_bratworms != NOWHERE:
            seen[place, first_of_bratworms + offset] = game.bratworms[other]
            supply -= game.bratworms[other]
    seen[place, starts[TURN] + seat_after(game.seat - seat + players, players)] = 1
    if phase not in (CHANCE, OVER):
        seen[place, starts[PHASE] + (phase - (phase > CHANCE))] = 1
    for face in range(FACE_COUNT):
        seen[place, first_aside + face] = game.aside[face]
        seen[place, first_rolled + face] = game.rolled[face]
    seen[place, starts[DICE_LEFT]] = game.dice_left
    seen[place, starts[POINTS]] = points_aside(game)
    if starts[SUPPLY] != NOWHERE:
        seen[place, starts[SUPPLY]] = supply
    if starts[OWNED] != NOWHERE:
        show_specialists(desk, game, seat, seen, place)


@compiled_helper
def show_specialists(desk: Desk, game: Game, seat: int, seen: Observations, place: int) -> None:
    """Write where the specialists are, and what the golden die and the weasel have done."""
    starts = desk.starts
    for specialist in range(SPECIALIST_COUNT):
        known = desk.specialists[specialist]
        if known == NONE:
            continue
        if game.stands_on[specialist] != NONE:
            seen[place, starts[STANDS_ON] + known * desk.tile_count + desk.tiles[game.stands_on[specialist]]] = 1
        for offset in range(game.players):
            if game.owned[seat_after(seat + offset, game.players)] == specialist:
                seen[place, starts[OWNED] + known * game.players + offset] = 1
        if has_bit(game.in_hand, specialist):
            seen[place, starts[IN_HAND] + known] = 1
    if starts[GOLDEN] != NOWHERE:
        if game.phase == KEEP and game.golden:
            seen[place, starts[GOLDEN] + game.golden - 1] = 1
        seen[place, starts[GOLDEN_LEFT]] = game.golden_left
    if starts[WEASEL_USED] != NOWHERE:
        seen[place, starts[WEASEL_USED]] = game.weasel_used
