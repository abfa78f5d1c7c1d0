"""Odds: known values, chances that add up, and every kind of decision."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.support.positions import play, position
from wormgrill.analysis.measures import OWN, WORMS, Target
from wormgrill.analysis.odds import Odds, odds
from wormgrill.analysis.options import ends_of
from wormgrill.game.moves import Grill, Steal
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, State
from wormgrill.testing import open_states


def values(found: Odds) -> dict[str, float]:
    """The value of each option by its text, rounded."""
    return {str(option.move): round(option.value, 6) for option in found.options}


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("phase=keep rolled=1124445W", {"keep 4": 1.503508}),
        ("phase=keep aside=333 rolled=1344W", {"keep W": 1.000774, "keep 4": 0.857767}),
        ("phase=decide aside=35WWW", {"roll": 1.725694, "stop": 1.0}),
        ("phase=decide aside=23344W", {"stop": 1.0, "roll": 0.888889}),
    ],
)
def test_known_values(turn: str, expected: dict[str, float]) -> None:
    found = odds(parse_state(f"classic-2014 | 21-36 | - - | seat=0 {turn}"))
    assert list(values(found).items())[: len(expected)] == list(expected.items())


@pytest.mark.parametrize(
    ("target", "at_least", "exactly"),
    [
        (21, 0.893026737, 0.439596790),
        (25, 0.680330711, 0.336480984),
        (30, 0.263789519, 0.135642084),
        (36, 0.015678145, 0.009235973),
    ],
)
def test_known_chances_of_a_target(target: int, at_least: float, exactly: float) -> None:
    start = position("classic-2014")
    assert odds(start, Target(target)).value == pytest.approx(at_least, abs=1e-9)
    assert odds(start, Target(target, is_exact=True)).value == pytest.approx(exactly, abs=1e-9)
    assert odds(start, Target(target)).best.results.keys() == odds(start).best.results.keys()


def test_the_options_at_the_start_of_a_turn_are_the_ways_to_roll() -> None:
    assert [str(option.move) for option in odds(position("deluxe-2018")).options] == ["roll"]
    golden = odds(position("deluxe-2018", specialists={0: "golden_die"}))
    assert [str(option.move) for option in golden.options] == ["roll golden", "roll"]
    assert golden.value > odds(position("deluxe-2018")).value


def test_a_golden_die_that_waits_is_an_option_of_every_roll() -> None:
    start = position("deluxe-2018 golden_die_joins=any_roll", specialists={0: "golden_die"})
    at_once, waiting = odds(position("deluxe-2018", specialists={0: "golden_die"})), odds(start)
    assert [str(option.move) for option in waiting.options] == ["roll golden", "roll"]
    assert all(late.value >= now.value for late, now in zip(waiting.options, at_once.options, strict=True))
    assert waiting.options[1].value > at_once.options[1].value
    later = play(start, "roll", "dice 12344WW5", "keep W")
    assert [str(option.move) for option in odds(later).options] == ["roll golden", "roll", "stop"]
    assert [str(option.move) for option in odds(play(later, "roll")).options] == ["roll"]


def test_a_failed_roll_leaves_the_weasel_or_the_fail() -> None:
    state = parse_state("deluxe-2018 | 21-36 | 13@weasel - | seat=0 phase=keep aside=333 rolled=33333")
    found = odds(state)
    assert [str(option.move) for option in found.options] == ["weasel", "stop"]
    assert found.options[1].value == -1
    assert found.options[1].fail == 1


def test_results_name_every_tile_and_every_seat_that_can_be_claimed() -> None:
    state = position("classic-2014", stacks=[(22,), (24,), (), (33,)], grill=(21, 25, 30))
    found = odds(state)
    assert list(found.best.results) == [Grill(21), Grill(25), Grill(30), Steal(1), Steal(3)]
    names = {name for option in found.as_json()["options"] for name in option["results"]}  # type: ignore[attr-defined]  # plain JSON values
    assert names == {"21", "25", "30", "steal 1", "steal 3"}


def test_the_tiles_11_and_13_need_exactly_their_points_and_are_never_stolen() -> None:
    state = position("deluxe-2018", stacks=[(), (11,)], grill=(13, 30))
    assert list(odds(state).best.results) == [Grill(13), Grill(30)]


def test_a_declined_steal_shows_in_the_claim_and_before_it() -> None:
    state = position("classic-2005", stacks=[(), (25,)])
    stopped = play(state, "roll", "dice 1225555W", "keep 5", "roll", "dice 122W", "keep W")
    assert stopped.phase is Phase.DECIDE
    assert [option.results[Steal(1)] for option in odds(stopped).options if str(option.move) == "stop"] == [1.0]
    claim = play(stopped, "stop")
    assert values(odds(claim)) == {"steal 1": 4.0, "grill 24": 1.0}
    assert values(odds(claim, OWN)) == {"steal 1": 2.0, "grill 24": 1.0}


def test_a_free_choice_of_lower_tiles_shows_in_the_claim_and_before_it() -> None:
    state = position("classic-2014 lower_tile=any", grill=(21, 24, 29, 33))
    stopped = play(state, "roll", "dice 1255555W", "keep 5", "roll", "dice 12W", "keep W")
    assert values(odds(stopped))["stop"] == 3.0
    assert values(odds(play(stopped, "stop"))) == {"grill 29": 3.0, "grill 24": 1.0, "grill 21": 1.0}


def test_a_lower_tile_is_chosen_for_its_specialist() -> None:
    state = parse_state("deluxe-2018 lower_tile=any | 23@raven,25 | - - | seat=0 phase=claim aside=555WW")
    assert values(odds(state)) == {"grill 23": 2.0, "grill 25": 2.0}
    apple = parse_state("deluxe-2018 lower_tile=any | 21@apple,25 | - - | seat=0 phase=claim aside=555WW")
    assert values(odds(apple)) == {"grill 21": 4.0, "grill 25": 2.0}


def test_passing_is_a_fail_and_stopping_does_not_mean_it() -> None:
    state = parse_state("classic-2014 may_pass | 25,30 | 22 - | seat=0 phase=claim aside=555WW")
    claim, passing = odds(state).options
    assert (str(claim.move), claim.value, claim.fail) == ("grill 25", 2.0, 0.0)
    assert (str(passing.move), passing.value, passing.fail) == ("pass", -1.0, 1.0)
    assert [option.value for option in odds(state, Target(25)).options] == [1.0, 0.0]
    before = parse_state("classic-2014 may_pass | 25,30 | 22 - | seat=0 phase=decide aside=555WW")
    assert [option.results[Grill(25)] for option in odds(before).options if str(option.move) == "stop"] == [1.0]


def test_the_claim_is_chosen_by_the_bratworms_earned_on_the_way() -> None:
    """Two 1s earn the last bratworm there is, so that the raven on 25 has none to bring."""
    rules = "deluxe-2018 bratworms=2 decline_steal"
    turn = "seat=0 phase=keep aside=44445W rolled=11"
    found = odds(parse_state(f"{rules} | 22,25@raven,31,33 | -+1 - 28+1 | {turn}"))
    assert found.value == 4.5
    assert found.best.results[Steal(2)] == 1


SETTLED = {
    "raven": ("24,30-36 | 22+1 -+3 -+3 | seat=0 phase=rob aside=4455W hand=raven", Grill(22)),
    "tile": ("30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel", Grill(29)),
    "hen": ("30-36 | 22 29 | seat=0 phase=retain aside=45WWWW hand=hen,weasel", Steal(1)),
    "own hen": ("30-36 | 29 22 | seat=0 phase=retain aside=45WWWW hand=hen,weasel", Grill(29)),
    "canned": ("30-36 | 29 - | seat=0 phase=retain aside=44445555 hand=apple,canned_worm", Grill(29)),
}


@pytest.mark.parametrize(("text", "claim"), SETTLED.values(), ids=SETTLED)
def test_a_claim_already_made_is_the_result(text: str, claim: Grill | Steal) -> None:
    for option in odds(parse_state(f"deluxe-2018 | {text}")).options:
        assert {result: chance for result, chance in option.results.items() if chance} == {claim: 1.0}
        assert option.fail == 0


@pytest.mark.parametrize(("text", "_claim"), SETTLED.values(), ids=SETTLED)
def test_a_target_is_reached_or_not_once_the_claim_is_made(text: str, _claim: Grill | Steal) -> None:
    state = parse_state(f"deluxe-2018 | {text}")
    total = state.points if state.turn.aside[-1] else state.points + 5
    for target, chance in ((Target(total), 1), (Target(total + 1), 0), (Target(total, is_exact=True), 1)):
        assert {option.value for option in odds(state, target).options} == {chance}


def test_the_chance_phase_counts_the_roll_alone() -> None:
    state = play(position("classic-2014"), "roll")
    assert values(odds(state)) == {"roll": 1.64473}


def test_nothing_is_decided_after_the_end() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        odds(parse_state("classic-2014 | - | 21 - | seat=0 phase=over"))


@settings(max_examples=120, deadline=None)
@given(state=open_states())
def test_chances_add_up_to_one_and_to_the_value(state: State) -> None:
    for option in odds(state).options:
        assert option.fail + sum(option.results.values()) == pytest.approx(1)
        assert 0 <= option.bratworm <= 1 + 1e-9
        if option.bratworm or state.phase in (Phase.RETAIN, Phase.ROB):
            continue
        ends = ends_of(state, WORMS, now=WORMS.values([state], state.seat)[0])
        mean = option.fail * ends.fail
        mean += sum(chance * ends.claims[claim] for claim, chance in option.results.items())
        assert option.value == pytest.approx(mean)


@settings(max_examples=60, deadline=None)
@given(state=open_states().filter(lambda state: state.phase in (Phase.ROLL, Phase.KEEP, Phase.DECIDE)))
def test_a_target_is_the_chance_of_reaching_it(state: State) -> None:
    found = odds(state, Target(24))
    for option in found.options:
        assert -1e-9 <= option.value <= 1 + 1e-9
    assert found.value >= odds(state, Target(24, is_exact=True)).value - 1e-9


@settings(max_examples=60, deadline=None)
@given(state=open_states())
def test_tiles_that_nobody_sees_change_no_value_and_no_chance(state: State) -> None:
    """In worms only the tops can change hands, so what lies under those of the others makes no difference."""
    if state.phase in (Phase.ROB, Phase.RETAIN):  # there the total of the victims decides between equals
        return
    tops = (stack if seat == state.seat else stack[-1:] for seat, stack in enumerate(state.stacks))
    seen = replace(state, stacks=tuple(tops))
    for option, other in zip(odds(state).options, odds(seen).options, strict=True):
        assert other.move == option.move
        assert other.value == pytest.approx(option.value)
        assert (other.fail, other.bratworm) == pytest.approx((option.fail, option.bratworm))
        assert other.results == pytest.approx(option.results)


def test_json_has_the_agreed_shape() -> None:
    found = odds(parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")).as_json()
    assert list(found) == ["best", "options", "value"]
    assert found["best"] == "keep 4"
    options = found["options"]
    assert isinstance(options, list)
    assert list(options[0]) == ["move", "value", "fail", "results"]
    assert found["value"] == options[0]["value"]
    assert list(options[0]["results"]) == [str(tile) for tile in EDITIONS["classic-2014"].tiles]
