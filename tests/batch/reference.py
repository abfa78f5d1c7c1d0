"""The generator of dice and choices once more, with Python's integers."""

from __future__ import annotations

from wormgrill.game.moves import Dice
from wormgrill.game.state import State, thrown

WORD = 1 << 64
STREAMS = ("dice", "choices")


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def random_word(seed: int, stream: str, number: int, counter: int) -> int:
    first = 2 * STREAMS.index(stream)
    keys = [mix((mix(seed) + 0x9E3779B97F4A7C15 * (first + place)) % WORD) for place in (1, 2)]
    place = number * 2**24 + counter
    return mix(mix((place * 0x9E3779B97F4A7C15 + keys[0]) % WORD) ^ keys[1])


def rolled(state: State, word: int) -> Dice:
    """The dice are the first digits of a fraction in base 6."""
    numerator = word // 16
    sides = []
    for _ in range(state.turn.dice_left):
        side, numerator = divmod(numerator * 6, 2**60)
        sides.append(side)
    return thrown(state, sides)


def rank(word: int, number: int) -> int:
    return (word // 256) * number // 2**56
