"""`short_game=returned`: the printed variant of 2005 to the letter."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS, ShortGame, format_rules, parse_rules

RETURNED = "classic-2005 short_game=returned"


def test_it_can_be_played_with_every_edition() -> None:
    """The variant is not tied to the box in which it was printed."""
    for edition in EDITIONS:
        assert parse_rules(f"{edition} short_game=returned").short_game is ShortGame.RETURNED


@pytest.mark.parametrize("text", ["short_game", "short_game=true"])
def test_old_records_mean_what_they_meant(text: str) -> None:
    """`short_game` alone is the variant as we read it: the exception is dropped."""
    rules = parse_rules(f"classic-2005 {text}")
    assert rules.short_game is ShortGame.ON
    assert format_rules(rules) == "classic-2005 short_game"


def test_the_returned_tile_is_turned_down_even_if_it_is_the_highest() -> None:
    """The one case in which both readings agree."""
    state = play(position(RETURNED, stacks=((36,), ()), grill=(21, 25)), *FAILED_ROLL)
    assert (state.grill, state.stacks) == ((21, 25), ((), ()))
    assert 36 in state.face_down


def test_the_returned_tile_is_turned_down_whatever_its_number_and_no_other() -> None:
    """A lower tile too: it cannot be had again, and the highest stays."""
    start = position(RETURNED, stacks=((30, 22), ()), grill=(21, 25, 36))
    state = play(start, *FAILED_ROLL)
    assert (state.grill, state.stacks) == ((21, 25, 36), ((30,), ()))
    assert 22 in state.face_down
    assert play(state, *stopping_with(24)).stacks == ((30,), (21,))


def test_without_a_tile_to_return_none_is_turned() -> None:
    """There is nothing to turn down."""
    assert play(position(RETURNED), *FAILED_ROLL).face_down == ()


def test_the_specialist_of_the_highest_tile_stays_where_it_is() -> None:
    """Deluxe: the highest tile is not turned, and the own specialist finds no place on the returned one."""
    start = position(
        "deluxe-2018 short_game=returned",
        stacks=((13,), ()),
        grill=(21, 30, 36),
        on_tile={21: "hen", 36: "raven"},
        specialists={0: "apple"},
    )
    state = play(start, *FAILED_ROLL)
    assert dict(state.on_tile) == {21: "hen", 30: "apple", 36: "raven"}
    assert state.grill == (21, 30, 36)


def test_the_hen_saves_the_tile_from_being_turned() -> None:
    """Deluxe: only the hen goes back, so no tile is returned and none turned."""
    start = position("deluxe-2018 short_game=returned", stacks=((30,), ()), specialists={0: "hen"})
    state = play(start, *FAILED_ROLL)
    assert (state.stacks, state.face_down) == (((30,), ()), ())


def test_a_fail_does_not_end_the_game() -> None:
    """The last face-up tile stays: only the returned one is turned."""
    state = play(position(RETURNED, stacks=((30,), ()), grill=(21,)), *FAILED_ROLL)
    assert (state.grill, state.phase) == ((21,), "roll")
