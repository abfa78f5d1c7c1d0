"""Noise that can be repeated: the same seed, position and move always give the same number, on every machine.

A position is written as six words of 64 bits, in which whatever it consists of has bits of its own, so different
positions have different words. SipHash-1-3 makes one word of them, with the seed as its key. It is made for keeping a
key secret: the thoughts of a bot show its noise, and still nobody can work out from them what it will do later. The
noise of each move follows from that word and from the number of the move in `wormgrill.batch.moves`.

Everything is calculated with integers, and `wormgrill.batch.noise` does the same for many games at once. The words,
the lowest bits first; what may be missing counts from 1, and 0 stands for none:

| word | what it holds |
|---|---|
| 0 | for each of the lower nine tiles the one below it in its stack, 5 bits each; the tiles of the grill, 1 bit each |
| 1 | for each of the upper nine tiles the one below it in its stack, 5 bits each |
| 2 | by seat the top of its stack, 5 bits each; by seat its specialist, 3 bits each |
| 3 | by seat its bratworms, 7 bits each |
| 4 | by specialist the tile on which it stands, 5 bits each; the specialists in hand, 1 bit each; the players, 3 bits |
| 5, first | kept dice by face, rolled dice by face, 4 bits each; the rolled face of the golden die, 3 bits |
| 5, then | the dice left, 4 bits; golden die left, weasel used, 1 bit each; the phase, 3 bits; the seat, 3 bits |

The rules are not among them: the same position under other rules has the same noise.
"""

from __future__ import annotations

from collections.abc import Iterable

from wormgrill.batch.moves import move_number
from wormgrill.game.dice import NO_DICE
from wormgrill.game.moves import Move
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State
from wormgrill.game.tiles import TILES

MASK = (1 << 64) - 1
LENGTH = 48 << 56
"""The last word of SipHash: the number of bytes before it."""
START = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
GAMMA, FIRST_FACTOR, SECOND_FACTOR = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

_HALF = 45
"""The bits of nine tiles."""
_BIT = {tile: 1 << _HALF + index for index, tile in enumerate(TILES)}
_SHIFT = {tile: 5 * index for index, tile in enumerate(TILES)}
_TILE = {tile: index + 1 for index, tile in enumerate(TILES)}
_PLACE = {specialist: place for place, specialist in enumerate(Specialist)}
_PHASE = {phase: place for place, phase in enumerate(Phase)}


def noises(seed: int, state: State, moves: Iterable[Move]) -> tuple[float, ...]:
    """For each move a number, at least -1 and below 1. Only the lower 128 bits of the seed count.

    >>> from wormgrill.game.moves import parse_move
    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import initial_state
    >>> noises(7, initial_state(EDITIONS["deluxe-2018"], 2), [parse_move("roll"), parse_move("roll golden")])
    (-0.8447509244174707, -0.3654667133301237)
    """
    word = hashed_words(seed & MASK, seed >> 64 & MASK, position_words(state))
    return tuple(noise_of(word, move_number(move)) for move in moves)


def position_words(state: State) -> tuple[int, int, int, int, int, int]:
    """A position as six words."""
    turn = state.turn
    below = by_seat = bratworms = 0
    for seat, stack in enumerate(state.stacks):
        top = 0
        for tile in stack:
            below |= top << _SHIFT[tile]
            top = _TILE[tile]
        by_seat |= top << 5 * seat
        bratworms |= state.bratworms[seat] << 7 * seat
        specialist = state.specialists[seat]
        if specialist is not None:
            by_seat |= _PLACE[specialist] + 1 << 35 + 3 * seat
    grill = sum(map(_BIT.__getitem__, state.grill))
    standing = state.players << 36
    for tile, specialist in state.on_tile:
        standing |= _TILE[tile] << 5 * _PLACE[specialist]
    for specialist in turn.in_hand:
        standing |= 1 << 30 + _PLACE[specialist]
    rolled, golden = (turn.rolled.counts, turn.rolled.golden or 0) if turn.rolled else (NO_DICE, 0)
    dice = golden << 48 | turn.dice_left << 51 | turn.golden_left << 55 | turn.weasel_used << 56
    dice |= _PHASE[turn.phase] << 57 | state.seat << 60
    for place, count in enumerate((*turn.aside, *rolled)):
        dice |= count << 4 * place
    return below & (1 << _HALF) - 1 | grill, below >> _HALF, by_seat, bratworms, standing, dice


def hashed_words(low: int, high: int, words: Iterable[int]) -> int:
    """SipHash-1-3 of six words, with a key of two."""
    a, b, c, d = low ^ START[0], high ^ START[1], low ^ START[2], high ^ START[3]
    for word in (*words, LENGTH):
        a, b, c, d = _round(a, b, c, d ^ word)
        a ^= word
    c ^= 255
    for _ in range(3):
        a, b, c, d = _round(a, b, c, d)
    return a ^ b ^ c ^ d


def _round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """A round of SipHash: sums, rotations and exclusive ors of words."""
    a = a + b & MASK
    c = c + d & MASK
    b = (b << 13 & MASK | b >> 51) ^ a
    d = (d << 16 & MASK | d >> 48) ^ c
    a = (a << 32 & MASK | a >> 32) + d & MASK
    c = c + b & MASK
    b = (b << 17 & MASK | b >> 47) ^ c
    d = (d << 21 & MASK | d >> 43) ^ a
    return a, b, c << 32 & MASK | c >> 32, d


def noise_of(word: int, number: int) -> float:
    """The noise of the move of this number, for the hash of a position: a step of SplitMix64, as a fraction."""
    word = word + (number + 1) * GAMMA & MASK
    word = (word ^ word >> 30) * FIRST_FACTOR & MASK
    word = (word ^ word >> 27) * SECOND_FACTOR & MASK
    word ^= word >> 31
    return (word >> 11) / 2**52 - 1
