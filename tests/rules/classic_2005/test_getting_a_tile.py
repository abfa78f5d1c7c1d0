"""Classic 2005: getting a tile, and figures 4a to 4e."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.turns import keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.dice import parse_dice
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn, initial_state

RULES = EDITIONS["classic-2005"]
START = initial_state(RULES, 2)


def test_the_turn_is_over_as_soon_as_all_eight_dice_are_collected() -> None:
    """With the eighth die kept the turn ends by itself, and the sum is claimed without a stop."""
    state = play(START, *keeping("WWW", "444", "11"))
    assert state == position(RULES, stacks=((29,), ()), seat=1)


def test_eight_dice_of_one_roll_end_the_turn_at_once() -> None:
    """The turn is over when all dice are collected, be it in a single roll: 40 points get the 36."""
    state = play(START, "roll", "dice WWWWWWWW", "keep W")
    assert state == position(RULES, stacks=((36,), ()), seat=1)


def test_all_eight_dice_without_a_worm_are_a_fail_at_once() -> None:
    """The turn ends by itself with the eighth die, also when it wins nothing."""
    start = position(RULES, stacks=((27,), ()))
    state = play(start, *keeping("5555", "4444"))
    assert state == position(RULES, grill=(*range(21, 36),), seat=1)
    assert state.face_down == (36,)


def test_the_turn_is_over_as_soon_as_all_six_faces_are_collected() -> None:
    """With the sixth symbol kept nothing more can be added: the turn ends by itself with a die to spare."""
    state = play(START, *keeping("WW", "5", "4", "3", "2"))
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("WW5432"), 2))
    state = play(state, "roll", "dice 1W", "keep 1")
    assert state == position(RULES, stacks=((25,), ()), seat=1)


def test_all_six_faces_with_too_few_points_are_a_fail_at_once() -> None:
    """One die of each symbol makes 20 and ends the turn, although two dice are left."""
    start = position(RULES, stacks=((27,), ()))
    state = play(start, *keeping("W", "5", "4", "3", "2", "1"))
    assert state == position(RULES, grill=(*range(21, 36),), seat=1)


def test_five_faces_and_seven_dice_do_not_end_the_turn() -> None:
    """Short of all dice and all symbols the player still decides."""
    state = play(START, *keeping("WWW", "5", "4", "3", "2"))
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("WWW5432"), 1))
    assert legal(state) == ["roll", "stop"]


@pytest.mark.parametrize("groups", [("1",), ("WW",), ("WWWW", "1"), ("WW", "55", "33", "4"), ("1", "2", "3", "4", "5")])
def test_a_turn_may_be_ended_earlier_after_any_keep(groups: tuple[str, ...]) -> None:
    """The player may end the turn before all dice or symbols are collected, whatever has been kept."""
    state = play(START, *keeping(*groups))
    assert state.phase is Phase.DECIDE
    assert legal(state) == ["roll", "stop"]
    assert play(state, "stop").seat == 1


def test_ending_early_is_allowed_even_where_it_makes_no_sense() -> None:
    """Ending early pays only if a tile can be had; without one it is allowed all the same, and fails."""
    start = position(RULES, stacks=((22, 30), ()))
    state = play(start, *keeping("2"), "stop")
    assert state == position(RULES, stacks=((22,), ()), grill=(21, *range(23, 36)), seat=1)
    assert state.face_down == (36,)


def test_a_worm_and_the_exact_sum_take_the_tile_from_the_grill() -> None:
    """One worm among the dice and a sum equal to a face-up tile's number: it is taken from the grill."""
    start = position(RULES, stacks=((22,), (33,)))
    state = play(start, *keeping("W", "444", "55"), "stop")
    assert state == position(RULES, stacks=((22, 27), (33,)), seat=1)


def test_a_sum_above_a_tiles_number_is_enough_for_it() -> None:
    """The sum has to equal or exceed the number of the tile: 24 are enough for the 22 when 23 and 24 are gone."""
    start = position(RULES, grill=(22, 25, 26))
    assert play(start, *stopping_with(24)) == position(RULES, stacks=((22,), ()), grill=(25, 26), seat=1)


@pytest.mark.parametrize("points", [37, 38, 39, 40])
def test_more_points_than_any_tile_take_the_highest_face_up(points: int) -> None:
    """The sum may exceed the number of the tile: with more than 36 it is the highest on the grill."""
    assert play(START, *stopping_with(points)) == position(RULES, stacks=((36,), ()), seat=1)
    without = position(RULES, grill=(21, 28, 31))
    state = play(without, *stopping_with(points))
    assert state == position(RULES, stacks=((31,), ()), grill=(21, 28), seat=1)


