"""Errors survive the way to another process and say what they said."""

from __future__ import annotations

import pickle

import pytest

from tests.support.positions import play, position
from wormgrill.game import IllegalMove, InvalidNotation, apply, parse_game
from wormgrill.game.dice import Counts
from wormgrill.game.moves import Dice


def test_errors_can_be_pickled() -> None:
    with pytest.raises(InvalidNotation) as unreadable:
        parse_game("hello")
    with pytest.raises(IllegalMove) as illegal:
        play(position("classic-2014"), "stop")
    for error in (unreadable.value, illegal.value):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("counts", [(9, -1, 0, 0, 0, 0), (8, 0, 0, 0, 0, 1), (7, 0, 0, 0, 0, 0)])
def test_dice_that_cannot_fall_are_refused(counts: Counts) -> None:
    state = play(position("classic-2014"), "roll")
    with pytest.raises(IllegalMove, match="chance rolls 8 dice"):
        apply(state, Dice(counts))
