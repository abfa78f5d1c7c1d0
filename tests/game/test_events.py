"""What a move brought about."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from tests.support.positions import play, position
from wormgrill.game import Game, Specialist, State, events, parse_move, parse_state
from wormgrill.game.events import (
    Event,
    Failed,
    GotBratworm,
    GotSpecialist,
    LeftSpecialist,
    MissedBratworm,
    Stole,
    Took,
)
from wormgrill.game.record import tell
from wormgrill.testing import games


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


def test_the_only_bratworm_is_told_where_it_was_earned_and_the_raven_has_none() -> None:
    state = parse_state("deluxe-2018 bratworms=1 | 22,24@raven | 21 - | seat=1 phase=keep aside=555W rolled=1111")
    found = last_events(state, "keep 1")
    assert found == (GotBratworm(1, None), Took(1, 24), MissedBratworm(1), LeftSpecialist(Specialist.RAVEN, 22))


def test_a_chosen_victim_is_told_before_the_one_that_the_raven_leaves_no_choice_of() -> None:
    state = parse_state("deluxe-2018 bratworms=2 | 24@raven,30 | 21+1 23+1 - | seat=2 phase=rob aside=1111555W")
    found = last_events(state, "rob 1")
    assert found[:3] == (GotBratworm(2, 1), Took(2, 24), GotBratworm(2, 0))


def test_a_bratworm_that_nobody_can_give_is_told() -> None:
    state = position("deluxe-2018 bratworms=2", stacks=((21,), (22,)), specialists={1: "hen"}, bratworms=(0, 2))
    assert last_events(state, "roll", "dice 1123345W", "keep 1") == (MissedBratworm(0),)
    assert tell(MissedBratworm(0), ("Ada", "Bo")) == "no bratworm is left for Ada"
    assert last_events(position("classic-2014"), "roll", "dice 1123345W", "keep 1") == (), "none is due"


def test_passing_is_told_as_a_fail_on_purpose() -> None:
    state = parse_state("classic-2014 may_pass | 25,30 | 22 - | seat=0 phase=claim aside=555WW")
    assert last_events(state, "pass") == (Failed(0, 22, 30, on_purpose=True),)
    assert tell(Failed(0, 22, 30, on_purpose=True), ("Ada", "Bo")) == "Ada passes, 22 goes back, 30 is turned down"


@given(games())
def test_events_tell_all_that_has_changed(game: Game) -> None:
    for move, (before, after) in zip(game.moves, pairwise(game.replay()), strict=True):
        bratworms, stacks = list(before.bratworms), list(before.stacks)
        for event in events(before, move, after):
            match event:
                case GotBratworm(seat, victim):
                    bratworms[seat] += 1
                    if victim is not None:
                        bratworms[victim] -= 1
                case Took(seat, tile):
                    stacks[seat] += (tile,)
                case Stole(seat, victim, int() as tile):
                    stacks[victim] = stacks[victim][:-1]
                    stacks[seat] += (tile,)
                case Failed(seat, int(), turned):
                    stacks[seat] = stacks[seat][:-1]
                    assert turned is None or turned in after.face_down
        assert (tuple(bratworms), tuple(stacks)) == (after.bratworms, after.stacks)
        told = {(e.seat, e.specialist) for e in events(before, move, after) if isinstance(e, GotSpecialist)}
        assert told == {pair for pair in enumerate(after.specialists) if pair[1]} - set(enumerate(before.specialists))


def test_a_bratworm_of_the_raven_that_nobody_can_give_is_told() -> None:
    state = position("deluxe-2018", bratworms=(7, 0), on_tile={23: "raven"})
    assert last_events(state, "roll", "dice 12344WWW", "keep W", "roll", "dice 44223", "keep 4", "stop") == (
        Took(0, 23),
        MissedBratworm(0),
        LeftSpecialist(Specialist.RAVEN, 11),
    )


def test_no_bratworm_is_missed_where_the_game_has_none() -> None:
    state = position("deluxe-2018 bratworms=0", on_tile={23: "raven"})
    found = last_events(state, "roll", "dice 12344WWW", "keep W", "roll", "dice 44223", "keep 4", "stop")
    assert found == (Took(0, 23), LeftSpecialist(Specialist.RAVEN, 11))


def test_a_rob_is_told_when_the_victim_is_chosen() -> None:
    state = position("deluxe-2018", stacks=((22,), (), ()), bratworms=(0, 3, 4))
    moves = ("roll", "dice 1123345W", "keep 1")
    assert last_events(state, *moves) == ()
    assert last_events(state, *moves, "rob 2") == (GotBratworm(0, 2),)


def test_a_rob_for_the_raven_is_told_when_the_victim_is_chosen() -> None:
    state = position("deluxe-2018", stacks=((22,), (), ()), bratworms=(0, 3, 4), on_tile={23: "raven"})
    moves = ("roll", "dice 12344WWW", "keep W", "roll", "dice 44223", "keep 4", "stop")
    assert last_events(state, *moves) == (Took(0, 23),)
    assert last_events(state, *moves, "rob 1") == (GotBratworm(0, 1), LeftSpecialist(Specialist.RAVEN, 11))


def test_a_rob_that_ends_the_turn_tells_what_the_kept_dice_bring() -> None:
    state = parse_state("deluxe-2018 | 24,30 | 22 -+3 -+4 | seat=0 phase=keep aside=555W rolled=1111")
    assert last_events(state, "keep 1", "rob 1") == (GotBratworm(0, 1), Took(0, 24))


def test_a_choice_of_two_specialists_is_told_when_it_is_made() -> None:
    state = position(
        "deluxe-2018", stacks=((), (30,)), specialists={0: "apple", 1: "weasel"}, grill=(21, 22), on_tile={}
    )
    moves = ("roll", "dice 12WWWWWW", "keep W", "stop")
    assert last_events(state, *moves) == (Stole(0, 1, 30),)
    assert last_events(state, *moves, "retain weasel") == (
        GotSpecialist(0, Specialist.WEASEL),
        LeftSpecialist(Specialist.APPLE, 21),
    )


def test_the_victim_of_a_steal_is_the_owner_of_the_tile() -> None:
    state = position("classic-2014", stacks=((22,), (), (24,), (25, 30)))
    assert last_events(state, "roll", "dice 12WWWWWW", "keep W", "stop") == (Stole(0, 3, 30),)


def test_a_fail_without_a_tile_returns_and_turns_nothing() -> None:
    state = position("classic-2014", stacks=((), (22,)))
    assert last_events(state, "roll", "dice 12344WWW", "keep W", "stop") == (Failed(0, None, None),)


def test_the_hen_that_goes_back_at_a_fail_is_not_stolen() -> None:
    state = position("deluxe-2018", stacks=((22,), ()), specialists={0: "hen"}, on_tile={})
    assert last_events(state, "roll", "dice 12344WWW", "keep W", "stop") == (
        Failed(0, None, None),
        LeftSpecialist(Specialist.HEN, 11),
    )


def test_a_specialist_without_a_free_tile_leaves_the_game() -> None:
    state = position("deluxe-2018", specialists={0: "apple"}, grill=(36,), on_tile={36: "hen"})
    assert last_events(state, "roll", "dice 12344WWW", "keep W", "stop") == (
        Failed(0, None, None),
        LeftSpecialist(Specialist.APPLE, None),
    )


def test_a_specialist_that_had_left_the_game_is_not_told_again() -> None:
    state = position("deluxe-2018", specialists={0: "apple"}, grill=(35, 36), on_tile={})
    assert last_events(state, "roll", "dice 12344WWW", "keep W", "stop") == (
        Failed(0, None, None),
        LeftSpecialist(Specialist.APPLE, 35),
    )


def test_a_specialist_comes_with_its_tile() -> None:
    state = position("deluxe-2018", specialists={1: "hen"}, stacks=((), (22,)), on_tile={30: "apple", 31: "weasel"})
    assert last_events(state, "roll", "dice 12WWWWWW", "keep W", "stop") == (
        Took(0, 30),
        GotSpecialist(0, Specialist.APPLE),
    )
