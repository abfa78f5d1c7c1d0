"""Deluxe rulebook: end of the game and final score."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, names, owners
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.state import chance_outcomes, scores, winners


def test_the_game_ends_when_no_tile_is_face_up_on_the_grill() -> None:
    """End: with the last face-up tile taken, at once, even if others lie face-down."""
    state = finish(position(DELUXE, grill=(30,), on_tile={}), 30)
    assert state.phase == "over"
    assert state.grill == ()
    assert 36 in state.face_down
    assert legal(state) == []
    assert chance_outcomes(state) == ()
    with pytest.raises(IllegalMove):
        play(state, "roll")


def test_the_game_goes_on_while_one_tile_is_face_up() -> None:
    """End: one is enough, be it 11."""
    state = finish(position(DELUXE, grill=(11, 30), on_tile={}), 30)
    assert (state.seat, state.phase) == (1, "roll")
    assert state.grill == (11,)


@pytest.mark.parametrize("tile", [11, 13])
def test_11_or_13_may_be_the_last_tile(tile: int) -> None:
    """End: the game lasts until somebody has exactly its points."""
    table = position(DELUXE, grill=(tile,), on_tile={})
    assert finish(table, 36).phase == "roll"
    assert finish(table, tile).phase == "over"


def test_stealing_does_not_end_the_game() -> None:
    """End: the grill is as it was."""
    state = finish(position(DELUXE, stacks=((), (30,)), grill=(36,), on_tile={}), 30)
    assert (state.seat, state.phase) == (1, "roll")


def test_a_fail_does_not_end_the_game() -> None:
    """End: a fail leaves at least the returned tile or an untouched grill, so the last tile is always taken."""
    state = fail(position(DELUXE, stacks=((22,), ()), grill=(30,), on_tile={}))
    assert (state.grill, state.phase) == ((22,), "roll")
    state = fail(position(DELUXE, grill=(30,), on_tile={}))
    assert (state.grill, state.phase) == ((30,), "roll")
    state = fail(position("deluxe-2018 short_game", stacks=((31,), ()), grill=(30,), on_tile={}))
    assert (state.grill, state.phase) == ((30,), "roll")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_at_the_end_is_the_one_that_had_the_last_turn(seat: int) -> None:
    """End: nobody is next; the seat stays with the player who took the last tile."""
    state = finish(position(DELUXE, stacks=((), (), ()), grill=(30,), on_tile={}, seat=seat), 30)
    assert (state.seat, state.phase) == (seat, "over")


def test_the_last_tile_with_a_second_specialist_opens_the_choice_first() -> None:
    """End and Nobody has two: the choice decides the score, so it comes before the end."""
    table = position(DELUXE, grill=(29,), on_tile={29: "apple"}, specialists={0: "weasel"})
    state = finish(table, 29)
    assert (state.seat, state.phase, state.grill) == (0, "retain", ())
    assert names(state.turn.in_hand) == ["apple", "weasel"]
    with_apple = play(state, "retain apple")
    assert (with_apple.seat, with_apple.phase) == (0, "over")
    assert owners(with_apple) == ["apple", None]
    assert "weasel" in with_apple.removed
    assert scores(with_apple) == (6, 0)
    with_weasel = play(state, "retain weasel")
    assert with_weasel.phase == "over"
    assert "apple" in with_weasel.removed
    assert scores(with_weasel) == (3, 0)


def test_tiles_bratworms_and_apple_add_up() -> None:
    """End: worms of all tiles of the stack, one per bratworm, three for the apple."""
    table = position(DELUXE, stacks=((11, 36, 25), (13,)), bratworms=(2, 4), specialists={0: "apple"})
    assert scores(table) == (1 + 4 + 2 + 2 + 3, 1 + 4)


def test_face_down_tiles_and_the_supply_count_for_nobody() -> None:
    """End: only what a player has collected counts."""
    assert scores(position(DELUXE, grill=(30,), on_tile={})) == (0, 0)


def test_most_worms_win() -> None:
    """End: more worms beat higher tiles."""
    table = position(DELUXE, stacks=((24,), (36,)), bratworms=(4, 0), grill=(21,), on_tile={})
    assert scores(table) == (5, 4)
    assert winners(table) == (0,)


def test_on_a_tie_the_higher_single_tile_wins() -> None:
    """End: among players with equally many worms the highest tile number decides."""
    table = position(DELUXE, stacks=((33,), (34,), (22,)))
    assert scores(table) == (4, 4, 1)
    assert winners(table) == (1,)


def test_the_highest_tile_may_lie_anywhere_in_the_stack() -> None:
    """End: for the tie the whole stack counts, not only its top."""
    table = position(DELUXE, stacks=((30, 21), (29, 24)))
    assert scores(table) == (4, 4)
    assert winners(table) == (0,)


def test_on_a_tie_a_player_with_a_tile_beats_one_with_bratworms_only() -> None:
    """End: no tile is lower than any tile."""
    table = position(DELUXE, stacks=((11,), ()), bratworms=(0, 1))
    assert scores(table) == (1, 1)
    assert winners(table) == (0,)


def test_the_higher_tile_of_a_player_with_fewer_worms_does_not_matter() -> None:
    """End: the tie is between those with the most worms."""
    table = position(DELUXE, stacks=((22,), (24,), (36,)), bratworms=(4, 4, 0))
    assert scores(table) == (5, 5, 4)
    assert winners(table) == (1,)


def test_the_apple_does_not_break_a_tie() -> None:
    """End: it counts as worms and not as a tile."""
    table = position(DELUXE, stacks=((22,), (33,)), specialists={0: "apple"})
    assert scores(table) == (4, 4)
    assert winners(table) == (1,)


def test_if_nobody_of_the_tied_has_a_tile_they_share_the_win() -> None:
    """End: bratworms alone can tie for good."""
    table = position(DELUXE, stacks=((), (), (22,)), bratworms=(3, 3, 1))
    assert winners(table) == (0, 1)
    assert winners(position(DELUXE)) == (0, 1)


def test_passing_on_the_last_tile_does_not_end_the_game() -> None:
    """End, with the option to take nothing: the tile still lies there, and the next player has a turn."""
    state = finish(position("deluxe-2018 may_pass", grill=(30,), on_tile={}), 30)
    assert legal(state) == ["grill 30", "pass"]
    passed = play(state, "pass")
    assert (passed.grill, passed.seat, passed.phase) == ((30,), 1, "roll")
    assert play(state, "grill 30").phase == "over"


@pytest.mark.parametrize("retained", ["apple", "weasel"])
def test_the_game_ends_with_the_retain_after_the_last_tile_and_not_before(retained: str) -> None:
    """End and Nobody has two, with the option to take nothing: first the claim, then the choice, then the end."""
    table = position("deluxe-2018 may_pass", grill=(29,), on_tile={29: "apple"}, specialists={0: "weasel"})
    state = finish(table, 29)
    assert legal(state) == ["grill 29", "pass"]
    state = play(state, "grill 29")
    assert (state.grill, legal(state)) == ((), ["retain apple", "retain weasel"])
    state = play(state, f"retain {retained}")
    assert (state.phase, state.seat, owners(state)) == ("over", 0, [retained, None])
