"""Deluxe rulebook: the canned worm."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.state import State

CANNED = {0: "canned_worm"}


@pytest.fixture
def table() -> State:
    """The first seat has the canned worm and is about to roll."""
    return position(DELUXE, specialists=CANNED)


def test_it_counts_as_a_worm_of_five_points_if_no_worm_is_kept(table: State) -> None:
    """Canned worm: 25 points of 5s become 30 with a worm among them."""
    state = play(table, "roll", "dice 1255555W", "keep 5", "stop")
    assert state.stacks == ((30,), ())
    assert owners(state) == ["canned_worm", None]


def test_without_it_the_same_dice_fail() -> None:
    """Canned worm: a player without it needs a worm of their own."""
    assert play(position(DELUXE), "roll", "dice 1255555W", "keep 5", "stop").stacks == ((), ())


def test_with_a_dice_worm_it_must_not_be_used(table: State) -> None:
    """Canned worm: 25 points with a worm among them stay 25."""
    state = finish(table, 25)
    assert state.stacks == ((25,), ())


def test_with_a_dice_worm_it_does_not_lift_too_few_points(table: State) -> None:
    """Canned worm: 20 points with worms among them are a failed attempt and not 25 points."""
    state = finish(table, 20)
    assert state.stacks == ((), ())
    assert owners(state) == [None, None]
    assert standing(state)[11] == "canned_worm"


def test_a_worm_rolled_but_not_kept_does_not_bar_it(table: State) -> None:
    """Canned worm: what counts is the result, that is the dice laid aside."""
    state = play(table, "roll", "dice 4444WWWW", "keep 4", "stop")
    assert state.stacks == ((21,), ())


def test_it_is_used_by_itself_when_no_dice_are_left(table: State) -> None:
    """Canned worm: the turn that ends with the last die has it too."""
    state = play(table, "roll", "dice 33334444", "keep 4", "roll", "dice 3333", "keep 3")
    assert state.stacks == ((33,), ())
    assert (state.seat, state.phase) == (1, "roll")


def test_it_makes_no_move_of_its_own(table: State) -> None:
    """Canned worm: nothing is to decide about it."""
    state = play(table, "roll", "dice 1255555W", "keep 5")
    assert legal(state) == ["roll", "stop"]
    assert (play(state, "stop").seat, play(state, "stop").phase) == (1, "roll")


@pytest.mark.parametrize(("dice", "face", "tile"), [("22244555", "2", 11), ("44WWWWWW", "4", 13)])
def test_eleven_and_thirteen_can_be_reached_with_it(table: State, dice: str, face: str, tile: int) -> None:
    """Canned worm: 6 points and 8 points are exactly 11 and 13 with it."""
    state = play(table, "roll", f"dice {dice}", f"keep {face}", "stop")
    assert state.stacks == ((tile,), ())


def test_it_can_steal() -> None:
    """Canned worm: the points with it are exact points for the top of another stack."""
    state = position(DELUXE, stacks=((), (30,)), specialists=CANNED)
    assert play(state, "roll", "dice 1255555W", "keep 5", "stop").stacks == ((30,), ())


def test_it_steals_with_decline_steal_open() -> None:
    """Canned worm, with the option of 2005: the choice is that of the points with it."""
    table = position("deluxe-2018 decline_steal", stacks=((), (30,)), specialists=CANNED)
    state = play(table, "roll", "dice 1255555W", "keep 5", "stop")
    assert legal(state) == ["grill 29", "steal 1"]


def test_too_few_points_fail_even_with_it() -> None:
    """Canned worm: 1 and 5 points take nothing, and it goes back to the grill."""
    state = play(position(DELUXE, stacks=((22,), ()), specialists=CANNED), "roll", "dice 1255555W", "keep 1", "stop")
    assert state.stacks == ((), ())
    assert standing(state)[11] == "canned_worm"
    assert state.face_down == (36,)


def test_it_does_not_save_a_failed_roll(table: State) -> None:
    """Canned worm: a roll of kept values only is a failed attempt, whatever the points."""
    state = play(table, "roll", "dice 1255555W", "keep 5", "roll", "dice 555")
    assert state.stacks == ((), ())
    assert owners(state) == [None, None]


def test_it_does_not_bar_dice_worms_later_in_the_turn(table: State) -> None:
    """Canned worm: a worm can still be kept, and then counts alone."""
    state = play(table, "roll", "dice 1255555W", "keep 5", "roll", "dice 12W")
    assert legal(state) == ["keep 1", "keep 2", "keep W"]
    assert play(state, "keep W", "stop").stacks == ((30,), ())


def test_it_is_not_shown_in_the_points_of_the_dice(table: State) -> None:
    """Canned worm: points are those of the kept dice; it comes in when the turn is settled."""
    assert play(table, "roll", "dice 1255555W", "keep 5").points == 25


def test_it_stays_with_its_owner_after_use(table: State) -> None:
    """Canned worm: it can be used in every turn of its owner."""
    state = fail(play(table, "roll", "dice 1255555W", "keep 5", "stop"))
    state = play(state, "roll", "dice 1244444W", "keep 4", "stop")
    assert state.stacks == ((30, 25), ())


def test_all_values_but_the_worm_cannot_end_the_turn(table: State) -> None:
    """Canned worm: it is no sixth value; with five values kept and dice left the player still decides."""
    state = play(table, "roll", "dice 12345WWW", "keep 1", "roll", "dice 2345WWW", "keep 2")
    state = play(state, "roll", "dice 345WWW", "keep 3", "roll", "dice 45WWW", "keep 4", "roll", "dice 5WWW", "keep 5")
    assert legal(state) == ["roll", "stop"]


def test_the_canned_worm_of_another_player_does_not_help() -> None:
    """Canned worm: it stands in for a worm of its owner's dice only."""
    state = play(position(DELUXE, specialists={1: "canned_worm"}), "roll", "dice 1255555W", "keep 5", "stop")
    assert state.stacks == ((), ())
    assert owners(state) == [None, "canned_worm"]


def test_the_can_used_in_this_turn_stays_in_the_game_when_it_is_not_retained(table: State) -> None:
    """Canned worm and Nobody has two: it goes back to the grill, and the tile that it has won stays won."""
    state = play(table, "roll", "dice 4444WWWW", "keep 4", "stop")
    assert legal(state) == ["retain canned_worm", "retain hen"]
    state = play(state, "retain hen")
    assert state.stacks == ((21,), ())
    assert owners(state) == ["hen", None]
    assert standing(state)[11] == "canned_worm"
    assert state.removed == ()
