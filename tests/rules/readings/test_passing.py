"""`may_pass`: a player who stops may take nothing and fail on purpose."""

from __future__ import annotations

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.game.state import Phase

MAY = "classic-2014 may_pass"


def test_it_is_an_option_of_every_edition_and_off_unless_asked_for() -> None:
    """A tile can be taken, say the rulebooks; only a table that wishes reads: or not."""
    for edition, rules in EDITIONS.items():
        assert not rules.may_pass
        assert parse_rules(f"{edition} may_pass").options == {"may_pass": True}


def test_who_has_a_tile_to_claim_is_asked() -> None:
    """`pass` stands beside the only claim."""
    state = play(position(MAY), *stopping_with(28))
    assert (state.phase, legal(state)) == (Phase.CLAIM, ["grill 28", "pass"])
    assert play(state, "grill 28").stacks == ((28,), ())


def test_passing_is_a_fail_in_every_respect() -> None:
    """The own tile goes back and the highest is turned, just as after a failed roll."""
    start = position(MAY, stacks=((24,), ()), grill=(21, 28, 33))
    passed = play(start, *stopping_with(28), "pass")
    assert passed == play(start, *FAILED_ROLL)
    assert (passed.grill, passed.face_down[-1], passed.seat) == ((21, 24, 28), 36, 1)
    assert 33 in passed.face_down


def test_a_forced_steal_can_be_passed() -> None:
    """Who must steal or fail may fail."""
    state = play(position(MAY, stacks=((), (28,))), *stopping_with(28))
    assert legal(state) == ["pass", "steal 1"]
    assert play(state, "pass").stacks == ((), (28,))


def test_a_turn_that_ended_by_itself_is_asked_too() -> None:
    """No dice are left, and 40 points take the 36."""
    state = play(position(MAY), *keeping("WWWWWWWW"))
    assert legal(state) == ["grill 36", "pass"]


@pytest.mark.parametrize("points", [10, 20])
def test_where_nothing_can_be_claimed_nothing_is_asked(points: int) -> None:
    """The turn has failed anyway."""
    state = play(position(MAY), *stopping_with(points))
    assert (state.phase, state.seat) == (Phase.ROLL, 1)


def test_without_a_worm_nothing_is_asked() -> None:
    """25 points, but no worm: a fail."""
    state = play(position(MAY), *keeping("55555"), "stop")
    assert (state.phase, state.seat) == (Phase.ROLL, 1)


def test_it_stands_beside_every_other_claim() -> None:
    """With the other readings all claims are open, and `pass` with them."""
    start = position("classic-2005 lower_tile=any may_pass", stacks=((), (28,)), grill=(21, 25, 36))
    assert legal(play(start, *stopping_with(28))) == ["grill 21", "grill 25", "pass", "steal 1"]


def test_the_hen_goes_instead_of_the_tile() -> None:
    """Deluxe: a fail on purpose is a fail for the hen too."""
    start = position("deluxe-2018 may_pass", stacks=((30,), ()), specialists={0: "hen"})
    state = play(start, *stopping_with(28), "pass")
    assert (state.stacks, state.specialists[0], dict(state.on_tile)[13]) == (((30,), ()), None, "hen")


def test_bratworms_of_the_turn_are_kept() -> None:
    """Deluxe: a double 1 is earned at once, whatever happens later."""
    state = play(position("deluxe-2018 may_pass"), *keeping("11", "WWWWW"), "stop", "pass")
    assert state.bratworms == (1, 0)
