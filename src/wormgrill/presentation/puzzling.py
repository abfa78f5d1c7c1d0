"""Puzzles as people see them: a position on the board, what is said of a try, and a day's result to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from wormgrill.game.position import parse_state
from wormgrill.game.record import Game
from wormgrill.presentation.board import Figure, SeatFacts
from wormgrill.presentation.puzzles import Puzzle
from wormgrill.presentation.review_view import Decision
from wormgrill.presentation.story import KeptDice, Story, TurnStory
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import specialists_of
from wormgrill.presentation.words import Words, words_of

RIGHT, WRONG = "1", "0"
SQUARES = {RIGHT: "🟩", WRONG: "🟥"}


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle on the board."""

    decision: Decision
    edition: str
    rules: str
    figures: tuple[Figure, ...]


def puzzle_page(puzzle: Puzzle, language: str, tried: str) -> PuzzlePage:
    """A puzzle, and what is said of a try."""
    from wormgrill.presentation.trying import decision_at  # noqa: PLC0415  # the server does without the compiler

    words, state = words_of(language), parse_state(puzzle.position)
    names = tuple(
        words.gettext("You") if seat == state.seat else words.gettext("Player %(number)d") % {"number": seat + 1}
        for seat in range(state.players)
    )
    aside = state.turn.aside
    keeps = tuple(KeptDice(face, number) for face, number in enumerate(aside, start=1) if number)
    turn = TurnStory(state.seat, keeps, rolled=state.turn.rolled, had=state.specialists[state.seat])
    game, seats = Game(state.rules, names), (SeatFacts(),) * state.players
    decision = decision_at(game, seats, words, tried=tried, story=Story(state, turns=(turn,)))
    teller = Teller(words, names)
    return PuzzlePage(decision, teller.edition(state.rules), str(state.rules), specialists_of(state.rules, teller))


def difficulty_title(difficulty: str, words: Words) -> str:
    """What a difficulty is called."""
    _ = words.gettext
    return {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}[difficulty]


def shared_day(day: date, answers: Sequence[str], address: str) -> str:
    """The result of a day's puzzles as a small text.

    >>> print(shared_day(date(2026, 11, 17), "1101", "https://example.org/puzzles/daily"))
    wormgrill 2026-11-17: 3/4
    🟩🟩🟥🟩
    https://example.org/puzzles/daily
    """
    right = sum(answer == RIGHT for answer in answers)
    return f"wormgrill {day}: {right}/{len(answers)}\n{''.join(SQUARES[answer] for answer in answers)}\n{address}"
