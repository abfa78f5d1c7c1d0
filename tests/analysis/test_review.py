"""The review: luck, errors and the rest of a game add up to its result, and each of them is what it says."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bot_games import bots_game
from tests.support.perfect import PerfectChance, PerfectValue
from wormgrill.analysis.review import (
    Review,
    chances_at,
    chances_between,
    likeliest,
    make_review,
    review_of,
    reviewed_plies,
)
from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.moves import parse_move
from wormgrill.game.position import parse_state
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.game.state import Phase, apply, chance_outcomes, legal_moves
from wormgrill.players.champion import ChampionPlayer
from wormgrill.testing import games

CLOSE = 1e-9
SETTINGS = [(edition, players) for edition in EDITIONS for players in (2, 4, 7)]


def check_sums(review: Review) -> None:
    for totals in review.totals:
        parts = totals.start + totals.luck - totals.error + totals.given + totals.rest
        assert parts == pytest.approx(totals.final, abs=CLOSE)
        low, high = totals.interval
        assert 0 <= low <= totals.adjusted <= high <= 1
    for part in ("start", "luck", "final"):
        total = sum(getattr(totals, part) for totals in review.totals)
        assert total == pytest.approx(0 if part == "luck" else 1, abs=CLOSE)


# ------------------------------------------------------------------------------------------------ the sum


@pytest.mark.parametrize(("edition", "players"), SETTINGS)
def test_the_sum_closes_for_every_seat_of_a_game_played_to_its_end(edition: str, players: int) -> None:
    review = review_of(bots_game(edition, *["fledgling"] * players))
    assert review.is_over
    assert max(totals.final for totals in review.totals) > 0.4
    check_sums(review)


@given(games(max_plies=60))
@settings(max_examples=30, deadline=None)
def test_the_sum_closes_under_any_rules_as_far_as_a_game_goes(game: Game) -> None:
    check_sums(review_of(game))


def test_a_review_in_pieces_is_the_same() -> None:
    game = bots_game("deluxe-2018", "pullet", "rooster", "nestling")
    cuts = [*range(0, len(game.moves), 37), len(game.moves)]
    pieces = [ply for first, stop in pairwise(cuts) for ply in reviewed_plies(game, first=first, stop=stop)]
    assert make_review(game, pieces) == review_of(game)


@given(st.floats(-2, 3), st.floats(0, 2))
def test_an_interval_of_a_chance_lies_within_0_and_1_and_has_the_nearest_chance(
    estimate: float, deviation: float
) -> None:
    low, high = likeliest(estimate, deviation)
    nearest = min(1.0, max(0.0, estimate))
    assert 0 <= low <= nearest <= high <= 1
    mirrored = likeliest(1 - estimate, deviation)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("chance", [0.0, 0.03, 0.2, 0.5, 0.9, 1.0])
def test_an_interval_holds_what_every_draw_from_a_flat_start_leads_to(chance: float) -> None:
    """Of the chances that lead to an estimate, found by drawing, 95 in 100 lie in its interval."""
    random, deviation = Random(7), 0.1
    drawn = (random.random() for _ in range(400_000))
    found = [true for true in drawn if abs(random.gauss(true, deviation) - chance) < 0.01]
    low, high = likeliest(chance, deviation)
    assert sum(low <= true <= high for true in found) / len(found) == pytest.approx(0.95, abs=0.015)


def test_a_game_without_moves_has_a_review() -> None:
    review = review_of(Game(EDITIONS["classic-2014"], ("Ada", "Bo")))
    assert not review.plies
    assert review.turning_point is None
    check_sums(review)


# ------------------------------------------------------------------------------------------------ luck


@pytest.mark.parametrize(("edition", "players"), SETTINGS)
def test_the_mean_over_all_rolls_is_what_the_position_before_is_worth_to_every_seat(edition: str, players: int) -> None:
    game = bots_game(edition, *["nestling"] * players)
    chosen = [state for state in game.replay() if state.phase is Phase.CHANCE and state.turn.dice_left <= 5]
    assert len(chosen) > 20
    for state in Random(0).sample(chosen, 8):
        outcomes = chance_outcomes(state)
        total = sum(weight for _, weight in outcomes)
        mean = [0.0] * players
        for dice, weight in outcomes:
            after = apply(state, dice)
            worth = chances_between(after) if after.is_turn_over else chances_at(after)
            mean = [sum_ + weight / total * each for sum_, each in zip(mean, worth, strict=True)]
        assert mean == pytest.approx(chances_at(state), abs=CLOSE)


# ------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize("turn", ["phase=roll", "phase=decide aside=355WW", "phase=keep aside=355WW rolled=114"])
def test_a_golden_die_that_waits_is_added_where_that_is_best(turn: str) -> None:
    state = parse_state(f"deluxe-2018 golden_die_joins=any_roll | 21-25,30 | 26@golden_die 36 | seat=0 {turn}")
    best = max((chances_at(apply(state, move)) for move in legal_moves(state)), key=lambda chances: chances[0])
    assert chances_at(state) == pytest.approx(best, abs=CLOSE)
    if state.phase is not Phase.KEEP:
        assert best == chances_at(apply(state, "roll golden"))
        assert best[0] > chances_at(apply(state, "roll"))[0]


@pytest.mark.parametrize(("edition", "players"), [("classic-2014", 2), ("deluxe-2018", 2), ("deluxe-2018", 4)])
def test_the_champion_makes_no_error_by_its_own_value(edition: str, players: int) -> None:
    review = review_of(bots_game(edition, *["champion"] * players))
    assert {ply.error for ply in review.plies} == {0.0}
    assert review.moments() == ()
    assert review.costliest() is None
    assert sum(totals.decisions for totals in review.totals) > 30


def test_a_planted_blunder_is_found_and_costs_what_it_gives_away() -> None:
    game = bots_game("classic-2014", "champion", "champion")
    positions = list(game.replay())
    number = next(
        number
        for number, state in enumerate(positions)
        if state.phase is Phase.DECIDE and str(game.moves[number]) == "stop"
    )
    planted = game.until(number).play(parse_move("roll"))
    (blunder,) = review_of(planted).moments()
    assert (blunder.number, str(blunder.move), str(blunder.best)) == (number, "roll", "stop")
    assert blunder.error == pytest.approx(blunder.before[blunder.seat] - blunder.after[blunder.seat], abs=CLOSE)
    assert blunder.given(1 - blunder.seat) == pytest.approx(blunder.error, abs=CLOSE)


def test_equally_good_moves_cost_nothing_and_forced_ones_count_for_nobody() -> None:
    game = bots_game("deluxe-2018", "rooster", "rooster", "rooster")
    review, states = review_of(game), list(game.replay())
    for ply in review.plies:
        if len(legal_moves(states[ply.number])) == 1 or ply.is_roll:
            assert (ply.is_counted, ply.error) == (False, 0.0)
        assert ply.error == 0.0 or ply.error > CLOSE
        assert bool(ply.error) <= ply.is_counted
    assert any(ply.error for ply in review.plies)


def test_weaker_players_err_more() -> None:
    rates = list[float]()
    for level in ("hatchling", "fledgling", "rooster", "champion"):
        reviews = [review_of(bots_game("classic-2014", level, level, number=number)) for number in range(4)]
        every = [totals for review in reviews for totals in review.totals]
        rates.append(sum(totals.error for totals in every) / sum(totals.decisions for totals in every))
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == 0


# ------------------------------------------------------------------------------------------------ perfect play


def test_a_review_of_perfect_play_on_a_solved_game_shows_no_error_and_no_rest() -> None:
    small = parse_rules("classic-2014 tiles=21,25,29,33")
    perfect = PerfectChance(value=PerfectValue(small))
    champion = ChampionPlayer(perfect)
    for number in range(3):
        moves = [move for _, move, _ in play_game(small, [champion, champion], game_random(1, number))]
        game = Game(small, ("Ada", "Bo"), tuple(moves))
        exact, shipped = review_of(game, perfect), review_of(game)
        assert {ply.error for ply in exact.plies} == {0.0}
        assert max(abs(ply.rest(seat)) for ply in exact.plies for seat in (0, 1)) < 1e-6
        assert not shipped.moments(), "nothing that the shipped evaluator would mark either"
