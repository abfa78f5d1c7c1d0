"""Classic 2014: where the German, English, Italian and French texts of the rulebook differ."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase

RULES = EDITIONS["classic-2014"]


def test_a_steal_is_not_optional() -> None:
    """Stealing: German, English and French say that the player may, Italian that the player does; it is done."""
    start = position(RULES, stacks=((), (31,)), grill=(21, 30))
    stopped = play(start, *keeping("WWWWWW", "1"))
    for move in ("steal 1", "grill 30"):
        with pytest.raises(IllegalMove):
            play(stopped, move)
    assert play(stopped, "stop") == position(RULES, stacks=((31,), ()), grill=(21, 30), seat=1)


def test_a_steal_is_optional_with_the_option_of_2005() -> None:
    """Stealing: a table that reads the word may as a choice sets decline_steal and plays as in 2005."""
    rules = "classic-2014 decline_steal"
    start = position(rules, stacks=((), (31,)), grill=(21, 30))
    state = play(start, *stopping_with(31))
    assert state.phase is Phase.CLAIM
    assert legal(state) == ["grill 30", "steal 1"]
    assert play(state, "grill 30") == position(rules, stacks=((30,), (31,)), grill=(21,), seat=1)
    assert play(state, "steal 1") == position(rules, stacks=((31,), ()), grill=(21, 30), seat=1)


def test_a_tile_before_a_player_means_before_another_player() -> None:
    """Ending the turn: German has a tile lying open before a player, the others before another; so it is."""
    start = position(RULES, stacks=((33, 26), ()), grill=(21, 30))
    assert play(start, *stopping_with(26)) == position(RULES, stacks=((33, 26, 21), ()), grill=(30,), seat=1)


def test_a_tile_of_the_grill_means_a_face_up_one() -> None:
    """Ending the turn: French leaves out that the tile on the grill is face-up; only such a tile counts."""
    start = position(RULES, stacks=((22,), ()), grill=(26,))
    assert 25 in start.face_down
    assert play(start, *stopping_with(25)) == position(RULES, grill=(22,), seat=1)


def test_the_highest_tile_means_the_highest_face_up_one() -> None:
    """Failed attempt: English turns the highest available tile, the others the highest there; face-up is meant."""
    start = position(RULES, stacks=((22,), ()), grill=(24, 29, 31))
    assert start.face_down[-1] == 36
    state = play(start, *FAILED_ROLL)
    assert state == position(RULES, grill=(22, 24, 29), seat=1)
    assert 31 in state.face_down


def test_the_returned_tile_is_compared_with_the_face_up_tiles() -> None:
    """Failed attempt: the exception holds if the returned tile tops the face-up ones; face-down ones are no tiles."""
    start = position(RULES, stacks=((32,), ()), grill=(24, 29, 31))
    assert start.face_down[-1] == 36
    assert play(start, *FAILED_ROLL) == position(RULES, grill=(24, 29, 31, 32), seat=1)


def test_the_tile_is_given_back_if_there_is_one() -> None:
    """Failed attempt: only Italian adds at once that a player without a tile gives none; it is the same in all."""
    start = position(RULES, stacks=((), (36,)))
    assert play(start, *FAILED_ROLL) == position(RULES, stacks=((), (36,)), seat=1)


def test_the_turn_passes_after_a_success_and_after_a_fail() -> None:
    """Next player: Italian says it of both ways to end a turn, the others only beside the success; both pass."""
    start = position(RULES, stacks=((), (), ()))
    assert play(start, *stopping_with(21)).seat == 1
    assert play(start, *FAILED_ROLL).seat == 1


def test_the_next_player_sits_to_the_left() -> None:
    """Next player: clockwise in German and English is the neighbour to the left in Italian and French."""
    start = position(RULES, stacks=((), (), (), ()), seat=3)
    assert play(start, *stopping_with(21)) == position(RULES, stacks=((), (), (), (21,)), seat=0)


def test_a_lower_tile_means_the_nearest_lower_one_and_not_any() -> None:
    """Example: at 30 German has the next lower tile, the others just a lower one; there is no choice."""
    start = position(RULES, stacks=((), (30, 32)), grill=(21, 27, 29, 33))
    state = play(start, *keeping("WWWWWW"))
    for move in ("grill 29", "grill 27", "grill 21"):
        with pytest.raises(IllegalMove):
            play(state, move)
    assert play(state, "stop") == position(RULES, stacks=((29,), (30, 32)), grill=(21, 27, 33), seat=1)


def test_two_4s_are_in_the_second_roll_of_the_example() -> None:
    """Example: only Italian says that the second roll shows two 4s; they cannot be laid aside in any language."""
    state = play(position(RULES), "roll", "dice 1225444W", "keep 4", "roll", "dice 1244W")
    assert legal(state) == ["keep 1", "keep 2", "keep W"]


@pytest.mark.parametrize(("grill", "got"), [((25, 26, 30), 26), ((24, 25, 30), 25)])
def test_26_points_are_enough_for_a_tile_in_the_example(grill: tuple[int, ...], got: int) -> None:
    """Example: only Italian says that 26 would do for a tile from the grill, the 26 or the next lower."""
    start = position(RULES, grill=grill)
    state = play(start, *keeping("33", "555", "W"), "stop")
    assert state == position(RULES, stacks=((got,), ()), grill=[t for t in grill if t != got], seat=1)
