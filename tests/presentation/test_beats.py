"""The rhythm in which a viewer is shown what happened."""

from __future__ import annotations

import pytest

from tests.presentation.test_view import TAKES_25, played, seen
from wormgrill.game import Game
from wormgrill.presentation.beats import Beat, beat_of
from wormgrill.presentation.story import story_of

THREE = ("Ada", "Bo", "Cy")
STEALS_25 = "roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5;stop"
FAILS = "roll;dice 11111111;keep 1"


def beat(moves: str, mine: tuple[int, ...] = (0,), names: tuple[str, ...] = THREE) -> Beat | None:
    return beat_of(story_of(game(moves, names)), mine)


def game(moves: str, names: tuple[str, ...] = THREE) -> Game:
    return played(moves, names=names)


def test_nothing_has_a_beat_before_the_first_move() -> None:
    assert beat("") is None


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        ("roll;dice 1124WWWW", "roll"),
        ("roll;dice 1124WWWW;keep W", "keep"),
        ("roll;dice 11112222;keep 1;roll;dice 1122;keep 2", "forced"),
        (TAKES_25, "end"),
        (FAILS, "end"),
    ],
)
def test_what_was_forced_is_told_from_what_was_chosen(moves: str, kind: str) -> None:
    found = beat(moves)
    assert found
    assert found.kind == kind


def test_a_steal_a_fail_and_a_turned_tile_are_held_longer_than_what_is_taken() -> None:
    took, stole = beat(TAKES_25, (2,)), beat(f"{TAKES_25};{STEALS_25}", (2,))
    turned = beat(f"{TAKES_25};{FAILS};{FAILS};{FAILS}", (2,))
    assert took
    assert stole
    assert turned
    assert 1000 < took.hold_ms < 2000 <= stole.hold_ms <= turned.hold_ms <= 2500


def test_what_happens_to_me_is_held_longest_and_what_i_did_myself_shortest() -> None:
    stolen = f"{TAKES_25};{STEALS_25}"
    mine, thiefs, others = (beat(stolen, (seat,)) for seat in (0, 1, 2))
    assert mine
    assert thiefs
    assert others
    assert thiefs.hold_ms < others.hold_ms < mine.hold_ms


def test_a_beat_says_how_many_turns_i_still_wait() -> None:
    moves = TAKES_25
    assert [found.turns for seat in range(3) if (found := beat(moves, (seat,)))] == [2, 0, 1]
    assert beat(moves, (0, 2)) == Beat("end", 900, 1)
    watching = beat(moves, ())
    assert watching
    assert watching.turns is None


def test_my_turn_opens_with_what_was_taken_from_me_while_i_waited() -> None:
    stolen_early = seen(game(f"{TAKES_25};{STEALS_25};{FAILS}"))
    assert stolen_early.status.meanwhile == "While you waited: Bo steals your 25."
    assert "25" not in stolen_early.status.text


def test_what_the_last_turn_took_from_me_is_not_told_twice() -> None:
    stolen_late = seen(game(f"{TAKES_25};{FAILS};{STEALS_25}"))
    assert stolen_late.status.text == "Cy steals your 25."
    assert not stolen_late.status.meanwhile
