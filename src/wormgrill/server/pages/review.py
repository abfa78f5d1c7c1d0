"""Reviews: what was luck and what was skill in a game, and its moments to be tried again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response, StreamingResponse

from wormgrill.game.errors import InvalidNotation
from wormgrill.presentation.looking_back import LookBack, trial_at
from wormgrill.presentation.replaying import GameFacts
from wormgrill.server.model.refusals import NotFound, Refusal, UnreadableLink
from wormgrill.server.pages.fragments import NOWHERE, patch
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.replay import Shown, ShownLink, ShownTable, work_on
from wormgrill.server.pages.responses import html, page, page_text, redirect
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.services.reviews import Asked, Progress, asked_of
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

EVERYBODY = "all"
MADE_HERE = "MADE HERE"
"""What stands in the page where the review comes when it is made."""
MAX_MOVE = 40
Ply = Annotated[int, Path(ge=0, le=1_000_000)]


# ------------------------------------------------------------------------------------------------ the whole game


@router.get("/t/{table_id}/review")
async def review_table(visit: Visiting, table_id: str, shown: ShownTable, seat: str = "") -> Response:
    """The review of a table's game, with the moments of the visitor if they have played."""
    live = await visit.tables.reviewable(table_id)
    mine = live.table.seats_of(visit.person_id)
    asked = asked_of(live, shown.replay, visit.address)
    you = mine[0] if len(mine) == 1 else None
    return await _review(visit, shown, asked, None if seat == EVERYBODY else you, you)


@router.get("/record/{code}/review")
async def review_link(visit: Visiting, shown: ShownLink) -> Response:
    """The review of the game in a link."""
    return await _review(visit, shown, Asked(shown.replay, shown.home, visit.address))


async def _review(
    visit: Visit, shown: Shown, asked: Asked, seat: int | None = None, you: int | None = None
) -> Response:
    """The page at once if the review is known or short; else it is sent as it is made."""
    making = visit.services.reviews.make(asked)
    try:
        first = await anext(making, None)  # a link that cannot be read is refused before anything is sent
    except InvalidNotation as problem:
        raise UnreadableLink(str(problem)) from None
    if first is None:
        found = await visit.services.reviews.view(asked, seat, you)
        return page(visit, "review.html", _values(shown, found.facts, seat, found))
    parts = _streamed(visit, shown, asked, seat, you, making, first)
    return StreamingResponse(parts, headers={"Cache-Control": "no-store"}, media_type="text/html")


async def _streamed(  # noqa: PLR0913, PLR0917  # who asks for what, and how far it has come
    visit: Visit,
    shown: Shown,
    asked: Asked,
    seat: int | None,
    you: int | None,
    making: AsyncIterator[Progress],
    first: Progress,
) -> AsyncIterator[str]:
    """The page in parts: how far the review has come, and at last the review. It ends with whoever wanted it."""
    language = visit.words.language
    head, tail = page_text(visit, "review.html", _values(shown, first.facts, seat)).split(MADE_HERE)
    yield head
    try:
        async for progress in making:
            yield render("_review_progress.html", language, done=progress.done, total=progress.total)
        found = await visit.services.reviews.view(asked, seat, you)
        yield render("_review.html", language, **_values(shown, found.facts, seat, found))
    except Refusal:
        yield render("_unmade.html", language)
    yield tail


def _values(shown: Shown, facts: GameFacts, seat: int | None, found: LookBack | None = None) -> dict[str, Any]:
    """What the page shows; without a review it is the frame around one."""
    return {
        "review": found.view if found else None,
        "birds": found.birds if found else (),
        "edition_name": facts.edition,
        "urls": {
            "table": shown.table,
            "replay": f"{shown.home}/replay",
            "moments": f"{shown.home}/review",
            "everybody": f"{shown.home}/review?seat={EVERYBODY}" if seat is not None else "",
            "rules": rules_url(facts.rules),
        },
    }


# ------------------------------------------------------------------------------------------------ one moment


@router.get("/t/{table_id}/review/{ply}")
async def try_table(visit: Visiting, table_id: str, shown: ShownTable, ply: Ply, tried: str = "") -> Response:
    """A decision of a table's game, to be tried again."""
    await visit.tables.reviewable(table_id)
    return await _trial(visit, shown, ply, tried)


@router.get("/record/{code}/review/{ply}")
async def try_link(visit: Visiting, shown: ShownLink, ply: Ply, tried: str = "") -> Response:
    """A decision of the game in a link, to be tried again."""
    return await _trial(visit, shown, ply, tried)


@router.post("/t/{table_id}/review/{ply}")
async def tried_table(visit: Visiting, table_id: str, shown: ShownTable, ply: Ply) -> Response:
    """What is said of a try."""
    await visit.tables.reviewable(table_id)
    return await _tried(visit, shown, ply)


@router.post("/record/{code}/review/{ply}")
async def tried_link(visit: Visiting, shown: ShownLink, ply: Ply) -> Response:
    """What is said of a try."""
    return await _tried(visit, shown, ply)


async def _trial(visit: Visit, shown: Shown, ply: int, tried: str) -> Response:
    values = await _trial_values(visit, shown, ply, tried[:MAX_MOVE])
    return page(visit, "trial.html", values)


async def _tried(visit: Visit, shown: Shown, ply: int) -> Response:
    move = (await visit.form()).get("move", "")[:MAX_MOVE]
    if not visit.is_htmx:
        return redirect(f"{shown.home}/review/{ply}", tried=move)
    return trial_patch(visit, await _trial_values(visit, shown, ply, move))


def trial_patch(visit: Visit, values: Mapping[str, Any]) -> Response:
    """What changes on the page of a decision after a try."""
    templates = {"coach": "_trial.html", "options": "_options.html"}
    parts = {name: render(template, visit.words.language, **values).strip() for name, template in templates.items()}
    return html(visit, patch(parts))


async def _trial_values(visit: Visit, shown: Shown, ply: int, tried: str) -> dict[str, Any]:
    trial = await work_on(visit, trial_at, shown.replay, ply, tried, needs_compiler=True)
    if trial is None:
        raise NotFound("Nothing was decided there.")
    words, here = visit.words, f"{shown.home}/review"
    following = visit.services.reviews.moment_after(shown.home, ply)
    about = words.gettext("Turn %(turn)d: %(name)s played “%(move)s”. What is better?")
    return {
        "title": words.gettext("Try again"),
        "situation": about % {"turn": trial.turn, "name": trial.name, "move": trial.played},
        "question": words.gettext("What would you do?"),
        "back_name": words.gettext("Back to the review"),
        "shows_options": True,
        "next_name": words.gettext("Next moment"),
        "decision": trial.decision,
        "view": trial.decision.view,
        "edition_name": trial.facts.edition,
        "abouts": trial.figures,
        "urls": {
            "moves": f"{here}/{ply}",
            "here": f"{here}/{ply}",
            "back": here,
            "next": f"{here}/{following}" if following is not None else "",
            "rules": rules_url(trial.facts.rules),
            **NOWHERE,
        },
    }
