"""The puzzles that the package ships."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from random import Random

from wormgrill.analysis.options import choices
from wormgrill.analysis.value import TRAINED, DeepChance, evaluator_version
from wormgrill.game.position import parse_state
from wormgrill.game.state import legal_moves
from wormgrill.presentation.puzzles import (
    DAILY,
    DIFFICULTIES,
    all_puzzles,
    chosen_puzzles,
    daily_puzzles,
    format_puzzles,
    parse_puzzles,
    puzzles_evaluator,
)
from wormgrill.presentation.puzzling import puzzle_page
from wormgrill.presentation.words import languages

SAMPLE = Random(0).sample(sorted(all_puzzles().values(), key=lambda puzzle: puzzle.id), 24)


def test_they_were_made_with_the_evaluator_that_reviews_games() -> None:
    assert puzzles_evaluator() == evaluator_version()


def test_there_are_many_of_every_edition_and_difficulty_and_every_best_move_is_legal() -> None:
    counts = Counter((puzzle.edition, puzzle.difficulty) for puzzle in all_puzzles().values())
    assert set(counts) == {(edition, level) for edition in ("classic-2014", "deluxe-2018") for level in DIFFICULTIES}
    assert min(counts.values()) >= 60
    for puzzle in all_puzzles().values():
        assert puzzle.best in map(str, legal_moves(parse_state(puzzle.position)))
    assert len(chosen_puzzles("deluxe-2018", "hard")) == counts["deluxe-2018", "hard"]


def test_the_best_move_is_clear_also_one_turn_deeper() -> None:
    for puzzle in SAMPLE:
        state = parse_state(puzzle.position)
        for evaluator in (TRAINED, DeepChance()):
            best, second, *_ = choices(state, evaluator)
            assert str(best.move) == puzzle.best
            assert best.value - second.value >= 0.03


def test_the_ten_of_a_day_follow_from_the_date_and_differ_from_day_to_day() -> None:
    days = [date(2026, 11, 17) + timedelta(days=number) for number in range(30)]
    for day in days:
        assert len(set(daily_puzzles(day))) == DAILY
        levels = [DIFFICULTIES.index(puzzle.difficulty) for puzzle in daily_puzzles(day)]
        assert levels == sorted(levels)
    assert len({daily_puzzles(day) for day in days}) == len(days)


def test_the_file_says_what_was_written() -> None:
    evaluator, puzzles = parse_puzzles(format_puzzles(SAMPLE, "abc"))
    assert evaluator == "abc"
    assert [(puzzle.id, puzzle.best, puzzle.difficulty) for puzzle in puzzles] == [
        (puzzle.id, puzzle.best, puzzle.difficulty) for puzzle in SAMPLE
    ]


def test_every_language_shows_a_puzzle_and_only_the_best_move_is_right() -> None:
    for language in languages():
        for puzzle in SAMPLE[:4]:
            moves = legal_moves(parse_state(puzzle.position))
            right = {str(move) for move in moves if puzzle_page(puzzle, language, str(move)).decision.is_right}
            assert right == {puzzle.best}
