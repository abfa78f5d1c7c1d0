"""Classic 2005: the variant for five to seven players that shortens the game."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, ShortGame, parse_rules
from wormgrill.game.state import initial_state

SHORT = "classic-2005 short_game"
EMPTY: tuple[tuple[int, ...], ...] = ((), (), (), ())


def test_the_variant_is_an_option_and_off_unless_asked_for() -> None:
    """It may be used if the game is to be shorter; nobody has to."""
    assert not EDITIONS["classic-2005"].short_game
    assert parse_rules(SHORT).short_game
    assert parse_rules(SHORT).options == {"short_game": ShortGame.ON}


def test_the_returned_tile_is_turned_down_even_if_it_is_the_highest() -> None:
    """A returned tile that is the highest on the grill does not stay face-up but is turned down."""
    start = position(SHORT, stacks=((24, 30), *EMPTY), grill=(21, 25, 28))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((24,), *EMPTY), grill=(21, 25, 28), seat=1)
    assert 30 in state.face_down


def test_toms_34_is_turned_down_when_it_is_what_he_returns() -> None:
    """Tom has to give back his visible tile, the 34; it is the highest on the grill and is turned down."""
    start = position(SHORT, stacks=((22, 34), *EMPTY), grill=(21, 25, 30, 33))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((22,), *EMPTY), grill=(21, 25, 30, 33), seat=1)
    assert 34 in state.face_down


def test_toms_34_is_turned_down_when_he_returns_a_lower_tile() -> None:
    """Tom has to give back a lower tile; the 34 on the grill is the highest and is turned, as without the variant."""
    start = position(SHORT, stacks=((22, 27), *EMPTY), grill=(21, 25, 30, 33, 34))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((22,), *EMPTY), grill=(21, 25, 27, 30, 33), seat=1)
    assert 34 in state.face_down


def test_a_returned_tile_that_is_not_the_highest_stays_face_up_and_can_be_taken() -> None:
    """The variant drops the exception and nothing else: a lower tile that is returned is still to be had."""
    start = position(SHORT, stacks=((27,), *EMPTY), grill=(21, 25, 36))
    state = play(start, *FAILED_ROLL, *stopping_with(27))
    assert state == position(SHORT, stacks=((), (27,), (), (), ()), grill=(21, 25), seat=2)
    assert 36 in state.face_down


def test_without_a_tile_to_return_none_is_turned_in_the_variant_either() -> None:
    """The variant is about a returned tile; where there is none nothing is turned."""
    start = position(SHORT, stacks=((), *EMPTY))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((), *EMPTY), seat=1)
    assert state.face_down == ()


def test_a_fail_does_not_end_the_game_in_the_variant_either() -> None:
    """As many tiles are face-up after a fail as before, so the last one is taken, never turned down."""
    start = position(SHORT, stacks=((30,), *EMPTY), grill=(24,))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((), *EMPTY), grill=(24,), seat=1)
    start = position(SHORT, stacks=((22,), *EMPTY), grill=(24,))
    state = play(start, *FAILED_ROLL)
    assert state == position(SHORT, stacks=((), *EMPTY), grill=(22,), seat=1)
    assert legal(state) == ["roll"]


@pytest.mark.parametrize("players", range(2, 8))
def test_the_variant_can_be_played_by_any_number_of_players(players: int) -> None:
    """It is printed for five to seven; a table of any size may choose it."""
    rules = parse_rules(SHORT)
    state = play(initial_state(rules, players), *stopping_with(36), *(FAILED_ROLL * players))
    assert state == position(rules, stacks=((),) * players, grill=(*range(21, 36),), seat=1)
    assert state.face_down == (36,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_variant_can_be_played_with_any_edition(edition: str) -> None:
    """Any edition can be shortened: the 36 that comes back is turned with the option and stays without it."""
    lower = tuple(tile for tile in EDITIONS[edition].tiles if tile < 36)
    short = play(position(f"{edition} short_game", stacks=((36,), ())), *FAILED_ROLL)
    assert short == position(f"{edition} short_game", grill=lower, seat=1)
    assert short.face_down == (36,)
    usual = play(position(edition, stacks=((36,), ())), *FAILED_ROLL)
    assert usual == position(edition, grill=(*lower, 36), seat=1)
    assert usual.face_down == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_the_returned_highest_tile_is_treated_differently(edition: str) -> None:
    """With any edition a lower tile that comes back is handled alike with the variant and without it."""
    for rules in (edition, f"{edition} short_game"):
        state = play(position(rules, stacks=((28,), ())), *FAILED_ROLL)
        assert state == position(rules, grill=tuple(t for t in EDITIONS[edition].tiles if t < 36), seat=1)
        assert state.face_down == (36,)


@pytest.mark.parametrize("decline_steal", [True, False])
def test_the_variant_and_the_overlooked_steal_are_independent(decline_steal: bool) -> None:
    """Each option can be set with or without the other one."""
    rules = f"classic-2005 decline_steal={str(decline_steal).lower()} short_game"
    start = position(rules, stacks=((36,), (26,)), grill=(24, 35))
    state = play(start, *stopping_with(26))
    if decline_steal:
        assert legal(state) == ["grill 24", "steal 1"]
        state = play(state, "steal 1")
    assert state == position(rules, stacks=((36, 26), ()), grill=(24, 35), seat=1)
    state = play(position(rules, stacks=((36,), (26,)), grill=(24, 35)), *FAILED_ROLL)
    assert state == position(rules, stacks=((), (26,)), grill=(24, 35), seat=1)
