"""What a move brought about."""

from __future__ import annotations

from tests.support.positions import play, position
from wormgrill.game import Specialist, State, events, parse_move, parse_state
from wormgrill.game.events import Event, Failed, GotBratworm, GotSpecialist, LeftSpecialist, Stole, Took
from wormgrill.game.record import tell


def last_events(state: State, *moves: str) -> tuple[Event, ...]:
    before = play(state, *moves[:-1])
    return events(before, parse_move(moves[-1]), play(before, moves[-1]))


def test_a_tile_is_taken() -> None:
    assert last_events(position("classic-2014"), "roll", "dice 12WWWWWW", "keep W", "stop") == (Took(0, 30),)


def test_a_tile_is_stolen() -> None:
    state = position("classic-2014", stacks=((), (30,)))
    assert last_events(state, "roll", "dice 12WWWWWW", "keep W", "stop") == (Stole(0, 1, 30),)


def test_the_hen_is_stolen_instead() -> None:
    state = position("deluxe-2018", stacks=((), (30,)), specialists={1: "hen"})
    found = last_events(state, "roll", "dice 12WWWWWW", "keep W", "stop")
    assert found == (Stole(0, 1, None), GotSpecialist(0, Specialist.HEN))
    assert tell(found[0], ("Ada", "Bo")) == "Ada steals the hen from Bo"


def test_a_fail_tells_what_goes_back_and_what_is_turned() -> None:
    state = position("deluxe-2018", stacks=((22,), ()), specialists={0: "apple"}, on_tile={36: "hen"})
    found = last_events(state, "roll", "dice 11111111", "keep 1")
    assert found == (
        GotBratworm(0, None),
        Failed(0, 22, 36),
        LeftSpecialist(Specialist.APPLE, 11),
        LeftSpecialist(Specialist.HEN, 13),
    )
    told = "; ".join(tell(event, ("Ada", "Bo")) for event in found)
    assert told == (
        "Ada gets a bratworm; Ada fails, 22 goes back, 36 is turned down; the apple goes to 11; the hen goes to 13"
    )


def test_a_robbed_bratworm_has_a_victim() -> None:
    state = position("deluxe-2018", bratworms=(0, 7))
    assert last_events(state, "roll", "dice 1123345W", "keep 1") == (GotBratworm(0, 1),)


def test_nothing_is_told_of_a_turn_that_goes_on() -> None:
    assert last_events(position("classic-2014"), "roll", "dice 1123345W", "keep 1") == ()


def test_two_bratworms_of_one_move_are_told_in_their_order() -> None:
    robbed = parse_state("deluxe-2018 bratworms=2 | 22,24@raven | 21+2 - | seat=1 phase=keep aside=555W rolled=1111")
    found = last_events(robbed, "keep 1")
    assert found[:3] == (GotBratworm(1, 0), Took(1, 24), GotBratworm(1, 0))
    mixed = parse_state("deluxe-2018 bratworms=2 | 22,24@raven | 21+1 - | seat=1 phase=keep aside=555W rolled=1111")
    found = last_events(mixed, "keep 1")
    assert found[:3] == (GotBratworm(1, None), Took(1, 24), GotBratworm(1, 0))