def test_without_a_worm_the_sum_takes_nothing() -> None:
    """The dice must include at least one worm: 24 points of plain numbers get no tile."""
    state = play(START, *keeping("5555", "4"), "stop")
    assert state == position(RULES, seat=1)


def test_without_a_worm_the_sum_steals_nothing() -> None:
    """The dice must include at least one worm, for another player's tile as well."""
    start = position(RULES, stacks=((), (24,)))
    assert play(start, *keeping("5555", "4"), "stop") == position(RULES, stacks=((), (24,)), seat=1)


def test_the_exact_tile_on_the_grill_leaves_no_choice() -> None:
    """If the tile with the sum lies on the grill it is that one; a lower one or a steal is not offered."""
    start = position(RULES, stacks=((), (23,)))
    state = play(start, *stopping_with(24))
    assert state == position(RULES, stacks=((24,), (23,)), seat=1)
    for move in ("grill 22", "steal 1"):
        with pytest.raises(IllegalMove):
            play(start, *stopping_with(24)[:-1], move)


def test_figure_4a_jonathan_must_take_three_twos_and_gets_the_24_from_the_grill() -> None:
    """With worms and 4s kept his third roll leaves only the 2s; he ends on 24 and takes the 24 (figure 4a)."""
    start = position(RULES, stacks=((), (25,)), grill=(21, 23, 24, 26, 28))
    state = play(start, "roll", "dice WW112335", "keep W", "roll", "dice 144WWW", "keep 4", "roll", "dice 2224")
    assert legal(state) == ["keep 2"]
    state = play(state, "keep 2")
    assert state == replace(start, turn=Turn(Phase.DECIDE, parse_dice("WW44222"), 1))
    assert state.points == 24
    state = play(state, "stop")
    assert state == position(RULES, stacks=((24,), (25,)), grill=(21, 23, 26, 28), seat=1)


def test_figure_4b_steven_takes_the_21_that_lies_face_up_before_heather() -> None:
    """Steven ends on 21, which is not on the grill but visible with Heather: it becomes his (figure 4b)."""
    start = position(RULES, stacks=((25,), (22, 21)), grill=(23, 24, 26, 28, 29))
    state = play(start, *keeping("WW", "44", "3"), "stop")
    assert state == position(RULES, stacks=((25, 21), (22,)), grill=(23, 24, 26, 28, 29), seat=1)


def test_the_only_possible_claim_is_made_by_itself() -> None:
    """A steal with no lower tile on the grill is no choice, so it is not asked for (figure 4b)."""
    start = position(RULES, stacks=((), (21,)), grill=(23, 24))
    state = play(start, *keeping("WWWW", "1"))
    assert legal(state) == ["roll", "stop"]
    assert play(state, "stop") == position(RULES, stacks=((21,), ()), grill=(23, 24), seat=1)


@pytest.mark.parametrize("points", [22, 24, 26])
def test_a_tile_of_another_player_needs_the_exact_sum(points: int) -> None:
    """A tile can be taken from another player with exactly its number; more is not good enough, nor is less."""
    start = position(RULES, stacks=((), (23,), (25,)), grill=(30, 31))
    assert play(start, *stopping_with(points)) == position(RULES, stacks=((), (23,), (25,)), grill=(30, 31), seat=1)


def test_a_sum_above_another_players_tile_goes_to_the_grill_instead() -> None:
    """With more than the number of a visible tile of another player, only the grill can give the lower one."""
    start = position(RULES, stacks=((), (25,)), grill=(21, 22, 30))
    state = play(start, *stopping_with(26))
    assert state == position(RULES, stacks=((22,), (25,)), grill=(21, 30), seat=1)


def test_figure_4c_nicole_owns_the_23_herself_so_she_takes_the_21() -> None:
    """Nicole ends on 23: hers is already the 23 and the 22 is safe under another tile, so it is the 21 (figure 4c)."""
    start = position(RULES, stacks=((23,), (22, 27)), grill=(21, 24, 25, 26))
    state = play(start, *stopping_with(23))
    assert state == position(RULES, stacks=((23, 21), (22, 27)), grill=(24, 25, 26), seat=1)


def test_a_sum_equal_to_ones_own_buried_tile_takes_the_next_lower_too() -> None:
    """What lies in the player's own stack is not on the grill, whether on top or below (figure 4c)."""
    start = position(RULES, stacks=((23, 26), ()), grill=(21, 22, 24))
    assert play(start, *stopping_with(23)) == position(RULES, stacks=((23, 26, 22), ()), grill=(21, 24), seat=1)


