"""Puzzles: what would you keep? With a streak, and ten a day that are the same for everybody.

Nothing is stored here: where a visitor stands is in cookies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, cached_property
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.presentation.labels import edition_title
from wormgrill.presentation.puzzles import (
    DAILY,
    DIFFICULTIES,
    Puzzle,
    all_puzzles,
    chosen_puzzles,
    daily_puzzles,
    puzzles_evaluator,
)
from wormgrill.presentation.puzzling import RIGHT, WRONG, PuzzlePage, difficulty_title, puzzle_page, shared_day
from wormgrill.presentation.words import words_of
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.pages.fragments import NOWHERE
from wormgrill.server.pages.responses import page, redirect, same_for_strangers
from wormgrill.server.pages.review import trial_patch
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

STREAK, TODAY = "streak", "daily"
"""Cookies: puzzles solved at the first try in a row and the most ever; a date with the answers of that day."""
MAX_MOVE = 40
MOST = 9999
TRIED, PART = 300, 4
"""So many puzzles are remembered as tried, each by so many characters of its id."""


@dataclass(frozen=True)
class Streak:
    """How many puzzles were solved at the first try, one after the other."""

    now: int = 0
    best: int = 0
    tried: str = ""
    """The puzzles that were tried last, as the beginnings of their ids: a second try does not count."""

    @classmethod
    def of(cls, visit: Visit) -> Streak:
        """The streak of a visitor."""
        match visit.request.cookies.get(STREAK, "").split("."):
            case [now, best, tried] if now.isdecimal() and best.isdecimal() and len(now) <= 4 and len(best) <= 4:
                return cls(int(now), int(best), tried[-TRIED * PART :])
        return cls()

    @cached_property
    def _parts(self) -> frozenset[str]:
        return frozenset(self.tried[place : place + PART] for place in range(0, len(self.tried), PART))

    def knows(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle was tried not long ago."""
        return puzzle.id[:PART] in self._parts

    def after(self, puzzle: Puzzle, is_right: bool) -> Streak:
        """The streak after a try."""
        if self.knows(puzzle):
            return self
        now = min(self.now + 1, MOST) if is_right else 0
        return Streak(now, max(now, self.best), (self.tried + puzzle.id[:PART])[-TRIED * PART :])

    def __str__(self) -> str:
        return f"{self.now}.{self.best}.{self.tried}"


def today() -> date:
    """The date, the same all over the world."""
    return datetime.now(UTC).date()


def answers_of(visit: Visit, day: date) -> str:
    """The first tries of a visitor at the puzzles of a day: a digit each."""
    kept, _, answers = visit.request.cookies.get(TODAY, "").partition(".")
    return answers[:DAILY] if kept == str(day) and set(answers) <= {RIGHT, WRONG} else ""


# ------------------------------------------------------------------------------------------------ pages


@router.get("/puzzles")
async def puzzles(visit: Visiting) -> Response:
    """All kinds of puzzles, the streak, and the way to today's."""
    if {STREAK, TODAY}.isdisjoint(visit.request.cookies):
        return await same_for_strangers(visit, _puzzles)
    return await _puzzles(visit)


async def _puzzles(visit: Visit) -> Response:
    day = today()
    values = {
        "streak": Streak.of(visit),
        "answers": answers_of(visit, day),
        "daily": DAILY,
        "day": day,
        "kinds": _kinds(visit.words.language),
        "evaluator": puzzles_evaluator(),
        "share": _share(visit, day),
        "urls": {},
    }
    return page(visit, "puzzles.html", values)


@cache
def _kinds(language: str) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """By edition its difficulties, each with its address and how many puzzles it has."""
    words = words_of(language)
    return [
        (
            edition_title(edition, words),
            [
                (
                    difficulty_title(level, words),
                    f"/puzzles/next?edition={edition}&difficulty={level}",
                    len(chosen_puzzles(edition, level)),
                )
                for level in DIFFICULTIES
            ],
        )
        for edition in EDITIONS
        if chosen_puzzles(edition)
    ]


@router.get("/puzzles/next")
async def any_puzzle(visit: Visiting, edition: str = "", difficulty: str = "") -> Response:
    """A puzzle of a kind, drawn at random."""
    found = chosen_puzzles(edition, difficulty)
    if not found:
        raise NotFound("There are no such puzzles.")
    streak = Streak.of(visit)
    puzzle = random.choice([each for each in found if not streak.knows(each)] or found)  # noqa: S311  # no secret
    return redirect(
        f"/puzzles/{puzzle.id}",
        **{name: value for name, value in (("edition", edition), ("difficulty", difficulty)) if value},
    )


@router.get("/puzzles/daily")
async def daily(visit: Visiting) -> Response:
    """The next of today's puzzles, or the result of the day."""
    day = today()
    answers = answers_of(visit, day)
    if len(answers) < DAILY:
        return redirect(f"/puzzles/{daily_puzzles(day)[len(answers)].id}", day=str(day))
    return redirect("/puzzles#today")


