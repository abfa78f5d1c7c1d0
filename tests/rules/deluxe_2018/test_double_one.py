"""Deluxe rulebook: the double 1."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, owners
from tests.support.positions import legal, play, position


def test_two_kept_ones_earn_a_bratworm_at_once() -> None:
    """Double 1: the bratworm comes with the keep, in the middle of the turn."""
    state = play(position(DELUXE), "roll", "dice 11234WW5", "keep 1")
    assert state.bratworms == (1, 0)
    assert state.supply == 6
    assert (state.seat, state.phase) == (0, "decide")
    assert legal(state) == ["roll", "stop"]


@pytest.mark.parametrize("ones", range(2, 8))
def test_more_than_two_ones_earn_one_bratworm_too(ones: int) -> None:
    """Double 1: at least two 1s are a single bratworm, however many they are."""
    state = play(position(DELUXE), "roll", "dice " + "1" * ones + "4" * (8 - ones), "keep 1")
    assert state.bratworms == (1, 0)


def test_a_single_one_earns_nothing() -> None:
    """Double 1: one 1 is not two."""
    assert play(position(DELUXE), "roll", "dice 12234WW5", "keep 1").bratworms == (0, 0)


@pytest.mark.parametrize("face", "2345W")
def test_two_of_another_value_earn_nothing(face: str) -> None:
    """Double 1: only 1s count."""
    assert play(position(DELUXE), "roll", f"dice 11{face * 6}", f"keep {face}").bratworms == (0, 0)


def test_two_ones_rolled_but_not_kept_earn_nothing() -> None:
    """Double 1: the 1s have to be laid aside."""
    assert play(position(DELUXE), "roll", "dice 11234WW5", "keep W").bratworms == (0, 0)


def test_ones_kept_later_in_the_turn_count_as_well() -> None:
    """Double 1: it need not be the first roll."""
    state = play(position(DELUXE), "roll", "dice 12344WW5", "keep W", "roll", "dice 112345", "keep 1")
    assert state.bratworms == (1, 0)


def test_the_bratworm_is_kept_when_the_turn_fails() -> None:
    """Double 1: regardless of how the turn ends; the tile goes back, the bratworm does not."""
    table = position(DELUXE, stacks=((22,), ()))
    state = play(table, "roll", "dice 11234WW5", "keep 1", "roll", "dice 111111")
    assert state.stacks == ((), ())
    assert state.seat == 1
    assert state.bratworms == (1, 0)
    assert state.supply == 6


def test_the_bratworm_is_kept_when_stopping_is_a_fail() -> None:
    """Double 1: also without a worm among the dice."""
    state = play(position(DELUXE), "roll", "dice 11234WW5", "keep 1", "stop")
    assert state.bratworms == (1, 0)
    assert state.seat == 1


def test_the_bratworm_is_earned_when_the_keep_ends_the_turn() -> None:
    """Double 1: the last dice may be the 1s; first the bratworm, then the tile."""
    state = play(position(DELUXE), "roll", "dice 22WWWWWW", "keep W", "roll", "dice 11", "keep 1")
    assert state.bratworms == (1, 0)
    assert state.stacks == ((32,), ())
    assert state.seat == 1


def test_the_bratworm_is_earned_when_the_keep_ends_the_turn_in_a_fail() -> None:
    """Double 1: eight 1s are a bratworm and a failed attempt."""
    state = play(position(DELUXE, stacks=((22,), ())), "roll", "dice 11111111", "keep 1")
    assert state.bratworms == (1, 0)
    assert state.stacks == ((), ())
    assert state.face_down == (36,)


def test_a_double_one_comes_again_in_the_next_turn() -> None:
    """Double 1: whenever it happens, not once per game."""
    state = play(position(DELUXE), "roll", "dice 11234WW5", "keep 1", "stop")
    state = fail(state)
    state = play(state, "roll", "dice 11134WW5", "keep 1")
    assert state.bratworms == (2, 0)
    assert state.supply == 5


def test_the_golden_die_is_one_of_the_two() -> None:
    """Double 1 with Golden die: a white 1 and a golden 1 are two 1s."""
    table = position(DELUXE, specialists={0: "golden_die"})
    assert play(table, "roll golden", "dice 12234WW5+1", "keep 1").bratworms == (1, 0)
    assert play(table, "roll golden", "dice 12234WW5+2", "keep 1").bratworms == (0, 0)
    assert play(table, "roll golden", "dice 22234WW5+1", "keep 1").bratworms == (0, 0)


def test_a_double_one_opens_the_rob_in_the_middle_of_the_turn() -> None:
    """Double 1 with Bratworms: with the supply empty the player chooses whom to rob before rolling on."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 4))
    state = play(table, "roll", "dice 11234WW5", "keep 1")
    assert (state.seat, state.phase) == (0, "rob")
    assert legal(state) == ["rob 1", "rob 2"]
    assert state.turn.aside == (2, 0, 0, 0, 0, 0)
    assert (state.turn.dice_left, state.turn.rolled, state.turn.in_hand) == (6, None, ())
    state = play(state, "rob 2")
    assert state.bratworms == (1, 3, 3)
    assert (state.seat, state.phase) == (0, "decide")
    assert state.turn.dice_left == 6
    state = play(state, "roll", "dice WWWWW2", "keep W", "stop")
    assert state.stacks == ((27,), (), ())
    assert owners(state)[0] == "golden_die"


