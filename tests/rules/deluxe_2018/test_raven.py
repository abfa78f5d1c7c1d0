"""Deluxe rulebook: the raven."""

from __future__ import annotations

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, names, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.state import scores


def test_its_tile_brings_a_bratworm_at_once() -> None:
    """Raven: the player who takes the tile gets a bratworm in addition."""
    state = finish(position(DELUXE), 23)
    assert state.stacks == ((23,), ())
    assert state.bratworms == (1, 0)
    assert state.supply == 6


def test_then_it_moves_to_the_lowest_unoccupied_tile() -> None:
    """Raven: from 23 to 13 on a fresh grill."""
    state = finish(position(DELUXE), 23)
    assert standing(state) == {11: "canned_worm", 13: "raven", 21: "hen", 25: "weasel", 27: "golden_die", 29: "apple"}
    assert (state.seat, state.phase) == (1, "roll")


def test_nobody_ever_gets_it() -> None:
    """Raven: it does not become a specialist of the player and asks no one to choose."""
    state = finish(position(DELUXE, specialists={0: "apple"}), 23)
    assert owners(state) == ["apple", None]
    assert state.phase == "roll"


def test_its_tile_in_the_special_case_brings_the_bratworm_too() -> None:
    """Raven: it is enough to obtain the tile."""
    state = finish(position(DELUXE, grill=(21, 23, 36)), 30)
    assert state.stacks == ((23,), ())
    assert state.bratworms == (1, 0)
    assert standing(state) == {21: "hen", 36: "raven"}


def test_it_gives_a_bratworm_to_the_next_one_as_well() -> None:
    """Raven: on its new tile it does the same again."""
    state = finish(finish(position(DELUXE), 23), 13)
    assert state.bratworms == (1, 1)
    assert standing(state)[22] == "raven"


def test_a_stolen_tile_on_which_it_once_stood_brings_no_bratworm() -> None:
    """Raven: it stays on the grill when the tile leaves it."""
    state = finish(finish(position(DELUXE), 23), 23)
    assert state.stacks == ((), (23,))
    assert state.bratworms == (1, 0)


def test_with_the_supply_used_up_a_player_is_chosen_before_it_moves() -> None:
    """Raven and Bratworms: during the choice it is in hand, neither on the grill nor out of the game."""
    state = finish(position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 4)), 23)
    assert (state.seat, state.phase) == (0, "rob")
    assert legal(state) == ["rob 1", "rob 2"]
    assert names(state.turn.in_hand) == ["raven"]
    assert "raven" not in standing(state).values()
    assert state.removed == ()
    assert state.stacks == ((23,), (), ())
    state = play(state, "rob 1")
    assert state.bratworms == (1, 2, 4)
    assert standing(state)[13] == "raven"
    assert state.turn.in_hand == ()
    assert (state.seat, state.phase) == (1, "roll")


def test_a_single_victim_is_robbed_without_asking() -> None:
    """Raven and Bratworms: the raven moves on at once."""
    state = finish(position(DELUXE, bratworms=(0, 7)), 23)
    assert state.bratworms == (1, 6)
    assert standing(state)[13] == "raven"
    assert state.phase == "roll"


def test_the_hens_owner_is_not_robbed_for_it() -> None:
    """Raven, Bratworms and Hen: nobody else has one, so none is gained, and the raven moves all the same."""
    state = finish(position(DELUXE, bratworms=(0, 7), specialists={1: "hen"}), 23)
    assert state.bratworms == (0, 7)
    assert state.stacks == ((23,), ())
    assert standing(state)[13] == "raven"


def test_without_a_free_tile_it_leaves_the_game() -> None:
    """Raven: it stays on the grill until it is taken out of the game."""
    state = finish(position(DELUXE, grill=(23, 30), on_tile={23: "raven", 30: "hen"}), 23)
    assert state.bratworms == (1, 0)
    assert standing(state) == {30: "hen"}
    assert "raven" in state.removed


def test_on_the_last_tile_it_gives_the_bratworm_and_leaves_the_game() -> None:
    """Raven and End: the bratworm counts, the raven has no tile to go to."""
    state = finish(position(DELUXE, grill=(23,), on_tile={23: "raven"}), 23)
    assert state.phase == "over"
    assert state.bratworms == (1, 0)
    assert scores(state) == (2, 0)
    assert "raven" in state.removed


def test_on_the_last_tile_the_rob_comes_before_the_end() -> None:
    """Raven, Bratworms and End: the game waits for the choice although the grill is empty."""
    table = position(DELUXE, stacks=((), (), ()), grill=(23,), on_tile={23: "raven"}, bratworms=(0, 3, 4))
    state = finish(table, 23)
    assert (state.seat, state.phase, state.grill) == (0, "rob", ())
    assert legal(state) == ["rob 1", "rob 2"]
    assert "raven" not in state.removed
    state = play(state, "rob 2")
    assert (state.seat, state.phase) == (0, "over")
    assert state.bratworms == (1, 3, 3)
    assert "raven" in state.removed


def test_a_double_one_and_the_raven_rob_twice_in_one_turn() -> None:
    """Raven and Double 1: each bratworm is taken when it is earned."""
    table = position(DELUXE, stacks=((), (), ()), grill=(22, 31, 32), on_tile={32: "raven"}, bratworms=(0, 1, 6))
    state = play(table, "roll", "dice 22WWWWWW", "keep W", "roll", "dice 11", "keep 1")
    assert legal(state) == ["rob 1", "rob 2"]
    assert state.turn.in_hand == ()
    state = play(state, "rob 2")
    assert legal(state) == ["rob 1", "rob 2"]
    assert names(state.turn.in_hand) == ["raven"]
    state = play(state, "rob 2")
    assert state.bratworms == (2, 1, 4)
    assert state.stacks == ((32,), (), ())
    assert standing(state) == {22: "raven"}


def test_it_gives_nothing_when_its_tile_is_turned_down() -> None:
    """Raven and Failed attempt: it is relocated like any specialist of a turned tile."""
    state = fail(position(DELUXE, stacks=((22,), ()), grill=(21, 30), on_tile={30: "raven"}))
    assert state.bratworms == (0, 0)
    assert standing(state) == {21: "raven"}


def test_it_gives_nothing_when_its_tile_is_not_the_one_taken() -> None:
    """Raven: other tiles leave it where it is."""
    state = finish(position(DELUXE), 24)
    assert state.bratworms == (0, 0)
    assert standing(state)[23] == "raven"


def test_on_the_last_tile_it_gives_the_last_bratworm_of_the_supply() -> None:
    """Raven, Bratworms and End: one bratworm left is enough."""
    state = finish(position(DELUXE, grill=(23,), on_tile={23: "raven"}, bratworms=(0, 6)), 23)
    assert state.phase == "over"
    assert state.bratworms == (1, 6)
    assert state.supply == 0
    assert scores(state) == (2, 6)
