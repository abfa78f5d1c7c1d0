"""Deluxe rulebook: the apple."""

from __future__ import annotations

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners
from tests.support.positions import legal, play, position
from wormgrill.game.state import scores, winners


def test_the_apple_counts_three_worms_at_the_end() -> None:
    """Apple: its owner has 3 worms more when the game is over."""
    table = position(DELUXE, stacks=((22,), ()), grill=(30,), on_tile={}, specialists={1: "apple"})
    state = finish(table, 30)
    assert state.phase == "over"
    assert scores(state) == (4, 3)


def test_the_apple_can_decide_the_game() -> None:
    """Apple and End: 1 + 3 worms beat 3."""
    table = position(DELUXE, stacks=((), (22,)), grill=(30,), on_tile={}, specialists={1: "apple"})
    assert winners(finish(table, 30)) == (1,)


def test_an_apple_on_the_grill_or_out_of_the_game_counts_for_nobody() -> None:
    """Apple: one has to have it."""
    assert scores(position(DELUXE, stacks=((22,), ()))) == (1, 0)
    assert scores(position(DELUXE, stacks=((22,), ()), on_tile={})) == (1, 0)


def test_an_apple_put_back_before_the_end_does_not_count() -> None:
    """Apple: a player who had it once and failed has nothing of it."""
    state = fail(position(DELUXE, stacks=((22, 24), ()), specialists={0: "apple"}))
    assert scores(state) == (1, 0)


def test_the_apple_taken_with_the_last_tile_counts() -> None:
    """Apple and End: it comes with its tile, also with the last one."""
    state = finish(position(DELUXE, grill=(29,), on_tile={29: "apple"}), 29)
    assert (state.phase, owners(state)) == ("over", ["apple", None])
    assert scores(state) == (6, 0)


def test_other_specialists_count_nothing_at_the_end() -> None:
    """Apple: none of the others is worth a worm."""
    for name in ("hen", "weasel", "golden_die", "canned_worm"):
        assert scores(position(DELUXE, stacks=((22,), ()), specialists={0: name})) == (1, 0)


def test_the_apple_does_nothing_during_a_turn() -> None:
    """Apple: no further dice, no further moves, no worm for the dice."""
    table = position(DELUXE, specialists={0: "apple"})
    assert legal(table) == ["roll"]
    state = play(table, "roll", "dice 1255555W")
    assert legal(state) == ["keep 1", "keep 2", "keep 5", "keep W"]
    assert play(state, "keep 5", "stop").stacks == ((), ())


def test_the_apple_moves_with_a_theft_only_from_its_owner() -> None:
    """Apple and Obtaining: it comes with the tile of its owner, and with no tile of anybody else."""
    table = position(DELUXE, stacks=((), (30,), (31,)), specialists={1: "apple"})
    assert owners(finish(table, 30)) == ["apple", None, None]
    state = finish(table, 31)
    assert state.stacks == ((31,), (30,), ())
    assert owners(state) == [None, "apple", None]


def test_the_thief_who_owns_the_apple_keeps_it() -> None:
    """Apple and Stealing: a theft moves the specialist of the victim, and not that of the thief."""
    state = finish(position(DELUXE, stacks=((), (30,)), specialists={0: "apple"}), 30)
    assert state.stacks == ((30,), ())
    assert owners(state) == ["apple", None]
