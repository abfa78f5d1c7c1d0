"""Deluxe rulebook: the sitting hen."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.state import robbable


def test_a_thief_gets_only_the_hen() -> None:
    """Hen: it goes to the thief instead of the tile that it guards."""
    state = finish(position(DELUXE, stacks=((), (24, 30)), specialists={1: "hen"}), 30)
    assert state.stacks == ((), (24, 30))
    assert owners(state) == ["hen", None]
    assert state.face_down == ()
    assert (state.seat, state.phase) == (1, "roll")


def test_the_hen_is_taken_although_the_grill_has_a_lower_tile() -> None:
    """Hen: the thief matched a visible tile, so no lower tile is taken."""
    state = finish(position(DELUXE, stacks=((), (30,)), specialists={1: "hen"}), 30)
    assert state.stacks[0] == ()
    assert 29 in state.grill


def test_getting_only_the_hen_is_no_failed_attempt() -> None:
    """Hen: the thief returns nothing and turns nothing."""
    state = finish(position(DELUXE, stacks=((22,), (30,)), specialists={1: "hen"}), 30)
    assert state.stacks == ((22,), (30,))
    assert state.face_down == ()


def test_without_the_hen_the_tile_is_open_again() -> None:
    """Hen: given up once, it does not protect its former owner any more."""
    state = finish(position(DELUXE, stacks=((), (30,), ()), specialists={1: "hen"}), 30)
    state = fail(state)
    state = finish(state, 30)
    assert state.stacks == ((), (), (30,))


def test_the_stolen_hen_protects_its_new_owner() -> None:
    """Hen: it sits on the top of whoever has it."""
    state = finish(position(DELUXE, stacks=((22,), (30,), ()), specialists={1: "hen"}), 30)
    state = finish(fail(state), 22)
    assert state.stacks == ((22,), (), ())
    assert owners(state) == [None, None, "hen"]


def test_it_guards_the_top_that_comes_after_it() -> None:
    """Hen: it is put on the top of the stack, so a new tile is guarded at once."""
    state = finish(position(DELUXE, stacks=((22,), ()), specialists={0: "hen"}), 30)
    state = finish(state, 30)
    assert state.stacks == ((22, 30), ())
    assert owners(state) == [None, "hen"]


@pytest.mark.parametrize("tile", [11, 13])
def test_on_11_or_13_nobody_gets_the_hen(tile: int) -> None:
    """Hen: these tiles cannot be stolen, so exactly their points do not bring the hen; the attempt fails."""
    state = finish(position(DELUXE, stacks=((22,), (tile,)), specialists={1: "hen"}), tile)
    assert owners(state) == [None, "hen"]
    assert state.stacks == ((), (tile,))
    assert state.face_down == (36,)


def test_a_failed_attempt_puts_only_the_hen_back() -> None:
    """Hen: the tile stays with its owner, none is turned, the hen goes to the lowest unoccupied tile."""
    state = fail(position(DELUXE, stacks=((22, 30), ()), specialists={0: "hen"}))
    assert state.stacks == ((22, 30), ())
    assert owners(state) == [None, None]
    assert standing(state)[13] == "hen"
    assert state.face_down == ()


@pytest.mark.parametrize("tile", [11, 13])
def test_at_a_fail_the_hen_goes_back_instead_of_11_or_13_too(tile: int) -> None:
    """Hen: a failed attempt costs a tile whatever its number, so here the hen does protect 11 and 13."""
    state = fail(position(DELUXE, stacks=((tile,), ()), on_tile={}, specialists={0: "hen"}))
    assert state.stacks == ((tile,), ())
    assert owners(state) == [None, None]
    assert "hen" in standing(state).values()
    assert state.face_down == ()


def test_the_next_failed_attempt_costs_the_tile() -> None:
    """Hen: it is given up once."""
    state = fail(fail(fail(position(DELUXE, stacks=((30,), ()), specialists={0: "hen"}))))
    assert state.stacks == ((), ())
    assert state.face_down == (36,)


def test_without_a_tile_the_hen_stays_at_a_fail() -> None:
    """Hen: there is nothing to protect and nothing to give up."""
    before = position(DELUXE, specialists={0: "hen"})
    state = fail(before)
    assert owners(state) == ["hen", None]
    assert state.on_tile == before.on_tile
    assert state.grill == before.grill
    assert state.seat == 1


def test_without_a_tile_the_hen_cannot_be_stolen() -> None:
    """Hen: it is taken in place of a tile, and there is none to match."""
    state = finish(position(DELUXE, stacks=((), ()), specialists={1: "hen"}), 30)
    assert owners(state) == [None, "hen"]
    assert state.stacks == ((30,), ())


def test_a_hen_without_a_free_tile_leaves_the_game_at_a_fail() -> None:
    """Hen and Putting back: the tile is not returned, so it gives no place either."""
    state = fail(position(DELUXE, stacks=((30,), ()), grill=(21,), on_tile={21: "raven"}, specialists={0: "hen"}))
    assert state.stacks == ((30,), ())
    assert owners(state) == [None, None]
    assert "hen" in state.removed


def test_its_owner_never_loses_bratworms_and_keeps_the_hen() -> None:
    """Hen: a rob goes past its owner, who does not give up the hen for it either."""
    table = position(DELUXE, stacks=((), (30,), ()), bratworms=(0, 4, 3), specialists={1: "hen"})
    assert robbable(table) == (2,)
    state = play(table, "roll", "dice 11234WW5", "keep 1")
    assert state.bratworms == (1, 4, 2)
    assert owners(state) == [None, "hen", None]


def test_the_hen_is_obtained_together_with_a_tile_of_the_grill() -> None:
    """Hen: only from another player does it come without a tile."""
    state = finish(position(DELUXE), 21)
    assert state.stacks == ((21,), ())
    assert owners(state) == ["hen", None]


def test_the_hens_owner_steals_like_anybody_else() -> None:
    """Hen: it protects and does not hinder; a second specialist opens the choice."""
    state = finish(position(DELUXE, stacks=((), (30,)), specialists={0: "hen", 1: "apple"}), 30)
    assert state.stacks == ((30,), ())
    assert legal(state) == ["retain apple", "retain hen"]


def test_a_thief_who_does_not_retain_the_hen_puts_it_on_the_grill() -> None:
    """Hen and Nobody has two: its former owner does not get it back."""
    table = position(DELUXE, stacks=((), (30,)), specialists={0: "weasel", 1: "hen"})
    state = play(finish(table, 30), "retain weasel")
    assert owners(state) == ["weasel", None]
    assert standing(state)[13] == "hen"
    assert state.stacks == ((), (30,))


def test_a_thief_who_gives_the_hen_away_may_send_it_out_of_the_game() -> None:
    """Hen and Putting back: with every tile occupied the hen that is not retained leaves."""
    table = position(
        DELUXE, stacks=((), (30,)), grill=(21,), on_tile={21: "raven"}, specialists={0: "weasel", 1: "hen"}
    )
    state = play(finish(table, 30), "retain weasel")
    assert "hen" in state.removed
    assert state.stacks == ((), (30,))


def test_a_thief_who_owns_the_canned_worm_also_gets_only_the_hen() -> None:
    """Hen and Canned worm: points with the can match the tile, and still the hen goes in its place."""
    table = position(DELUXE, stacks=((22,), (30,)), specialists={0: "canned_worm", 1: "hen"})
    state = play(table, "roll", "dice 1255555W", "keep 5", "stop")
    assert legal(state) == ["retain canned_worm", "retain hen"]
    state = play(state, "retain canned_worm")
    assert state.stacks == ((22,), (30,))
    assert owners(state) == ["canned_worm", None]
    assert standing(state)[11] == "hen"


def test_the_owner_of_a_specialist_gets_the_hen_although_the_grill_has_nothing_lower() -> None:
    """Hen: it is no failed attempt, so the thief's own specialist and tile stay in play."""
    table = position(DELUXE, stacks=((22,), (30,)), grill=(33, 36), on_tile={}, specialists={0: "weasel", 1: "hen"})
    state = finish(table, 30)
    assert (state.seat, legal(state)) == (0, ["retain hen", "retain weasel"])
    state = play(state, "retain hen")
    assert state.stacks == ((22,), (30,))
    assert owners(state) == ["hen", None]
    assert (state.grill, standing(state)) == ((33, 36), {33: "weasel"})
