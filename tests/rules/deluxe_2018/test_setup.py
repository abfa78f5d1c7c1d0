"""Deluxe rulebook: contents and setup."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, standing
from tests.support.positions import legal, play
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import State, chance_outcomes, initial_state
from wormgrill.game.tiles import worms


@pytest.fixture
def start() -> State:
    """Three players before the first roll."""
    return initial_state(EDITIONS[DELUXE], 3)


def test_eighteen_tiles_lie_face_up_in_ascending_order(start: State) -> None:
    """Setup: the tiles 11, 13 and 21 to 36 form the grill in rising order, none of them face-down."""
    assert start.grill == (11, 13, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)
    assert len(start.grill) == 18
    assert start.face_down == ()


@pytest.mark.parametrize(
    ("tile", "name"),
    [(11, "canned_worm"), (21, "hen"), (23, "raven"), (25, "weasel"), (27, "golden_die"), (29, "apple")],
)
def test_each_specialist_stands_on_its_printed_tile(start: State, tile: int, name: str) -> None:
    """Setup: the list of which specialist is put on which tile."""
    assert standing(start)[tile] == name


def test_there_are_six_specialists_and_nobody_has_one_yet(start: State) -> None:
    """Contents and setup: six specialists, all of them on the grill."""
    assert len(start.on_tile) == 6
    assert start.specialists == (None, None, None)
    assert start.removed == ()


def test_seven_bratworms_lie_beside_the_grill(start: State) -> None:
    """Setup: the supply has all 7 bratworms."""
    assert start.supply == 7
    assert start.bratworms == (0, 0, 0)


def test_nobody_has_a_tile_at_the_start(start: State) -> None:
    """Setup: all tiles are on the grill."""
    assert start.stacks == ((), (), ())


@pytest.mark.parametrize("players", range(2, 8))
def test_two_to_seven_play(players: int) -> None:
    """Box: for 2 to 7 players."""
    assert initial_state(EDITIONS[DELUXE], players).players == players


@pytest.mark.parametrize("players", [0, 1, 8])
def test_one_or_eight_cannot_play(players: int) -> None:
    """Box: not for fewer than 2 or more than 7."""
    with pytest.raises(ValueError, match="a game has 2 to 7 players"):
        initial_state(EDITIONS[DELUXE], players)


def test_the_first_seat_begins_and_can_only_roll(start: State) -> None:
    """How to play: the player who begins gets the dice; the first seat is that player."""
    assert start.seat == 0
    assert legal(start) == ["roll"]


def test_eight_white_dice_have_five_numbers_and_a_worm(start: State) -> None:
    """Contents: 8 dice with the faces 1 to 5 and a worm, all equally likely."""
    outcomes = chance_outcomes(play(start, "roll"))
    assert sum(weight for _, weight in outcomes) == 6**8
    assert {sum(roll.counts) for roll, _ in outcomes} == {8}
    single = {str(roll): weight for roll, weight in outcomes if max(roll.counts) == 8}
    assert single == {f"dice {face * 8}": 1 for face in "12345W"}
    with pytest.raises(IllegalMove):
        play(start, "roll", "dice 12345W12+1")


@pytest.mark.parametrize(
    ("tiles", "number"),
    [((11, 13), 1), ((21, 22, 23, 24), 1), ((25, 26, 27, 28), 2), ((29, 30, 31, 32), 3), ((33, 34, 35, 36), 4)],
)
def test_worms_on_the_tiles(tiles: tuple[int, ...], number: int) -> None:
    """Contents: one to four worms are printed on the tiles; 11 and 13 have one each."""
    assert [worms(tile) for tile in tiles] == [number] * len(tiles)
