"""Classic 2014: B, the failed attempt."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn

RULES = EDITIONS["classic-2014"]

FAILS = {
    "the sum is too low": (*keeping("WWWW"), "stop"),
    "no worm": (*keeping("5555", "44"), "stop"),
    "no worm with all dice": keeping("5555", "4444"),
    "all faces and too low": keeping("W", "5", "4", "3", "2", "1"),
    "failed roll": FAILED_ROLL,
    "failed roll of the last die": (*keeping("WWW", "5555"), "roll", "dice W"),
}
"""Turns that fail for each of the reasons given."""

each_fail = pytest.mark.parametrize("turn", FAILS.values(), ids=FAILS.keys())


def test_a_sum_that_is_not_high_enough_fails() -> None:
    """The dice laid aside do not reach any tile that could be taken."""
    start = position(RULES, stacks=((30,), (22,)), grill=(25, 26))
    state = play(start, *stopping_with(24))
    assert state == position(RULES, stacks=((), (22,)), grill=(25, 26, 30), seat=1)


def test_no_worm_laid_aside_fails() -> None:
    """A high sum is worth nothing if no worm was laid aside."""
    start = position(RULES, stacks=((24,), (22,)), grill=(25, 26))
    state = play(start, *keeping("5555", "44"), "stop")
    assert state == position(RULES, stacks=((), (22,)), grill=(24, 25), seat=1)


def test_a_roll_of_nothing_but_values_laid_aside_already_fails() -> None:
    """If every die of a roll shows what is aside already the turn is lost at once, points and all."""
    start = position(RULES, stacks=((24,), (22,)), grill=(25, 26))
    state = play(start, *keeping("WWW", "55", "1"), "roll", "dice 5W")
    assert state == position(RULES, stacks=((), (22,)), grill=(24, 25), seat=1)


def test_the_first_roll_of_a_turn_cannot_fail() -> None:
    """Nothing is laid aside yet, so the first roll always has something to pick."""
    for face in "12345W":
        state = play(position(RULES), "roll", f"dice {face * 8}")
        assert (state.seat, state.phase) == (0, Phase.KEEP)


@each_fail
def test_a_failed_player_gets_nothing_and_gives_back_the_top_of_the_stack(turn: tuple[str, ...]) -> None:
    """No tile is won, and the one on top of the stack returns to the grill, whatever the reason."""
    start = position(RULES, stacks=((35, 22), (28,)))
    state = play(start, *turn)
    assert state.stacks == ((35,), (28,))
    assert state == position(RULES, stacks=((35,), (28,)), grill=(*range(21, 28), *range(29, 35)), seat=1)


@each_fail
def test_then_the_highest_tile_on_the_grill_is_turned_over(turn: tuple[str, ...]) -> None:
    """After the return the highest face-up tile is turned and can no longer be had."""
    state = play(position(RULES, stacks=((22, 29), ()), grill=(27, 30, 33)), *turn)
    assert state == position(RULES, stacks=((22,), ()), grill=(27, 29, 30), seat=1)
    assert 33 in state.face_down


@each_fail
def test_a_returned_tile_that_is_the_highest_stays_face_up_and_none_is_turned(turn: tuple[str, ...]) -> None:
    """If what comes back is the highest on the grill it stays as it is, and so do the others."""
    start = position(RULES, stacks=((22, 34), ()), grill=(27, 30, 33))
    state = play(start, *turn)
    assert state == position(RULES, stacks=((22,), ()), grill=(27, 30, 33, 34), seat=1)
    assert state.face_down == start.face_down


@each_fail
def test_who_has_no_tile_to_return_turns_none(turn: tuple[str, ...]) -> None:
    """Without a tile before the player nothing is turned over."""
    start = position(RULES, stacks=((), (22, 34)), grill=(27, 30, 33))
    state = play(start, *turn)
    assert state == position(RULES, stacks=((), (22, 34)), grill=(27, 30, 33), seat=1)
    assert state.face_down == start.face_down


def test_a_turned_tile_cannot_be_had_for_the_rest_of_the_game() -> None:
    """The turned tile is gone: its value takes the next lower tile, now and after later fails."""
    state = play(position(RULES, stacks=((22,), ())), *FAILED_ROLL)
    assert state.face_down == (36,)
    state = play(state, *stopping_with(36))
    assert state == position(RULES, stacks=((), (35,)), grill=(*range(21, 35),), seat=0)
    state = play(state, *FAILED_ROLL, *FAILED_ROLL)
    assert state == position(RULES, grill=(*range(21, 36),), seat=0)
    assert state.face_down == (36,)


@each_fail
def test_after_a_fail_the_next_player_clockwise_has_the_turn(turn: tuple[str, ...]) -> None:
    """A failed turn passes on like a successful one."""
    for seat in range(3):
        state = play(position(RULES, stacks=((), (), ()), grill=(24,), seat=seat), *turn)
        assert state.seat == (seat + 1) % 3
        assert state.turn == Turn(Phase.ROLL)
