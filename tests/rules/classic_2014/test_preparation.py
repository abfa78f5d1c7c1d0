"""Classic 2014: material, aim of the game and preparation."""

from __future__ import annotations

import pytest

from tests.support.positions import legal, play
from wormgrill.game.dice import FACE_TEXT
from wormgrill.game.rules import EDITIONS, Rules, ShortGame
from wormgrill.game.state import Phase, Turn, chance_outcomes, initial_state, scores

RULES = EDITIONS["classic-2014"]


@pytest.mark.parametrize("players", range(2, 8))
def test_two_to_seven_play(players: int) -> None:
    """The game is for two to seven (title)."""
    assert initial_state(RULES, players).stacks == ((),) * players


@pytest.mark.parametrize("players", [1, 8])
def test_neither_one_nor_eight_play(players: int) -> None:
    """The game is for two to seven (title)."""
    with pytest.raises(ValueError, match="a game has 2 to 7 players"):
        initial_state(RULES, players)


def test_there_are_sixteen_tiles_from_21_to_36() -> None:
    """The box has 16 tiles, one for each value from 21 to 36 (material)."""
    assert RULES.tiles == tuple(range(21, 37))
    assert len(RULES.tiles) == 16


def test_there_are_eight_dice_with_a_worm_and_the_numbers_1_to_5() -> None:
    """The box has 8 dice, each with six faces: 1 to 5 and a worm (material)."""
    state = play(initial_state(RULES, 2), "roll")
    outcomes = chance_outcomes(state)
    assert all(sum(dice.counts) == 8 for dice, _ in outcomes)
    assert sum(weight for _, weight in outcomes) == 6**8
    same = {dice.faces: weight for dice, weight in outcomes if len(set(dice.faces)) == 1}
    assert same == {face * 8: 1 for face in FACE_TEXT}


def test_nothing_else_is_in_the_box() -> None:
    """There are tiles and dice only (material); all options of this edition are off."""
    assert Rules("classic-2014") == RULES
    assert (RULES.specialists, RULES.bratworms, RULES.decline_steal, RULES.short_game) == ((), 0, False, ShortGame.OFF)


def test_it_differs_from_the_game_of_2005_in_the_overlooked_steal_only() -> None:
    """Both classic rulebooks describe the same game but for what the older one says of a steal not noticed."""
    assert Rules("classic-2014", decline_steal=True) == EDITIONS["classic-2005"]


def test_the_tiles_form_an_ascending_row_in_the_middle_of_the_table() -> None:
    """All tiles lie side by side from low to high and make up the grill (preparation)."""
    state = initial_state(RULES, 5)
    assert state.grill == (21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)
    assert state.face_down == ()
    assert scores(state) == (0, 0, 0, 0, 0)


def test_the_youngest_who_is_seat_0_gets_the_dice_and_begins() -> None:
    """The youngest player is given the 8 dice and starts; that is seat 0 (how to play)."""
    state = initial_state(RULES, 5)
    assert state.seat == 0
    assert state.turn == Turn(Phase.ROLL, dice_left=8)
    assert legal(state) == ["roll"]
