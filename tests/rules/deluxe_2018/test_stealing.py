"""Deluxe rulebook: stealing tiles."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, finish, owners
from tests.support.positions import legal, play, position
from wormgrill.game.state import claims_with


def test_exactly_the_number_of_a_visible_top_steals_it() -> None:
    """Stealing: the tile moves from the top of the other stack to the top of the thief's."""
    state = finish(position(DELUXE, stacks=((22,), (), (21, 33))), 33)
    assert state.stacks == ((22, 33), (), (21,))
    assert state.face_down == ()


@pytest.mark.parametrize("victim", [1, 2, 3])
def test_any_other_player_can_be_the_victim(victim: int) -> None:
    """Stealing: it does not matter whose stack it is."""
    stacks = [(32,) if seat == victim else () for seat in range(4)]
    assert finish(position(DELUXE, stacks=stacks), 32).stacks == ((32,), (), (), ())


@pytest.mark.parametrize("total", [31, 33])
def test_one_point_more_or_less_does_not_steal(total: int) -> None:
    """Stealing: the number has to be matched exactly."""
    state = finish(position(DELUXE, stacks=((), (32,)), grill=(22, 24), on_tile={}), total)
    assert state.stacks == ((24,), (32,))


@pytest.mark.parametrize("tile", [11, 13])
def test_11_and_13_can_never_be_stolen(tile: int) -> None:
    """Stealing: exactly 11 or 13 points do not take that tile from another player; the attempt fails."""
    state = finish(position(DELUXE, stacks=((22,), (tile,))), tile)
    assert state.stacks == ((), (tile,))
    assert 22 in state.grill
    assert state.face_down == (36,)


@pytest.mark.parametrize("tile", [11, 13])
def test_11_and_13_on_top_protect_the_tile_below(tile: int) -> None:
    """Stealing: only the top could be stolen, and these tops cannot."""
    state = finish(position(DELUXE, stacks=((), (30, tile))), 30)
    assert state.stacks == ((29,), (30, tile))


@pytest.mark.parametrize("tile", [11, 13])
def test_not_even_an_owner_with_a_specialist_loses_anything_under_11_or_13(tile: int) -> None:
    """Stealing: where no tile is stolen no specialist changes hands either."""
    state = finish(position(DELUXE, stacks=((), (tile,)), specialists={1: "apple"}), tile)
    assert owners(state) == [None, "apple"]
    assert state.stacks == ((), (tile,))


def test_a_possible_steal_is_made_without_asking() -> None:
    """Stealing with Special case: the lower tile is only for a player without the exact one, so there is no choice."""
    state = finish(position(DELUXE, stacks=((), (30,))), 30)
    assert (state.seat, state.phase) == (1, "roll")
    assert state.stacks == ((30,), ())


def test_the_option_decline_steal_lets_the_thief_take_the_lower_tile() -> None:
    """Stealing, with the option of 2005: the choice is open, and each side of it does what it says."""
    state = finish(position("deluxe-2018 decline_steal", stacks=((), (30,))), 30)
    assert (state.seat, state.phase) == (0, "claim")
    assert legal(state) == ["grill 29", "steal 1"]
    taken = play(state, "grill 29")
    assert taken.stacks == ((29,), (30,))
    assert owners(taken) == ["apple", None]
    assert play(state, "steal 1").stacks == ((30,), ())


def test_decline_steal_asks_nothing_when_the_grill_has_no_lower_tile() -> None:
    """Stealing, with the option of 2005: 11 and 13 are no lower tiles to take, so the steal is made by itself."""
    state = finish(position("deluxe-2018 decline_steal", stacks=((), (22,)), grill=(11, 13, 36)), 22)
    assert state.stacks == ((22,), ())
    assert (state.seat, state.phase) == (1, "roll")


def test_decline_steal_does_not_make_11_or_13_a_target() -> None:
    """Stealing, with the option of 2005: there is no choice where there is no steal."""
    state = finish(position("deluxe-2018 decline_steal", stacks=((22,), (13,))), 13)
    assert state.stacks == ((), (13,))


def test_a_declined_steal_from_the_hens_owner_leaves_the_hen() -> None:
    """Stealing and Hen, with the option of 2005: the choice is between the hen and the lower tile."""
    table = position("deluxe-2018 decline_steal", stacks=((), (30,)), specialists={1: "hen"})
    state = finish(table, 30)
    assert legal(state) == ["grill 29", "steal 1"]
    robbed = play(state, "steal 1")
    assert robbed.stacks == ((), (30,))
    assert owners(robbed) == ["hen", None]
    declined = play(state, "grill 29")
    assert declined.stacks == ((29,), (30,))
    assert owners(declined) == ["apple", "hen"]


def test_the_own_top_is_not_stolen() -> None:
    """Stealing: the tile has to be another player's; with the number of the own top the next lower tile is taken."""
    state = position(DELUXE, stacks=((30,), ()))
    assert [str(claim) for claim in claims_with(state, 30)] == ["grill 29"]
    assert finish(state, 30).stacks == ((30, 29), ())


def test_36_is_stolen_from_a_stack_taller_than_the_thiefs() -> None:
    """Stealing: how many tiles either player has does not matter, and the highest tile is a tile like the others."""
    state = finish(position(DELUXE, stacks=((22,), (24, 31, 36))), 36)
    assert state.stacks == ((22, 36), (24, 31))
    assert state.face_down == ()
