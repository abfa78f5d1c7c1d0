"""Classic 2014: end of the game and final score."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn, scores, winners

RULES = EDITIONS["classic-2014"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_game_ends_when_no_face_up_tile_is_left_on_the_grill(seat: int) -> None:
    """The end comes with the last face-up tile, in the middle of a round too; face-down ones do not count."""
    start = position(RULES, stacks=((21,), (22,), (23,)), grill=(30,), seat=seat)
    state = play(start, *stopping_with(30))
    assert state.grill == ()
    assert state.face_down == (*range(24, 30), *range(31, 37))
    assert state.stacks[seat] == (21 + seat, 30)
    assert (state.seat, state.turn) == (seat, Turn(Phase.OVER))
    assert legal(state) == []
    with pytest.raises(IllegalMove, match="the game is over"):
        play(state, "roll")


def test_the_game_goes_on_after_a_fail_with_one_tile_on_the_grill() -> None:
    """A fail leaves a face-up tile on the grill, so the game is not over."""
    state = play(position(RULES, stacks=((21,), ()), grill=(30,)), *FAILED_ROLL)
    assert state == position(RULES, grill=(21,), seat=1)
    state = play(state, *stopping_with(21))
    assert state.phase is Phase.OVER
    assert state.stacks == ((), (21,))


def test_everybody_counts_the_worms_on_their_tiles() -> None:
    """The worms of all tiles of a stack are added up."""
    state = play(position(RULES, stacks=((24, 28), (32, 36), ()), grill=(21,), seat=2), *stopping_with(21))
    assert scores(state) == (1 + 2, 3 + 4, 1)


def test_most_worms_win() -> None:
    """Whoever has the most worms is the winner, with fewer or lower tiles or not."""
    state = play(position(RULES, stacks=((25, 26, 27), (36,), (21,)), grill=(22,), seat=2), *stopping_with(22))
    assert scores(state) == (6, 4, 2)
    assert winners(state) == (0,)


def test_on_a_tie_the_highest_single_tile_wins() -> None:
    """Equal worms: the tile with the highest number decides, wherever it lies in the stack."""
    state = play(position(RULES, stacks=((35, 21), (22, 33), (29,)), grill=(25,), seat=2), *stopping_with(25))
    assert scores(state) == (5, 5, 5)
    assert winners(state) == (0,)
