"""The rules on records: the twin of `game/state.py`, one compiled function for each of its steps.

Each takes the axes of the rules and one game, which it changes in its place. Nothing here asks whether a move is legal;
`steps.py` does that for callers from Python. Where the engine returns a position in the middle of a step, these
functions say whether a choice is now open.
"""

from __future__ import annotations

import numpy as np

from wormgrill.batch.bits import has_bit, highest_place, lowest_place
from wormgrill.batch.compiling import compiled_helper
from wormgrill.batch.layout import (
    APPLE,
    CANNED_WORM,
    CHANCE,
    CLAIM,
    DECIDE,
    FACE_COUNT,
    GOLDEN_DIE,
    HEN,
    KEEP,
    NONE,
    OVER,
    RAVEN,
    RETAIN,
    ROB,
    ROLL,
    SHORT_OFF,
    SHORT_RETURNED,
    SPECIALIST_COUNT,
    TILE_COUNT,
    WEASEL,
    Axes,
    Game,
)
from wormgrill.batch.moves import (
    COUNT_BITS,
    FIRST_GRILL,
    FIRST_KEEP,
    FIRST_RETAIN,
    FIRST_ROB,
    FIRST_STEAL,
    GOLDEN_SHIFT,
    PASS,
    ROLL_GOLDEN,
    ROLL_ON,
    STOP,
    USE_WEASEL,
)
from wormgrill.game.dice import BRATWORM_ONES, FACE_POINTS, WHITE_DICE
from wormgrill.game.state import APPLE_WORMS, CANNED_WORM_POINTS
from wormgrill.game.tiles import LOWEST_STEALABLE, TILES, worms

MAX_TOTAL = max(FACE_POINTS) * (WHITE_DICE + 1) + CANNED_WORM_POINTS
TILE_OF_POINTS = np.array([TILES.index(total) if total in TILES else NONE for total in range(MAX_TOTAL + 1)])
"""By points the tile of the same number."""
LOWER_TILES = np.array(
    [
        sum(1 << TILES.index(tile) for tile in TILES if LOWEST_STEALABLE <= tile < total)
        for total in range(MAX_TOTAL + 1)
    ]
)
"""By points the bits of the tiles that may be taken as a lower one."""
RANKS_OF_WORM = TILE_COUNT + 1
"""Of equal worms the highest tile decides: a rank has so many places for every worm."""
WORMS_OF_TILE = np.array([worms(tile) for tile in TILES])
WORM_FACE = FACE_COUNT - 1
"""Faces are counted from 0 in records."""

# ---------------------------------------------------------------------------------------------------- what may happen


@compiled_helper
def legal_mask(axes: Axes, game: Game) -> int:
    """The mask of the moves open to the current seat; none at chance and at the end."""
    phase = game.phase
    if phase == KEEP:
        return legal_keeps(game)
    if phase == DECIDE:
        return legal_rolls(axes, game) | 1 << STOP
    if phase == ROLL:
        return legal_rolls(axes, game)
    if phase == CLAIM:
        return open_claims(axes, game) | (1 << PASS if axes.may_pass else 0)
    if phase == ROB:
        return robbable(game) << FIRST_ROB
    if phase == RETAIN:
        return int(game.in_hand) << FIRST_RETAIN
    return 0


@compiled_helper
def legal_rolls(axes: Axes, game: Game) -> int:
    """The mask of the ways to roll: without the golden die, and with it if it can still be added."""
    return 1 << ROLL_ON | (1 << ROLL_GOLDEN if can_add_golden_die(axes, game) else 0)


@compiled_helper
def can_add_golden_die(axes: Axes, game: Game) -> bool:
    """Tell whether the golden die can still be added to a roll of this turn."""
    if game.owned[game.seat] != GOLDEN_DIE:
        return False
    return count_dice(game) == WHITE_DICE if axes.joins_any_roll else bool(game.phase == ROLL)


@compiled_helper
def count_dice(game: Game) -> int:
    """How many dice the turn is played with so far."""
    dice = int(game.dice_left)
    for face in range(FACE_COUNT):
        dice += game.aside[face]
    return dice


