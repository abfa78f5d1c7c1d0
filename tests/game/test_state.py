"""What positions promise besides the rules: orders and reasons."""

from __future__ import annotations

import pytest

from tests.support.positions import play, position
from wormgrill.game import IllegalMove, Specialist, parse_state


def test_specialists_that_have_left_the_game_come_in_the_order_of_their_names() -> None:
    assert position("deluxe-2018", on_tile={23: "raven"}).removed == (
        Specialist.APPLE,
        Specialist.CANNED_WORM,
        Specialist.GOLDEN_DIE,
        Specialist.HEN,
        Specialist.WEASEL,
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("classic-2014 | 21 | - - | seat=0 phase=roll", ""),
        ("classic-2014 | 21 | - - | seat=0 phase=chance aside=WW", "chance rolls 6 dice now"),
        (
            "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=chance golden=left",
            "chance rolls 9 dice, one of them golden, now",
        ),
        ("classic-2014 | - | 21 - | seat=0 phase=over", "the game is over"),
    ],
)
def test_an_illegal_move_is_told_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(parse_state(line), "stop")
    assert caught.value.reason == reason
