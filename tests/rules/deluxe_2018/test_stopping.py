"""Deluxe rulebook: finishing voluntarily."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, finish
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove


def test_a_player_may_finish_after_any_keep() -> None:
    """Finish voluntarily: at any time of the turn once dice are laid aside, be it a single die."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep 1")
    assert "stop" in legal(state)
    state = play(state, "roll", "dice 2222WWW", "keep W")
    assert "stop" in legal(state)


def test_finishing_needs_dice_laid_aside() -> None:
    """Finish voluntarily (the Italian text says when): not before the first roll, not between roll and keep."""
    state = position(DELUXE)
    with pytest.raises(IllegalMove):
        play(state, "stop")
    with pytest.raises(IllegalMove):
        play(state, "roll", "dice 12222WW5", "stop")


def test_finishing_is_allowed_when_it_means_a_fail() -> None:
    """Finish voluntarily: stopping with too few points is a failed attempt, not an illegal move."""
    state = play(position(DELUXE, stacks=((22,), ())), "roll", "dice 1222WW55", "keep W", "stop")
    assert state.stacks == ((), ())
    assert state.face_down == (36,)


def test_without_a_worm_among_the_kept_dice_the_attempt_has_failed() -> None:
    """Finish voluntarily: 25 points of 5s alone take no tile."""
    state = play(position(DELUXE, stacks=((22,), ())), "roll", "dice 1255555W", "keep 5")
    assert state.points == 25
    state = play(state, "stop")
    assert state.stacks == ((), ())
    assert 25 in state.grill
    assert state.face_down == (36,)


def test_one_worm_among_the_kept_dice_is_enough() -> None:
    """Finish voluntarily: the same 25 points with a worm among them take the tile."""
    state = play(position(DELUXE), "roll", "dice 1255555W", "keep W", "roll", "dice 1235555", "keep 5", "stop")
    assert state.stacks == ((25,), ())


@pytest.mark.parametrize("tile", [11, 13, *range(21, 37)])
def test_exactly_the_points_of_a_tile_on_the_grill_take_it(tile: int) -> None:
    """Finish voluntarily: every tile of the deluxe grill can be taken with exactly its number."""
    state = finish(position(DELUXE), tile)
    assert state.stacks == ((tile,), ())
    assert tile not in state.grill
    assert state.face_down == ()


def test_exactly_the_points_of_a_tile_in_front_of_another_player_take_it() -> None:
    """Finish voluntarily: a tile visible in front of another player is as good as one on the grill."""
    state = finish(position(DELUXE, stacks=((), (30,))), 30)
    assert state.stacks == ((30,), ())


def test_a_new_tile_goes_on_top_of_the_stack() -> None:
    """Finish voluntarily: tiles are stacked in the order in which they come."""
    state = finish(position(DELUXE, stacks=((30, 22), ())), 28)
    assert state.stacks == ((30, 22, 28), ())
    assert state.tops == (28, None)


def test_a_stolen_tile_goes_on_top_of_the_one_stack_too() -> None:
    """Finish voluntarily: each player has a single stack, whatever the tile's origin."""
    state = finish(position(DELUXE, stacks=((35, 22), (24, 31))), 31)
    assert state.stacks == ((35, 22, 31), (24,))
    assert state.tops == (31, 24)


def test_only_the_top_of_a_stack_is_visible() -> None:
    """Finish voluntarily: a tile further down cannot be taken; the next lower tile of the grill is."""
    state = finish(position(DELUXE, stacks=((), (30, 24))), 30)
    assert state.stacks == ((29,), (30, 24))


def test_a_face_down_tile_is_not_taken_with_its_points() -> None:
    """Finish voluntarily: only face-up tiles count as being on the grill."""
    state = finish(position(DELUXE, grill=(22, 24, 28), on_tile={}), 26)
    assert state.stacks == ((24,), ())
    assert 26 in state.face_down
