"""Deluxe rulebook: the special case of a tile that is not available."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish
from tests.support.positions import play, position


def test_the_next_lower_tile_of_the_grill_is_taken() -> None:
    """Special case: the highest face-up tile below the points."""
    state = finish(position(DELUXE, grill=(11, 13, 21, 24, 33)), 30)
    assert state.stacks == ((24,), ())
    assert state.grill == (11, 13, 21, 33)


def test_points_above_36_take_the_highest_tile_left() -> None:
    """Special case: no tile has 40 points, so the next lower one is taken."""
    state = play(position(DELUXE, stacks=((), (36,))), "roll", "dice WWWWWWWW", "keep W")
    assert state.stacks == ((35,), (36,))


def test_a_lower_tile_in_front_of_another_player_is_not_taken() -> None:
    """Special case: the lower tile comes from the grill only."""
    state = finish(position(DELUXE, stacks=((), (29,)), grill=(22, 33), on_tile={}), 30)
    assert state.stacks == ((22,), (29,))


def test_a_tile_still_on_the_grill_is_no_special_case() -> None:
    """Special case: with the exact tile there, a lower one is never taken."""
    assert finish(position(DELUXE, grill=(22, 29, 30)), 30).stacks == ((30,), ())


@pytest.mark.parametrize("total", [12, 14, 17, 20])
def test_11_and_13_are_never_the_next_lower_tile(total: int) -> None:
    """Special case: between 11 and 21 no points but 11 and 13 take anything, and the attempt fails."""
    state = finish(position(DELUXE, stacks=((22,), ())), total)
    assert state.stacks == ((), ())
    assert state.grill[:2] == (11, 13)
    assert state.face_down == (36,)


def test_high_points_do_not_take_11_or_13_even_if_nothing_else_is_left() -> None:
    """Special case: 11 and 13 alone on the grill are out of reach of 36 points."""
    state = finish(position(DELUXE, stacks=((), ()), grill=(11, 13)), 36)
    assert state.stacks == ((), ())
    assert state.grill == (11, 13)


@pytest.mark.parametrize("tile", [11, 13])
def test_11_and_13_are_taken_with_exactly_their_points(tile: int) -> None:
    """Special case: the one way to get them."""
    assert finish(position(DELUXE, grill=(11, 13, 21)), tile).stacks == ((tile,), ())


def test_thirteen_points_do_not_fall_back_to_11() -> None:
    """Special case: with 13 gone, 13 points are a failed attempt although 11 is there."""
    state = finish(position(DELUXE, stacks=((22,), ()), grill=(11, 21)), 13)
    assert state.stacks == ((), ())
    assert 11 in state.grill


def test_a_face_down_11_cannot_be_taken() -> None:
    """Special case (the Italian text): the tile has to be on the grill, face-up."""
    state = finish(position(DELUXE, stacks=((), ()), grill=(13, 21), on_tile={}), 11)
    assert state.stacks == ((), ())
    assert state.face_down == (11, *range(22, 37))


@pytest.mark.parametrize("tile", [11, 13])
def test_the_own_11_or_13_is_not_available_again(tile: int) -> None:
    """Special case: exactly 11 or 13 points with that tile on the own stack are a failed attempt."""
    state = finish(position(DELUXE, stacks=((tile,), ())), tile)
    assert state.stacks == ((), ())
    assert tile in state.grill


def test_no_lower_tile_on_the_grill_is_a_failed_attempt() -> None:
    """Special case: with only higher tiles left the player gets nothing and returns a tile."""
    state = finish(position(DELUXE, stacks=((21,), ()), grill=(30, 33)), 28)
    assert state.stacks == ((), ())
    assert state.grill == (21, 30)
    assert 33 in state.face_down


def test_a_returned_11_can_be_taken_again() -> None:
    """Special case with Failed attempt: back on the grill, 11 is there for exactly 11 points."""
    state = fail(position(DELUXE, stacks=((11,), ())))
    assert finish(state, 11).stacks == ((), (11,))


def test_13_is_taken_from_the_grill_by_a_player_with_11_on_top() -> None:
    """Special case: exactly 13 points take it, whatever the player has already."""
    state = finish(position(DELUXE, stacks=((11,), ())), 13)
    assert state.stacks == ((11, 13), ())
    assert 13 not in state.grill
