"""Numbers about a player: what the score sheets of golden games say, ties, and sums."""

from __future__ import annotations

import re

import pytest

from tests.playthroughs import CASES, path
from tests.support.positions import position
from wormgrill.game import parse_game
from wormgrill.game.events import Took
from wormgrill.game.rules import Specialist
from wormgrill.game.state import State
from wormgrill.presentation.numbers import Numbers, Outcome, numbers_of, outcome_of
from wormgrill.presentation.story import KeptDice, Story, TurnStory, story_of


def outcomes(state: State) -> list[Outcome]:
    """How a game that ends so ended for everybody."""
    return [outcome_of(Story(state), seat) for seat in range(state.players)]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_numbers_are_those_of_the_score_sheet(name: str, players: int) -> None:
    sheet = path(name, players).read_text(encoding="utf-8")
    game = parse_game(sheet)
    story = story_of(game)
    worms, won = re.search(r"result: ([\d ]+), won by seats? ([\d ]+)\n", sheet).groups()  # type: ignore[union-attr]
    for seat, player in enumerate(game.players):
        numbers = numbers_of(story, seat)
        assert numbers.games == 1
        assert numbers.wins == (str(seat) in won.split())
        assert numbers.worms == int(worms.split()[seat])
        assert numbers.turns == len(re.findall(r"(?m)^ *(\d+)\. ", sheet)[seat::players])
        assert numbers.fails == sheet.count(f"{player} fails")
        assert numbers.steals == sheet.count(f"{player} steals")
        assert numbers.stolen == len(re.findall(rf"steals (?:\d+|the hen) from {player}", sheet))
        tiles = re.findall(rf"{player} (?:takes|steals) (\d+)", sheet)
        assert numbers.highest_tile == max(map(int, tiles), default=0)


def test_the_best_turn_is_one_that_brought_something() -> None:
    """Béla's turn 23 of the golden game: four worms, a 5 and a 4, for tile 29."""
    numbers = numbers_of(story_of(parse_game(path("deluxe-2018", 7).read_text(encoding="utf-8"))), 1)
    assert (numbers.most_points, numbers.highest_tile) == (29, 29)


def test_the_canned_worm_counts_in_the_best_turn_where_no_die_is_a_worm() -> None:
    def best(*keeps: KeptDice, had: Specialist | None) -> int:
        turn = TurnStory(0, keeps, (Took(0, 25),), points=25, is_complete=True, had=had)
        return numbers_of(Story(position("deluxe-2018"), turns=(turn,)), 0).most_points

    assert best(KeptDice(5, 5), had=Specialist.CANNED_WORM) == 30
    assert best(KeptDice(5, 4), KeptDice(6, 1), had=Specialist.CANNED_WORM) == 25
    assert best(KeptDice(5, 5), had=None) == 25


def test_of_equal_worms_the_highest_tile_wins_alone() -> None:
    ends = outcomes(position("classic-2014", stacks=((21,), (22,), ()), grill=()))
    assert [(end.place, end.numbers.wins, end.is_shared_win) for end in ends] == [
        (2, 0, False),
        (1, 1, False),
        (3, 0, False),
    ]


def test_a_win_is_shared_where_nothing_breaks_the_tie() -> None:
    ends = outcomes(position("deluxe-2018", stacks=((),) * 7, grill=(), bratworms=(1, 0, 1, 1, 0, 0, 0)))
    assert [end.place for end in ends] == [1, 4, 1, 1, 4, 4, 4]
    assert [end.is_shared_win for end in ends] == [True, False, True, True, False, False, False]
    assert (ends[0].players, ends[0].edition, ends[0].numbers.worms) == (7, "deluxe-2018", 1)


def test_numbers_add_up_in_any_order() -> None:
    one, two, three = (
        numbers_of(story_of(parse_game(path(name, 3).read_text(encoding="utf-8"))), 1)
        for name in ("classic-2005", "classic-2014", "deluxe-2018")
    )
    total = one + two + three
    assert total == three + (one + two) == Numbers() + total
    assert total.games == 3
    assert total.steals == one.steals + two.steals + three.steals
    assert total.most_points == max(one.most_points, two.most_points, three.most_points)
