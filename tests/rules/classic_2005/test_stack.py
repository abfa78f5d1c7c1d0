"""Classic 2005: taking a tile and building a stack, and figure 5."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS

RULES = EDITIONS["classic-2005"]


def test_the_first_tile_is_laid_face_up_before_the_player() -> None:
    """A tile that is taken lies face-up in front of its owner."""
    state = play(position(RULES), *stopping_with(29))
    assert state == position(RULES, stacks=((29,), ()), seat=1)
    assert state.tops == (29, None)


def test_each_new_tile_goes_on_top_of_the_last_whatever_its_number() -> None:
    """Later tiles are laid on the earlier ones in the order they come, not sorted, so that one stack grows."""
    state = position(RULES)
    for points in (26, 31, 22):
        state = play(state, *stopping_with(points), *FAILED_ROLL)
    assert state == position(RULES, stacks=((26, 31, 22), ()))


def test_one_tile_at_most_is_visible_before_each_player() -> None:
    """Of a stack only the uppermost tile can be seen."""
    state = position(RULES, stacks=((26, 31, 22), (), (36,)))
    assert state.tops == (22, None, 36)


def test_a_stolen_tile_goes_on_top_of_the_thiefs_stack() -> None:
    """Each tile that is collected, a stolen one too, is laid on the last one."""
    start = position(RULES, stacks=((26, 31), (33, 21)), grill=(30,))
    state = play(start, *stopping_with(21))
    assert state == position(RULES, stacks=((26, 31, 21), (33,)), grill=(30,), seat=1)


@pytest.mark.parametrize("buried", [24, 32])
def test_covered_tiles_are_safe(buried: int) -> None:
    """Only the visible tile can be taken away: a sum equal to a covered one gets the next lower on the grill."""
    start = position(RULES, stacks=((), (24, 32, 28)), grill=(21, 23, 31, 33))
    got = {24: 23, 32: 31}[buried]
    state = play(start, *stopping_with(buried))
    grill = tuple(tile for tile in (21, 23, 31, 33) if tile != got)
    assert state == position(RULES, stacks=((got,), (24, 32, 28)), grill=grill, seat=1)


def test_figure_5_nicole_lays_the_28_on_her_stack_and_makes_the_rest_safe() -> None:
    """Nicole takes the 28 and puts it face-up on her stack: what was on top before is out of reach (figure 5)."""
    start = position(RULES, stacks=((25, 22), ()), grill=(21, 27, 28))
    state = play(start, *stopping_with(28))
    assert state == position(RULES, stacks=((25, 22, 28), ()), grill=(21, 27), seat=1)
    assert state.tops == (28, None)
    state = play(state, *stopping_with(22))
    assert state == position(RULES, stacks=((25, 22, 28), (21,)), grill=(27,), seat=0)


def test_figure_5_the_tiles_below_are_safe_for_the_moment_only() -> None:
    """Once the upper tile is stolen the next one is visible, and can be stolen in its turn (figure 5)."""
    state = position(RULES, stacks=((25, 22, 28), (), ()), grill=(36,), seat=1)
    state = play(state, *stopping_with(28))
    assert state == position(RULES, stacks=((25, 22), (28,), ()), grill=(36,), seat=2)
    assert state.tops == (22, 28, None)
    state = play(state, *stopping_with(22))
    assert state == position(RULES, stacks=((25,), (28,), (22,)), grill=(36,), seat=0)


def test_after_a_return_the_tile_below_can_be_stolen() -> None:
    """Covered tiles are safe for the moment: giving back the upper one uncovers the next (figure 5)."""
    start = position(RULES, stacks=((25, 28), ()), grill=(27, 36))
    state = play(start, *FAILED_ROLL)
    assert state == position(RULES, stacks=((25,), ()), grill=(27, 28), seat=1)
    assert play(state, *stopping_with(25)) == position(RULES, stacks=((), (25,)), grill=(27, 28), seat=0)
