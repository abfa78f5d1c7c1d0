"""Classic 2005: giving back a tile, and figures 7a and 7b."""

from __future__ import annotations

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS

RULES = EDITIONS["classic-2005"]


def test_a_returned_tile_lies_face_up_on_the_grill_and_can_be_taken_again() -> None:
    """What is given back lies face-up in the row, at its place, and is there for the next player."""
    state = play(position(RULES, stacks=((24,), ()), grill=(23, 25, 30)), *FAILED_ROLL)
    assert state == position(RULES, grill=(23, 24, 25), seat=1)
    state = play(state, *stopping_with(24))
    assert state == position(RULES, stacks=((), (24,)), grill=(23, 25), seat=0)


def test_the_tile_goes_back_before_the_highest_is_turned() -> None:
    """First the tile is laid back, then the highest is looked for: with the 36 given back the 35 stays."""
    state = play(position(RULES, stacks=((36,), ()), grill=(21, 35)), *FAILED_ROLL)
    assert state == position(RULES, grill=(21, 35, 36), seat=1)


def test_figure_7a_tom_gives_back_his_tile_and_the_34_is_turned_down() -> None:
    """Tom returns his visible tile; the 34, the highest on the grill, is turned face-down (figure 7a)."""
    start = position(RULES, stacks=((22, 27), (36, 35)), grill=(21, 25, 30, 33, 34))
    assert start.face_down == (23, 24, 26, 28, 29, 31, 32)
    state = play(start, *FAILED_ROLL)
    assert state == position(RULES, stacks=((22,), (36, 35)), grill=(21, 25, 27, 30, 33), seat=1)
    assert state.face_down == (23, 24, 26, 28, 29, 31, 32, 34)


def test_figure_7b_heather_gives_back_the_30_which_is_now_the_highest_and_stays_face_up() -> None:
    """The 30 that Heather returns is the highest on the grill: it stays, and nothing is turned (figure 7b)."""
    start = position(RULES, stacks=((24, 30), (36, 35)), grill=(21, 25, 28))
    state = play(start, *FAILED_ROLL)
    assert state == position(RULES, stacks=((24,), (36, 35)), grill=(21, 25, 28, 30), seat=1)
    assert state.face_down == start.face_down == (22, 23, 26, 27, 29, 31, 32, 33, 34)


def test_face_down_tiles_do_not_count_when_the_highest_is_looked_for() -> None:
    """The highest available tile is meant: higher ones lying face-down do not stop the exception (figure 7b)."""
    start = position(RULES, stacks=((30,), ()), grill=(21, 25))
    assert start.face_down[-1] == 36
    assert play(start, *FAILED_ROLL) == position(RULES, grill=(21, 25, 30), seat=1)


def test_one_tile_is_turned_for_each_return_from_the_top_down() -> None:
    """Each return takes the highest tile that is still face-up out of the game."""
    state = position(RULES, stacks=((21, 22), (23, 24)))
    state = play(state, *FAILED_ROLL)
    assert (state.grill[-1], state.face_down) == (35, (36,))
    state = play(state, *FAILED_ROLL)
    assert (state.grill[-1], state.face_down) == (34, (35, 36))
    state = play(state, *FAILED_ROLL, *FAILED_ROLL)
    assert state == position(RULES, grill=(*range(21, 33),), seat=0)
    assert state.face_down == (33, 34, 35, 36)


def test_a_turned_tile_is_out_for_the_rest_of_the_game() -> None:
    """A tile turned down cannot be had any more: its points get the next lower, and no return turns it up."""
    start = position(RULES, stacks=((27,), ()), grill=(21, 33, 34))
    state = play(start, *FAILED_ROLL)
    assert 34 in state.face_down
    state = play(state, *stopping_with(34))
    assert state == position(RULES, stacks=((), (33,)), grill=(21, 27), seat=0)
    state = play(state, *FAILED_ROLL, *FAILED_ROLL)
    assert state == position(RULES, grill=(21, 27, 33), seat=0)
    assert 34 in state.face_down


def test_without_a_tile_to_give_back_none_is_turned() -> None:
    """Turning belongs to giving back: a player without a tile turns none."""
    state = play(position(RULES), *FAILED_ROLL)
    assert state == position(RULES, seat=1)
    assert state.face_down == ()
