"""A review in words and as drawings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from tests.support.bot_games import bots_game
from wormgrill.analysis.bands import Band, all_bands, bands_of, plays_like
from wormgrill.analysis.review import Totals, review_of
from wormgrill.game.moves import Keep
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players.levels import LEVELS
from wormgrill.presentation.review_view import WIDE, ReviewView
from wormgrill.presentation.reviewing import _verdict, review_view
from wormgrill.presentation.story import story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import languages, words_of

GAME = bots_game("classic-2014", "nestling", "pullet")
REVIEW = review_of(GAME)


def view(language: str = "en", seat: int | None = None) -> ReviewView:
    return review_view(GAME, REVIEW, Teller(words_of(language), GAME.players), seat)


def test_every_bar_begins_where_the_one_above_ends_and_the_last_one_is_the_result() -> None:
    for player, totals in zip(view().players, REVIEW.totals, strict=True):
        scale = player.one - player.zero
        start, *changes, final = player.bars
        end = start.left + start.length
        for bar in changes:
            near, far = (bar.left, bar.left + bar.length) if bar.is_gain else (bar.left + bar.length, bar.left)
            assert near == pytest.approx(end, abs=2)
            end = far
        assert end == pytest.approx(final.left + final.length, abs=2)
        assert final.length == pytest.approx(scale * totals.final, abs=2)


def test_the_curve_has_a_point_for_the_start_and_after_every_turn() -> None:
    curve, turns = view().curve, REVIEW.plies[-1].turn
    assert curve
    for line in curve.lines:
        points = [tuple(map(int, point.split(","))) for point in line.points.split()]
        assert len(points) == turns + 1
        assert all(0 <= y <= WIDE[1] for _, y in points)
    assert len(curve.rows) == turns + 1


def test_the_turning_point_is_the_steepest_turn_of_the_curve_and_tells_what_happened() -> None:
    swing, curve = REVIEW.turning_point, view().curve
    assert swing
    assert curve
    heights = [[int(point.split(",")[1]) for point in line.points.split()] for line in curve.lines]
    steepest = max(abs(after - before) for line in heights for before, after in pairwise(line))
    assert abs(heights[swing.seat][swing.turn] - heights[swing.seat][swing.turn - 1]) == steepest
    assert curve.turning[0] < curve.turning[1]
    story = story_of(GAME).turns[swing.turn - 1]
    told = Teller(words_of("en"), GAME.players).told(story)
    assert view().turning_point.startswith(f"Turning point, turn {swing.turn}: {told}")


def test_where_nothing_has_happened_there_is_nothing_to_review() -> None:
    game = Game(GAME.rules, GAME.players)
    found = review_view(game, review_of(game), Teller(words_of("en"), game.players))
    assert found.title == "Nothing to review yet: nobody has rolled."
    assert found.curve is None
    assert not found.players


def test_why_a_move_is_better_is_told_of_both_moves_and_nothing_twice() -> None:
    for moment in view().moments:
        sentences = moment.why.removesuffix(".").split(". ")
        assert 2 <= len(sentences) <= 3
        assert len(set(sentences)) == len(sentences)


def test_a_moment_shows_the_grill_what_players_have_the_dice_and_what_was_played() -> None:
    seen = review_view(GAME, REVIEW, Teller(words_of("en"), GAME.players))
    for moment in seen.moments:
        state = GAME.until(moment.ply).state
        rows = {name: [thing.text for thing in things] for row in moment.board for name, things in row}
        assert rows["The grill"] == [str(number) for number in state.grill]
        assert [name for name in GAME.players if name in rows] == [
            name for name, top in zip(GAME.players, state.tops, strict=True) if top
        ]
        if state.turn.rolled:
            assert "".join(rows["The rolled dice"]) == state.turn.rolled.faces
        move = GAME.moves[moment.ply]
        if isinstance(move, Keep) and state.turn.rolled:
            assert len(moment.played_picture) == state.turn.rolled.counts[move.face - 1]


@pytest.mark.parametrize(
    ("luck", "to_winner", "to_loser", "to_others"),
    [
        (0.5, "close, and the dice were with you", "close, and the dice decided", "close, and the dice decided"),
        (0.0, "You played best, and won", "Ada played best, and won", "Ada played best, and won"),
        (0.9, "dice decided for you", "You played best, but the dice", "Bo played best, but the dice decided for Ada"),
    ],
)
def test_whether_playing_or_the_dice_decided_is_said_to_whoever_reads_it(
    luck: float, to_winner: str, to_loser: str, to_others: str
) -> None:
    won = Totals(start=0.5, luck=luck, error=0.0, given=0.0, rest=0.0, final=1.0, decisions=9, deviation=0.03)
    totals = won, replace(won, luck=-luck, final=0.0)
    review = SimpleNamespace(is_over=True, players=2, totals=totals)
    for you, told in ((0, to_winner), (1, to_loser), (None, to_others)):
        assert told in _verdict(review, Teller(words_of("en"), ("Ada", "Bo"), you))  # type: ignore[arg-type]  # as much as it needs


def test_moments_are_those_of_one_seat_or_of_all_and_the_most_expensive_come_first() -> None:
    every = view().moments
    assert 0 < len(every) <= 3
    costs = [next(ply.error for ply in REVIEW.plies if ply.number == moment.ply) for moment in every]
    assert costs == sorted(costs, reverse=True)
    assert {moment.name for moment in view(seat=1).moments} == {"Bo"}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_words_for_all_of_it(language: str) -> None:
    here, english = view(language), view()
    if language != "en":
        assert here.verdict != english.verdict
        assert here.turning_point != english.turning_point
        assert here.bands != english.bands
        assert [bar.name for bar in here.players[0].bars] != [bar.name for bar in english.players[0].bars]


def test_there_are_bands_for_every_kind_of_game() -> None:
    for edition in EDITIONS.values():
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            bands = bands_of(edition, players)
            assert {band.level for band in bands} == set(LEVELS)
            assert [band.rate for band in bands] == sorted((band.rate for band in bands), reverse=True)
            assert bands[-1].level == "champion"
    assert all(band.games >= 40 for bands in all_bands().values() for band in bands)


def test_whoever_errs_between_two_levels_is_told_the_nearer_one() -> None:
    bands = (Band("hatchling", 0.04, 9, 1), Band("rooster", 0.01, 9, 1), Band("champion", 0.0, 9, 1))
    assert [plays_like(rate, bands) for rate in (0.021, 0.019, 0.0026, 0.0024)] == [
        *("hatchling", "rooster", "rooster", "champion"),
    ]