def test_a_rob_in_the_middle_of_the_turn_does_not_bring_the_weasel_back() -> None:
    """Double 1 with Weasel: the weasel that was used stays used."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 4), specialists={0: "weasel"})
    state = play(table, "roll", "dice 22222222", "weasel", "dice 11234WW5", "keep 1", "rob 1")
    assert state.turn.weasel_used
    assert legal(play(state, "roll", "dice 22222W")) == ["keep 2", "keep W"]


def test_a_rob_by_the_last_dice_comes_before_the_claim() -> None:
    """Double 1 with Bratworms: the keep that ends the turn waits for the choice, then the tile is taken."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 4))
    state = play(table, "roll", "dice 22WWWWWW", "keep W", "roll", "dice 11", "keep 1")
    assert state.phase == "rob"
    assert state.stacks == ((), (), ())
    state = play(state, "rob 1")
    assert state.bratworms == (1, 2, 4)
    assert state.stacks == ((32,), (), ())
    assert (state.seat, state.phase) == (1, "roll")


def test_a_rob_by_the_last_dice_comes_before_the_fail() -> None:
    """Double 1 with Bratworms: eight 1s with the supply empty; the robbed bratworm stays, the tile does not."""
    table = position(DELUXE, stacks=((22,), (), ()), bratworms=(0, 3, 4))
    state = play(table, "roll", "dice 11111111", "keep 1")
    assert state.stacks == ((22,), (), ())
    state = play(state, "rob 2")
    assert state.bratworms == (1, 3, 3)
    assert state.stacks == ((), (), ())
    assert state.face_down == (36,)


def test_a_rob_may_be_followed_by_a_declined_steal_and_a_retain() -> None:
    """Double 1, Stealing and Specialists: the choices of one turn come in the order in which they arise."""
    table = position(
        "deluxe-2018 decline_steal",
        stacks=((), (32,), ()),
        bratworms=(0, 3, 4),
        specialists={0: "apple", 1: "weasel"},
    )
    state = play(table, "roll", "dice 22WWWWWW", "keep W", "roll", "dice 11", "keep 1", "rob 1")
    assert legal(state) == ["grill 31", "steal 1"]
    state = play(state, "steal 1")
    assert legal(state) == ["retain apple", "retain weasel"]
    state = play(state, "retain weasel")
    assert state.stacks == ((32,), (), ())
    assert owners(state) == ["weasel", None, None]
