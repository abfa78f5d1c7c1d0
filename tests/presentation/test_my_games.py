"""My games in words: honest with few games, shares with many, and every person of a device by name."""

from __future__ import annotations

from wormgrill.presentation.my_games import facts_of, game_text, groups_of
from wormgrill.presentation.numbers import Numbers, Outcome
from wormgrill.presentation.words import words_of

ENGLISH = words_of("en")
FEW = Numbers(2, 1, 1, 9, 19, 4, 3, 1, 28, 27)
MANY = Numbers(40, 10, 0, 200, 1200, 300, 80, 1, 36, 36)


def told(numbers: Numbers) -> dict[str, tuple[str, str]]:
    """The numbers by their labels, each with its note."""
    return {fact.label: (fact.value, fact.note) for fact in facts_of(numbers, ENGLISH)}


def test_few_games_are_not_told_in_percent() -> None:
    assert told(FEW) == {
        "Games": ("2", ""),
        "Won": ("1 of 2", "1 of them shared"),
        "Worms per game": ("4.5", ""),
        "Failed turns": ("4 of 19", ""),
        "Tiles stolen": ("3", "Others stole from you 1 time."),
        "Best turn": ("28 points", "Highest tile you took: 27"),
    }


def test_many_games_have_shares() -> None:
    assert told(MANY)["Won"] == ("10 of 40", "25%")
    assert told(MANY)["Failed turns"] == ("300 of 1,200", "25%")


def test_a_person_who_never_took_a_tile_has_no_best_turn() -> None:
    assert told(Numbers(games=1, turns=5, fails=5))["Best turn"] == ("None yet", "")


def test_games_are_grouped_where_there_is_more_than_one_kind() -> None:
    editions, sizes = groups_of({("deluxe-2018", 2): FEW, ("classic-2014", 2): FEW, ("deluxe-2018", 7): MANY}, ENGLISH)
    assert [(group.title, group.wins, group.worms) for group in editions] == [
        ("Pickomino (2014)", "1 of 2", "4.5"),
        ("Pickomino Deluxe (2018)", "11 of 42", "5.0"),
    ]
    assert [group.title for group in sizes] == ["2 players", "7 players"]
    assert groups_of({("deluxe-2018", 2): FEW}, ENGLISH) == ()


def test_a_game_is_told_by_its_place_and_a_win_as_one() -> None:
    won = Outcome("classic-2014", 2, 1, Numbers(1, 1, worms=7))
    shared = Outcome("classic-2014", 2, 1, Numbers(1, 1, 1, worms=1))
    third = Outcome("classic-2014", 4, 3, Numbers(1, worms=2))
    assert game_text([("Ada", won)], ENGLISH) == "Won with 7 worms"
    assert game_text([("Ada", shared)], ENGLISH) == "Shared win with 1 worm"
    left = game_text([("Ada", third)], ENGLISH, has_left=True)
    assert left == "Place 3 of 4 with 2 worms (a bot played on for you)"
    both = game_text([("Ada", third), ("Ida", won)], ENGLISH)
    assert both == "Ada: Place 3 of 4 with 2 worms · Ida: Won with 7 worms"
