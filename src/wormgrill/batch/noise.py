"""The noise of `wormgrill.players.noise` for records: the same numbers, compiled. The words are described there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import GAMMA, mixed
from wormgrill.batch.layout import FACE_COUNT, SPECIALIST_COUNT, Game, Games
from wormgrill.game.rules import MAX_PLAYERS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

HALF_OF_TILES = 9
WORDS = 6
LENGTH = np.uint64(48 << 56)
"""The last word of SipHash: the number of bytes before it."""
FIRST_START, SECOND_START = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
THIRD_START, FOURTH_START = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
END = np.uint64(255)
WORD_BITS, FRACTION_SHIFT = np.uint64(64), np.uint64(11)
FRACTION = 2.0**-52


class Taste(NamedTuple):
    """What the noise of a player follows from, and how large it is."""

    noise: float
    """By how many worms it misjudges a move at most; 0 for players that do not."""
    seed: np.uint64


class Whim(NamedTuple):
    """The noise in one position."""

    noise: float
    word: np.uint64


NO_WHIM = Whim(0.0, np.uint64(0))


def make_taste(noise: float, seed: int) -> Taste:
    """A taste; seeds are whole numbers from 0 on, below 2 ** 64."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"the seed {seed} is not between 0 and 2 ** 64 - 1")
    return Taste(noise, np.uint64(seed))


def seed_in_game(seed: int, number: int) -> int:
    """With this seed a player of `wormgrill.players` has the noise that one on arrays has in the game of a number."""
    return number << 64 | seed


def noises_of(seed: int, games: Games, numbers: Ints, moves: Ints) -> Floats:
    """The noise of one move in each of these positions, which belong to the games of these numbers."""
    found = np.empty(len(games))
    _fill_noises(make_taste(1.0, seed), games, numbers, moves, found)
    return found


@compiled
def _fill_noises(taste: Taste, games: Games, numbers: Ints, moves: Ints, found: Floats) -> None:
    for place in range(len(games)):
        found[place] = noise_of(whim_in(taste, games[place], numbers[place]), moves[place])


@compiled_helper
def whim_in(taste: Taste, game: Game, number: int) -> Whim:
    """The noise of a player in a position of the game of this number."""
    if taste.noise == 0.0:
        return Whim(0.0, np.uint64(0))
    return Whim(taste.noise, hashed_position(taste.seed, np.uint64(number), game))


@compiled_helper
def noise_of(whim: Whim, move: int) -> float:
    """The error with which a move is judged."""
    if whim.noise == 0.0:
        return 0.0
    word = mixed(whim.word + np.uint64(move + 1) * GAMMA)
    return whim.noise * (float(np.int64(word >> FRACTION_SHIFT)) * FRACTION - 1.0)


@compiled_helper
def hashed_position(low: np.uint64, high: np.uint64, game: Game) -> np.uint64:
    """SipHash-1-3 of the words of a position, with a key of two words."""
    four = (low ^ FIRST_START, high ^ SECOND_START, low ^ THIRD_START, high ^ FOURTH_START)
    for place in range(WORDS):
        four = with_word(four, np.uint64(position_word(game, place)))
    a, b, c, d = with_word(four, LENGTH)
    four = (a, b, c ^ END, d)
    for _ in range(3):
        four = after_round(four)
    a, b, c, d = four
    return a ^ b ^ c ^ d


@compiled_helper
def with_word(four: Four, word: np.uint64) -> Four:
    """Take one more word into the hash."""
    a, b, c, d = four
    a, b, c, d = after_round((a, b, c, d ^ word))
    return a ^ word, b, c, d


@compiled_helper
def after_round(four: Four) -> Four:
    """A round of SipHash."""
    a, b, c, d = four
    a += b
    c += d
    b = rotated(b, np.uint64(13)) ^ a
    d = rotated(d, np.uint64(16)) ^ c
    a = rotated(a, np.uint64(32)) + d
    c += b
    b = rotated(b, np.uint64(17)) ^ c
    d = rotated(d, np.uint64(21)) ^ a
    return a, b, rotated(c, np.uint64(32)), d


@compiled_helper
def rotated(word: np.uint64, bits: np.uint64) -> np.uint64:
    """A word with its highest bits put below the others."""
    return (word << bits) | (word >> (WORD_BITS - bits))


@compiled_helper
def position_word(game: Game, place: int) -> int:
    """One of the words of a position."""
    word = 0
    if place < 2:  # the first two words are the stacks, half of the tiles each
        for tile in range(HALF_OF_TILES):
            word |= (int(game.below[place * HALF_OF_TILES + tile]) + 1) << 5 * tile
        return word if place else word | int(game.grill) << 45
    if place == 2:
        for seat in range(MAX_PLAYERS):
            word |= (int(game.tops[seat]) + 1) << 5 * seat | (int(game.owned[seat]) + 1) << (35 + 3 * seat)
        return word
    if place == 3:
        for seat in range(MAX_PLAYERS):
            word |= int(game.bratworms[seat]) << 7 * seat
        return word
    if place == 4:
        for specialist in range(SPECIALIST_COUNT):
            word |= (int(game.stands_on[specialist]) + 1) << 5 * specialist
        return word | int(game.in_hand) << 30 | int(game.players) << 36
    for face in range(FACE_COUNT):
        word |= int(game.aside[face]) << 4 * face | int(game.rolled[face]) << (24 + 4 * face)
    word |= int(game.golden) << 48 | int(game.dice_left) << 51 | int(game.golden_left) << 55
    return word | int(game.weasel_used) << 56 | int(game.phase) << 57 | int(game.seat) << 60
