"""Classic 2014: A, the turn is ended voluntarily."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, initial_state

RULES = EDITIONS["classic-2014"]
START = initial_state(RULES, 2)


@pytest.mark.parametrize("groups", [("3",), ("W",), ("WWWW", "4"), ("5", "4", "3", "2", "1")])
def test_the_turn_may_be_ended_at_any_time(groups: tuple[str, ...]) -> None:
    """After any pick the player may end the turn of their own will, also when it means a fail."""
    state = play(START, *keeping(*groups))
    assert legal(state) == ["roll", "stop"]
    after = play(state, "stop")
    assert (after.seat, after.phase) == (1, Phase.ROLL)


def test_any_time_means_after_a_keep_and_not_before_the_first_roll() -> None:
    """The dice laid aside are what is counted, so there is nothing to end before some are."""
    assert legal(START) == ["roll"]
    with pytest.raises(IllegalMove):
        play(START, "stop")


def test_any_time_means_after_a_keep_and_not_between_roll_and_keep() -> None:
    """A roll that has something to lay aside is used before the turn can end."""
    state = play(START, *keeping("WWWW"), "roll", "dice 1234")
    assert legal(state) == ["keep 1", "keep 2", "keep 3", "keep 4"]
    with pytest.raises(IllegalMove):
        play(state, "stop")


def test_at_least_one_die_laid_aside_must_show_a_worm() -> None:
    """One worm is enough for the sum to count; without any it is a failed attempt."""
    start = position(RULES, stacks=((22,), ()))
    with_worm = play(start, *keeping("5555", "W"), "stop")
    assert with_worm == position(RULES, stacks=((22, 25), ()), seat=1)
    without = play(start, *keeping("55555"), "stop")
    assert without == position(RULES, grill=(*range(21, 36),), seat=1)


@pytest.mark.parametrize("tile", range(21, 37))
def test_exactly_the_value_of_a_face_up_tile_on_the_grill_gets_it(tile: int) -> None:
    """The sum equals a tile on the grill: it is taken and laid before the player."""
    state = play(START, *stopping_with(tile))
    assert state == position(RULES, stacks=((tile,), ()), seat=1)
    assert state.tops == (tile, None)


def test_exactly_the_value_of_a_face_up_tile_of_another_player_gets_it() -> None:
    """The sum equals a tile that lies face-up with another player: it is taken and laid before the player."""
    start = position(RULES, stacks=((), (28,)))
    assert play(start, *stopping_with(28)) == position(RULES, stacks=((28,), ()), seat=1)


def test_a_face_down_tile_is_not_there_to_be_taken() -> None:
    """Only a face-up tile on the grill can be had with its value."""
    start = position(RULES, grill=(25, 31))
    assert 30 in start.face_down
    assert play(start, *stopping_with(30)) == position(RULES, stacks=((25,), ()), grill=(31,), seat=1)


def test_a_new_tile_is_laid_face_up_on_those_collected_before() -> None:
    """Tiles pile up: the newest is on top and the one to be seen."""
    state = play(position(RULES, stacks=((33, 25), ())), *stopping_with(21))
    assert state == position(RULES, stacks=((33, 25, 21), ()), seat=1)
    assert state.tops == (21, None)


def test_every_player_has_only_one_stack() -> None:
    """However many tiles are won, taken or stolen, there is one stack for each player with one visible tile."""
    state = position(RULES, stacks=((), (), ()))
    state = play(state, *stopping_with(22), *stopping_with(30), *FAILED_ROLL)
    state = play(state, *stopping_with(30))
    assert state == position(RULES, stacks=((22, 30), (), ()), seat=1)
    assert state.tops == (30, None, None)


def test_with_all_six_faces_aside_the_turn_ends_by_itself() -> None:
    """Dice are left but no value is: a further roll could only fail, so the turn ends as if stopped."""
    state = play(START, *keeping("WW", "5", "4", "3", "2", "1"))
    assert state == position(RULES, stacks=((25,), ()), seat=1)


def test_after_a_success_the_next_player_clockwise_has_the_turn() -> None:
    """The turn goes on clockwise, from the last seat to the first."""
    state = position(RULES, stacks=((), (), ()))
    seats = []
    for points in (21, 22, 23, 24):
        seats.append(state.seat)
        state = play(state, *stopping_with(points))
    assert seats == [0, 1, 2, 0]
    assert state == position(RULES, stacks=((21, 24), (22,), (23,)), seat=1)
