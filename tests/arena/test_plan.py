"""The schedule: fair seats, the same dice for a whole round, numbers that follow from numbers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from wormgrill.arena import plan as plans
from wormgrill.arena.plan import Plan, Setting, balanced_patterns, numbered, pair_seatings
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, parse_rules

CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
EVERY_NUMBER = range(MIN_PLAYERS, MAX_PLAYERS + 1)
ALL_SETTINGS = tuple(Setting(rules, players) for rules in (CLASSIC, DELUXE) for players in EVERY_NUMBER)


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_two_entrants_hold_every_seat_equally_often(players: int) -> None:
    for number in range(len(balanced_patterns(players))):
        seatings = pair_seatings((3, 8), players, number)
        assert len(set(seatings)) == len(seatings)
        for seat in range(players):
            held = Counter(seating[seat] for seating in seatings)
            assert held[3] == held[8] == len(seatings) / 2
        assert all(abs(seating.count(3) - seating.count(8)) <= 1 for seating in seatings)


def test_all_ways_to_share_a_table_go_round() -> None:
    shared = {seating for number in range(3) for seating in pair_seatings((0, 1), 6, number)}
    assert len(balanced_patterns(6)) == 3
    assert shared == {tuple(int(seat in ones) for seat in range(6)) for ones in combinations(range(6), 3)}


def test_a_pass_plays_every_pair_in_every_setting() -> None:
    plan = Plan(("thinker", "rooster", "greedy"), ALL_SETTINGS)
    rounds = [*plan.rounds(5)]
    found = {(each.setting, frozenset(each.seatings[0])) for each in rounds}
    assert found == {(place, frozenset(pair)) for place in range(len(ALL_SETTINGS)) for pair in plan.pairs}
    assert [each.number for each in rounds] == [*range(5 * plan.cells, 6 * plan.cells)]


@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (3, 3), (5, 3), (3, 5), (2, 7), (6, 2)])
def test_at_one_table_all_sit_equally_often_and_in_every_seat(entrants: int, players: int) -> None:
    plan = Plan(tuple(["greedy"] * entrants), (Setting(CLASSIC, players),), is_table=True)
    cycle = len([*combinations(range(entrants), players % entrants)])
    held: Counter[tuple[int, int]] = Counter()
    for number in range(cycle):
        (round_,) = plan.rounds(number)
        assert len(round_.seatings) == players
        held.update((seat, entrant) for seating in round_.seatings for seat, entrant in enumerate(seating))
    assert len(set(held.values())) == 1
    assert len(held) == entrants * players


def test_who_sits_beside_whom_is_drawn() -> None:
    plan = Plan(("greedy",) * 4, (Setting(CLASSIC, 4),), is_table=True)
    orders = {min(round_.seatings) for number in range(60) for round_ in plan.rounds(number)}
    assert len(orders) == 6  # all ways to sit around a table


@pytest.mark.parametrize("is_table", [False, True])
def test_games_are_counted_without_playing(is_table: bool) -> None:
    plan = Plan(("thinker", "rooster", "greedy"), ALL_SETTINGS, is_table=is_table)
    counted = [sum(plan.games(number) for number in range(passes)) for passes in range(40)]
    assert [plan.games_in(passes) for passes in range(40)] == counted
    for games in (1, 17, counted[3], counted[3] + 1, counted[30] - 1):
        passes = plan.passes_for(games)
        assert counted[passes - 1] < games <= counted[passes]


def test_copies_of_a_player_have_whims_of_their_own() -> None:
    seeds = {plans.player_seed(*numbers) for numbers in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_plan_can_be_written_and_read() -> None:
    rules = parse_rules("deluxe-2018 golden_die_faces=111WWW short_game")
    plan = Plan(("thinker", "cmd:python bot.py"), (Setting(rules, 3),), 7, True, 250, 900, False)
    assert Plan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize(
    ("entrants", "players", "problem"),
    [
        (("thinker",), 2, "1 entrants"),
        (("thinker",) * 17, 2, "17 entrants"),
        (("thinker", "eagle"), 2, "'eagle' is not a level"),
        (("thinker", "cmd: "), 2, "names no command"),
        (("thinker", "greedy"), 8, "a game has 2 to 7 players, not 8"),
    ],
)
def test_impossible_plans_are_refused(entrants: tuple[str, ...], players: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Plan(entrants, (Setting(CLASSIC, players),))


@pytest.mark.parametrize(
    ("numbers", "problem"), [({"seed": -1}, "seed -1"), ({"seed": 2**64}, "seed"), ({"max_plies": 2**24 + 1}, "plies")]
)
def test_numbers_that_dice_cannot_follow_from_are_refused(numbers: dict[str, int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Plan(("thinker", "greedy"), (Setting(CLASSIC, 2),), **numbers)  # type: ignore[arg-type]


def test_a_setting_takes_the_text_of_its_rules() -> None:
    assert Setting("classic-2014", 2) == Setting(CLASSIC, 2)
    with pytest.raises(TypeError, match="rules are a text such as 'classic-2014', or Rules, not 2014"):
        Setting(2014, 2)  # type: ignore[arg-type]  # on purpose


def test_without_rules_there_is_nothing_to_play() -> None:
    with pytest.raises(ValueError, match="nothing to play"):
        Plan(("thinker", "greedy"), ())


def test_equal_names_are_numbered() -> None:
    assert numbered(("a", "b", "a")) == ("a 1", "b", "a 2")
