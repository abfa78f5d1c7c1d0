"""Deluxe rulebook: how to obtain a specialist."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, finish, names, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove


@pytest.mark.parametrize(
    ("tile", "name"), [(11, "canned_worm"), (21, "hen"), (25, "weasel"), (27, "golden_die"), (29, "apple")]
)
def test_a_tile_from_the_grill_brings_the_specialist_on_it(tile: int, name: str) -> None:
    """Obtaining: tile and specialist go to the player together, the hen too when it stands on the grill."""
    state = finish(position(DELUXE), tile)
    assert state.stacks == ((tile,), ())
    assert owners(state) == [name, None]
    assert name not in standing(state).values()
    assert state.removed == ()


def test_a_tile_without_a_specialist_brings_none() -> None:
    """Obtaining: the specialists stay where they are."""
    before = position(DELUXE)
    state = finish(before, 30)
    assert owners(state) == [None, None]
    assert state.on_tile == before.on_tile


def test_a_lower_tile_taken_in_the_special_case_brings_its_specialist() -> None:
    """Obtaining: it does not matter by how many points the tile is missed."""
    state = finish(position(DELUXE, grill=(11, 13, 21, 25, 36)), 30)
    assert state.stacks == ((25,), ())
    assert owners(state) == ["weasel", None]


@pytest.mark.parametrize("name", ["apple", "weasel", "golden_die", "canned_worm"])
def test_a_tile_from_another_player_brings_their_specialist(name: str) -> None:
    """Obtaining: a player who steals the tile gets the victim's specialist as well."""
    state = finish(position(DELUXE, stacks=((), (22, 30)), specialists={1: name}), 30)
    assert state.stacks == ((30,), (22,))
    assert owners(state) == [name, None]


def test_stealing_from_a_player_without_a_specialist_brings_none() -> None:
    """Obtaining: there is nothing to receive, and an own specialist stays."""
    state = finish(position(DELUXE, stacks=((), (30,)), specialists={0: "apple"}), 30)
    assert state.stacks == ((30,), ())
    assert owners(state) == ["apple", None]


def test_specialists_of_third_players_stay() -> None:
    """Obtaining: only the victim's specialist changes hands."""
    table = position(DELUXE, stacks=((), (30,), (31,)), specialists={1: "apple", 2: "weasel"})
    assert owners(finish(table, 30)) == ["apple", None, "weasel"]


def test_the_hen_comes_instead_of_the_tile() -> None:
    """Obtaining, first exception: from the hen's owner the thief gets the hen alone."""
    state = finish(position(DELUXE, stacks=((22,), (30,)), specialists={1: "hen"}), 30)
    assert state.stacks == ((22,), (30,))
    assert owners(state) == ["hen", None]


def test_the_raven_does_not_come() -> None:
    """Obtaining, second exception: the tile of the raven brings no specialist."""
    state = finish(position(DELUXE), 23)
    assert state.stacks == ((23,), ())
    assert owners(state) == [None, None]


def test_the_advantage_can_be_used_from_then_on() -> None:
    """Obtaining: in the next turn of its owner the weasel is at hand, and only then."""
    state = finish(position(DELUXE), 25)
    assert "weasel" not in legal(play(state, "roll", "dice 12345WWW"))
    state = finish(state, 22)
    assert "weasel" in legal(play(state, "roll", "dice 12345WWW"))


def test_a_lost_specialist_is_of_no_use_any_more() -> None:
    """Obtaining (the French text says as long as one has it): the former owner rolls 8 dice again."""
    table = position(DELUXE, stacks=((), (30,)), specialists={1: "golden_die"})
    assert legal(finish(table, 30)) == ["roll"]


def test_a_second_specialist_from_the_grill_opens_a_choice() -> None:
    """Nobody has two: both are in hand until the player says which one to retain."""
    state = finish(position(DELUXE, stacks=((22,), ()), specialists={0: "weasel"}), 29)
    assert (state.seat, state.phase) == (0, "retain")
    assert state.stacks == ((22, 29), ())
    assert names(state.turn.in_hand) == ["apple", "weasel"]
    assert owners(state) == [None, None]
    assert state.removed == ()
    assert legal(state) == ["retain apple", "retain weasel"]


def test_a_second_specialist_by_stealing_opens_a_choice() -> None:
    """Nobody has two: the same for the victim's specialist."""
    table = position(DELUXE, stacks=((22,), (30,)), specialists={0: "weasel", 1: "canned_worm"})
    state = finish(table, 30)
    assert state.stacks == ((22, 30), ())
    assert names(state.turn.in_hand) == ["canned_worm", "weasel"]
    state = play(state, "retain weasel")
    assert owners(state) == ["weasel", None]
    assert standing(state)[11] == "canned_worm"
    assert (state.seat, state.phase) == (1, "roll")


def test_a_specialist_not_in_hand_cannot_be_retained() -> None:
    """Nobody has two: the choice is between the old and the new one."""
    state = finish(position(DELUXE, specialists={0: "weasel"}), 29)
    for move in ("retain hen", "retain raven", "roll", "stop"):
        with pytest.raises(IllegalMove):
            play(state, move)


def test_the_hen_as_a_second_specialist_opens_a_choice() -> None:
    """Nobody has two, and Hen: the thief chooses between the own specialist and the hen; the tile stays put."""
    table = position(DELUXE, stacks=((22,), (30,)), specialists={0: "apple", 1: "hen"})
    state = finish(table, 30)
    assert (state.phase, names(state.turn.in_hand)) == ("retain", ["apple", "hen"])
    assert owners(state) == [None, None]
    with_hen = play(state, "retain hen")
    assert owners(with_hen) == ["hen", None]
    assert standing(with_hen)[13] == "apple"
    with_apple = play(state, "retain apple")
    assert owners(with_apple) == ["apple", None]
    assert standing(with_apple)[13] == "hen"
    assert with_hen.stacks == with_apple.stacks == ((22,), (30,))
