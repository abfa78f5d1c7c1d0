"""Extrawurm 2015: what reviews agree on; everything else is played as in the deluxe box, which grew from it."""

from __future__ import annotations

from collections import Counter

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, HOME_TILES, LowerTile, ShortGame, Specialist, parse_rules
from wormgrill.game.state import chance_outcomes, initial_state, scores
from wormgrill.game.tiles import worms

EXTRAWURM = "extrawurm-2015"
RULES = EDITIONS[EXTRAWURM]


def test_11_and_13_join_the_grill_with_one_worm_each() -> None:
    """Two tiles more than in the base game."""
    assert RULES.tiles == (11, 13, *range(21, 37))
    assert (worms(11), worms(13)) == (1, 1)


def test_11_and_13_are_taken_exactly_only_and_never_stolen() -> None:
    """12 points take nothing, and an 11 on top of a stack is safe."""
    start = position(EXTRAWURM, on_tile={})
    assert play(start, *stopping_with(11)).stacks == ((11,), ())
    assert play(start, *stopping_with(12)).stacks == ((), ())
    assert play(position(EXTRAWURM, stacks=((), (13,)), on_tile={}), *stopping_with(13)).stacks == ((), (13,))


def test_there_are_seven_round_worms() -> None:
    """Two 1s kept at once earn one."""
    assert initial_state(RULES, 4).supply == 7
    state = play(initial_state(RULES, 2), *keeping("11"))
    assert (state.bratworms, state.supply) == ((1, 0), 6)


def test_five_specialists_and_no_apple() -> None:
    """Canned worm on 11, hen on 21, raven on 23, weasel on 25, golden die on 27."""
    assert {name: tile for tile, name in RULES.specialists} == {
        Specialist.CANNED_WORM: 11,
        Specialist.HEN: 21,
        Specialist.RAVEN: 23,
        Specialist.WEASEL: 25,
        Specialist.GOLDEN_DIE: 27,
    }
    assert HOME_TILES[Specialist.APPLE] == 29
    assert scores(play(initial_state(RULES, 2), *stopping_with(29))) == (3, 0)


def test_the_golden_die_has_ones_and_worms_only() -> None:
    """Three of each."""
    start = position(EXTRAWURM, stacks=((27,), ()), specialists={0: "golden_die"})
    rolled = play(start, "roll golden")
    chances: Counter[int | None] = Counter()
    for dice, weight in chance_outcomes(rolled):
        chances[dice.golden] += weight
    assert chances == {1: 6**9 // 2, 6: 6**9 // 2}


def test_it_is_the_deluxe_box_without_the_apple_but_for_the_die() -> None:
    """The same rules written from the other edition are equal."""
    others = "canned_worm,hen,raven,weasel,golden_die"
    assert parse_rules(f"deluxe-2018 specialists={others} golden_die_faces=111WWW") == RULES


def test_the_other_axes_are_those_of_2014() -> None:
    """It was sold as an expansion of that game."""
    assert (RULES.decline_steal, RULES.lower_tile, RULES.may_pass, RULES.short_game) == (
        False,
        LowerTile.NEXT,
        False,
        ShortGame.OFF,
    )
    state = play(position(EXTRAWURM, stacks=((36,), ())), *FAILED_ROLL)
    assert (state.face_down, legal(state)) == ((), ["roll"])
