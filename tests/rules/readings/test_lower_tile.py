"""`lower_tile=any`: who does not want or hit the exact tile chooses among all lower face-up ones."""

from __future__ import annotations

import pytest

from tests.rules.turns import keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, LowerTile, parse_rules
from wormgrill.game.state import Phase

ANY = "classic-2014 lower_tile=any"
CHOOSE = "classic-2005 lower_tile=any"


def test_it_is_an_option_of_every_edition_and_off_unless_asked_for() -> None:
    """Each edition is printed with the next lower tile."""
    for edition, rules in EDITIONS.items():
        assert rules.lower_tile is LowerTile.NEXT
        assert parse_rules(f"{edition} lower_tile=any").options == {"lower_tile": LowerTile.ANY}


def test_a_player_without_an_exact_tile_chooses_among_all_lower_ones() -> None:
    """2005, getting a tile: it may be one of a lower number; nothing says which."""
    state = play(position(ANY, stacks=((27,), ()), grill=(21, 23, 26, 30)), *stopping_with(28))
    assert (state.phase, legal(state)) == (Phase.CLAIM, ["grill 21", "grill 23", "grill 26"])
    assert play(state, "grill 23").stacks == ((27, 23), ())
    assert play(state, "grill 23").seat == 1


def test_the_lower_ones_may_be_chosen_beside_an_exact_tile_on_the_grill() -> None:
    """The exact tile lies there, and still a lower one may be welcome."""
    state = play(position(ANY, grill=(21, 23, 28, 30)), *stopping_with(28))
    assert legal(state) == ["grill 21", "grill 23", "grill 28"]
    assert play(state, "grill 21").grill == (23, 28, 30)


def test_a_single_tile_is_taken_without_asking() -> None:
    """There is no choice where only one tile is not above the points."""
    state = play(position(ANY, grill=(21, 30)), *stopping_with(28))
    assert state.stacks == ((21,), ())
    exact = play(position(ANY, grill=(28, 30)), *stopping_with(28))
    assert exact.stacks == ((28,), ())


def test_a_possible_steal_is_still_forced() -> None:
    """Without `decline_steal` who can steal steals, whatever lies on the grill."""
    state = play(position(ANY, stacks=((), (28,))), *stopping_with(28))
    assert state.stacks == ((28,), ())


def test_with_decline_steal_the_choice_is_the_steal_and_every_lower_tile() -> None:
    """2005: who does not steal takes a lower tile, here any."""
    state = play(position(CHOOSE, stacks=((), (28,)), grill=(21, 25, 36)), *stopping_with(28))
    assert legal(state) == ["grill 21", "grill 25", "steal 1"]
    assert play(state, "steal 1").stacks == ((28,), ())
    assert play(state, "grill 21").stacks == ((21,), (28,))


@pytest.mark.parametrize(("points", "tile"), [(11, 11), (13, 13)])
def test_11_and_13_are_still_taken_exactly_only(points: int, tile: int) -> None:
    """They are no lower tiles: neither with other points nor among the tiles to choose from."""
    start = position("deluxe-2018 lower_tile=any", on_tile={})
    assert play(start, *stopping_with(points)).stacks == ((tile,), ())
    assert play(start, *stopping_with(points + 1)).stacks == ((), ())
    assert legal(play(start, *stopping_with(22))) == ["grill 21", "grill 22"]


def test_the_exact_13_leaves_no_choice() -> None:
    """With 13 points no tile of 21 and up is lower, and 11 is no lower tile."""
    state = play(position("deluxe-2018 lower_tile=any", on_tile={}), *stopping_with(13))
    assert state.stacks == ((13,), ())


def test_more_points_than_any_tile_may_choose_the_whole_grill() -> None:
    """With 40 points every face-up tile is lower: sixteen at the most."""
    state = play(position(ANY), *keeping("WWWWWWWW"))
    assert len(legal(state)) == 16
    assert play(state, "grill 21").stacks == ((21,), ())


def test_the_chosen_tile_brings_its_specialist() -> None:
    """Deluxe: the specialist comes with the tile that is taken, and with no other."""
    state = play(position("deluxe-2018 lower_tile=any"), *stopping_with(28), "grill 25")
    assert state.specialists[0] == "weasel"


def test_the_canned_worm_adds_its_points_before_the_choice() -> None:
    """Deluxe: 18 points and the can are 23."""
    start = position("deluxe-2018 lower_tile=any", stacks=((30,), ()), specialists={0: "canned_worm"})
    state = play(start, *keeping("555", "3"), "stop")
    assert legal(state) == ["grill 21", "grill 22", "grill 23"]