@compiled_helper
def legal_keeps(game: Game) -> int:
    """The keeps that a roll allows, with the weasel and the way out that it offers; 0 if the roll has failed."""
    keeps = 0
    for face in range(FACE_COUNT):  # without branches: nobody can foresee which faces were rolled
        keeps |= ((game.rolled[face] > 0) & (game.aside[face] == 0)) << (FIRST_KEEP + face)
    if game.owned[game.seat] != WEASEL or game.weasel_used:
        return keeps
    return (keeps or 1 << STOP) | 1 << USE_WEASEL


@compiled_helper
def points_aside(game: Game) -> int:
    """The sum of the kept dice."""
    total = 0
    for face in range(FACE_COUNT):
        total += game.aside[face] * FACE_POINTS[face]
    return total


@compiled_helper
def open_claims(axes: Axes, game: Game) -> int:
    """What stopping now can claim, as a mask of moves."""
    return claims_with(axes, game, points_aside(game), game.aside[WORM_FACE] > 0)


@compiled_helper
def claims_with(axes: Axes, game: Game, total: int, has_worm: bool) -> int:
    """What the current seat can claim with kept dice of so many points; the canned worm stands for a missing worm."""
    if not has_worm:
        if game.owned[game.seat] != CANNED_WORM:
            return 0
        total += CANNED_WORM_POINTS
    lower = int(game.grill & LOWER_TILES[total])
    if lower and not axes.lower_any:
        lower = 1 << highest_place(lower)
    exact = int(TILE_OF_POINTS[total])
    if exact == NONE:
        return lower
    if has_bit(game.grill, exact):
        return 1 << exact | (lower if axes.lower_any else 0)
    if total >= LOWEST_STEALABLE:
        for seat in range(game.players):
            if game.tops[seat] == exact and seat != game.seat:
                return 1 << (FIRST_STEAL + seat) | (lower if axes.decline_steal else 0)
    return lower


@compiled_helper
def robbable(game: Game) -> int:
    """The bits of the seats from which the current one may take a bratworm when the supply is empty."""
    seats = 0
    for seat in range(game.players):
        if game.bratworms[seat] and seat != game.seat and game.owned[seat] != HEN:
            seats |= 1 << seat
    return seats


# ------------------------------------------------------------------------------------------------------ what it does


@compiled_helper
def apply_move(axes: Axes, game: Game, move: int) -> None:
    """Make a legal move."""
    if move == ROLL_ON:
        game.phase = CHANCE
    elif move == STOP:
        stop(axes, game)
    elif FIRST_KEEP <= move < FIRST_KEEP + FACE_COUNT:
        keep(axes, game, move - FIRST_KEEP)
    elif move == ROLL_GOLDEN:
        game.dice_left += 1
        game.golden_left = 1
        game.phase = CHANCE
    elif move == USE_WEASEL:
        game.weasel_used = 1
        clear_roll(game)
        game.phase = CHANCE
    elif move == PASS:
        fail(axes, game)
    elif FIRST_ROB <= move < FIRST_ROB + game.players:
        take_bratworm(game, move - FIRST_ROB)
        go_on(axes, game)
    elif FIRST_RETAIN <= move < FIRST_RETAIN + SPECIALIST_COUNT:
        retain(game, move - FIRST_RETAIN)
    else:
        make_claim(axes, game, move)


@compiled_helper
def apply_dice(axes: Axes, game: Game, dice: int) -> None:
    """Let chance roll the dice of this code."""
    for face in range(FACE_COUNT):
        game.rolled[face] = (dice >> COUNT_BITS * face) & 15
    game.golden = dice >> GOLDEN_SHIFT
    if legal_keeps(game):
        game.phase = KEEP
    else:
        fail(axes, game)


@compiled_helper
def clear_roll(game: Game) -> None:
    """Take up the dice that were rolled."""
    for face in range(FACE_COUNT):
        game.rolled[face] = 0
    game.golden = 0


@compiled_helper
def keep(axes: Axes, game: Game, face: int) -> None:
    """Lay all rolled dice of a face aside."""
    count = game.rolled[face]
    game.aside[face] = count
    game.dice_left -= count
    if game.golden == face + 1:
        game.golden_left = 0
    clear_roll(game)
    if face == 0 and count >= BRATWORM_ONES and must_choose_victim(axes, game):
        return
    go_on(axes, game)


