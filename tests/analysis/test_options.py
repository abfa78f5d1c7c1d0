"""Turns: which of equal moves goes first, and what can be made ready beforehand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormgrill.analysis.measures import OWN, THINKER, WORMS, Measure, Target
from wormgrill.analysis.options import choices, ends_of, turn_kind, turn_kinds
from wormgrill.analysis.value import TRAINED
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.game.state import Phase, State, bratworm_gains, without_dice
from wormgrill.players import prepare
from wormgrill.solver import CLASSIC, TurnKind
from wormgrill.solver.lattice import lattice
from wormgrill.testing import open_states


@pytest.mark.parametrize(
    ("text", "measure", "order"),
    [
        ("classic-2014 | 21-36 | - - | seat=0 phase=decide aside=5555W", Target(41), ["stop", "roll"]),
        ("classic-2014 | 36 | - - | seat=0 phase=decide aside=1112W", WORMS, ["roll", "stop"]),
        ("classic-2014 | 21-36 | - - | seat=0 phase=keep aside=5555 rolled=112W", Target(45), ["keep W", "keep 1"]),
        ("classic-2005 | 21-25,27-36 | - 26 | seat=0 phase=claim aside=1555WW", OWN, ["steal 1", "grill 25"]),
        (
            "classic-2014 lower_tile=any may_pass | 25-28 | - - | seat=0 phase=claim aside=3555WW",
            OWN,
            ["grill 28", "grill 27", "grill 26", "grill 25"],
        ),
        (
            "deluxe-2018 may_pass | 21-25 | - 29@hen | seat=0 phase=claim aside=4555WW",
            OWN,
            ["steal 1", "pass"],
        ),
        ("deluxe-2018 | 24-35 | -+1 36.22+3 21+3 | seat=0 phase=rob aside=11", WORMS, ["rob 1", "rob 2"]),
        ("deluxe-2018 | 24-35 | -+1 22+3 36.21+3 | seat=0 phase=rob aside=11", WORMS, ["rob 2", "rob 1"]),
    ],
    ids=[
        "less risk",
        "never for nothing",
        "less risk before lower faces",
        "steal",
        "higher tile",
        "no pass",
        "victim 1",
        "victim 2",
    ],
)
def test_of_equal_moves(text: str, measure: Measure, order: list[str]) -> None:
    found = choices(parse_state(text), measure)
    values = [choice.value for choice in found][: len(order)]
    assert values == pytest.approx([found[0].value] * len(order), abs=1e-9)
    assert [str(choice.move) for choice in found][: len(order)] == order


@settings(max_examples=60, deadline=None)
@given(state=open_states(), measure=st.sampled_from([WORMS, OWN, Target(24)]))
def test_values_fall_and_of_equals_the_chance_to_fail_rises(state: State, measure: Measure) -> None:
    found = choices(state, measure)
    for better, worse in pairwise(found):
        assert better.value >= worse.value - 1e-9
        if abs(better.value - worse.value) <= 1e-12:
            assert better.outcomes().fail <= worse.outcomes().fail + 1e-9


@settings(max_examples=100, deadline=None)
@given(state=open_states().filter(lambda state: state.phase not in (Phase.CLAIM, Phase.RETAIN)))
def test_every_turn_is_of_a_kind_that_the_rules_can_have(state: State) -> None:
    assert turn_kind(state, THINKER) in set(turn_kinds(state.rules))


def test_kinds_of_turn_come_from_the_rules() -> None:
    assert [*turn_kinds(EDITIONS["classic-2014"])] == [CLASSIC]
    printed = [*turn_kinds(parse_rules("deluxe-2018 golden_die_faces=111WWW"))]
    assert len(printed) == 6
    assert TurnKind("111WWW", bratworms=True) in printed
    waiting = [*turn_kinds(parse_rules("deluxe-2018 golden_die_joins=any_roll"))]
    assert len(waiting) == 6
    assert TurnKind("12345W", bratworms=True, golden_die_waits=True) in waiting


def test_no_lattice_is_left_to_build_once_prepared() -> None:
    rules = EDITIONS["deluxe-2018"]
    lattice.cache_clear()
    prepare(rules)
    built = lattice.cache_info().misses
    for owned in ("-", "-@weasel", "-@golden_die", "-+7"):
        choices(parse_state(f"{rules} | 21-36 | {owned} - | seat=0 phase=roll"), THINKER)
    assert lattice.cache_info().misses == built


@settings(max_examples=100, deadline=None)
@given(state=open_states())
def test_a_measure_that_knows_the_ends_of_a_turn_values_the_same_as_one_that_is_shown_them(state: State) -> None:
    state = without_dice(state)
    gains = [gain for gain in bratworm_gains(state) if gain is not state]
    shown = [ends_of(each, TRAINED) for each in (state, *gains)]
    known = TRAINED.ends(state)
    assert [each.keys() - {None} for each in known] == [ends.claims.keys() for ends in shown]
    for found, ends in zip(known, shown, strict=True):
        assert found == pytest.approx({None: ends.fail, **ends.claims}, abs=1e-9)
