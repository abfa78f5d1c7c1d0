"""Classic 2005: turns without success, and figures 6a to 6c."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.dice import parse_dice
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn

RULES = EDITIONS["classic-2005"]


def test_figure_6a_nicoles_fourth_roll_shows_only_what_she_has() -> None:
    """In her fourth roll Nicole gets nothing but symbols she has collected: the turn is lost (figure 6a)."""
    start = position(RULES, stacks=((22, 27), (24,)), grill=(21, 23, 25, 33))
    state = play(start, *keeping("WW", "55", "3"))
    assert state == replace(start, turn=Turn(Phase.DECIDE, parse_dice("WW553"), 3))
    assert state.points == 23
    state = play(state, "roll", "dice 35W")
    assert state == position(RULES, stacks=((22,), (24,)), grill=(21, 23, 25, 27), seat=1)
    assert 33 in state.face_down


def test_a_failed_roll_ends_the_rolling_although_points_were_enough() -> None:
    """After such a roll the player rolls no more this turn and cannot fall back on the points held before."""
    start = position(RULES)
    before = play(start, *keeping("WWWWW", "4"))
    assert before.points == 29
    state = play(before, "roll", "dice 4W")
    assert state == position(RULES, seat=1)
    assert legal(state) == ["roll"]


def test_a_roll_with_one_new_face_among_old_ones_has_not_failed() -> None:
    """A turn has gone wrong only if the roll has nothing but collected symbols."""
    state = play(position(RULES), *keeping("WWW", "44"), "roll", "dice 24W")
    assert legal(state) == ["keep 2"]
    assert state.seat == 0


@pytest.mark.parametrize("groups", [("444", "333", "55"), ("5", "44444", "33")])
def test_figure_6b_heather_has_31_without_a_worm_and_gets_nothing(groups: tuple[str, ...]) -> None:
    """Heather makes 31 in three rolls and the 31 is visible, but no die shows a worm: a fail (figure 6b)."""
    start = position(RULES, stacks=((26,), (28,)), grill=(24, 27, 31, 32))
    state = play(start, *keeping(*groups))
    assert state == position(RULES, stacks=((), (28,)), grill=(24, 26, 27, 31), seat=1)
    assert 32 in state.face_down


def test_figure_6b_the_same_if_the_31_is_visible_before_another_player() -> None:
    """Without a worm a visible tile cannot be taken, wherever it is visible (figure 6b)."""
    start = position(RULES, stacks=((), (31,)), grill=(24, 27))
    state = play(start, *keeping("444", "333", "55"))
    assert state == position(RULES, stacks=((), (31,)), grill=(24, 27), seat=1)


def test_a_stop_without_a_worm_is_a_fail_whatever_the_sum() -> None:
    """The attempt has also failed if no worm was collected by the end of the turn."""
    start = position(RULES, stacks=((22, 21), ()))
    state = play(start, *keeping("5555", "444"), "stop")
    assert state == position(RULES, stacks=((22,), ()), grill=(21, *range(23, 36)), seat=1)
    assert state.face_down == (36,)


@pytest.mark.parametrize("points", [5, 10, 20])
def test_too_few_points_for_any_visible_tile_are_a_fail(points: int) -> None:
    """The same holds if the sum does not reach any visible tile."""
    start = position(RULES, stacks=((30, 22), ()))
    state = play(start, *stopping_with(points))
    assert state == position(RULES, stacks=((30,), ()), grill=(*range(21, 30), *range(31, 36)), seat=1)


def test_figure_6c_toms_last_roll_makes_25_but_the_25_is_his_and_nothing_lower_is_left() -> None:
    """Two 1s bring Tom to 25; the 25 is his own and the grill has no lower tile: a fail (figure 6c)."""
    start = position(RULES, stacks=((29, 25), (21,)), grill=(26, 28, 34))
    state = play(start, *keeping("WWW", "33", "2"))
    assert state.points == 23
    state = play(state, "roll", "dice 11", "keep 1")
    assert state == position(RULES, stacks=((29,), (21,)), grill=(25, 26, 28), seat=1)
    assert 34 in state.face_down


def test_a_fail_wins_no_tile_and_costs_the_top_one_only() -> None:
    """After a fail the player gets nothing and gives back the tile collected last, which is on top."""
    start = position(RULES, stacks=((31, 22, 26), (28,)))
    state = play(start, *FAILED_ROLL)
    assert state == position(
        RULES, stacks=((31, 22), (28,)), grill=(21, 23, 24, 25, 26, 27, 29, 30, 32, 33, 34, 35), seat=1
    )


def test_a_fail_without_a_tile_costs_nothing() -> None:
    """The tile is given back if there is one; without one nothing changes but the turn."""
    start = position(RULES, stacks=((), (28,)))
    assert play(start, *FAILED_ROLL) == position(RULES, stacks=((), (28,)), seat=1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_after_a_fail_it_is_the_next_players_turn(seat: int) -> None:
    """The next player begins a turn with all dice."""
    state = play(position(RULES, stacks=((), (), ()), seat=seat), *FAILED_ROLL)
    assert state.seat == (seat + 1) % 3
    assert state.turn == Turn(Phase.ROLL)
    assert state.turn.dice_left == 8
