"""Levels play on arrays the same games that they play one by one, with the same luck."""

from __future__ import annotations

import pytest

from wormgrill.arena.arrays import play_levels, play_rounds
from wormgrill.arena.fold import Fold
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.rounds import Played, Programs, play_game, play_one_by_one, play_passes
from wormgrill.game.rules import EDITIONS, parse_rules

PLANS = {
    "classic, two": (("greedy", "hatchling"), "classic-2014", 2, 20),
    "classic, three with whims of their own": (("nestling", "fledgling"), "classic-2005 lower_tile=any may_pass", 3, 2),
    "deluxe, four": (("rooster", "nestling", "greedy"), "deluxe-2018", 4, 1),
    "deluxe, seven with another golden die": (("greedy", "rooster"), "deluxe-2018 golden_die_faces=111WWW", 7, 1),
    "extrawurm, two": (("hatchling", "rooster"), "extrawurm-2015", 2, 6),
    "a golden die that waits": (
        ("rooster", "nestling"),
        "extrawurm-2015 specialists=golden_die@21 golden_die_joins=any_roll",
        2,
        2,
    ),
}


@pytest.mark.parametrize(("levels", "rules", "players", "passes"), PLANS.values(), ids=PLANS.keys())
def test_games_and_their_luck_are_those_that_are_played_one_by_one(
    levels: tuple[str, ...], rules: str, players: int, passes: int
) -> None:
    plan = Plan(levels, (Setting(parse_rules(rules), players),), seed=3)
    rounds = [round_ for number in range(passes) for round_ in plan.rounds(number)]
    played = play_rounds(plan, 0, rounds)
    games = [(round_, seating) for round_ in rounds for seating in round_.seatings]
    for place, (round_, seating) in enumerate(games):
        game = play_game(plan, round_, seating, Programs(0))
        found = Played(
            played.shares[place].tolist(), game.luck, int(played.plies[place]), bool(played.is_finished[place])
        )
        assert found == game
        assert played.luck[place] == pytest.approx(game.luck, abs=1e-8)
        assert any(game.luck)


def test_results_of_levels_do_not_depend_on_how_they_are_played() -> None:
    settings = Setting(EDITIONS["classic-2014"], 2), Setting(EDITIONS["classic-2014"], 3)
    plan = Plan(("greedy", "hatchling", "greedy"), settings, seed=4, is_table=True)
    fast, slow = play_levels(plan, 0, 3).to_json(), play_one_by_one(plan, 0, 3).to_json()
    for kind in ("shares", "leads"):
        for key, numbers in slow[kind].items():
            assert fast[kind][key][:3] == numbers[:3]
            assert fast[kind][key][3] == pytest.approx(numbers[3], abs=100)
    assert {key: fast[key] for key in ("tables", "plies", "unfinished")} == {
        key: slow[key] for key in ("tables", "plies", "unfinished")
    }
    assert play_passes(plan, 0, 3).to_json() == fast


def test_luck_is_counted_up_to_where_a_game_is_cut_off() -> None:
    for max_plies in (7, 30, 31, 32, 33):
        plan = Plan(("greedy", "hatchling"), (Setting(EDITIONS["deluxe-2018"], 3),), max_plies=max_plies)
        rounds = [*plan.rounds(0)]
        played = play_rounds(plan, 0, rounds)
        games = [play_game(plan, rounds[0], seating, Programs(0)) for seating in rounds[0].seatings]
        assert not played.is_finished.any()
        assert [row.tolist() for row in played.luck] == [pytest.approx(game.luck, abs=1e-8) for game in games]


def test_without_luck_nothing_is_adjusted() -> None:
    plan = Plan(("greedy", "hatchling"), (Setting(EDITIONS["classic-2014"], 2),), adjusts_luck=False)
    sample = play_levels(plan, 0, 5).shares["0"]
    assert (sample.raw, sample.raw_squares) == (sample.adjusted, sample.adjusted_squares)


def test_no_passes_are_nothing() -> None:
    plan = Plan(("greedy", "hatchling"), (Setting(EDITIONS["classic-2014"], 2),))
    assert play_levels(plan, 4, 4) == Fold()
