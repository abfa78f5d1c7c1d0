"""Classic 2014: how to play, up to the end of the rolling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.turns import keeping
from tests.support.positions import legal, play, position
from wormgrill.game.dice import parse_dice
from wormgrill.game.errors import IllegalMove
from wormgrill.game.moves import parse_roll
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn, initial_state

RULES = EDITIONS["classic-2014"]
START = initial_state(RULES, 3)


@pytest.mark.parametrize(("face", "kept", "points"), [("2", "222", 6), ("4", "444", 12), ("W", "WW", 10)])
def test_all_dice_of_any_one_value_are_laid_aside(face: str, kept: str, points: int) -> None:
    """Three 2s, three 4s and two worms: whichever is picked, all dice that show it are laid aside."""
    rolled = play(START, "roll", "dice 222444WW")
    assert rolled == replace(START, turn=Turn(Phase.KEEP, dice_left=8, rolled=parse_roll("222444WW")))
    assert legal(rolled) == ["keep 2", "keep 4", "keep W"]
    state = play(rolled, f"keep {face}")
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice(kept), 8 - len(kept)))
    assert state.points == points


def test_the_dice_laid_aside_are_added_up_and_each_worm_counts_5() -> None:
    """The sum of everything laid aside counts, with 5 for each worm."""
    state = play(START, *keeping("WWW", "3", "2"))
    assert state.turn.aside == parse_dice("WWW32")
    assert state.points == 20


def test_a_worm_is_not_the_same_value_as_a_5() -> None:
    """A worm counts like a 5 but is another symbol: either is kept without the other, and after the other."""
    state = play(START, "roll", "dice 1255WW34", "keep 5")
    assert state.turn.aside == parse_dice("55")
    state = play(state, "roll", "dice 5WW123")
    assert legal(state) == ["keep 1", "keep 2", "keep 3", "keep W"]
    state = play(state, "keep W")
    assert state.turn.aside == parse_dice("55WW")
    assert state.points == 20


def test_the_dice_not_laid_aside_may_be_rolled_again() -> None:
    """The player may go on with the dice that are left, and with those only."""
    state = play(START, *keeping("222"))
    assert legal(state) == ["roll", "stop"]
    assert play(state, "roll") == replace(START, turn=Turn(Phase.CHANCE, parse_dice("222"), 5))
    with pytest.raises(IllegalMove, match="chance rolls 5 dice"):
        play(state, "roll", "dice 12345WWW")


def test_from_the_next_roll_all_dice_of_another_value_are_picked() -> None:
    """The second pick is all dice of a value that differs from the first."""
    state = play(START, "roll", "dice 22211345", "keep 2", "roll", "dice 1133W")
    assert legal(state) == ["keep 1", "keep 3", "keep W"]
    state = play(state, "keep 3")
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("22233"), 3))


def test_whoever_laid_aside_the_2s_may_not_choose_2s_again() -> None:
    """With all 2s of the first roll aside, the 2s of the second are no choice."""
    state = play(START, "roll", "dice 22211345", "keep 2", "roll", "dice 1224W")
    assert legal(state) == ["keep 1", "keep 4", "keep W"]
    with pytest.raises(IllegalMove, match="'keep 2' is not legal in phase 'keep'"):
        play(state, "keep 2")


def test_rolling_and_laying_aside_may_go_on_as_long_as_dice_are_left() -> None:
    """The player may repeat roll and pick until ending the turn or failing; nobody has to go on."""
    state = START
    for face, dice in (("W", "W1111234"), ("1", "1112345"), ("2", "2345"), ("3", "335")):
        state = play(state, "roll", f"dice {dice}", f"keep {face}")
        if state.turn.dice_left:
            assert (state.seat, legal(state)) == (0, ["roll", "stop"])
    assert state.turn.aside == parse_dice("W111233")
    assert state.turn.dice_left == 1
    assert play(state, "roll", "dice 5", "keep 5") == position(RULES, stacks=((21,), (), ()), seat=1)


def test_keeping_several_1s_gives_nothing_extra() -> None:
    """In the classic game 1s are numbers like the others: the table has no bratworms to give."""
    state = play(START, *keeping("1111"))
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("1111"), 4))
    assert state.bratworms == (0, 0, 0)