def test_figure_4d_tom_has_31_and_takes_the_28_because_29_to_31_are_not_visible() -> None:
    """Of 31, 30 and 29 none can be seen, so the next lower tile on the grill is the 28 (figure 4d)."""
    start = position(RULES, stacks=((), (31, 33), (29, 24)), grill=(21, 27, 28, 32))
    assert start.face_down == (22, 23, 25, 26, 30, 34, 35, 36)
    state = play(start, *stopping_with(31))
    assert state == position(RULES, stacks=((28,), (31, 33), (29, 24)), grill=(21, 27, 32), seat=1)


HEATHER = position(RULES, stacks=((), (34, 26)), grill=(21, 23, 24, 25, 27))


def test_figure_4e_heather_may_take_the_26_or_overlook_it() -> None:
    """With 26 points and the 26 before Jonathan, both the steal and the next lower tile are open (figure 4e)."""
    state = play(HEATHER, *keeping("WWW", "44", "3"), "stop")
    assert state == replace(HEATHER, turn=Turn(Phase.CLAIM, parse_dice("WWW443"), 2))
    assert state.points == 26
    assert legal(state) == ["grill 25", "steal 1"]


def test_figure_4e_heather_overlooks_jonathans_26_and_takes_the_25_from_the_grill() -> None:
    """She does not see the 26 before Jonathan, so she gets the 25 and he keeps his tile (figure 4e)."""
    state = play(HEATHER, *stopping_with(26), "grill 25")
    assert state == position(RULES, stacks=((25,), (34, 26)), grill=(21, 23, 24, 27), seat=1)


def test_figure_4e_had_heather_seen_the_26_she_could_have_stolen_it() -> None:
    """The tile with the sum, visible before another player, may be taken away (figure 4e, the other way)."""
    state = play(HEATHER, *stopping_with(26), "steal 1")
    assert state == position(RULES, stacks=((26,), (34,)), grill=(21, 23, 24, 25, 27), seat=1)


@pytest.mark.parametrize("move", ["grill 24", "grill 21", "grill 27", "steal 0", "roll", "stop"])
def test_who_overlooks_a_steal_gets_the_next_lower_tile_and_no_other(move: str) -> None:
    """An overlooked tile counts as missing: the next lower one it is, nothing further down or up (figure 4e)."""
    with pytest.raises(IllegalMove):
        play(HEATHER, *stopping_with(26), move)


def test_a_steal_cannot_be_overlooked_where_nothing_lower_is_left() -> None:
    """Overlooking means the next lower tile; with none on the grill the steal stands, it is no fail (figure 4e)."""
    start = position(RULES, stacks=((29,), (26,)), grill=(27, 30))
    assert play(start, *stopping_with(26)) == position(RULES, stacks=((29, 26), ()), grill=(27, 30), seat=1)


def test_the_choice_of_a_steal_also_comes_when_the_turn_ends_by_itself() -> None:
    """All dice collected, 36 points, the 36 before an opponent: the same choice without a stop (figure 4e)."""
    start = position(RULES, stacks=((), (), (36,)), grill=(21, 35))
    state = play(start, *keeping("WWWWWWW", "1"))
    assert state == replace(start, turn=Turn(Phase.CLAIM, parse_dice("WWWWWWW1"), 0))
    assert legal(state) == ["grill 35", "steal 2"]
    assert play(state, "grill 35") == position(RULES, stacks=((35,), (), (36,)), grill=(21,), seat=1)
    assert play(state, "steal 2") == position(RULES, stacks=((36,), (), ()), grill=(21, 35), seat=1)


def test_with_the_option_off_the_steal_of_figure_4e_is_made_by_itself() -> None:
    """The overlooked steal is an option of its own: without it Heather takes Jonathan's 26 (figure 4e)."""
    rules = "classic-2005 decline_steal=false"
    start = position(rules, stacks=((), (34, 26)), grill=(21, 23, 24, 25, 27))
    state = play(start, *stopping_with(26))
    assert state == position(rules, stacks=((26,), (34,)), grill=(21, 23, 24, 25, 27), seat=1)


@pytest.mark.parametrize("edition", ["classic-2014", "deluxe-2018"])
def test_overlooking_a_steal_can_be_allowed_in_the_other_editions(edition: str) -> None:
    """The overlooked steal can be played with any rulebook (figure 4e)."""
    start = position(f"{edition} decline_steal", stacks=((), (34, 26)), grill=(22, 24, 28), on_tile={})
    state = play(start, *stopping_with(26))
    assert state.phase is Phase.CLAIM
    assert legal(state) == ["grill 24", "steal 1"]
    taken = play(state, "grill 24")
    assert (taken.stacks, taken.grill, taken.seat) == (((24,), (34, 26)), (22, 28), 1)
    stolen = play(state, "steal 1")
    assert (stolen.stacks, stolen.grill, stolen.seat) == (((26,), (34,)), (22, 24, 28), 1)
