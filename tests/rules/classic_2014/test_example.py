"""Classic 2014: the worked example with Thomas, Bridget and Anne, move by move.

Where the text names only some dice of a roll the others are made up; so are the tiles it does not mention.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.turns import stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.dice import parse_dice
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn

RULES = EDITIONS["classic-2014"]
THOMAS, BRIDGET, ANNE = 0, 1, 2
GRILL = (21, 23, 26, 27, 29, 33, 35)
START = position(RULES, stacks=((22, 28), (24, 25), (30, 32)), grill=GRILL)

FOURS = ("roll", "dice 1225444W", "keep 4")
WORM = ("roll", "dice 1244W", "keep W")
FIVES = ("roll", "dice 55WW", "keep 5")
THREE = ("roll", "dice 13", "keep 3")
TWO = ("roll", "dice 2", "keep 2")
THOMAS_STEALS = (*FOURS, *WORM, *FIVES, *THREE, *TWO)
STOLEN = position(RULES, stacks=((22, 28, 32), (24, 25), (30,)), grill=GRILL, seat=BRIDGET)


def test_thomas_rolls_eight_dice_and_lays_aside_three_4s_for_12() -> None:
    """From the first roll he chooses all three 4s: 12 points."""
    state = play(START, *FOURS)
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("444"), 5))
    assert state.points == 12


def test_thomas_cannot_add_4s_from_his_second_roll_and_takes_the_only_worm_for_17() -> None:
    """The two 4s of the second roll are barred; the single worm brings him to 17."""
    state = play(START, *FOURS, *WORM[:2])
    assert legal(state) == ["keep 1", "keep 2", "keep W"]
    with pytest.raises(IllegalMove):
        play(state, "keep 4")
    state = play(state, WORM[2])
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("444W"), 4))
    assert state.points == 17


def test_thomas_can_use_only_the_5s_of_his_third_roll_for_27() -> None:
    """Of two 5s and two worms the worms are barred, so the 5s are all he can use: 27."""
    state = play(START, *FOURS, *WORM, *FIVES[:2])
    assert legal(state) == ["keep 5"]
    state = play(state, FIVES[2])
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("444W55"), 2))
    assert state.points == 27


def test_thomas_could_stop_at_27_and_take_the_27_from_the_grill() -> None:
    """He may end the turn with the 27 or risk a further roll."""
    state = play(START, *FOURS, *WORM, *FIVES)
    assert legal(state) == ["roll", "stop"]
    assert play(state, "stop") == position(
        RULES,
        stacks=((22, 28, 27), (24, 25), (30, 32)),
        grill=(21, 23, 26, 29, 33, 35),
        seat=BRIDGET,
    )


def test_thomas_rolls_on_and_lays_aside_the_3_for_30() -> None:
    """A 1 and a 3 come; both are free, he takes the 3 and has 30."""
    state = play(START, *FOURS, *WORM, *FIVES, *THREE[:2])
    assert legal(state) == ["keep 1", "keep 3"]
    state = play(state, THREE[2])
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("444W553"), 1))
    assert state.points == 30


def test_thomas_could_stop_at_30_and_take_the_next_lower_tile() -> None:
    """The 30 lies neither on the grill nor open before anybody, so a stop would get him the next lower, the 29."""
    state = play(START, *FOURS, *WORM, *FIVES, *THREE)
    assert legal(state) == ["roll", "stop"]
    assert play(state, "stop") == position(
        RULES,
        stacks=((22, 28, 29), (24, 25), (30, 32)),
        grill=(21, 23, 26, 27, 33, 35),
        seat=BRIDGET,
    )


def test_thomas_keeps_a_2_with_his_last_die_and_cannot_roll_on() -> None:
    """The last die shows a 2, which is free; with no dice left the turn ends without a stop."""
    state = play(START, *FOURS, *WORM, *FIVES, *THREE, *TWO[:2])
    assert legal(state) == ["keep 2"]
    state = play(state, TWO[2])
    assert (state.seat, state.phase) == (BRIDGET, Phase.ROLL)


def test_thomas_has_32_and_steals_the_top_of_annes_stack() -> None:
    """The 32 is not on the grill but on top of Anne's stack: it goes on top of his."""
    state = play(START, *THOMAS_STEALS)
    assert state == STOLEN
    assert state.tops == (32, 25, 30)


