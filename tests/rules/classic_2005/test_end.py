"""Classic 2005: end of the game and final result."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn, chance_outcomes, initial_state, scores, winners

RULES = EDITIONS["classic-2005"]


def test_the_game_ends_as_soon_as_no_tile_is_face_up_on_the_grill() -> None:
    """With the last face-up tile taken the game is over at once; nobody has another turn."""
    start = position(RULES, stacks=((21,), (36,), ()), grill=(24,))
    state = play(start, *stopping_with(24))
    assert state.grill == ()
    assert state.stacks == ((21, 24), (36,), ())
    assert state.face_down == (22, 23, *range(25, 36))
    assert state.turn == Turn(Phase.OVER)
    assert legal(state) == []
    assert chance_outcomes(state) == ()
    for move in ("roll", "dice 12345WWW", "stop"):
        with pytest.raises(IllegalMove, match="the game is over"):
            play(state, move)


def test_the_game_goes_on_while_one_tile_is_face_up() -> None:
    """A single face-up tile is enough to play on."""
    state = play(position(RULES, grill=(24, 25)), *stopping_with(24))
    assert state == position(RULES, stacks=((24,), ()), grill=(25,), seat=1)
    assert legal(state) == ["roll"]


def test_a_steal_leaves_the_grill_as_it_is_and_does_not_end_the_game() -> None:
    """Only the grill decides on the end: a steal with one tile left there goes on."""
    state = play(position(RULES, stacks=((), (24,)), grill=(25,)), *stopping_with(24))
    assert state == position(RULES, stacks=((24,), ()), grill=(25,), seat=1)


@pytest.mark.parametrize(("own", "left"), [(30, 24), (24, 30)])
def test_a_fail_never_ends_the_game(own: int, left: int) -> None:
    """One tile comes back and at most one is turned, so a face-up tile is always left after a fail."""
    state = play(position(RULES, stacks=((own,), ()), grill=(left,)), *FAILED_ROLL)
    assert state == position(RULES, grill=(24, 30) if own == 30 else (24,), seat=1)


def test_every_player_adds_up_the_worms_on_all_own_tiles() -> None:
    """At the end the worms of all tiles count, covered ones too."""
    state = play(position(RULES, stacks=((21, 33, 25), (36, 22), (29,)), grill=(28,)), *stopping_with(28))
    assert state.phase is Phase.OVER
    assert scores(state) == (1 + 4 + 2 + 2, 4 + 1, 3)
    assert winners(state) == (0,)


def test_the_most_worms_win_not_the_most_tiles() -> None:
    """Worms decide, however many tiles they are printed on."""
    state = play(position(RULES, stacks=((21, 22), (33,)), grill=(23,)), *stopping_with(23))
    assert scores(state) == (3, 4)
    assert winners(state) == (1,)


def test_a_tie_goes_to_the_highest_tile() -> None:
    """With equally many worms the tile with the highest number decides."""
    state = play(position(RULES, stacks=((25, 26), (33,), (21,)), grill=(22,), seat=2), *stopping_with(22))
    assert scores(state) == (4, 4, 2)
    assert winners(state) == (1,)


def test_on_a_tie_a_covered_tile_counts_as_well_as_the_top() -> None:
    """The highest tile anywhere in the stack decides, not the one that happens to be on top."""
    state = play(position(RULES, stacks=((34, 21, 22), (30, 25)), grill=(23,), seat=1), *stopping_with(23))
    assert scores(state) == (6, 6)
    assert winners(state) == (0,)


def test_without_any_tiles_the_win_would_be_shared() -> None:
    """Two tiles never have the same number, so only players without tiles could tie for good: they share."""
    state = initial_state(RULES, 3)
    assert scores(state) == (0, 0, 0)
    assert winners(state) == (0, 1, 2)