@router.get("/puzzles/{puzzle_id}")
async def show(visit: Visiting, puzzle_id: str, tried: str = "") -> Response:
    """A puzzle."""
    puzzle = _puzzle(puzzle_id)
    found = await _solved(visit, puzzle, tried)
    response = page(visit, "trial.html", _values(visit, puzzle, found))
    _remember(visit, response, puzzle, found)
    return response


@router.post("/puzzles/{puzzle_id}")
async def try_move(visit: Visiting, puzzle_id: str) -> Response:
    """What is said of a try."""
    puzzle, move = _puzzle(puzzle_id), (await visit.form()).get("move", "")[:MAX_MOVE]
    if not visit.is_htmx:
        return redirect(f"/puzzles/{puzzle_id}", **{**dict(visit.request.query_params), "tried": move})
    found = await _solved(visit, puzzle, move)
    response = trial_patch(visit, _values(visit, puzzle, found))
    _remember(visit, response, puzzle, found)
    return response


def _puzzle(puzzle_id: str) -> Puzzle:
    if puzzle_id not in all_puzzles():
        raise NotFound("There is no such puzzle.")
    return all_puzzles()[puzzle_id]


async def _solved(visit: Visit, puzzle: Puzzle, tried: str) -> PuzzlePage:
    return await visit.work(puzzle_page, puzzle, visit.words.language, tried[:MAX_MOVE], needs_compiler=True)


def _day_of(visit: Visit, puzzle: Puzzle) -> date | None:
    """Today, if the puzzle is the next of today's and is asked for as such."""
    day = today()
    if visit.request.query_params.get("day") != str(day):
        return None
    return day if puzzle in daily_puzzles(day) else None


def _remember(visit: Visit, response: Response, puzzle: Puzzle, found: PuzzlePage) -> None:
    """Count a first try."""
    if not found.decision.is_tried:
        return
    is_right = found.decision.is_right
    visit.set_cookie(response, STREAK, str(Streak.of(visit).after(puzzle, is_right)))
    day = _day_of(visit, puzzle)
    answers = answers_of(visit, day) if day else ""
    if day and len(answers) < DAILY and daily_puzzles(day)[len(answers)] == puzzle:
        visit.set_cookie(response, TODAY, f"{day}.{answers}{RIGHT if is_right else WRONG}")


def _share(visit: Visit, day: date) -> str:
    answers = answers_of(visit, day)
    return shared_day(day, answers, f"{visit.base_url}/puzzles/daily") if len(answers) == DAILY else ""


def _values(visit: Visit, puzzle: Puzzle, found: PuzzlePage) -> dict[str, Any]:
    words, query = visit.words, visit.request.query_params
    decision, day = found.decision, _day_of(visit, puzzle)
    streak = Streak.of(visit)
    is_known = streak.knows(puzzle)
    if decision.is_tried:
        streak = streak.after(puzzle, decision.is_right)
    level = difficulty_title(puzzle.difficulty, words)
    if day:
        place = daily_puzzles(day).index(puzzle) + 1
        is_known = place <= len(answers_of(visit, day))
        values = {"day": day, "number": place, "all": DAILY, "level": level}
        situation = words.gettext("%(day)s, puzzle %(number)d of %(all)d: %(level)s") % values
    else:
        values = {"level": level, "number": streak.now}
        situation = words.gettext("%(level)s. Solved in a row: %(number)d") % values
    if is_known:
        told = words.gettext("You have tried this one already: only the first try counts.")
        situation = f"{situation}. {told}"
    is_last = day is not None and puzzle == daily_puzzles(day)[-1]
    kind = "&".join(
        f"{name}={query[name]}"
        for name in ("edition", "difficulty")
        if query.get(name, "") in (*EDITIONS, *DIFFICULTIES)
    )
    here = f"/puzzles/{puzzle.id}"
    asked = f"day={day}" if day else kind
    return {
        "title": words.gettext("What would you do?"),
        "situation": situation,
        "question": words.gettext("One move is clearly the best. Which one?"),
        "back_name": words.gettext("All puzzles"),
        "shows_options": decision.is_tried,
        "next_name": words.gettext("To my result") if is_last else words.gettext("Next puzzle"),
        "decision": decision,
        "view": decision.view,
        "edition_name": found.edition,
        "abouts": found.figures,
        "urls": {
            "moves": f"{here}?{asked}",
            "here": f"{here}?{asked}",
            "back": "/puzzles",
            "next": ("/puzzles/daily" if day else f"/puzzles/next?{kind}") if decision.is_tried or is_known else "",
            "rules": rules_url(parse_rules(found.rules)),
            **NOWHERE,
        },
    }
