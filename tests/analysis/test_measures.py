"""What results are worth, and every option's exact value, against the game itself played out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.playing_out import MEASURES, Grudge, check_options, played_out, short_states
from tests.support.positions import play, position
from wormgrill.analysis.measures import IN_PLAY, OWN, THINKER, WORMS, Measure, Target, Worms
from wormgrill.analysis.options import Ends, choices, ends_of, solve_turn
from wormgrill.game.moves import Claim, Grill, Steal
from wormgrill.game.position import parse_state
from wormgrill.game.results import most_points
from wormgrill.game.rules import EDITIONS, Specialist
from wormgrill.game.state import Phase, State, apply, bratworm_gains, claims_with


def ends(state: State, measure: Measure = WORMS, bratworms: int = 0) -> Ends:
    """What each way to end the turn is worth compared with now, when so many bratworms were earned before."""
    now = measure.values([state], state.seat)[0]
    for _ in range(bratworms):
        state = bratworm_gains(state)[0]
    return ends_of(state, measure, now)


@pytest.mark.parametrize(
    ("players", "claim", "worth"),
    [(2, Grill(36), 4.0), (2, Steal(1), 4.0), (3, Steal(1), 3.0), (5, Steal(1), 2.5)],
    ids=str,
)
def test_a_steal_counts_what_i_gain_and_my_share_of_the_loss(players: int, claim: Claim, worth: float) -> None:
    state = position("classic-2014", stacks=[(), (26,), *[()] * (players - 2)])
    assert ends(state).claims[claim] == worth


def test_own_counts_only_what_i_gain_and_lose() -> None:
    state = position("classic-2014", stacks=[(33,), (26,)])
    assert ends(state, OWN).claims[Steal(1)] == 2
    assert ends(state, OWN).fail == -4


def test_only_the_apple_counts_worms_and_a_second_specialist_what_it_is_worth_more() -> None:
    state = position("deluxe-2018", stacks=[(22,), ()])
    assert ends(state).claims[Grill(29)] == 3 + 3
    assert ends(state).claims[Grill(25)] == 2
    own_apple = position("deluxe-2018", stacks=[(22,), ()], specialists={0: "apple"})
    assert ends(own_apple).claims[Grill(25)] == 2
    assert ends(own_apple).fail == -1 - 3


def test_the_raven_brings_a_bratworm_from_the_supply_or_from_a_victim_or_none() -> None:
    assert ends(position("deluxe-2018")).claims[Grill(23)] == 1 + 1
    empty = position("deluxe-2018", stacks=[(), (), ()], bratworms=(1, 6, 0))
    assert ends(empty).claims[Grill(23)] == 1 + 1.5
    guarded = position("deluxe-2018", stacks=[(), (), ()], bratworms=(1, 6, 0), specialists={1: "hen"})
    assert ends(guarded).claims[Grill(23)] == 1


def test_the_last_bratworm_of_the_supply_makes_the_next_one_a_robbery() -> None:
    last = position("deluxe-2018", bratworms=(0, 6))
    assert [ends(last, bratworms=earned).fail for earned in (0, 1, 2)] == [0, 1, 1 + 2]
    alone = position("deluxe-2018", bratworms=(6, 1))
    assert [ends(alone, bratworms=earned).fail for earned in (0, 1, 2)] == [0, 2, 2]


def test_the_hen_is_lost_instead_of_the_tile() -> None:
    mine = position("deluxe-2018", stacks=[(36,), ()], specialists={0: "hen"})
    assert str(ends(mine).fail) == "0.0"
    theirs = position("deluxe-2018", stacks=[(), (36,)], specialists={1: "hen"})
    assert ends(theirs).claims[Steal(1)] == 0
    hen = dict(IN_PLAY)[Specialist.HEN]
    assert ends(theirs, THINKER).claims[Steal(1)] == pytest.approx(2 * hen)
    assert ends(mine, THINKER).fail == pytest.approx(-hen)


def test_a_declined_steal_takes_what_is_worth_more() -> None:
    state = position("classic-2005", stacks=[(), (33,)])
    assert ends(state).best(claims_with(state, 33)) == Steal(1)
    cheap = position("deluxe-2018 decline_steal", stacks=[(), (29,), ()], on_tile={28: "apple"})
    assert ends(cheap).best(claims_with(cheap, 29)) == Grill(28)


def test_equal_claims_are_stolen() -> None:
    state = position("classic-2005", stacks=[(), (26,)])
    assert ends(state, OWN).claims[Grill(25)] == ends(state, OWN).claims[Steal(1)]
    assert ends(state, OWN).best(claims_with(state, 26)) == Steal(1)


def test_a_claim_is_chosen_anew_when_the_last_bratworm_has_been_earned() -> None:
    """The raven on 25 has a bratworm to bring only if none is earned on the way to 28 points."""
    state = parse_state("deluxe-2018 bratworms=2 decline_steal | 22,25@raven,31,33 | -+1 - 28+1 | seat=0 phase=roll")
    open_claims = claims_with(state, 28)
    assert ends(state).best(open_claims) == Grill(25)
    assert ends(state, bratworms=1).best(open_claims) == Steal(2)
    assert solve_turn(state, WORMS).solution.payoffs.stopped[:, 1, 28].tolist() == [2 + 1.5, 1.5 + 3]


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("classic-2014 | 21-36 | - - | seat=0 phase=roll", 40),
        ("deluxe-2018 | 21-36 | -@golden_die - | seat=0 phase=roll", 45),
        ("deluxe-2018 | 21-36 | -@golden_die - | seat=0 phase=decide aside=55", 40),
        ("deluxe-2018 | 21-36 | -@golden_die - | seat=0 phase=decide aside=55 golden=left", 45),
        ("deluxe-2018 | 21-36 | -@canned_worm - | seat=0 phase=roll", 45),
    ],
)
def test_the_most_points_are_those_of_the_dice_and_the_canned_worm(text: str, most: int) -> None:
    assert most_points(parse_state(text)) == most


def test_a_target_counts_points_with_a_worm_real_or_canned() -> None:
    plain = position("deluxe-2018")
    canned = position("deluxe-2018", specialists={0: "canned_worm"})
    for state, without_worm in ((plain, 0.0), (canned, 1.0)):
        payoffs = solve_turn(state, Target(25)).solution.payoffs
        assert payoffs.stopped[0, 1, 24:26].tolist() == [0, 1]
        assert payoffs.stopped[0, 0, 20] == without_worm
        assert payoffs.stopped[0, 0, 19] == 0


def test_values_given_as_whole_numbers_count_like_others() -> None:
    whole = Worms(specialists=((Specialist.APPLE, 0), (Specialist.HEN, 2)))
    state = position("deluxe-2018", stacks=[(36,), ()], specialists={0: "apple"})
    assert solve_turn(state, whole).solution.payoffs.failed.tolist() == [-7.0, -6.0]


@settings(max_examples=80, deadline=None)
@given(state=short_states(), measure=st.sampled_from(MEASURES))
def test_every_option_is_worth_what_playing_it_out_brings(state: State, measure: Measure) -> None:
    check_options(state, measure)


WAITING = "deluxe-2018 golden_die_joins=any_roll"
PRINTED_WAITING = f"{WAITING} golden_die_faces=111WWW"


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(
    "text",
    [
        f"{WAITING} | 21,23-25,30 | 22@golden_die 26 | seat=0 phase=decide aside=355WW4",
        f"{PRINTED_WAITING} | 21,23-25,30 | 22@golden_die 26 | seat=0 phase=decide aside=35555W",
        f"{PRINTED_WAITING} | 21,23@raven,24,29 | 22@golden_die -+4 -+3 | seat=0 phase=keep aside=445WW rolled=113",
        f"{PRINTED_WAITING} | 21,24,29 | 22@golden_die -+4 -+3 | seat=0 phase=rob aside=11555W",
        f"{PRINTED_WAITING} | 21,23-25 | 22@golden_die 26 | seat=0 phase=chance aside=34555W",
        f"{PRINTED_WAITING} | 21,23-25 | 22@golden_die 26 | seat=0 phase=decide aside=34555W golden=left",
    ],
)
def test_a_golden_die_that_waits_is_worth_what_playing_it_out_brings(text: str, measure: Measure) -> None:
    state = parse_state(text)
    if state.phase is Phase.CHANCE:
        (choice,) = choices(state, measure)
        assert choice.value == pytest.approx(played_out(state, state, measure))
    else:
        assert check_options(state, measure) > 1


ROBBING = "deluxe-2018 | 21,23@raven,24,29,33 | 22 -+4 -+3 | seat=0"


@pytest.mark.parametrize(
    "turn",
    [
        "phase=keep aside=34455 rolled=11W",
        "phase=keep aside=445WW rolled=111",
        "phase=keep aside=5555WW rolled=11",
        "phase=chance aside=45WWW",
        "phase=rob aside=115WWW",
        "phase=rob aside=114455WW",
        "phase=rob aside=11155WW",
    ],
)
def test_the_victim_is_chosen_when_the_ones_are_kept_and_not_when_the_turn_ends(turn: str) -> None:
    state = parse_state(f"{ROBBING} {turn}")
    for measure in (WORMS, Grudge()):
        found = {choice.move: choice.value for choice in choices(state, measure)}
        after = {move: state if state.phase is Phase.CHANCE else apply(state, move) for move in found}
        assert found == pytest.approx({move: played_out(after[move], state, measure) for move in found})


def test_the_raven_takes_from_the_victim_whose_loss_counts_most() -> None:
    state = parse_state("deluxe-2018 | 24,30-36 | 22+1 -+3 -+3 | seat=0 phase=rob aside=4455W hand=raven")
    assert [(str(choice.move), choice.value) for choice in choices(state, Grudge())] == [("rob 1", 3), ("rob 2", 1)]


def test_the_chances_after_a_robbery_are_those_of_the_victim_that_is_robbed() -> None:
    """Seat 1 is robbed, and all chances of the turn, before and after that, sum to 1."""
    before = parse_state("deluxe-2018 | 21,24,29,33 | 22 -+4 -+3 | seat=0 phase=keep aside=34455 rolled=11W")
    keep = next(choice for choice in choices(before, Grudge()) if str(choice.move) == "keep 1")
    outcomes = keep.outcomes()
    assert sum(outcomes.claims.values()) + outcomes.fail == pytest.approx(1)
    assert outcomes.bratworm == pytest.approx(1)
    robbing = apply(before, keep.move)
    best, *others = choices(robbing, Grudge())
    assert str(best.move) == "rob 1"
    assert best.value == pytest.approx(keep.value)
    assert all(other.value < best.value for other in others)
    assert best.outcomes().claims == pytest.approx(outcomes.claims)


def test_values_are_those_known_of_the_classic_game() -> None:
    start = position("classic-2014")
    assert choices(start, WORMS)[0].value == pytest.approx(1.6447296740401, abs=1e-12)
    at_risk = {22: 1.435428431, 26: 1.263222198, 30: 1.103119846, 34: 0.953125482}
    for top, value in at_risk.items():
        state = position("classic-2014", stacks=[(top,), ()], grill=EDITIONS["classic-2014"].tiles)
        assert choices(state, WORMS)[0].value == pytest.approx(value, abs=1e-9)


def test_a_turn_is_solved_once_while_nothing_on_the_table_changes() -> None:
    state = position("classic-2014")
    first = choices(state, WORMS)[0].solution
    later = play(state, "roll", "dice 1124445W", "keep 4")
    assert choices(later, WORMS)[0].solution is first
    assert choices(later, OWN)[0].solution is not first
