"""Classic 2005: aim of the game, preparation, and figure 2."""

from __future__ import annotations

import pytest

from tests.rules.turns import stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, Rules
from wormgrill.game.state import Phase, Turn, initial_state, scores, winners
from wormgrill.game.tiles import worms

RULES = EDITIONS["classic-2005"]


@pytest.mark.parametrize("players", range(2, 8))
def test_two_to_seven_can_play(players: int) -> None:
    """The box is for two to seven players (title)."""
    state = initial_state(RULES, players)
    assert state.players == players
    assert state.stacks == ((),) * players
    assert scores(state) == (0,) * players


@pytest.mark.parametrize("players", [0, 1, 8])
def test_fewer_than_two_and_more_than_seven_cannot_play(players: int) -> None:
    """The box is for two to seven players (title)."""
    with pytest.raises(ValueError, match=f"a game has 2 to 7 players, not {players}"):
        initial_state(RULES, players)


def test_most_worms_at_the_end_win() -> None:
    """Whoever holds the most worms when the game is over wins (aim of the game)."""
    start = position(RULES, stacks=((36,), (21, 22, 23, 24)), grill=(25,), seat=1)
    state = play(start, *stopping_with(25))
    assert state.phase is Phase.OVER
    assert state.stacks == ((36,), (21, 22, 23, 24, 25))
    assert scores(state) == (4, 6)
    assert winners(state) == (1,)


def test_sixteen_tiles_lie_face_up_in_one_ascending_row() -> None:
    """All 16 tiles are laid out as a row from low to high, which is the grill (preparation)."""
    state = initial_state(RULES, 4)
    assert state.grill == (21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)
    assert len(state.grill) == 16
    assert state.face_down == ()
    assert state.stacks == ((), (), (), ())
    assert state.tops == (None, None, None, None)


def test_the_youngest_who_is_seat_0_starts_by_rolling() -> None:
    """The youngest player has the first roll; a table puts that player on seat 0 (preparation)."""
    state = initial_state(RULES, 3)
    assert state.seat == 0
    assert state.turn == Turn(Phase.ROLL)
    assert legal(state) == ["roll"]


def test_the_classic_box_has_nothing_but_tiles_and_dice() -> None:
    """There are tiles and dice only; a steal can be overlooked, the variant is off (whole rulebook)."""
    assert Rules("classic-2005", decline_steal=True) == RULES
    assert RULES.tiles == tuple(range(21, 37))
    assert RULES.specialists == ()
    assert RULES.bratworms == 0
    assert RULES.decline_steal
    assert not RULES.short_game


@pytest.mark.parametrize("tile", range(21, 37))
def test_the_number_on_a_tile_is_the_points_needed_to_take_it(tile: int) -> None:
    """A turn that ends with as many points as a tile's number gets that tile (figure 2)."""
    state = play(initial_state(RULES, 2), *stopping_with(tile))
    assert state == position(RULES, stacks=((tile,), ()), seat=1)
    assert tile not in state.grill
    assert state.face_down == ()


def test_every_tile_shows_one_to_four_worms() -> None:
    """Each tile has between one and four worms printed on it: four tiles of each kind, low to high (figure 2)."""
    assert [worms(tile) for tile in RULES.tiles] == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]
