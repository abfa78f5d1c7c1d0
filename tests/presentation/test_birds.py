"""Faces: everybody has one, people keep theirs, and no two people at a table have the same."""

from __future__ import annotations

import pytest

from wormgrill.game.rules import MAX_PLAYERS
from wormgrill.players.levels import KNOWN_LEVELS
from wormgrill.presentation.birds import BIRDS, bird_names, bird_of, birds_of
from wormgrill.presentation.board import SeatFacts
from wormgrill.presentation.words import words_of

PERSON = SeatFacts()


def test_a_name_always_gives_the_same_bird() -> None:
    assert [bird_of(name) for name in ("Ada", "Bo", "Zoë", "")] == ["penguin", "pigeon", "robin", "duck"]
    assert len({bird_of(f"Ada {number}") for number in range(200)}) == len(BIRDS)


def test_a_person_has_the_bird_of_their_choice() -> None:
    assert birds_of(["Ada", "Bo"], [PERSON, SeatFacts(bird="kiwi")]) == ("penguin", "kiwi")
    assert bird_of("Ada", "dodo") == bird_of("Ada"), "a bird that is not there any more"


@pytest.mark.parametrize("bird", [None, "duck", "kiwi"])
def test_seven_people_of_one_name_have_seven_birds(bird: str | None) -> None:
    birds = birds_of(["Ada"] * MAX_PLAYERS, [SeatFacts(bird=bird)] * MAX_PLAYERS)
    assert len(set(birds)) == MAX_PLAYERS
    assert birds[0] == bird_of("Ada", bird)


def test_whoever_has_chosen_a_bird_keeps_it_before_those_who_have_not() -> None:
    seats = [PERSON, SeatFacts(bird="penguin"), SeatFacts(bird="penguin")]
    assert birds_of(["Ada", "Bo", "Cy"], seats) == ("flamingo", "penguin", "parrot")


def test_a_bot_has_the_bird_of_its_level_beside_another_one_and_beside_people() -> None:
    seats = [SeatFacts("rooster"), PERSON, SeatFacts("rooster"), SeatFacts("champion+", bird="duck")]
    assert birds_of(["Rooster", "Rooster", "Rooster 2", "Champion+"], seats)[::2] == ("rooster", "rooster")
    assert birds_of(["Rooster", "Rooster", "Rooster 2", "Champion+"], seats)[3] == "champion+"


def test_the_birds_of_people_and_of_bots_differ_and_have_names() -> None:
    assert len(BIRDS) == 12
    assert not set(BIRDS) & set(KNOWN_LEVELS)
    assert tuple(bird_names(words_of("en"))) == BIRDS
