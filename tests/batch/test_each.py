"""Chosen games with seatings of their own: what comes out depends on nothing but seed, number and players."""

from __future__ import annotations

import numpy as np
import pytest

from wormgrill.analysis.value import trained_value
from wormgrill.batch import GREEDY, RANDOM, play
from wormgrill.batch.counting import FAILS, STEALS, TURNS
from wormgrill.batch.each import play_each
from wormgrill.batch.games import WIN
from wormgrill.game.rules import EDITION_NAMES, EDITIONS
from wormgrill.players.arrays import array_player

CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
VALUE = trained_value(DELUXE, 3)


def test_the_games_are_those_of_play() -> None:
    numbers = np.arange(100, 200)
    played = play_each(CLASSIC, (GREEDY, RANDOM), numbers, np.tile([0, 1], (100, 1)), seed=5)
    tally = play(CLASSIC, (GREEDY, RANDOM), 100, seed=5, first=100)
    assert tuple(round(share * WIN) for share in played.shares.sum(axis=0)) == tally.win_parts
    assert played.plies.sum() == tally.plies


def test_results_do_not_depend_on_places_or_on_what_is_played_beside() -> None:
    players = (array_player("rooster", 1), GREEDY, array_player("hatchling", 2))
    seatings = np.random.default_rng(1).integers(0, 3, (40, 3))
    numbers = np.arange(40) // 2
    whole = play_each(DELUXE, players, numbers, seatings, value=VALUE)
    few = play_each(DELUXE, players, numbers, seatings, value=VALUE, places=7)
    parts = [
        play_each(DELUXE, players, numbers[part], seatings[part], value=VALUE) for part in np.split(np.arange(40), 4)
    ]
    for name in whole._fields:
        assert (getattr(few, name) == getattr(whole, name)).all()
        assert (np.concatenate([getattr(part, name) for part in parts]) == getattr(whole, name)).all()


def test_luck_sums_to_0_and_has_mean_0() -> None:
    played = play_each(
        CLASSIC, (GREEDY,), np.arange(2000), np.zeros((2000, 3), dtype=int), value=trained_value(CLASSIC, 3)
    )
    assert abs(played.luck.sum(axis=1)).max() < 1e-9
    error = played.luck.std(axis=0) / 2000**0.5
    assert (abs(played.luck.mean(axis=0)) < 4 * error).all()
    assert (played.shares - played.luck).var() < 0.4 * played.shares.var()


def test_a_game_that_is_cut_off_is_shared() -> None:
    played = play_each(CLASSIC, (GREEDY,), np.arange(3), np.zeros((3, 4), dtype=int), max_plies=10)
    assert (played.shares == 0.25).all()
    assert not played.is_finished.any()
    assert played.plies.tolist() == [10] * 3


def test_no_games_have_no_results() -> None:
    played = play_each(CLASSIC, (GREEDY,), np.arange(0), np.zeros((0, 2), dtype=int))
    assert played.shares.shape == (0, 2)


@pytest.mark.parametrize(
    ("seatings", "numbers", "problem"),
    [
        ([[0, 1]], [-1], "games"),
        ([[0, 2]], [0], "2 players sit down, and seatings name player 2"),
        ([[0, 1], [1, 0]], [0], "1 numbers and 2 seatings"),
        ([[0]], [0], "a game has 2 to 7 players, not 1"),
    ],
)
def test_what_cannot_be_played_is_refused(seatings: list[list[int]], numbers: list[int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        play_each(CLASSIC, (GREEDY, RANDOM), np.array(numbers), np.array(seatings))


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_turns_and_worms_are_those_of_the_folded_games(edition: str) -> None:
    numbers, seatings = np.arange(30), np.tile([0, 1, 0], (30, 1))
    played = play_each(edition, (GREEDY, RANDOM), numbers, seatings, seed=2, counts_turns=True)
    tally = play(edition, (GREEDY, RANDOM, GREEDY), 30, seed=2)
    assert played.counts[:, TURNS].sum() == tally.turns
    assert tuple(played.worms.sum(axis=0).tolist()) == tally.worms
    assert (played.counts[:, FAILS] + played.counts[:, STEALS] <= played.counts[:, TURNS]).all()
    assert (played.counts.sum(axis=0) > 0).all()
    uncounted = play_each(edition, (GREEDY, RANDOM), numbers, seatings, seed=2)
    assert not uncounted.counts.any()
    assert uncounted.plies.tolist() == played.plies.tolist()
