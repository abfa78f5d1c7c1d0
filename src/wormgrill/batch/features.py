"""What a net sees of a position between two turns: a feature for each of a row of *slots*.

A slot holds the number of one feature, or none. Players are seen in the order in which they move, the one to move
first; so the slots of the players who are not there come last and are left out. Neighbouring positions differ in few
slots: a net goes from one to the next by what has changed.

| slots | features of each |
|---|---|
| rules | short game, any lower tile, declined steals, passes, bratworms, faces of the golden die |
| grill | each tile; how many, the highest and the lowest; where each specialist stands; bratworms in the supply |
| each player | each tile; the upper three; bratworms; specialist; worms beyond those of the player to move; ties |
| prospects, with two players | who would lead by how much after each of eight things that may happen next |
| standings, with more | how far each is behind the leader; who leads by how much with how many tiles on the grill |

Prospects and standings are what a net would otherwise have to add up: with few tiles left they decide the game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.bits import count_bits, has_bit, highest_place, lowest_place
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.layout import NONE, SHORT_GAMES, SPECIALIST_COUNT, TILE_COUNT, Axes, Game, Games
from wormgrill.batch.rules import RANKS_OF_WORM, WORMS_OF_TILE, rank_of, score_of
from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.rules import MAX_PLAYERS, LowerTile, Rules

Slots = NDArray[np.int16]

MOST_BRATWORMS, MOST_SUPPLY = 8, 12
"""More are seen as so many."""
FARTHEST = 15
"""Larger differences in worms are seen as this one."""
UPPER_TILES = 3
"""So many tiles of a stack are seen in their order."""
FARTHEST_PROSPECT, FEW_TILES = 9, 4
"""Prospects see smaller differences, and apart for each number of tiles on the grill, up to this one or more."""
FARTHEST_BEHIND, LARGEST_LEAD, TILES_TO_COME = 7, 4, 4
"""Standings see larger distances, larger leads of the leader and more tiles on the grill as so many."""

_FLAG, _PLACE = 2, TILE_COUNT + 1
"""Features of a slot that is yes or no, and of one that is a tile or none."""
_RULES = (len(SHORT_GAMES), *[_FLAG] * 5)
_GRILL = (*[1] * TILE_COUNT, *[_PLACE] * 3, *[_PLACE] * SPECIALIST_COUNT, MOST_SUPPLY + 1)
_PLAYER = (
    *[1] * TILE_COUNT,
    *[_PLACE] * UPPER_TILES,
    MOST_BRATWORMS + 1,
    SPECIALIST_COUNT,
    2 * FARTHEST + 1,
    _FLAG,
)
_SIZES = (*_RULES, *_GRILL, *_PLAYER * MAX_PLAYERS)
FIRSTS = np.cumsum((0, *_SIZES)).astype(np.int16)
"""By slot the number of its first feature, and at last how many there are; what the number of players asks for besides
follows after the slots of these players."""
RULE_SLOTS, SHARED_SLOTS, PLAYER_SLOTS = len(_RULES), len(_RULES) + len(_GRILL), len(_PLAYER)
EMPTY = np.int16(NONE)
WITH_PROSPECTS, PROSPECTS = 2, 8
"""The number of players with which prospects are seen, and how many of them there are."""
PROSPECT_SIZE = (2 * FARTHEST_PROSPECT + 1) * FEW_TILES
STANDING_SIZE, LEAD_SIZE = 2 * FARTHEST_BEHIND + 2, (LARGEST_LEAD + 1) * TILES_TO_COME
"""The features of the standing of a player, and of each player as the one who leads."""


def _sizes_besides(players: int) -> list[int]:
    """The features of the slots that are not the same for every number of players."""
    if players == WITH_PROSPECTS:
        return [PROSPECT_SIZE] * PROSPECTS
    return [*[STANDING_SIZE] * players, LEAD_SIZE * players]


def count_slots(players: int) -> int:
    """How many slots are seen with so many players."""
    return first_besides(players) + len(_sizes_besides(players))


def first_besides(players: int) -> int:
    """The first slot that depends on the number of players."""
    return SHARED_SLOTS + players * PLAYER_SLOTS


def count_features(players: int) -> int:
    """How many features there are with so many players.

    >>> count_features(2), count_features(7)
    (1069, 1328)
    """
    return int(first_features(players)[-1])


def first_features(players: int) -> Slots:
    """By slot the number of its first feature, and at last how many there are."""
    shared = FIRSTS[: first_besides(players) + 1]
    return np.concatenate([shared, shared[-1] + np.cumsum(_sizes_besides(players))]).astype(np.int16)


def slots_of_rules(rules: Rules) -> Slots:
    """The slots that depend on the rules alone."""
    values = (
        SHORT_GAMES.index(rules.short_game),
        rules.lower_tile is LowerTile.ANY,
        rules.decline_steal,
        rules.may_pass,
        rules.bratworms > 0,
        rules.golden_die_faces != GOLDEN_DIE_FACES[0],
    )
    return FIRSTS[:RULE_SLOTS] + np.array(values, dtype=np.int16)


def slots_of(axes: Axes, games: Games, of_rules: Slots, players: int) -> Slots:
    """The slots of positions, by `[game, slot]`."""
    slots = np.empty((len(games), count_slots(players)), dtype=np.int16)
    _fill_slots(axes, games, of_rules, slots)
    return slots


@compiled
def _fill_slots(axes: Axes, games: Games, of_rules: Slots, slots: Slots) -> None:
    for place in range(len(games)):
        see(axes, games[place], of_rules, slots[place])


@compiled_helper
def see(axes: Axes, game: Game, of_rules: Slots, slots: Slots) -> None:
    """Fill in the slots of one position."""
    for slot in range(RULE_SLOTS):
        slots[slot] = of_rules[slot]
    see_grill(axes, game, slots)
    slot = SHARED_SLOTS
    besides = slot + game.players * PLAYER_SLOTS
    worms, tile = divmod(rank_of(game, game.seat), RANKS_OF_WORM)
    for away in range(game.players):
        player = (game.seat + away) % game.players
        rank = rank_of(game, player)
        see_player(game, player, slots[slot : slot + PLAYER_SLOTS], FIRSTS[slot:])
        put(slots, slot + PLAYER_SLOTS - 2, seen_within(rank // RANKS_OF_WORM - worms, FARTHEST))
        put(slots, slot + PLAYER_SLOTS - 1, rank % RANKS_OF_WORM > tile)
        slots[besides + away] = rank
        slot += PLAYER_SLOTS
    if game.players == WITH_PROSPECTS:
        see_prospects(game, slots, besides)
    else:
        see_standings(game, slots[besides:], int(FIRSTS[besides]))


@compiled_helper
def put(slots: Slots, slot: int, value: int) -> None:
    """Fill in one slot."""
    slots[slot] = FIRSTS[slot] + value


@compiled_helper
def seen_within(difference: int, farthest: int) -> int:
    """A difference that is seen up to some distance, from 0 on."""
    return min(farthest, max(-farthest, difference)) + farthest


@compiled_helper
def see_grill(axes: Axes, game: Game, slots: Slots) -> None:
    """Fill in what lies in the middle of the table."""
    slot, count, highest, lowest = RULE_SLOTS, 0, TILE_COUNT, TILE_COUNT
    for tile in range(TILE_COUNT):
        slots[slot + tile] = EMPTY
        if has_bit(game.grill, tile):
            put(slots, slot + tile, 0)
            lowest = tile if count == 0 else lowest
            count, highest = count + 1, tile
    slot += TILE_COUNT
    put(slots, slot, count)
    put(slots, slot + 1, highest)
    put(slots, slot + 2, lowest)
    slot += 3
    for specialist in range(SPECIALIST_COUNT):
        tile = game.stands_on[specialist]
        put(slots, slot + specialist, TILE_COUNT if tile == NONE else tile)
    left = axes.bratworms
    for player in range(game.players):
        left -= game.bratworms[player]
    put(slots, slot + SPECIALIST_COUNT, min(MOST_SUPPLY, max(0, left)))


@compiled_helper
def see_player(game: Game, player: int, slots: Slots, firsts: Slots) -> None:
    """Fill in what lies before one player."""
    for slot in range(len(slots)):
        slots[slot] = EMPTY
    tile = int(game.tops[player])
    for depth in range(UPPER_TILES):
        slots[TILE_COUNT + depth] = firsts[TILE_COUNT + depth] + (TILE_COUNT if tile == NONE else tile)
        tile = NONE if tile == NONE else int(game.below[tile])
    tile = int(game.tops[player])
    while tile != NONE:
        slots[tile] = firsts[tile]
        tile = int(game.below[tile])
    slot = TILE_COUNT + UPPER_TILES
    slots[slot] = firsts[slot] + min(MOST_BRATWORMS, game.bratworms[player])
    if game.owned[player] != NONE:
        slots[slot + 1] = firsts[slot + 1] + game.owned[player]


@compiled_helper
def see_standings(game: Game, slots: Slots, first: int) -> None:
    """Fill in the standings; the slots of the players have their ranks before."""
    leader, second = 0, 0
    for away in range(1, game.players):
        if slots[away] > slots[leader]:
            leader = away
    for away in range(game.players):
        if away != leader:
            second = max(second, slots[away] // RANKS_OF_WORM)
    worms = slots[leader] // RANKS_OF_WORM
    for away in range(game.players):
        if away == leader:
            seen = seen_within(worms - second, FARTHEST_BEHIND)
        elif slots[away] // RANKS_OF_WORM == worms:  # behind by the tie-break alone
            seen = STANDING_SIZE - 1
        else:
            seen = seen_within(slots[away] // RANKS_OF_WORM - worms, FARTHEST_BEHIND)
        slots[away] = first + away * STANDING_SIZE + seen
    to_come = min(max(count_bits(game.grill), 1), TILES_TO_COME) - 1
    lead = (leader * TILES_TO_COME + to_come) * (LARGEST_LEAD + 1) + min(worms - second, LARGEST_LEAD)
    slots[game.players] = first + game.players * STANDING_SIZE + lead


@compiled_helper
def see_prospects(game: Game, slots: Slots, besides: int) -> None:
    """Fill in by how many worms the other one would be ahead, were each of these to happen and nothing else.

    Either of the two takes the lowest tile of the grill, or the highest; steals; or fails and loses the top tile.
    """
    count = count_bits(game.grill)
    own, other = worms_on_top(game, game.seat), worms_on_top(game, 1 - game.seat)
    lowest = highest = 0
    if count:
        lowest = int(WORMS_OF_TILE[lowest_place(game.grill)])
        highest = int(WORMS_OF_TILE[highest_place(game.grill)])
    ahead = score_of(game, 1 - game.seat) - score_of(game, game.seat)
    first, slots = int(FIRSTS[besides]), slots[besides:]
    put_prospect(slots, first, 0, count, ahead - lowest)
    put_prospect(slots, first, 1, count, ahead - highest)
    put_prospect(slots, first, 2, count, ahead + lowest)
    put_prospect(slots, first, 3, count, ahead + highest)
    put_prospect(slots, first, 4, count, ahead - 2 * other)
    put_prospect(slots, first, 5, count, ahead + 2 * own)
    put_prospect(slots, first, 6, count, ahead + own)
    put_prospect(slots, first, 7, count, ahead - other)


@compiled_helper
def worms_on_top(game: Game, player: int) -> int:
    """The worms of the top tile of a stack."""
    return 0 if game.tops[player] == NONE else int(WORMS_OF_TILE[game.tops[player]])


@compiled_helper
def put_prospect(slots: Slots, first: int, prospect: int, count: int, ahead: int) -> None:
    """Fill in one prospect."""
    seen = seen_within(ahead, FARTHEST_PROSPECT) * FEW_TILES + min(max(count, 1), FEW_TILES) - 1
    slots[prospect] = first + prospect * PROSPECT_SIZE + seen
