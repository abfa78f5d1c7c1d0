"""Deluxe rulebook: putting specialists back on the grill."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import play, position
from wormgrill.game.rules import EDITIONS, ShortGame, Specialist
from wormgrill.game.state import State

OWNABLE = ("apple", "canned_worm", "golden_die", "weasel")


@pytest.mark.parametrize("name", OWNABLE)
def test_a_fail_puts_the_specialist_back(name: str) -> None:
    """Putting back: after a failed attempt it stands on the lowest unoccupied face-up tile."""
    table = position(DELUXE, stacks=((30,), ()), specialists={0: name})
    state = fail(table)
    assert owners(state) == [None, None]
    lowest = 11 if name == "canned_worm" else 13
    assert standing(state)[lowest] == name
    assert state.removed == ()


def test_occupied_tiles_are_passed_over() -> None:
    """Putting back: the lowest tile on which nobody stands, not simply the lowest."""
    on_tile = {11: "hen", 13: "raven", 21: "weasel"}
    state = fail(position(DELUXE, stacks=((30,), ()), on_tile=on_tile, specialists={0: "apple"}))
    assert standing(state) == {**on_tile, 22: "apple"}


def test_face_down_and_taken_tiles_are_passed_over() -> None:
    """Putting back: only face-up tiles of the grill count."""
    table = position(DELUXE, stacks=((30,), (21,)), grill=(24, 28), on_tile={}, specialists={0: "apple"})
    assert standing(fail(table)) == {24: "apple"}


def test_11_and_13_are_places_like_the_others() -> None:
    """Putting back: the lowest tile may be 11."""
    table = position(DELUXE, stacks=((30,), ()), on_tile={}, specialists={0: "apple"})
    assert standing(fail(table)) == {11: "apple"}


def test_first_the_tile_goes_back_then_the_specialist() -> None:
    """Putting back: so the specialist can land on the very tile returned."""
    on_tile = {11: "canned_worm", 13: "hen"}
    state = fail(position(DELUXE, stacks=((21,), ()), on_tile=on_tile, specialists={0: "apple"}))
    assert standing(state) == {**on_tile, 21: "apple"}


def test_the_returned_tile_may_be_the_only_free_one() -> None:
    """Putting back: with all others occupied the specialist stays in the game on the returned tile."""
    table = position(DELUXE, stacks=((30,), ()), grill=(21,), on_tile={21: "hen"}, specialists={0: "apple"})
    state = fail(table)
    assert state.grill == (21, 30)
    assert standing(state) == {21: "hen", 30: "apple"}
    assert "apple" not in state.removed


def test_the_specialist_of_a_turned_tile_is_relocated() -> None:
    """Putting back: it moves to the lowest unoccupied face-up tile."""
    table = position(DELUXE, stacks=((21,), ()), grill=(13, 29), on_tile={13: "hen", 29: "apple"})
    state = fail(table)
    assert state.grill == (13, 21)
    assert standing(state) == {13: "hen", 21: "apple"}
    assert 29 in state.face_down


def test_the_own_specialist_is_placed_before_the_one_of_the_turned_tile() -> None:
    """Putting back: own first, so it gets the lower place."""
    table = position(DELUXE, stacks=((22,), ()), grill=(21, 29), on_tile={29: "apple"}, specialists={0: "weasel"})
    state = fail(table)
    assert standing(state) == {21: "weasel", 22: "apple"}


def test_with_one_place_the_own_specialist_gets_it_and_the_other_leaves() -> None:
    """Putting back: the order decides which one leaves the game."""
    table = position(DELUXE, stacks=((22,), ()), grill=(29,), on_tile={29: "apple"}, specialists={0: "weasel"})
    state = fail(table)
    assert state.grill == (22,)
    assert standing(state) == {22: "weasel"}
    assert "apple" in state.removed
    assert "weasel" not in state.removed


def test_a_raven_on_a_turned_tile_is_relocated_without_a_bratworm() -> None:
    """Putting back, and Raven: turning its tile is not obtaining it."""
    table = position(DELUXE, stacks=((22,), ()), grill=(21, 29), on_tile={29: "raven"})
    state = fail(table)
    assert standing(state) == {21: "raven"}
    assert state.bratworms == (0, 0)


def test_no_tile_turned_relocates_nobody() -> None:
    """Putting back: a specialist on the highest tile stays if the tile stays face-up."""
    table = position(DELUXE, stacks=((), ()), grill=(21, 29), on_tile={29: "apple"}, specialists={0: "weasel"})
    assert standing(fail(table)) == {21: "weasel", 29: "apple"}


@pytest.mark.parametrize("name", OWNABLE)
def test_a_player_without_tiles_puts_the_specialist_back_too(name: str) -> None:
    """Putting back: a failed attempt is enough; only the hen stays with a player without a tile."""
    state = fail(position(DELUXE, on_tile={}, specialists={0: name}))
    assert owners(state) == [None, None]
    assert standing(state) == {11: name}
    assert state.face_down == ()


def test_specialists_of_other_players_stay_at_a_fail() -> None:
    """Putting back: only the one who failed is concerned."""
    table = position(DELUXE, stacks=((22,), (30,)), specialists={0: "apple", 1: "weasel"})
    assert owners(fail(table)) == [None, "weasel"]


def test_of_two_specialists_the_player_chooses_which_to_put_back() -> None:
    """Putting back: either one can go; the other is retained."""
    state = finish(position(DELUXE, specialists={0: "weasel"}), 29)
    apple = play(state, "retain apple")
    assert owners(apple) == ["apple", None]
    assert standing(apple)[13] == "weasel"
    weasel = play(state, "retain weasel")
    assert owners(weasel) == ["weasel", None]
    assert standing(weasel)[13] == "apple"
    assert apple.seat == weasel.seat == 1


def test_the_tile_just_taken_is_no_place_for_the_one_put_back() -> None:
    """Putting back: that tile has left the grill."""
    table = position(DELUXE, grill=(21, 30), on_tile={21: "apple"}, specialists={0: "weasel"})
    state = play(finish(table, 21), "retain apple")
    assert state.stacks == ((21,), ())
    assert standing(state) == {30: "weasel"}


def test_with_all_face_up_tiles_occupied_the_specialist_leaves_the_game() -> None:
    """Putting back: no free place for the one that is not retained."""
    on_tile = {21: "apple", 30: "raven"}
    table = position(DELUXE, grill=(21, 30), on_tile=on_tile, specialists={0: "weasel"})
    before = names_removed(table)
    state = play(finish(table, 21), "retain apple")
    assert standing(state) == {30: "raven"}
    assert names_removed(state) - before == {"weasel"}
    assert owners(state) == ["apple", None]


def test_without_a_free_tile_the_specialist_of_a_player_without_tiles_leaves_the_game() -> None:
    """Putting back: a fail that returns no tile frees no place."""
    table = position(DELUXE, grill=(21,), on_tile={21: "raven"}, specialists={0: "weasel"})
    state = fail(table)
    assert standing(state) == {21: "raven"}
    assert owners(state) == [None, None]
    assert "weasel" in state.removed


def test_a_specialist_out_of_the_game_does_not_come_back() -> None:
    """Putting back: a place that falls free later is not given to it."""
    table = position(DELUXE, stacks=((), (24,)), grill=(21,), on_tile={21: "raven"}, specialists={0: "weasel"})
    state = fail(fail(table))
    assert state.grill == (21, 24)
    assert standing(state) == {21: "raven"}
    assert "weasel" in state.removed


def test_a_specialist_put_back_can_be_obtained_again() -> None:
    """Putting back with Obtaining: it comes with the tile on which it stands now."""
    state = fail(position(DELUXE, stacks=((30,), ()), specialists={0: "apple"}))
    state = finish(state, 13)
    assert owners(state) == [None, "apple"]


def names_removed(state: State) -> set[str]:
    """The specialists out of the game, as text."""
    return {str(name) for name in state.removed}


# ------------------------------------------------------------------------------------ turning before or after placing


def failed_to_the_letter(state: State) -> tuple[tuple[int, ...], dict[int, str], set[str]]:
    """Grill, specialists on it and specialists that left after a fail, each step in the order of the text.

    The tile goes back, the own specialist is placed while the highest tile is still face-up, the highest tile is
    turned, and whoever stands on it, be it the one just placed, is relocated.
    """
    own, stack = state.specialists[state.seat], state.stacks[state.seat]
    grill, on_tile, left = set(state.grill), standing(state), names_removed(state)

    def place(name: str) -> None:
        free = sorted(grill - on_tile.keys())
        if free:
            on_tile[free[0]] = name
        else:
            left.add(name)

    guarded = own is Specialist.HEN
    if stack and not guarded:
        grill.add(stack[-1])
    if own and (stack or not guarded):
        place(str(own))
    turns_returned = state.rules.short_game is ShortGame.RETURNED
    if stack and not guarded and (max(grill) != stack[-1] or state.rules.short_game):
        turned = stack[-1] if turns_returned else max(grill)
        grill.remove(turned)
        if turned in on_tile:
            place(on_tile.pop(turned))
    return tuple(sorted(grill)), on_tile, left


@pytest.mark.parametrize("rules", ["deluxe-2018", "deluxe-2018 short_game", "deluxe-2018 short_game=returned"])
def test_turning_before_or_after_placing_makes_no_difference(rules: str) -> None:
    """Putting back: on every grill of up to four tiles, however occupied, both orders lead to the same position."""
    tiles, others = (13, 22, 29, 31, 36), ("golden_die", "raven", "weasel", "canned_worm")
    tables = 0
    for size in range(1, 5):
        for grill in combinations(tiles, size):
            for guests in range(size + 1):
                for places, figures in product(combinations(grill, guests), permutations(others, guests)):
                    on_tile = dict(zip(places, figures, strict=True))
                    for returned, own in product(({*tiles} - {*grill}) | {0}, ("apple", "hen", None)):
                        table = position(
                            rules,
                            stacks=((returned,) if returned else (), ()),
                            grill=grill,
                            on_tile=on_tile,
                            specialists={0: own} if own else {},
                        )
                        state = fail(table)
                        got = (state.grill, standing(state), names_removed(state))
                        assert got == failed_to_the_letter(table), (grill, on_tile, returned, own)
                        tables += 1
    assert tables > 1000


@st.composite
def tables(draw: st.DrawFn) -> State:
    """Any deluxe table of two before a turn, reachable or not, with at least one face-up tile."""
    rules = EDITIONS[DELUXE]
    places = draw(st.lists(st.sampled_from("ggds01"), min_size=18, max_size=18))
    where: dict[str, list[int]] = {place: [] for place in "gds01"}
    for tile, place in zip(rules.tiles, places, strict=True):
        where[place].append(tile)
    grill = where["g"] or [where["d"].pop() if where["d"] else 36]
    own_stack = draw(st.permutations([tile for tile in where["0"] + where["s"] if tile not in grill]))
    other_stack = [tile for tile in where["1"] if tile not in grill]
    figures = draw(st.permutations([str(name) for name in Specialist]))
    free = draw(st.permutations(grill))
    guests = draw(st.integers(0, min(len(free), 6)))
    on_tile = dict(zip(free[:guests], figures[:guests], strict=True))
    owned = [name for name in figures[guests:] if name != "raven"][: draw(st.integers(0, 2))]
    table_rules = f"deluxe-2018 short_game={draw(st.sampled_from(ShortGame))}"
    return position(
        table_rules,
        stacks=(own_stack, other_stack),
        grill=grill,
        on_tile=on_tile,
        specialists=dict(enumerate(owned)),
    )


@settings(deadline=None)
@given(tables())
def test_turning_before_or_after_placing_makes_no_difference_on_any_grill(table: State) -> None:
    """Putting back: the same on whole tables of 18 tiles."""
    state = fail(table)
    assert (state.grill, standing(state), names_removed(state)) == failed_to_the_letter(table)
    assert state.phase == "roll"
