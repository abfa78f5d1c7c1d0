"""Deluxe rulebook: the failed attempt."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position


def test_too_few_points_fail() -> None:
    """Failed attempt: the sum is not high enough for any tile."""
    state = finish(position(DELUXE, stacks=((24,), ())), 20)
    assert state.stacks == ((), ())
    assert 24 in state.grill


def test_no_worm_laid_aside_fails() -> None:
    """Failed attempt: high enough, but without a worm, also when the last die ends the turn."""
    state = play(position(DELUXE, stacks=((24,), ())), "roll", "dice 44445555", "keep 5", "roll", "dice 4444", "keep 4")
    assert state.stacks == ((), ())
    assert 24 in state.grill
    assert state.face_down == (36,)


def test_a_roll_of_values_already_kept_fails_at_once() -> None:
    """Failed attempt: numbers and worms that are all laid aside already; no move is left to make."""
    table = position(DELUXE, stacks=((24,), ()))
    state = play(table, "roll", "dice 2223WWWW", "keep W", "roll", "dice 3334", "keep 3", "roll", "dice W")
    assert state.stacks == ((), ())
    assert (state.seat, state.phase) == (1, "roll")


def test_a_failed_roll_loses_points_that_were_enough() -> None:
    """Failed attempt: a player who rolls on with enough points and fails does not get anything."""
    state = play(position(DELUXE), "roll", "dice 222WWWWW", "keep W")
    assert state.points == 25
    state = play(state, "roll", "dice WWW")
    assert state.stacks == ((), ())
    assert 25 in state.grill


def test_the_top_tile_goes_back_to_the_grill() -> None:
    """Failed attempt: the visible tile, and only that one, returns face-up to its place in the row."""
    state = fail(position(DELUXE, stacks=((30, 22, 26), ())))
    assert state.stacks == ((30, 22), ())
    assert 26 in state.grill
    assert list(state.grill) == sorted(state.grill)


def test_then_the_highest_face_up_tile_is_turned_down() -> None:
    """Failed attempt: after the return, the highest number on the grill."""
    state = fail(position(DELUXE, stacks=((22,), (36,))))
    assert state.face_down == (35,)
    assert 35 not in state.grill


def test_face_down_tiles_are_passed_over_when_the_highest_is_turned() -> None:
    """Failed attempt: the highest available tile is the highest that is still face-up."""
    state = fail(position(DELUXE, stacks=((22,), ()), grill=(24, 28, 31), on_tile={}))
    assert state.grill == (22, 24, 28)


def test_a_turned_tile_stays_down_for_good() -> None:
    """Failed attempt: nobody can acquire it in the rest of the game."""
    state = fail(position(DELUXE, stacks=((22,), ())))
    assert state.face_down == (36,)
    state = play(state, "roll", "dice 4444WWWW", "keep W", "roll", "dice 4444", "keep 4")
    assert state.stacks == ((), (35,))
    assert state.face_down == (36,)


def test_a_returned_tile_that_is_the_highest_stays_face_up_and_none_is_turned() -> None:
    """Failed attempt: the exception for the very tile returned."""
    state = fail(position(DELUXE, stacks=((36,), ())))
    assert state.stacks == ((), ())
    assert state.grill[-1] == 36
    assert state.face_down == ()


def test_the_exception_counts_face_up_tiles_only() -> None:
    """Failed attempt: a returned tile is the highest also when higher ones lie face-down."""
    state = fail(position(DELUXE, stacks=((28,), ()), grill=(22, 24), on_tile={}))
    assert state.grill == (22, 24, 28)


def test_who_has_no_tile_returns_none_and_none_is_turned() -> None:
    """Failed attempt: nothing changes on the grill."""
    before = position(DELUXE)
    state = fail(before)
    assert state.grill == before.grill
    assert state.face_down == ()
    assert state.seat == 1


def test_who_only_puts_the_hen_back_turns_no_tile() -> None:
    """Failed attempt: the hen goes instead of a tile, so no tile is turned over."""
    state = fail(position(DELUXE, stacks=((22,), ()), specialists={0: "hen"}))
    assert state.stacks == ((22,), ())
    assert state.face_down == ()


def test_13_may_be_the_highest_and_is_turned_down() -> None:
    """Failed attempt: 11 and 13 are tiles like the others when the highest is turned over."""
    state = fail(position(DELUXE, stacks=((11,), ()), grill=(13,), on_tile={}))
    assert state.grill == (11,)
    assert 13 in state.face_down


def test_example_b_bridget_fails() -> None:
    """Example B: two 3s, three 5s and a worm are 26 points; a 3 and a worm are of no use, and 28 goes back."""
    table = position(DELUXE, stacks=((28,), ()), grill=(29, 30, 31, 33, 34, 35), on_tile={})
    state = play(table, "roll", "dice 11233455", "keep 3", "roll", "dice 124555", "keep 5")
    assert state.points == 21
    state = play(state, "roll", "dice 22W")
    assert legal(state) == ["keep 2", "keep W"]
    state = play(state, "keep W")
    assert state.points == 26
    assert legal(state) == ["roll", "stop"]
    state = play(state, "roll", "dice 3W")
    assert state.stacks == ((), ())
    assert state.grill == (28, 29, 30, 31, 33, 34)
    assert 35 in state.face_down
    assert (state.seat, state.phase) == (1, "roll")


def test_short_game_turns_even_the_returned_tile() -> None:
    """Failed attempt, with the variant of 2005: the exception is dropped."""
    state = fail(position("deluxe-2018 short_game", stacks=((36,), ())))
    assert state.face_down == (36,)


def test_short_game_turns_the_highest_tile_not_always_the_returned_one() -> None:
    """Failed attempt, with the variant of 2005: a lower tile that is returned stays face-up."""
    state = fail(position("deluxe-2018 short_game", stacks=((22,), ())))
    assert state.face_down == (36,)
    assert 22 in state.grill


def test_short_game_turns_nothing_for_a_player_without_a_tile_or_with_the_hen() -> None:
    """Failed attempt, with the variant of 2005: without a returned tile none is turned."""
    assert fail(position("deluxe-2018 short_game")).face_down == ()
    guarded = position("deluxe-2018 short_game", stacks=((36,), ()), specialists={0: "hen"})
    assert fail(guarded).face_down == ()


def test_short_game_relocates_the_specialist_of_the_turned_tile() -> None:
    """Failed attempt, with the variant of 2005: own specialist first, then the one of the turned tile."""
    table = position(
        "deluxe-2018 short_game", stacks=((22,), ()), grill=(21, 30), on_tile={30: "raven"}, specialists={0: "apple"}
    )
    state = fail(table)
    assert state.grill == (21, 22)
    assert standing(state) == {21: "apple", 22: "raven"}


def test_short_game_leaves_no_place_on_the_returned_and_turned_tile() -> None:
    """Failed attempt, with the variant of 2005: the own specialist cannot stay on a tile that is turned at once."""
    table = position(
        "deluxe-2018 short_game", stacks=((30,), ()), grill=(21,), on_tile={21: "hen"}, specialists={0: "weasel"}
    )
    state = fail(table)
    assert state.grill == (21,)
    assert standing(state) == {21: "hen"}
    assert owners(state) == [None, None]
    assert "weasel" in state.removed


@pytest.mark.parametrize("rules", ["deluxe-2018", "deluxe-2018 short_game"])
def test_a_fail_never_empties_the_grill(rules: str) -> None:
    """Failed attempt with End of the game: a returned tile is one more, a turned one is one less."""
    tiles = (11, 13, 21, 29, 36)
    for size in range(1, len(tiles)):
        for grill in combinations(tiles, size):
            for returned in sorted({*tiles} - {*grill}):
                state = fail(position(rules, stacks=((returned,), ()), grill=grill, on_tile={}))
                assert len(state.grill) >= len(grill)
                assert state.phase == "roll"