@compiled_helper
def stop(axes: Axes, game: Game) -> None:
    """End the turn; with a failed roll on the table, because the weasel is not wanted, it fails."""
    if game.phase == KEEP:
        fail(axes, game)
    else:
        settle(axes, game)


@compiled_helper
def go_on(axes: Axes, game: Game) -> None:
    """Continue the turn after a keep; after the raven's bratworm, put the raven back and end the turn."""
    if game.in_hand:
        put_back(game, RAVEN)
        end_turn(game)
    elif game.dice_left == 0 or has_all_faces(game):
        settle(axes, game)
    else:
        game.phase = DECIDE


@compiled_helper
def has_all_faces(game: Game) -> bool:
    """Whether dice of every face are kept."""
    kept = 0
    for face in range(FACE_COUNT):
        kept += game.aside[face] > 0
    return kept == FACE_COUNT


@compiled_helper
def settle(axes: Axes, game: Game) -> None:
    """The turn has been stopped: claim, choose what to claim, or fail."""
    claims = open_claims(axes, game)
    if not claims:
        fail(axes, game)
    elif axes.may_pass or claims & (claims - 1):
        game.phase = CLAIM
    else:
        make_claim(axes, game, highest_place(claims))


@compiled_helper
def make_claim(axes: Axes, game: Game, move: int) -> None:
    """Take a tile from the grill, or steal from another seat."""
    if move >= FIRST_STEAL:
        steal(game, move - FIRST_STEAL)
    else:
        take(axes, game, move - FIRST_GRILL)


@compiled_helper
def take(axes: Axes, game: Game, tile: int) -> None:
    """Take a tile from the grill, with the specialist on it."""
    game.grill &= ~(1 << tile)
    put_on_stack(game, tile)
    found = specialist_on(game, tile)
    if found == NONE:
        end_turn(game)
        return
    game.stands_on[found] = NONE
    if found != RAVEN:
        receive(game, found)
        return
    game.in_hand = 1 << RAVEN
    if not must_choose_victim(axes, game):
        put_back(game, RAVEN)
        end_turn(game)


@compiled_helper
def steal(game: Game, victim: int) -> None:
    """Steal the top of a seat's stack with its specialist; from the hen's owner the hen only."""
    specialist = game.owned[victim]
    game.owned[victim] = NONE
    if specialist != HEN:
        put_on_stack(game, take_off_stack(game, victim))
    if specialist == NONE:
        end_turn(game)
    else:
        receive(game, specialist)


@compiled_helper
def put_on_stack(game: Game, tile: int) -> None:
    """Put a tile on the stack of the current seat."""
    game.below[tile] = game.tops[game.seat]
    game.tops[game.seat] = tile


@compiled_helper
def take_off_stack(game: Game, seat: int) -> int:
    """Take the top off a stack."""
    tile = int(game.tops[seat])
    game.tops[seat] = game.below[tile]
    game.below[tile] = NONE
    return tile


@compiled_helper
def specialist_on(game: Game, tile: int) -> int:
    """The specialist that stands on a tile, or none."""
    for specialist in range(SPECIALIST_COUNT):
        if game.stands_on[specialist] == tile:
            return specialist
    return NONE


@compiled_helper
def receive(game: Game, specialist: int) -> None:
    """The current seat gets a specialist that has just left its place; of two it chooses one."""
    own = game.owned[game.seat]
    if own == NONE:
        game.owned[game.seat] = specialist
        end_turn(game)
    else:
        game.owned[game.seat] = NONE
        game.in_hand = 1 << own | 1 << specialist
        game.phase = RETAIN


@compiled_helper
def retain(game: Game, specialist: int) -> None:
    """Keep this one of two specialists; the other goes back to the grill."""
    game.owned[game.seat] = specialist
    put_back(game, lowest_place(game.in_hand & ~(1 << specialist)))
    end_turn(game)


