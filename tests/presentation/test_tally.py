"""The tally of dice: chi-square and band against exact sums, and every die of a game counted once."""

from __future__ import annotations

import re
from itertools import product
from math import lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playthroughs import CASES, path
from wormgrill.game import parse_game
from wormgrill.game.dice import FACE_TEXT, Counts
from wormgrill.presentation.tally import BAND_SHARE, ENOUGH_DICE, SIDES, Tally, tally_moves

COUNTS = st.tuples(*[st.integers(0, 10**6)] * 6)


def of(dice: int) -> Tally:
    """So many dice, whatever they show."""
    return Tally(1, (dice, 0, 0, 0, 0, 0))


def inside(dice: int) -> float:
    """How often all six counts of so many fair dice are inside the band, exactly.

    Six counts of fair dice are six independent Poisson numbers of mean `dice / 6`, given their sum.
    """
    low, high = of(dice).band
    mean = dice / SIDES
    numbers = range(low, high + 1)
    one = np.exp([number * log(mean) - mean - lgamma(number + 1) for number in numbers])
    two = np.convolve(one, one)
    six = np.convolve(np.convolve(two, two), two)
    place = dice - SIDES * low
    given_sum = np.exp(dice * log(dice) - dice - lgamma(dice + 1))
    return float(six[place] / given_sum) if 0 <= place < len(six) else 0.0


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_exact_share_is_that_of_all_rolls(dice: int) -> None:
    low, high = of(dice).band
    rolls = list(product(range(SIDES), repeat=dice))
    kept = sum(all(low <= roll.count(side) <= high for side in range(SIDES)) for roll in rolls)
    assert inside(dice) == pytest.approx(kept / len(rolls))


def test_at_most_five_of_a_hundred_fair_samples_leave_the_band() -> None:
    shares = {dice: inside(dice) for dice in (*range(1, 600), *range(600, 6000, 45))}
    assert {dice: share for dice, share in shares.items() if share < BAND_SHARE} == {}


def test_the_band_is_not_wider_than_it_needs_to_be() -> None:
    """It is rounded to whole dice, which matters less the more there are."""
    shares = [inside(dice) for dice in range(300, 6000, 45)]
    assert max(shares) < 0.98
    assert sum(shares) / len(shares) < 0.965


def test_the_chance_is_that_of_the_distribution() -> None:
    """The 5 %, 1 % and 0.1 % points of the tables, which are printed with three decimals."""
    for square, share in ((1.145, 0.95), (4.351, 0.5), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)):
        spread = (square * 10**9 / 2 / SIDES) ** 0.5  # two counts so far from the others give this square, nearly
        middle = 10**9 / SIDES
        counts = (round(middle + spread), round(middle - spread), *[round(middle)] * 4)
        found = Tally(1, counts)
        assert found.chi_square == pytest.approx(square, rel=1e-4)
        assert found.chance == pytest.approx(share, rel=2e-3)


def test_the_chance_is_nearly_exact_for_enough_dice() -> None:
    """Over all ways in which so many dice can fall, samples as unlikely as one in twenty are about one in twenty."""
    random = np.random.default_rng(1)
    for dice in (ENOUGH_DICE, 300):
        samples = random.multinomial(dice, [1 / SIDES] * SIDES, size=20_000)
        chances = np.array([Tally(1, tuple(map(int, sample))).chance for sample in samples])  # type: ignore[arg-type]
        for share in (0.5, 0.05, 0.01):
            assert np.mean(chances <= share) == pytest.approx(share, rel=0.2), (dice, share)


def test_no_dice_deviate_from_nothing() -> None:
    nothing = Tally()
    assert (nothing.dice, nothing.expected, nothing.chi_square, nothing.chance) == (0, 0, 0, 1)
    assert (nothing.band, nothing.outside, nothing.has_enough) == ((0, 0), (), False)


@given(COUNTS)
def test_the_order_of_the_faces_does_not_matter(counts: Counts) -> None:
    found, turned = Tally(1, counts), Tally(1, counts[::-1])
    assert 0 <= found.chance <= 1
    assert found.chance == pytest.approx(turned.chance, abs=1e-12)
    assert found.band == turned.band
    assert found.outside == tuple(sorted(7 - face for face in turned.outside))


@given(COUNTS, COUNTS)
def test_tallies_add_up(first: Counts, second: Counts) -> None:
    both = Tally(2, first) + Tally(3, second)
    assert both.games == 5
    assert both.counts == tuple(a + b for a, b in zip(first, second, strict=True))


def test_loaded_dice_are_outside() -> None:
    loaded = Tally(1, (100, 100, 100, 100, 100, 160))
    assert loaded.outside == (6,)
    assert loaded.chance < 0.001


@pytest.mark.parametrize(("name", "players"), CASES)
def test_every_white_die_of_a_game_is_counted_once(name: str, players: int) -> None:
    """Counted once more, in the letters of the record: a roll is a word, and the golden die stands behind a plus."""
    text = path(name, players).read_text(encoding="utf-8")
    turns = re.findall(r"^ *\d+\.([^;\n]*)", text.split("\n\n")[1], re.MULTILINE)
    rolls = "".join(re.findall(r"(?<!\S)([1-5W]+)(?:\+[1-5W])?(?::.)?(?!\S)", "\n".join(turns)))
    assert tally_moves(parse_game(text).moves) == Tally(1, tuple(rolls.count(face) for face in FACE_TEXT))  # type: ignore[arg-type]
