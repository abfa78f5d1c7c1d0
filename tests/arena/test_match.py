"""Matches: fair seats, players of their own, and counts by player."""

from __future__ import annotations

from collections import Counter

import pytest

from wormgrill.arena.match import Match, win_rate
from wormgrill.arena.simulate import Tally
from wormgrill.batch.dice import sides_of_roll
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import apply, initial_state, thrown, winners

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
        (("thinker",), "a game has 2 to 7 players, not 1"),
        (("thinker",) * 8, "a game has 2 to 7 players, not 8"),
        (("thinker", "eagle"), "'eagle' is not a level"),
    ],
)
def test_impossible_matches_are_refused(levels: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Match(levels)


MATCHES = {
    "classic, two": (("greedy", "hatchling"), "classic-2014", 20),
    "classic with choices of tiles": (("nestling", "hatchling", "nestling"), "classic-2005 lower_tile=any may_pass", 3),
    "to the letter": (("hatchling", "hatchling"), "classic-2014 short_game=returned tiles=21-28", 5),
    "deluxe, four": (("hatchling", "greedy", "rooster", "hatchling"), "deluxe-2018", 6),
    "deluxe, seven": (("hatchling",) * 7, "deluxe-2018 golden_die_faces=111WWW bratworms=3", 4),
    "extrawurm, two": (("hatchling", "greedy"), "extrawurm-2015 decline_steal", 10),
}


@pytest.mark.parametrize(("levels", "rules", "games"), MATCHES.values(), ids=MATCHES)
def test_the_summary_counts_the_games_that_are_played_one_by_one(
    levels: tuple[str, ...], rules: str, games: int
) -> None:
    match = Match(levels, seed=3)
    expected = Tally(len(levels))
    for number in range(games):
        expected.add([*match.play(rules, number)], match.seating(number))
    assert match.tally(rules, range(games)) == expected
    assert min(expected.fails) > 0
    assert sum(expected.steals) > 0


def test_games_that_are_cut_off_count_as_plies_alone() -> None:
    match = Match(("greedy", "hatchling"), max_plies=380)
    expected = Tally(2)
    for number in range(20):
        expected.add([*match.play("classic-2014", number)], match.seating(number))
    assert 0 < expected.unfinished < 20
    assert match.tally("classic-2014", range(20)) == expected


def test_a_game_of_a_number_has_its_dice_whoever_plays() -> None:
    """And they are those of the arrays: what an arena plays with this seed begins with the same roll."""
    for levels in (("greedy", "hatchling"), ("thinker", "thinker")):
        _, (_, dice, _), *_ = Match(levels, seed=5).play(CLASSIC, 7)
        sides = sides_of_roll(seed=5, number=7, roll=0)
        assert dice == thrown(apply(initial_state(CLASSIC, 2), "roll"), sides[:8])


def test_calculating_players_choose_the_same_but_between_nearly_equal_moves() -> None:
    match = Match(("thinker", "champion"), seed=1)
    expected = Tally(2)
    for number in range(10):
        expected.add([*match.play(CLASSIC, number)], match.seating(number))
    assert match.tally(CLASSIC, range(10)) == expected, "in these games no two moves are so close"


def test_games_in_several_lots_are_the_same_and_it_is_told_how_many_have_been_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, told = Match(("greedy", "hatchling")), list[int]()
    whole = match.tally(CLASSIC, range(5, 30), told.append)
    assert (told[0], told[-1]) == (0, 25)
    assert told == sorted(told)
    monkeypatch.setattr("wormgrill.arena.match.SIDE_BY_SIDE", 10)
    assert match.tally(CLASSIC, range(5, 30), told.append) == whole
    assert told[-1] == 25
