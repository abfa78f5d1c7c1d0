"""Learning by playing: lessons on the page of a table, where dice and neighbours follow a plan. Nothing is stored.

Where a learner stands is in the address, and in a cookie for the next visit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import Response

from wormgrill.game.events import events
from wormgrill.game.state import apply
from wormgrill.presentation.board import Facts, SeatFacts
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.lessons import LEARNER, Lesson, Moment, Place, moment_at, place_in
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


DONE = "lessons"
"""The cookie that remembers the names of the lessons that have been played to their end, with dots between them."""


@dataclass(frozen=True)
class LessonCard:
    """A lesson in the list of all."""

    lesson: Lesson
    way: str
    """What its link says."""
    url: str
    is_done: bool
    is_next: bool


async def lesson_of(name: str) -> Lesson:
    """The lesson of a name."""
    if name not in LESSONS:
        raise NotFound("There is no such lesson.")
    return LESSONS[name]


LessonOf = Annotated[Lesson, Depends(lesson_of)]


@router.get("/learn")
async def learn(visit: Visiting) -> Response:
    """All lessons: which are done, and where to go on."""
    _, done = visit.words.gettext, _done(visit)
    name, _slash, place = visit.request.cookies.get(LEARNED, "").partition("/")
    following = (
        name if name in LESSONS and name not in done else next((name for name in LESSONS if name not in done), "")
    )
    cards = []
    for lesson in LESSONS.values():
        at = place_in(lesson, place) if lesson.name == name and lesson.name not in done else Place()
        way = _("Once more") if lesson.name in done else _("Begin") if at == Place() else _("Go on")
        url = f"/learn/{lesson.name}?at={at}"
        cards.append(LessonCard(lesson, way, url, lesson.name in done, lesson.name == following))
    return page(visit, "lessons.html", {"cards": cards, "urls": {"here": "/learn"}})


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
    name = moment.lesson.name
    visit.set_cookie(response, LEARNED, f"{name}/{moment.place}")
    if not (moment.step or moment.next_scene or name in (done := _done(visit))):
        visit.set_cookie(response, DONE, ".".join((*done, name)))


def _done(visit: Visit) -> list[str]:
    """The lessons that have been played to their end."""
    return [name for name in visit.request.cookies.get(DONE, "").split(".") if name in LESSONS]


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
