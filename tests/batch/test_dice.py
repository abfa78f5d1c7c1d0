"""Dice follow from seed, game and counter alone, and are as good as any: even, and independent of their neighbours."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.batch import reference
from wormgrill.batch.dice import CHOICES, DICE, make_keys, random_words, rolled_codes, sides_of_roll
from wormgrill.batch.layout import encode_rules, pack
from wormgrill.batch.moves import dice_code
from wormgrill.game import chance_outcomes, parse_state
from wormgrill.game.state import State, thrown

ROLLS = 300_000
Ints = NDArray[np.int64]


def chance_state(dice: str, golden: str = "") -> State:
    """A position in which so many dice are rolled, by its kept dice."""
    edition = "extrawurm-2015" if golden == "111WWW" else "deluxe-2018"
    text = f"{edition} | 21-36 | 11@golden_die - | seat=0 phase=chance"
    aside = f" aside={dice}" if dice else ""
    return parse_state(f"{text}{aside}{' golden=left' if golden else ''}")


def words(numbers: Ints, counters: Ints, seed: int = 1, stream: int = DICE) -> NDArray[np.uint64]:
    return random_words(seed, stream, *(each.copy() for each in np.broadcast_arrays(numbers, counters)))


def faces(numbers: Ints, counters: Ints, seed: int = 1, stream: int = DICE) -> Ints:
    """One die each, 0 to 5."""
    return (words(numbers, counters, seed, stream) >> np.uint64(4)).astype(np.int64) * 6 >> 60


def assert_fits(counts: NDArray[Any], expected: NDArray[Any]) -> None:
    """The chi-square test: neither too uneven nor too even, by five standard deviations."""
    counts, expected = counts.ravel(), expected.ravel()
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = counts.size - 1
    assert abs(chi_square - freedom) < 5 * sqrt(2 * freedom)


def assert_independent(ones: Ints, others: Ints) -> None:
    """All pairs of faces come equally often."""
    pairs = np.bincount(ones * 6 + others, minlength=36)
    assert_fits(pairs, np.full(36, len(ones) / 36))


@pytest.mark.parametrize("seed", [0, 1, 2026, 2**64 - 1])
def test_words_are_those_of_the_reference(seed: int) -> None:
    rng = Random(seed)
    numbers = np.array([0, 1, 2**40 - 1, *(rng.randrange(2**40) for _ in range(50))])
    counters = np.array([0, 2**24 - 1, 7, *(rng.randrange(2**24) for _ in range(50))])
    for stream, name in ((DICE, "dice"), (CHOICES, "choices")):
        expected = [
            reference.random_word(seed, name, int(number), int(counter))
            for number, counter in zip(numbers, counters, strict=True)
        ]
        assert words(numbers, counters, seed, stream).tolist() == expected


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        make_keys(seed)


@pytest.mark.parametrize("golden", ["", "12345W", "111WWW"])
@pytest.mark.parametrize("aside", ["", "1", "2222", "1234444"])
def test_rolls_come_as_often_as_their_chances_say(golden: str, aside: str) -> None:
    state = chance_state(aside, golden)
    outcomes = {dice_code(dice): weight for dice, weight in chance_outcomes(state)}
    codes = rolled_codes(
        encode_rules(state.rules), np.repeat(pack([state]), ROLLS), words(np.arange(ROLLS), np.array(len(aside)))
    )
    assert set(codes.tolist()) <= set(outcomes)
    expected = np.array([*outcomes.values()]) * (ROLLS / sum(outcomes.values()))
    counts = np.array([np.count_nonzero(codes == code) for code in outcomes])
    assert_fits(join_rare(counts, expected), join_rare(expected, expected))


def join_rare(values: NDArray[Any], expected: NDArray[np.float64]) -> NDArray[Any]:
    """Take those together that are expected less than ten times: the test needs some of each."""
    is_rare = expected < 10
    return np.append(values[~is_rare], values[is_rare].sum()) if is_rare.any() else values


def test_a_roll_has_the_dice_of_the_reference() -> None:
    state = chance_state("22", "111WWW")
    some = words(np.arange(500), np.array(3))
    codes = rolled_codes(encode_rules(state.rules), np.repeat(pack([state]), 500), some)
    assert codes.tolist() == [dice_code(reference.rolled(state, int(word))) for word in some]


def test_the_sides_of_a_roll_are_those_of_the_arrays() -> None:
    state = chance_state("22", "111WWW")
    for number in range(200):
        code = rolled_codes(encode_rules(state.rules), pack([state]), words(np.array([number]), np.array([9])))
        assert dice_code(thrown(state, sides_of_roll(1, number, 9)[: state.turn.dice_left])) == code[0]


def test_dice_are_independent_of_the_roll_before_the_game_beside_and_the_next_seed() -> None:
    numbers, counters = np.arange(ROLLS), np.arange(ROLLS)
    assert_independent(faces(np.array(7), counters), faces(np.array(7), counters + 1))
    assert_independent(faces(numbers, np.array(0)), faces(numbers + 1, np.array(0)))
    assert_independent(faces(numbers, np.array(5)), faces(numbers, np.array(5), seed=2))
    assert_independent(faces(numbers, np.array(5)), faces(numbers, np.array(5), stream=CHOICES))
    assert_independent(faces(numbers, np.array(1)), faces(numbers + 1, np.array(0)))


def test_every_bit_of_the_input_changes_every_bit_of_the_output_half_of_the_time() -> None:
    rng = np.random.default_rng(1)
    numbers, counters = rng.integers(0, 2**40, 4000), rng.integers(0, 2**24, 4000)
    before = words(numbers, counters)
    for bit in range(64):
        after = words(numbers ^ (1 << (bit - 24) if bit >= 24 else 0), counters ^ (1 << bit if bit < 24 else 0))
        flipped = np.unpackbits((before ^ after).view(np.uint8).reshape(-1, 8), axis=1).mean(axis=0)
        assert abs(flipped - 0.5).max() < 0.05
