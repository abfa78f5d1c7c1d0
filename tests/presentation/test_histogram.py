"""The picture of the dice: every bar as high as its count, and words that say no more than the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormgrill.game.dice import Counts
from wormgrill.presentation.histogram import BAR, GROUND, TOP, WIDTH, Histogram, make_histogram
from wormgrill.presentation.tally import Tally
from wormgrill.presentation.words import MINUS, languages, words_of

ENGLISH = words_of("en")
EVEN: Counts = (100, 100, 100, 100, 100, 100)
LOADED: Counts = (90, 90, 90, 90, 90, 190)
COUNTS = st.tuples(*[st.integers(0, 10**7)] * 6).filter(any)


def picture(*counts: int, language: str = "en") -> Histogram:
    """The picture of these counts."""
    ones, twos, threes, fours, fives, worms = counts
    found = make_histogram(Tally(1, (ones, twos, threes, fours, fives, worms)), words_of(language))
    assert found
    return found


def test_without_dice_there_is_no_picture() -> None:
    assert make_histogram(Tally(3), ENGLISH) is None


@given(COUNTS)
def test_heights_follow_from_the_counts_and_everything_fits(counts: Counts) -> None:
    tally, found = Tally(1, counts), picture(*counts)
    scale = (GROUND - found.line) / tally.expected
    for bar, count in zip(found.bars, counts, strict=True):
        assert bar.top + bar.height == pytest.approx(GROUND)
        assert bar.height == pytest.approx(count * scale, abs=0.02 + count * 0.02 / tally.expected)
        assert TOP <= bar.top <= GROUND
        assert 0 <= bar.left < bar.left + BAR <= WIDTH
    assert TOP <= found.band_top <= found.line <= found.band_top + found.band_height <= GROUND + 0.02


@given(COUNTS)
def test_a_bar_that_ends_outside_the_band_is_marked_and_no_other(counts: Counts) -> None:
    low, high = Tally(1, counts).band
    assert [bar.is_outside for bar in picture(*counts).bars] == [not low <= count <= high for count in counts]


def test_the_whole_picture_is_told_to_people_who_do_not_see_it() -> None:
    assert picture(*LOADED[:-1], 1190).label == (
        "Six bars show how often each face came up: 1: 90, 2: 90, 3: 90, 4: 90, 5: 90, worm: 1,190. "
        "The expected number is 273 for each. The band goes from 233 to 314."
    )


def test_numbers_are_written_as_the_language_writes_them() -> None:
    german = picture(*[1234] * 5, 1236, language="de")
    assert (german.bars[0].count, german.expected, german.dice) == ("1.234", "1.234", "7.406")
    assert [bar.difference for bar in german.bars] == [f"{MINUS}0,3"] * 5 + ["+1,7"]


def test_even_dice_are_inside_and_loaded_ones_are_not() -> None:
    inside, chance = picture(*EVEN).sentences
    assert "All six bars end inside the band" in inside
    assert "about 100 times in 100 (chi-square 0.0)" in chance
    outside, chance = picture(*LOADED).sentences
    assert outside.startswith("1 bar ends outside the band.")
    assert "less than once in 1000 times (chi-square 78.1)" in chance


@pytest.mark.parametrize("worms", [104, 122, 134, 139, 141, 142, 148, 151, 154, 156])
def test_how_often_fair_dice_do_the_same_is_told_in_whole_times(worms: int) -> None:
    """Compared with the density of the distribution, summed in small steps."""
    ones, twos, threes, fours, fives, _ = EVEN
    square = Tally(1, (ones, twos, threes, fours, fives, worms)).chi_square
    steps = np.arange(square, 200, 0.001)
    share = float(np.sum(steps**1.5 * np.exp(-steps / 2)) * 0.001 / (3 * (2 * np.pi) ** 0.5))
    number, base = (round(100 * share), 100) if share >= 0.0095 else (round(1000 * share), 1000)
    times = f"about {number} time{'s' * (number > 1)} in {base}" if number else "less than once in 1000 times"
    assert f"{times} (chi-square {square:.1f})" in picture(*EVEN[:-1], worms).sentences[1]


def test_too_few_dice_say_little() -> None:
    assert picture(0, 0, 0, 0, 0, 8).sentences[1].startswith("Fewer than 30 dice do not say much yet")
    assert "chi-square" in picture(5, 5, 5, 5, 5, 5).sentences[1]


@pytest.mark.parametrize("language", languages())
def test_every_language_says_it(language: str) -> None:
    for counts in (EVEN, LOADED, (100, 100, 100, 100, 100, 141), (1, 0, 0, 0, 0, 0), (0, 0, 9, 9, 9, 300)):
        found = picture(*counts, language=language)
        assert all(text and "%(" not in text for text in (*found.sentences, found.label))
