"""Ratings: strengths are found again from the wins that they bring, whoever sits at the tables."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from wormgrill.arena.fold import BLOCKS, Fold, RoundResult, fold_pass
from wormgrill.arena.ratings import FEWEST_BLOCKS, POINTS, matrix, ratings, wins_by_block

STRENGTHS = (4.0, 2.0, 1.0, 0.25)


def folded(games: int) -> Fold:
    """Tables of any entrants, each of which wins exactly as often as its strength says."""
    fold = Fold()
    tables = [
        table for size in (2, 3, 5) for table in combinations_with_replacement(range(4), size) if len({*table}) > 1
    ]
    for number in range(games):
        rounds = []
        for table in tables:
            total = sum(STRENGTHS[entrant] for entrant in table)
            chances = [[STRENGTHS[entrant] / total for entrant in table]]
            rounds.append(RoundResult(len(table), (table,), chances, chances))
        fold.merge(fold_pass(number, 4, rounds))
    return fold


def test_strengths_are_found_again() -> None:
    found = ratings(wins_by_block(folded(300), 4, adjusted=True))
    expected = np.log(STRENGTHS) - np.log(STRENGTHS).mean()
    assert [rating.value for rating in found] == pytest.approx(expected * POINTS, abs=1.0)
    assert all(rating.low <= rating.value <= rating.high for rating in found)


def test_one_setting_can_be_looked_at_alone() -> None:
    fold = folded(2)
    alone = wins_by_block(fold, 4, adjusted=False, setting=2)
    pairs = matrix(alone)
    won = pairs[0][1]
    assert won is not None
    assert won.value == pytest.approx(4 / 6)
    assert pairs[0][0] is None
    assert alone.shape == (BLOCKS, 4, 4)
    assert alone.sum() < wins_by_block(fold, 4, adjusted=False).sum()


def test_who_has_won_every_game_has_a_finite_rating() -> None:
    blocks = np.zeros((BLOCKS, 2, 2))
    blocks[:10, 0, 1] = 5.0
    first, second = ratings(blocks)
    assert 300 < first.value < 1200
    assert first.value == pytest.approx(-second.value)


@pytest.mark.parametrize("played", [1, FEWEST_BLOCKS - 1, FEWEST_BLOCKS])
def test_there_are_intervals_once_enough_was_played(played: int) -> None:
    blocks = np.zeros((BLOCKS, 2, 2))
    blocks[:played, 0, 1] = np.arange(played)
    blocks[:played, 1, 0] = 9
    cell = matrix(blocks)[0][1]
    assert cell is not None
    assert [each.has_interval for each in (*ratings(blocks), cell)] == [played == FEWEST_BLOCKS] * 3
    assert ("±" in ratings(blocks)[0].points) == ("±" in cell.percent) == (played == FEWEST_BLOCKS)


def test_intervals_are_narrower_with_more_games() -> None:
    rng = np.random.default_rng(2)
    widths = []
    for games in (4, 64):
        blocks = np.zeros((BLOCKS, 2, 2))
        blocks[:, 0, 1] = rng.binomial(games, 0.6, BLOCKS)
        blocks[:, 1, 0] = games - blocks[:, 0, 1]
        first, _ = ratings(blocks)
        widths.append(first.high - first.low)
        expected = 400 * np.log10(1.5) / 2
        assert first.low < expected < first.high
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.4)


def test_entrants_who_have_not_met_are_not_compared() -> None:
    blocks = np.zeros((BLOCKS, 3, 3))
    blocks[0, 0, 1] = 1.0
    assert matrix(blocks)[0][2] is None
