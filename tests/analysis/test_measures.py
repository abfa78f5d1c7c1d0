"""What results are worth, and every option's exact value, against the game itself played out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.positions import play, position
from wormgrill.analysis.measures import OWN, PLAY, PLAYED, WORMS, Target, Worth, most_points
from wormgrill.analysis.options import choices
from wormgrill.game.moves import Claim, Grill, Steal
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, Specialist
from wormgrill.game.state import Phase, State, apply, chance_outcomes, legal_moves, scores
from wormgrill.testing import open_states

MOST_DICE = 3
"""Positions with more dice to roll take too long to play out by hand."""


@pytest.mark.parametrize(
    ("players", "claim", "worth"),
    [(2, Grill(36), 4.0), (2, Steal(1), 4.0), (3, Steal(1), 3.0), (5, Steal(1), 2.5)],
    ids=str,
)
def test_a_steal_counts_what_i_gain_and_my_share_of_the_loss(players: int, claim: Claim, worth: float) -> None:
    state = position("classic-2014", stacks=[(), (26,), *[()] * (players - 2)])
    assert WORMS.of_claim(state, claim) == worth


def test_own_counts_only_what_i_gain_and_lose() -> None:
    state = position("classic-2014", stacks=[(33,), (26,)])
    assert OWN.of_claim(state, Steal(1)) == 2
    assert OWN.of_fail(state) == -4


def test_only_the_apple_counts_worms_and_a_second_specialist_what_it_is_worth_more() -> None:
    state = position("deluxe-2018", stacks=[(22,), ()])
    assert WORMS.of_claim(state, Grill(29)) == 3 + 3
    assert WORMS.of_claim(state, Grill(25)) == 2
    own_apple = position("deluxe-2018", stacks=[(22,), ()], specialists={0: "apple"})
    assert WORMS.of_claim(own_apple, Grill(25)) == 2
    assert WORMS.of_fail(own_apple) == -1 - 3


def test_the_raven_brings_a_bratworm_from_the_supply_or_from_a_victim_or_none() -> None:
    assert WORMS.of_claim(position("deluxe-2018"), Grill(23)) == 1 + 1
    empty = position("deluxe-2018", stacks=[(), (), ()], bratworms=(1, 6, 0))
    assert WORMS.of_claim(empty, Grill(23)) == 1 + 1.5
    guarded = position("deluxe-2018", stacks=[(), (), ()], bratworms=(1, 6, 0), specialists={1: "hen"})
    assert WORMS.of_claim(guarded, Grill(23)) == 1


def test_the_last_bratworm_of_the_supply_makes_the_next_one_a_robbery() -> None:
    last = position("deluxe-2018", bratworms=(0, 6))
    assert (WORMS.of_bratworm(last), WORMS.of_bratworm(last, earned=1)) == (1, 2)
    alone = position("deluxe-2018", bratworms=(6, 1))
    assert (WORMS.of_bratworm(alone), WORMS.of_bratworm(alone, earned=1)) == (2, 0)


def test_the_hen_is_lost_instead_of_the_tile() -> None:
    mine = position("deluxe-2018", stacks=[(36,), ()], specialists={0: "hen"})
    assert str(WORMS.of_fail(mine)) == "0.0"
    theirs = position("deluxe-2018", stacks=[(), (36,)], specialists={1: "hen"})
    assert WORMS.of_claim(theirs, Steal(1)) == 0
    hen = dict(PLAYED)[Specialist.HEN]
    assert PLAY.of_claim(theirs, Steal(1)) == 2 * hen
    assert PLAY.of_fail(mine) == -hen


def test_a_declined_steal_takes_what_is_worth_more() -> None:
    state = position("classic-2005", stacks=[(), (33,)])
    assert WORMS.claim(state, 33) == Steal(1)
    cheap = position("deluxe-2018 decline_steal", stacks=[(), (29,), ()], on_tile={28: "apple"})
    assert WORMS.claim(cheap, 29) == Grill(28)


def test_equal_claims_are_stolen() -> None:
    state = position("classic-2005", stacks=[(), (26,)])
    assert OWN.of_claim(state, Grill(25)) == OWN.of_claim(state, Steal(1))
    assert OWN.claim(state, 26) == Steal(1)


def test_a_claim_is_chosen_anew_when_the_last_bratworm_has_been_earned() -> None:
    """The raven on 25 has a bratworm to bring only if none is earned on the way to 28 points."""
    state = parse_state("deluxe-2018 bratworms=2 decline_steal | 22,25@raven,31,33 | -+1 - 28+1 | seat=0 phase=roll")
    assert WORMS.claim(state, 28) == Grill(25)
    assert WORMS.claim(state, 28, earned=1) == Steal(2)
    assert WORMS.payoffs(state).stopped[:, 1, 28].tolist() == [2 + 1.5, 1.5 + 3]


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
        payoffs = Target(25).payoffs(state)
        assert payoffs.stopped[0, 1, 24:26].tolist() == [0, 1]
        assert payoffs.stopped[0, 0, 20] == without_worm
        assert payoffs.stopped[0, 0, 19] == 0


def test_values_given_as_whole_numbers_count_like_others() -> None:
    whole = Worth(specialists=((Specialist.APPLE, 3), (Specialist.HEN, 2)))
    state = position("deluxe-2018", stacks=[(36,), ()], specialists={0: "apple"})
    assert whole.payoffs(state).failed.tolist() == [-7.0, -6.0]


def played_out(state: State, before: State, worth: Worth) -> float:
    """The value of a position by the rules alone: all rolls, all moves, and the worms that changed hands."""
    if state.phase in (Phase.ROLL, Phase.OVER):
        changes = [new - old for new, old in zip(scores(state), scores(before), strict=True)]
        own = changes.pop(before.seat)
        lost = -sum(change for change in changes if change < 0)
        return own + (lost / (state.players - 1) if worth.counts_victims else 0)
    if state.phase is Phase.CHANCE:
        outcomes = chance_outcomes(state)
        total = sum(weight for _, weight in outcomes)
        return sum(weight * played_out(apply(state, roll), before, worth) for roll, weight in outcomes) / total
    return max(played_out(apply(state, move), before, worth) for move in legal_moves(state))


def rerolled(state: State) -> int:
    """How many dice may have to be rolled before the turn ends, the weasel's included."""
    can_weasel = state.specialists[state.seat] is Specialist.WEASEL and not state.turn.weasel_used
    return state.turn.dice_left + (state.turn.dice_left if can_weasel else 0)


@settings(max_examples=80, deadline=None)
@given(state=open_states().filter(lambda s: s.phase is not Phase.ROLL and rerolled(s) <= MOST_DICE), own=st.booleans())
def test_every_option_is_worth_what_playing_it_out_brings(state: State, own: bool) -> None:
    worth = OWN if own else WORMS
    found = {choice.move: choice.value for choice in choices(state, worth)}
    assert set(found) == set(legal_moves(state))
    expected = {move: played_out(apply(state, move), state, worth) for move in found}
    if state.phase is Phase.RETAIN:  # what is retained counts as such; what is given up is not counted against it
        given_up = max(expected.values()) - max(found.values())
        expected = {move: value - given_up for move, value in expected.items()}
    assert found == pytest.approx(expected)


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
