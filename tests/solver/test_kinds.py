"""The states and rolls of every kind of turn."""

from __future__ import annotations

from math import isclose

import pytest

from tests.solver.helpers import KINDS, name_of
from wormgrill.game.dice import BRATWORM_ONES
from wormgrill.solver import CLASSIC, Roll, TurnKind, TurnState, parse_roll


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_rolls_have_all_dice_and_sum_to_one(kind: TurnKind) -> None:
    rolls = list(kind.rolls(kind.start))
    assert isclose(sum(chance for _, chance in rolls), 1)
    assert {sum(roll.counts) for roll, _ in rolls} == {kind.dice}


def test_golden_die_shows_its_own_faces_only() -> None:
    kind = TurnKind("111WWW")
    assert {roll.golden for roll, _ in kind.rolls(kind.start)} == {1, 6}
    assert {roll.golden for roll, _ in kind.rolls(kind.state((0, 1, 0, 0, 0, 1), golden_left=False))} == {0}


def test_keeping_takes_all_dice_of_the_face() -> None:
    kind = TurnKind("111WWW", bratworms=True, weasel=True)
    after = kind.keep(kind.start, parse_roll("12334455+1"), 1)
    assert after == TurnState((1,), 2, 7, bratworm=True, golden_left=False, weasel_left=True)
    other = kind.keep(kind.start, parse_roll("12334455+1"), 3)
    assert other == TurnState((3,), 6, 7, bratworm=False, golden_left=True, weasel_left=True)
    assert other == kind.state((0, 0, 2, 0, 0, 0), golden_left=True, weasel_used=False)


def test_a_single_one_earns_nothing_even_twice() -> None:
    kind = TurnKind(bratworms=True)
    assert not kind.state((1, 2, 0, 0, 0, 0)).bratworm
    assert kind.state((2, 2, 0, 0, 0, 0)).bratworm
    assert not CLASSIC.state((2, 2, 0, 0, 0, 0)).bratworm


def test_every_way_to_a_state_agrees_on_the_bratworm() -> None:
    kind = TurnKind(bratworms=True)
    for ones in range(1, kind.dice + 1):
        roll = Roll((ones, 0, 0, 0, 0, kind.dice - ones))
        assert kind.keep(kind.start, roll, 1) == kind.state((ones, 0, 0, 0, 0, 0))
        assert kind.keep(kind.start, roll, 1).bratworm == kind.earns_bratworm(1, ones) == (ones >= BRATWORM_ONES)
        assert not kind.earns_bratworm(2, ones)


def test_a_kept_face_cannot_be_kept_again() -> None:
    state = CLASSIC.state((0, 0, 0, 3, 0, 0))
    roll = Roll((0, 0, 0, 5, 0, 0))
    assert CLASSIC.keeps(state, roll) == {}
    with pytest.raises(ValueError, match="cannot be kept"):
        CLASSIC.keep(state, roll, 4)


def test_turn_is_over_without_dice_or_open_faces() -> None:
    assert not CLASSIC.state((0, 0, 4, 0, 0, 4)).can_roll
    assert not CLASSIC.state((1, 1, 1, 1, 1, 1)).can_roll
    assert CLASSIC.state((1, 1, 1, 1, 0, 1)).can_roll
    assert not CLASSIC.start.can_stop


def test_contradictions_are_refused() -> None:
    with pytest.raises(ValueError, match="9 dice are kept, but the turn has 8"):
        CLASSIC.state((9, 0, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="golden_die_faces"):
        TurnKind("123456")
    with pytest.raises(ValueError, match="white_dice"):
        TurnKind(white_dice=9)