def test_had_the_last_die_shown_a_face_he_has_thomas_would_have_failed() -> None:
    """He was lucky not to hold a 2 yet: any of 3, 4, 5 and the worm would have cost him his top tile."""
    before = play(START, *FOURS, *WORM, *FIVES, *THREE, "roll")
    for face in "345W":
        assert play(before, f"dice {face}") == position(
            RULES, stacks=((22,), (24, 25), (30, 32)), grill=(21, 23, 26, 27, 28, 29, 33), seat=BRIDGET
        )


def test_then_the_dice_go_to_bridget() -> None:
    """With Thomas's turn over it is Bridget's, with all eight dice."""
    state = play(START, *THOMAS_STEALS)
    assert state.seat == BRIDGET
    assert state.turn == Turn(Phase.ROLL, dice_left=8)


BRIDGETS_KEEPS = (
    *("roll", "dice 11224335", "keep 3"),
    *("roll", "dice 124555", "keep 5"),
    *("roll", "dice 11W", "keep W"),
)


def test_bridget_lays_aside_two_3s_then_three_5s_then_the_worm_for_26() -> None:
    """Two 3s, three 5s, and of a worm and two 1s the worm: 26 points with two dice left."""
    state = play(STOLEN, *BRIDGETS_KEEPS[:3])
    assert (state.points, state.turn.dice_left) == (6, 6)
    state = play(state, *BRIDGETS_KEEPS[3:6])
    assert (state.points, state.turn.dice_left) == (21, 3)
    state = play(state, BRIDGETS_KEEPS[6], BRIDGETS_KEEPS[7])
    assert legal(state) == ["keep 1", "keep W"]
    state = play(state, BRIDGETS_KEEPS[8])
    assert state == replace(STOLEN, turn=Turn(Phase.DECIDE, parse_dice("33555W"), 2))
    assert state.points == 26


def test_bridget_could_stop_at_26_and_take_a_tile_from_the_grill() -> None:
    """The 26 points would do for a tile, but they are not enough for her."""
    state = play(STOLEN, *BRIDGETS_KEEPS)
    assert legal(state) == ["roll", "stop"]
    assert play(state, "stop") == position(
        RULES,
        stacks=((22, 28, 32), (24, 25, 26), (30,)),
        grill=(21, 23, 27, 29, 33, 35),
        seat=ANNE,
    )


def test_bridget_rolls_a_3_and_a_worm_and_fails() -> None:
    """Both faces are aside already: she gets nothing, her top tile goes back and the highest tile is turned."""
    state = play(STOLEN, *BRIDGETS_KEEPS, "roll", "dice 3W")
    assert state == position(
        RULES,
        stacks=((22, 28, 32), (24,), (30,)),
        grill=(21, 23, 25, 26, 27, 29, 33),
        seat=ANNE,
    )
    assert STOLEN.face_down == (31, 34, 36)
    assert state.face_down == (31, 34, 35, 36)


def test_a_1_among_bridgets_last_dice_would_have_saved_her() -> None:
    """She left the 1s, so one of them would still have been free to take."""
    state = play(STOLEN, *BRIDGETS_KEEPS, "roll", "dice 1W")
    assert (state.seat, legal(state)) == (BRIDGET, ["keep 1"])


def test_then_it_is_annes_turn() -> None:
    """After Bridget's fail Anne goes on, and may even steal back what Thomas took."""
    state = play(START, *THOMAS_STEALS, *BRIDGETS_KEEPS, "roll", "dice 3W")
    assert (state.seat, state.phase, legal(state)) == (ANNE, Phase.ROLL, ["roll"])
    assert play(state, *stopping_with(32)).stacks == ((22, 28), (24,), (30, 32))
