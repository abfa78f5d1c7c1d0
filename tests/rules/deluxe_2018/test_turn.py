"""Deluxe rulebook: how to play a turn."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove


def test_all_eight_dice_are_rolled_at_once() -> None:
    """How to play: the first roll of a turn is made with all 8 dice."""
    state = play(position(DELUXE), "roll")
    assert (state.phase, state.turn.dice_left) == ("chance", 8)
    with pytest.raises(IllegalMove):
        play(state, "dice 1234512")


def test_all_dice_of_the_chosen_value_are_laid_aside() -> None:
    """How to play: keeping 2s keeps every 2 of the roll."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep 2")
    assert state.turn.aside == (0, 4, 0, 0, 0, 0)
    assert state.turn.dice_left == 4


def test_any_one_value_of_the_roll_may_be_chosen() -> None:
    """How to play: the values on offer are those that were rolled, worms included."""
    state = play(position(DELUXE), "roll", "dice 12222WW5")
    assert legal(state) == ["keep 1", "keep 2", "keep 5", "keep W"]


def test_only_one_value_is_laid_aside_after_a_roll() -> None:
    """How to play: after one keep the dice have to be rolled again before the next."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep 2")
    with pytest.raises(IllegalMove):
        play(state, "keep W")


def test_laying_aside_is_not_optional() -> None:
    """How to play: a roll with something to keep cannot be rolled again or stopped on without keeping."""
    state = play(position(DELUXE), "roll", "dice 12222WW5")
    for move in ("roll", "stop", "weasel"):
        with pytest.raises(IllegalMove):
            play(state, move)


def test_a_worm_is_worth_five_points() -> None:
    """How to play: two kept worms are 10 points."""
    assert play(position(DELUXE), "roll", "dice 12222WW5", "keep W").points == 10


def test_the_values_of_all_kept_dice_are_added_up() -> None:
    """How to play: points are the sum over all keeps of the turn."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep W", "roll", "dice 233345", "keep 3")
    assert state.points == 19


def test_only_dice_not_laid_aside_are_rolled_again() -> None:
    """How to play: the next roll has as many dice as are left."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep 2", "roll")
    assert state.turn.dice_left == 4
    with pytest.raises(IllegalMove):
        play(state, "dice 12345")
    assert play(state, "dice 1234").phase == "keep"


def test_the_next_keep_must_be_another_value() -> None:
    """How to play: a player who has kept 2s cannot keep 2s again in this turn."""
    state = play(position(DELUXE), "roll", "dice 12222WW5", "keep 2", "roll", "dice 225W")
    assert legal(state) == ["keep 5", "keep W"]
    with pytest.raises(IllegalMove):
        play(state, "keep 2")


def test_a_value_is_free_again_in_the_next_turn() -> None:
    """How to play: what was kept binds only that turn."""
    state = play(fail(position(DELUXE)), "roll", "dice 22222222")
    assert legal(state) == ["keep 2"]


def test_after_each_keep_the_player_goes_on_or_finishes() -> None:
    """How to play: rolling on is allowed, not required."""
    assert legal(play(position(DELUXE), "roll", "dice 12222WW5", "keep 5")) == ["roll", "stop"]


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_next_turn_is_the_next_seats_clockwise(seat: int, following: int) -> None:
    """How to play: after a turn, good or failed, the next player clockwise has a turn."""
    state = position(DELUXE, stacks=((), (), ()), seat=seat)
    assert finish(state, 22).seat == following
    assert fail(state).seat == following


def test_a_new_turn_starts_with_nothing_kept() -> None:
    """How to play: the next player has all 8 dice again."""
    turn = finish(position(DELUXE), 22).turn
    assert (turn.phase, turn.aside, turn.dice_left, turn.rolled) == ("roll", (0, 0, 0, 0, 0, 0), 8, None)


def test_no_dice_left_ends_the_turn_as_if_stopped() -> None:
    """How to play: with all dice laid aside nothing can be rolled, so the turn is settled by itself."""
    state = play(position(DELUXE), "roll", "dice 4444WWWW", "keep W", "roll", "dice 4444", "keep 4")
    assert state.stacks == ((36,), ())
    assert (state.seat, state.phase) == (1, "roll")


def test_all_six_values_kept_end_the_turn_as_if_stopped() -> None:
    """How to play: with every value laid aside no further roll could be kept, so the turn is settled by itself."""
    state = play(position(DELUXE), "roll", "dice 12345WWW", "keep 1", "roll", "dice 2345WWW", "keep 2")
    state = play(state, "roll", "dice 345WWW", "keep 3", "roll", "dice 45WWW", "keep 4", "roll", "dice 5WWW", "keep 5")
    state = play(state, "roll", "dice 1WW", "keep W")
    assert state.seat == 1
    assert state.stacks == ((25,), ())  # one die was left


def test_example_a_thomas_takes_27() -> None:
    """Example A: three 4s, a worm, two 5s; Thomas stops with 27 points and takes tile 27 from the grill."""
    state = play(position(DELUXE), "roll", "dice 12344455", "keep 4")
    assert state.points == 12
    state = play(state, "roll", "dice 2344W")
    assert legal(state) == ["keep 2", "keep 3", "keep W"]
    state = play(state, "keep W")
    assert state.points == 17
    state = play(state, "roll", "dice 55WW")
    assert legal(state) == ["keep 5"]
    state = play(state, "keep 5")
    assert state.points == 27
    assert legal(state) == ["roll", "stop"]
    state = play(state, "stop")
    assert state.stacks == ((27,), ())
    assert 27 not in state.grill
    assert len(state.grill) == 17
    assert (state.seat, state.phase) == (1, "roll")


def test_example_a_on_a_fresh_grill_also_brings_the_golden_die() -> None:
    """Example A with Obtaining specialists: tile 27 is where the golden die stands at the start."""
    state = play(position(DELUXE), "roll", "dice 12344455", "keep 4", "roll", "dice 2344W", "keep W")
    state = play(state, "roll", "dice 55WW", "keep 5", "stop")
    assert owners(state) == ["golden_die", None]
    assert 27 not in standing(state)
