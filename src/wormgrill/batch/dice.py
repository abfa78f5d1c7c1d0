"""Randomness by counting: a number that follows from the seed, the number of the game and a counter alone.

The generator has no state, so a game is the same whatever else is played beside it, in whatever order, on any machine.
Game and counter make one word of 64 bits. Two rounds of a well-known mixing function (variant 13 of David Stafford, as
in SplitMix64), with two keys made from the seed, turn it into another word. For one seed this is a permutation of all
words: no two rolls of any games have the same word. One word is enough for all dice of a roll: it is read as a
fraction, whose first digits in base 6 are the dice. They are as even as 60 bits can be: the chances of any two ordered
rolls of nine dice differ by less than one part in 10 ** 10.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.layout import FACE_COUNT, Axes, Game, Games
from wormgrill.batch.moves import COUNT_BITS, GOLDEN_SHIFT

COUNTER_BITS = 24
"""So many bits of a word are the counter; the others are the number of the game."""
MAX_COUNTER = 1 << COUNTER_BITS
MAX_GAMES = 1 << (64 - COUNTER_BITS)
DICE, CHOICES = range(2)
"""The streams, each with keys of its own: what chance rolls, and what random players choose."""
FRACTION_BITS = 60
"""Six times a fraction must fit into a signed integer of 64 bits."""
CHOICE_BITS = 56
"""The same for as many times as there can be moves."""
MAX_DICE = 9
FRACTION_MASK = (1 << FRACTION_BITS) - 1

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]
"""`[stream, round]`"""

_MASK = (1 << 64) - 1
_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
GAMMA, FIRST_FACTOR, SECOND_FACTOR = np.uint64(_GAMMA), np.uint64(_FIRST), np.uint64(_SECOND)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)
COUNTER_SHIFT = np.uint64(COUNTER_BITS)
FRACTION_SHIFT, CHOICE_SHIFT = np.uint64(64 - FRACTION_BITS), np.uint64(64 - CHOICE_BITS)


def make_keys(seed: int) -> Keys:
    """The keys of all streams; seeds are whole numbers from 0 on, below 2 ** 64."""
    if not 0 <= seed <= _MASK:
        raise ValueError(f"the seed {seed} is not between 0 and 2 ** 64 - 1")
    words = [_mix_word((_mix_word(seed) + place * _GAMMA) & _MASK) for place in range(1, 5)]
    return np.array(words, dtype=np.uint64).reshape(2, 2)


def _mix_word(word: int) -> int:
    """What `mixed` does, for Python's integers."""
    word = (word ^ word >> 30) * _FIRST & _MASK
    word = (word ^ word >> 27) * _SECOND & _MASK
    return word ^ word >> 31


def sides_of_roll(seed: int, number: int, roll: int) -> list[int]:
    """The sides, each 0 to 5, on which nine dice fall in a roll of the game of this number.

    A roll of fewer dice takes the first of them; the golden die, if it is rolled, is the last of those.

    >>> sides_of_roll(seed=1, number=0, roll=0)
    [3, 0, 4, 0, 1, 4, 1, 4, 2]
    """
    first, second = _dice_keys(seed)
    place = number << COUNTER_BITS | roll
    fraction = _mix_word(_mix_word((place * _GAMMA + first) & _MASK) ^ second) >> (64 - FRACTION_BITS)
    found = []
    for _ in range(MAX_DICE):
        fraction *= FACE_COUNT
        found.append(fraction >> FRACTION_BITS)
        fraction &= FRACTION_MASK
    return found


@lru_cache(maxsize=16)
def _dice_keys(seed: int) -> tuple[int, int]:
    first, second = make_keys(seed)[DICE].tolist()
    return first, second


def random_words(seed: int, stream: int, numbers: Ints, counters: Ints) -> NDArray[np.uint64]:
    """The words of a stream for games and counters side by side.

    >>> random_words(seed=1, stream=DICE, numbers=np.array([0, 0, 1]), counters=np.array([0, 1, 0]))
    array([ 9569046934904971793, 13029805605450794859, 16945312841656906005],
          dtype=uint64)
    """
    words = np.empty(len(numbers), dtype=np.uint64)
    _fill_words(make_keys(seed), stream, numbers, counters, words)
    return words


def rolled_codes(axes: Axes, games: Games, words: NDArray[np.uint64]) -> Ints:
    """The codes of the rolls that these words give for the dice left in these games."""
    codes = np.empty(len(games), dtype=np.int64)
    _fill_codes(axes, games, words, codes)
    return codes


@compiled_helper
def mixed(word: np.uint64) -> np.uint64:
    """A permutation of all words in which every bit depends on every bit."""
    word = (word ^ (word >> FIRST_SHIFT)) * FIRST_FACTOR
    word = (word ^ (word >> SECOND_SHIFT)) * SECOND_FACTOR
    return word ^ (word >> THIRD_SHIFT)


@compiled_helper
def random_word(keys: Keys, stream: int, number: int, counter: int) -> np.uint64:
    """The word of a stream for a game and a counter."""
    place = (np.uint64(number) << COUNTER_SHIFT) | np.uint64(counter)
    return mixed(mixed(place * GAMMA + keys[stream, 0]) ^ keys[stream, 1])


@compiled_helper
def rolled_dice(axes: Axes, game: Game, word: np.uint64) -> int:
    """The code of a roll of the dice that are left."""
    fraction = int(np.int64(word >> FRACTION_SHIFT))
    dice = 0
    for _ in range(game.dice_left - game.golden_left):
        fraction *= FACE_COUNT
        dice += 1 << COUNT_BITS * (fraction >> FRACTION_BITS)
        fraction &= FRACTION_MASK
    if game.golden_left:
        face = axes.golden_sides[(fraction * FACE_COUNT) >> FRACTION_BITS]
        dice += 1 << COUNT_BITS * (face - 1)
        dice |= face << GOLDEN_SHIFT
    return dice


@compiled_helper
def drawn_rank(word: np.uint64, number: int) -> int:
    """One of the ranks from 0 to this number, itself not included."""
    return int((np.int64(word >> CHOICE_SHIFT) * number) >> CHOICE_BITS)


@compiled
def _fill_words(keys: Keys, stream: int, numbers: Ints, counters: Ints, words: NDArray[np.uint64]) -> None:
    for index in range(len(numbers)):
        words[index] = random_word(keys, stream, numbers[index], counters[index])


@compiled
def _fill_codes(axes: Axes, games: Games, words: NDArray[np.uint64], codes: Ints) -> None:
    for index in range(len(games)):
        codes[index] = rolled_dice(axes, games[index], words[index])
