"""Matches: fair seats, players of their own, and counts by player."""

from __future__ import annotations

from collections import Counter

import pytest

from wormgrill.arena.match import Match, win_rate
from wormgrill.arena.simulate import Tally
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import winners

CLASSIC = EDITIONS["classic-2014"]


def test_everyone_starts_equally_often() -> None:
    match = Match(("thinker", "greedy", "hatchling"))
    assert Counter(match.seating(number)[0] for number in range(9)) == {0: 3, 1: 3, 2: 3}
    assert all(sorted(match.seating(number)) == [0, 1, 2] for number in range(9))


def test_names_follow_the_seats() -> None:
    match = Match(("greedy", "thinker", "greedy"))
    assert match.player_names == ("greedy 1", "thinker", "greedy 2")
    assert match.names(1) == ("thinker", "greedy 2", "greedy 1")


def test_wins_are_counted_by_player_and_not_by_seat() -> None:
    match = Match(("greedy", "hatchling"), seed=4)
    tally = match.tally(CLASSIC, range(6))
    wins = [0.0, 0.0]
    for number in range(6):
        *_, (_, _, last) = match.play(CLASSIC, number)
        for seat in winners(last):
            wins[match.seating(number)[seat]] += 1 / len(winners(last))
    assert tally.wins == wins
    assert tally.turns[0] + tally.turns[1] > 0
    assert sum(tally.wins) == tally.games == 6


def test_the_same_seed_gives_the_same_match() -> None:
    first = [move for _, move, _ in Match(("rooster", "fledgling"), seed=1).play(CLASSIC, 0)]
    again = [move for _, move, _ in Match(("rooster", "fledgling"), seed=1).play(CLASSIC, 0)]
    other = [move for _, move, _ in Match(("rooster", "fledgling"), seed=2).play(CLASSIC, 0)]
    assert first == again != other


def test_two_players_of_one_level_have_noise_of_their_own() -> None:
    one, two = Match(("nestling", "nestling")).players(0)
    assert one != two


def test_a_win_rate_comes_with_its_error() -> None:
    tally = Tally(2)
    tally.games, tally.wins = 100, [80.0, 20.0]
    assert win_rate(tally, 0) == pytest.approx((0.8, 0.04))


@pytest.mark.parametrize(
    ("levels", "problem"),
    [
        (("thinker",), "1 players cannot play"),
        (("thinker",) * 8, "8 players cannot play"),
        (("thinker", "eagle"), "'eagle' is not a level"),
    ],
)
def test_impossible_matches_are_refused(levels: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Match(levels)
