"""Deluxe rulebook: playing the original game with the deluxe box."""

from __future__ import annotations

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, ShortGame, parse_rules
from wormgrill.game.state import initial_state

ORIGINAL = "deluxe-2018 tiles=21-36 bratworms=0 specialists=none"


def test_the_box_without_its_extras_is_the_game_of_2014() -> None:
    """Original game: without 11, 13, the specialists and the bratworms, the rules are the same on every axis."""
    assert parse_rules(ORIGINAL) == EDITIONS["classic-2014"]
    assert parse_rules(ORIGINAL) != EDITIONS[DELUXE]


def test_the_extras_stay_in_the_box() -> None:
    """Original game: none of them is on the table."""
    state = initial_state(parse_rules(ORIGINAL), 2)
    assert state.grill == tuple(range(21, 37))
    assert state.on_tile == ()
    assert state.removed == ()
    assert state.supply == 0


def test_a_double_one_earns_nothing_there() -> None:
    """Original game: there are no bratworms to receive."""
    state = play(position(ORIGINAL), "roll", "dice 11234WW5", "keep 1")
    assert state.bratworms == (0, 0)
    assert legal(state) == ["roll", "stop"]


def test_eleven_points_fail_there() -> None:
    """Original game: without tile 11 there is nothing for 11 points."""
    state = finish(position(ORIGINAL, stacks=((22,), ())), 11)
    assert state.stacks == ((), ())
    assert state.face_down == (36,)


def test_tiles_bring_no_specialists_there() -> None:
    """Original game: tile 25 is a tile and nothing else."""
    state = finish(position(ORIGINAL), 25)
    assert state.specialists == (None, None)
    assert "weasel" not in legal(play(fail(state), "roll", "dice 12345WWW"))


def test_each_extra_can_be_left_out_on_its_own() -> None:
    """Original game, half of it: the axes are independent of one another."""
    table = position("deluxe-2018 specialists=none")
    state = finish(table, 23)
    assert state.bratworms == (0, 0)
    assert play(state, "roll", "dice 11234WW5", "keep 1").bratworms == (0, 1)
    table = position("deluxe-2018 bratworms=0")
    state = finish(table, 23)
    assert state.bratworms == (0, 0)
    assert dict(state.on_tile)[13] == "raven"


def test_the_options_of_2005_can_be_added_to_the_deluxe_game() -> None:
    """Original game: the other way round, every axis can be set on its own."""
    rules = parse_rules("deluxe-2018 decline_steal short_game golden_die_faces=111WWW")
    assert (rules.tiles, rules.bratworms, len(rules.specialists)) == (EDITIONS[DELUXE].tiles, 7, 6)
    assert rules.options == {"decline_steal": True, "short_game": ShortGame.ON, "golden_die_faces": "111WWW"}


def test_the_printed_deluxe_game_has_none_of_the_options() -> None:
    """Stealing, Failed attempt and Golden die: as the deluxe rulebook has them."""
    rules = EDITIONS[DELUXE]
    assert (rules.decline_steal, rules.short_game, rules.golden_die_faces) == (False, ShortGame.OFF, "12345W")