@compiled_helper
def must_choose_victim(axes: Axes, game: Game) -> bool:
    """Give the current seat a bratworm, if there is one to be had; true if it has to choose whom to rob."""
    supply = axes.bratworms
    for seat in range(game.players):
        supply -= game.bratworms[seat]
    if supply > 0:
        game.bratworms[game.seat] += 1
        return False
    victims = robbable(game)
    if victims & (victims - 1):
        game.phase = ROB
        return True
    if victims:
        take_bratworm(game, lowest_place(victims))
    return False


@compiled_helper
def take_bratworm(game: Game, victim: int) -> None:
    """The current seat takes a bratworm from another one."""
    game.bratworms[victim] -= 1
    game.bratworms[game.seat] += 1


@compiled_helper
def fail(axes: Axes, game: Game) -> None:
    """The turn has failed: the tile and the specialists go back, a tile is turned down."""
    seat = game.seat
    own, top = game.owned[seat], game.tops[seat]
    if own == HEN and top == NONE:
        end_turn(game)
        return
    game.owned[seat] = NONE
    freed = NONE
    if top != NONE and own != HEN:
        game.grill |= 1 << take_off_stack(game, seat)
        turned = turned_down(axes, game, top)
        if turned != NONE:
            game.grill &= ~(1 << turned)
            freed = specialist_on(game, turned)
    if freed != NONE:
        game.stands_on[freed] = NONE
    if own != NONE:
        put_back(game, own)
    if freed != NONE:
        put_back(game, freed)
    end_turn(game)


@compiled_helper
def turned_down(axes: Axes, game: Game, returned: int) -> int:
    """The tile that is turned face-down now that this one is back on the grill, or none."""
    if axes.short_game == SHORT_RETURNED:
        return returned
    highest = highest_place(game.grill)
    return NONE if axes.short_game == SHORT_OFF and highest == returned else highest


@compiled_helper
def put_back(game: Game, specialist: int) -> None:
    """Put a specialist on the lowest unoccupied face-up tile; if there is none, it leaves the game."""
    free = game.grill
    for other in range(SPECIALIST_COUNT):
        if game.stands_on[other] != NONE:
            free &= ~(1 << game.stands_on[other])
    game.stands_on[specialist] = lowest_place(free) if free else NONE


@compiled_helper
def end_turn(game: Game) -> None:
    """Clear what belongs to the turn; it is the next seat's, unless the grill is empty."""
    clear_roll(game)
    for face in range(FACE_COUNT):
        game.aside[face] = 0
    game.dice_left = WHITE_DICE
    game.golden_left = 0
    game.weasel_used = 0
    game.in_hand = 0
    if not game.grill:
        game.phase = OVER
        return
    game.phase = ROLL
    game.seat = game.seat + 1 if game.seat + 1 < game.players else 0


# --------------------------------------------------------------------------------------------------- scores and winners


@compiled_helper
def score_of(game: Game, seat: int) -> int:
    """The worms that a seat would have if the game ended now: tiles, bratworms and the apple."""
    score = worms_beside_stack(game, seat)
    tile = int(game.tops[seat])
    while tile != NONE:
        score += int(WORMS_OF_TILE[tile])
        tile = int(game.below[tile])
    return score


@compiled_helper
def worms_beside_stack(game: Game, seat: int) -> int:
    """The worms of a seat that are not on its tiles."""
    return int(game.bratworms[seat]) + (APPLE_WORMS if game.owned[seat] == APPLE else 0)


@compiled_helper
def highest_tile(game: Game, seat: int) -> int:
    """The highest tile in a seat's stack, or none."""
    highest = NONE
    tile = int(game.tops[seat])
    while tile != NONE:
        highest = max(highest, tile)
        tile = int(game.below[tile])
    return highest


@compiled_helper
def rank_of(game: Game, seat: int) -> int:
    """Whoever has the highest rank would win if the game ended now: the worms, and of equals the highest tile."""
    return score_of(game, seat) * RANKS_OF_WORM + highest_tile(game, seat) + 1


@compiled_helper
def winner_seats(game: Game) -> int:
    """The bits of the seats with the most worms; on a tie, of those of them with the highest tile."""
    best, seats = -1, 0
    for seat in range(game.players):
        rank = rank_of(game, seat)
        if rank > best:
            best, seats = rank, 0
        if rank == best:
            seats |= 1 << seat
    return seats
