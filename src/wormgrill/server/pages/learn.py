"""Learning by playing: lessons on the page of a table, where dice and neighbours follow a plan. Nothing is stored.

Where a learner stands is in the address, and in a cookie for the next visit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import Response

from wormgrill.game.events import events
from wormgrill.game.state import apply
from wormgrill.presentation.board import Facts, SeatFacts
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.lessons import LEARNER, Lesson, Moment, moment_at, place_in
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, specialists_of, travelling
from wormgrill.server.model.refusals import BotsBusy, NotFound
from wormgrill.server.pages.fragments import NOWHERE, fragments, patch
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page, redirect
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

LEARNED = "learned"
"""The cookie that remembers a place: the name of the lesson, a slash and the place."""


async def lesson_of(name: str) -> Lesson:
    """The lesson of a name."""
    if name not in LESSONS:
        raise NotFound("There is no such lesson.")
    return LESSONS[name]


LessonOf = Annotated[Lesson, Depends(lesson_of)]


@router.get("/learn")
async def learn(visit: Visiting) -> Response:
    """Go on where one was, or begin with the first lesson; after the end of one with the next."""
    name, _, place = visit.request.cookies.get(LEARNED, "").partition("/")
    lesson = LESSONS.get(name) or next(iter(LESSONS.values()))
    moment = moment_at(lesson, place_in(lesson, place), _learner(visit))
    if moment.step or moment.next_scene:
        return redirect(f"/learn/{lesson.name}", at=str(moment.place))
    names = [*LESSONS]
    return redirect(f"/learn/{names[(names.index(lesson.name) + 1) % len(names)]}", at="0")


@router.get("/learn/{name}")
async def show(visit: Visiting, lesson: LessonOf, at: str = "", tried: str = "") -> Response:
    """One moment of a lesson."""
    moment = moment_at(lesson, place_in(lesson, at), _learner(visit))
    teller = Teller(visit.words, moment.game.players)
    response = page(
        visit,
        "learn.html",
        {
            **await _shown(visit, moment, moment.remark(tried[:40])),
            "edition_name": teller.edition(moment.game.rules),
            "abouts": specialists_of(moment.game.rules, teller),
        },
    )
    _remember(visit, response, moment)
    return response


@router.post("/learn/{name}/moves")
async def move(visit: Visiting, lesson: LessonOf, at: str = "") -> Response:
    """A move of the learner: the lesson goes on with it, or says something about it."""
    text = (await visit.form()).get("move", "")[:40]
    before = moment_at(lesson, place_in(lesson, at), _learner(visit))
    place = before.after(text)
    if not visit.is_htmx:
        there = f"/learn/{lesson.name}"
        return redirect(there, at=str(place)) if place else redirect(there, at=str(before.place), tried=text)
    moment = moment_at(lesson, place, _learner(visit)) if place else before
    shown = await _shown(visit, moment, "" if place else before.remark(text))
    parts = {
        **fragments(replace(shown["view"], has_hints=False), shown["urls"], visit.words),  # there is no switch for them
        "coach": render("_coach.html", visit.words.language, **shown).strip(),
    }
    response = html(visit, patch(parts, travelling=_things(before, moment)))
    _remember(visit, response, moment)
    return response


def _learner(visit: Visit) -> str:
    return visit.person.name if visit.person else visit.words.gettext("You")


def _seats(visit: Visit, moment: Moment) -> tuple[SeatFacts, ...]:
    learner = SeatFacts(bird=visit.person.bird if visit.person else None)
    return tuple(learner if seat == LEARNER else SeatFacts() for seat in range(len(moment.game.players)))


def _remember(visit: Visit, response: Response, moment: Moment) -> None:
    visit.set_cookie(response, LEARNED, f"{moment.lesson.name}/{moment.place}")


async def _shown(visit: Visit, moment: Moment, remark: str) -> dict[str, Any]:
    """What the page and its fragments show of a moment."""
    here = f"/learn/{moment.lesson.name}"
    names = [*LESSONS]
    following = names[names.index(moment.lesson.name) + 1 :]
    facts = Facts(table="", seats=_seats(visit, moment), mine=(LEARNER,), has_chat=False)
    if moment.scene.has_numbers and moment.step:
        facts = replace(facts, has_hints=True, wants_hints=True, odds=await _numbers(visit, moment))
    view = make_view(moment.game, facts, visit.words)
    if not moment.step:
        told = view.status.text if moment.game.state.is_turn_over else ""
        done = replace(view.status, kind="over", title=visit.words.gettext("See what happened"), text=told)
        view = replace(view, is_my_move=False, actions=(), status=done)
    return {
        "view": view,
        "moment": moment,
        "remark": remark,
        "is_known": visit.person is not None,
        "lessons": [*LESSONS.values()],
        "next_lesson": LESSONS[following[0]] if following else None,
        "urls": {
            "here": f"{here}?at={moment.place}",
            "moves": f"{here}/moves?at={moment.place}",
            "next_scene": f"{here}?at={moment.next_scene}" if moment.next_scene else "",
            "rules": rules_url(moment.game.rules),
            **NOWHERE,
        },
    }


async def _numbers(visit: Visit, moment: Moment) -> Mapping[str, Any] | None:
    try:
        return await visit.tables.odds_of(moment.game.state)
    except BotsBusy:  # the lesson goes on without them
        return None


def _things(before: Moment, after: Moment) -> list[str]:
    """What travels on the way from one moment to the next."""
    found, state = list[str](), before.game.state
    for made in after.game.moves[len(before.game.moves) :]:
        state, earlier = apply(state, made), state
        found += travelling(made, events(earlier, made, state))
    return found
