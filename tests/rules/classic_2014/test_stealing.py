"""Classic 2014: stealing a tile, and the special case."""

from __future__ import annotations

import pytest

from tests.rules.turns import keeping, stopping_with
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS

RULES = EDITIONS["classic-2014"]


@pytest.mark.parametrize(("points", "victim"), [(24, 1), (29, 2), (35, 3)])
def test_exactly_the_top_of_another_stack_is_stolen(points: int, victim: int) -> None:
    """The sum equals the tile on top of somebody's stack: it moves, face-up, to the top of the thief's own."""
    stacks = [(21, 22), (33, 24), (29,), (25, 34, 35)]
    start = position(RULES, stacks=stacks)
    state = play(start, *stopping_with(points))
    stacks[victim] = stacks[victim][:-1]
    stacks[0] = (21, 22, points)
    assert state == position(RULES, stacks=stacks, grill=start.grill, seat=1)
    assert state.face_down == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_everybody_can_steal_from_everybody_else(seat: int) -> None:
    """Any other player's top can be stolen, whoever has the turn and wherever they sit."""
    tops = (22, 24, 26)
    for victim in {0, 1, 2} - {seat}:
        stacks = [(tile,) for tile in tops]
        state = play(position(RULES, stacks=stacks, seat=seat), *stopping_with(tops[victim]))
        expected: list[tuple[int, ...]] = [() if place == victim else stack for place, stack in enumerate(stacks)]
        expected[seat] = (tops[seat], tops[victim])
        assert state == position(RULES, stacks=expected, seat=(seat + 1) % 3)


@pytest.mark.parametrize(("points", "got"), [(25, 23), (27, 23), (30, 29), (32, 29)])
def test_a_steal_needs_the_exact_number(points: int, got: int) -> None:
    """One more or one less than another player's top is no steal but goes by the grill."""
    start = position(RULES, stacks=((), (26,), (31,)), grill=(22, 23, 29))
    grill = tuple(tile for tile in (22, 23, 29) if tile != got)
    assert play(start, *stopping_with(points)) == position(RULES, stacks=((got,), (26,), (31,)), grill=grill, seat=1)


def test_what_lies_below_the_top_cannot_be_stolen() -> None:
    """Only a visible tile can be stolen: with a covered one the sum goes by the grill."""
    start = position(RULES, stacks=((), (26, 31)), grill=(22, 23, 29))
    assert play(start, *stopping_with(26)) == position(RULES, stacks=((23,), (26, 31)), grill=(22, 29), seat=1)


def test_a_steal_is_made_by_itself_even_if_the_grill_has_a_lower_tile() -> None:
    """The next lower tile is for a value that is nowhere to be seen, so there is no choice beside the steal."""
    start = position(RULES, stacks=((), (26,)), grill=(24, 25))
    assert play(start, *stopping_with(26)) == position(RULES, stacks=((26,), ()), grill=(24, 25), seat=1)


@pytest.mark.parametrize(
    ("points", "got"), [(24, 23), (25, 23), (26, 23), (28, 27), (31, 27), (32, 27), (34, 33), (36, 33), (40, 33)]
)
def test_a_value_that_is_nowhere_to_be_seen_takes_the_next_lower_from_the_grill(points: int, got: int) -> None:
    """Neither on the grill nor on top of another stack: the nearest lower face-up tile it is (special case)."""
    start = position(RULES, stacks=((), (31, 35)), grill=(21, 23, 27, 33))
    grill = tuple(tile for tile in start.grill if tile != got)
    state = play(start, *stopping_with(points))
    assert state == position(RULES, stacks=((got,), (31, 35)), grill=grill, seat=1)
    assert state.face_down == start.face_down


def test_the_next_lower_tile_is_looked_for_on_the_grill_only() -> None:
    """A nearer tile on another player's stack does not count as the next lower one (special case)."""
    start = position(RULES, stacks=((), (29,)), grill=(21, 24, 36))
    assert play(start, *stopping_with(30)) == position(RULES, stacks=((24,), (29,)), grill=(21, 36), seat=1)


def test_a_value_on_top_of_ones_own_stack_takes_the_next_lower() -> None:
    """The player's own top is neither on the grill nor with another player (special case)."""
    start = position(RULES, stacks=((28, 26), (36,)), grill=(21, 24, 30))
    assert play(start, *stopping_with(26)) == position(RULES, stacks=((28, 26, 24), (36,)), grill=(21, 30), seat=1)


def test_no_lower_tile_on_the_grill_is_a_failed_attempt() -> None:
    """If the grill has nothing lower the attempt has failed, with all that follows (special case)."""
    start = position(RULES, stacks=((23, 28), (22, 36)), grill=(26, 30))
    state = play(start, *stopping_with(25))
    assert state == position(RULES, stacks=((23,), (22, 36)), grill=(26, 28), seat=1)
    assert 30 in state.face_down


def test_ones_own_top_and_no_lower_tile_is_a_failed_attempt() -> None:
    """The own top does not count, so with nothing lower on the grill it goes back (special case)."""
    start = position(RULES, stacks=((33, 25), ()), grill=(26, 30))
    assert play(start, *stopping_with(25)) == position(RULES, stacks=((33,), ()), grill=(25, 26), seat=1)


def test_the_next_lower_tile_needs_a_worm_too() -> None:
    """A worm among the dice is needed for every claim (special case)."""
    start = position(RULES, grill=(21, 30))
    assert play(start, *keeping("5555", "33"), "stop") == position(RULES, grill=(21, 30), seat=1)
