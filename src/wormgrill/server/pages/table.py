"""The table as a page: its HTML, the moves as forms, and a stream of fragments for each viewer."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from operator import attrgetter
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from wormgrill.game.events import events
from wormgrill.game.moves import Dice
from wormgrill.presentation.board import ChatView, Facts, SeatFacts, TableView
from wormgrill.presentation.hints import Thinking, make_thinking
from wormgrill.presentation.labels import pace_title, shown_name
from wormgrill.presentation.story import Story
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, specialists_of, travelling
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import Refusal, Stale, Unreadable
from wormgrill.server.model.table import Life
from wormgrill.server.pages.common import form_of, html, is_htmx, page, see, set_preference, words_for
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.rendering import render
from wormgrill.server.services.live import LiveTable
from wormgrill.server.web.streams import check_streams, counted, format_event, streaming
from wormgrill.server.web.visit import base_url_of, optional_person, required_person, services_of

router = APIRouter(include_in_schema=False)

HINTS = "hints"
"""The name of the cookie that remembers whether a visitor wants hints."""
FRAGMENTS = ("grill", "play", "players", "log", "chat", "heard", "hints")
"""The parts of the page that change, by the names of their templates."""
MADE_OF = {
    "grill": attrgetter("grill", "supply"),
    "players": attrgetter("players"),
    "log": attrgetter("log", "thinking"),
    "chat": attrgetter("chat", "watching"),
    "heard": attrgetter("heard"),
    "hints": attrgetter("wants_hints"),
}
"""What of a view a fragment shows, where that is not nearly everything."""
TARGETS = {"chat": "chat-lines"}
BETWEEN = ("grill", "players")
"""The fragments between which tiles and specialists travel."""


# ------------------------------------------------------------------------------------------------ what a viewer sees


def wants_hints(request: Request, person: Person | None) -> bool:
    """Whether a viewer has switched hints on."""
    wanted = services_of(request).people.wants_hints(person)
    return request.cookies.get(HINTS) == "on" if wanted is None else wanted


async def view_for(request: Request, live: LiveTable, person: Person | None, words: Words) -> TableView:
    """What a viewer sees of a table now."""
    table, game = live.table, live.game
    story = live.story
    viewer = person.id if person else None
    mine = table.seats_of(viewer)
    wants = table.has_hints and wants_hints(request, person)
    is_mine = live.seat_to_move is not None and live.seat_to_move in mine
    facts = Facts(
        table=table.id,
        seats=tuple(SeatFacts(seat.level, seat.presence.value) for seat in table.seats),
        mine=mine,
        deadline=live.deadline,
        has_hints=table.has_hints and table.life is not Life.FINISHED,
        wants_hints=wants,
        odds=await _odds_of(request, live) if wants and is_mine else None,
        thinking=await _thinking_of(request, live, story, words) if wants else None,
        has_chat=table.has_chat,
        chat=tuple(ChatView(line.number, line.name, line.text, line.person == viewer) for line in live.chat),
        watching=live.watching,
        rematch=table.rematch,
    )
    return make_view(game, facts, words, story)


async def _odds_of(request: Request, live: LiveTable) -> dict[str, Any] | None:
    ply, odds = await services_of(request).tables.odds(live.table.id)
    return odds if ply == live.ply else None


async def _thinking_of(request: Request, live: LiveTable, story: Story, words: Words) -> Thinking | None:
    """What the bot that moved last had considered, if there was anything to consider."""
    for told in reversed(story.recent):
        seat = live.table.seats[told.before.seat]
        if isinstance(told.move, Dice) or seat.level is None:
            continue
        try:
            thoughts = await services_of(request).tables.thoughts(live.table.id, told.ply)
        except Refusal:
            return None
        teller = _teller(live, words)
        rows = [(teller.short(told.before, each.move), each.value, each.reason.numbers) for each in thoughts]
        return make_thinking(teller.names[told.before.seat], rows, words) if len(rows) > 1 else None
    return None


def _teller(live: LiveTable, words: Words) -> Teller:
    return Teller(words, tuple(shown_name(seat.name, seat.level, words) for seat in live.table.seats))


def _addresses(request: Request, live: LiveTable, person: Person | None) -> dict[str, str]:
    here = f"/t/{live.table.id}"
    is_seated = bool(live.table.seats_of(person.id if person else None))
    return {
        "moves": f"{here}/moves",
        "live": f"{here}/live",
        "hints": f"{here}/hints",
        "chat": f"{here}/chat",
        "leave": f"{here}/leave" if is_seated and live.table.life is Life.PLAYING else "",
        "rematch": f"{here}/rematch" if is_seated else "",
        "rematch_page": f"/t/{live.table.rematch}",
        "replay": f"{here}/replay",
        "verify": f"{here}/verify",
        "public": base_url_of(request) + here,
    }


# ------------------------------------------------------------------------------------------------ fragments


Shown = tuple[TableView, dict[str, str]]
"""A view and its fragments."""


def fragments(view: TableView, urls: dict[str, str], words: Words, shown: Shown | None = None) -> dict[str, str]:
    """The changing parts of the page, by name; those of which `shown` has the same are not made again."""
    parts: dict[str, str] = {}
    for name in FRAGMENTS:
        if (name == "hints" and not view.has_hints) or (name == "chat" and not view.has_chat):
            continue
        made_of = MADE_OF.get(name)
        if shown and made_of and name in shown[1] and made_of(view) == made_of(shown[0]):
            parts[name] = shown[1][name]
        else:
            parts[name] = render(f"_{name}.html", words.language, view=view, urls=urls).strip()
    return parts


def patch(parts: dict[str, str], title: str = "", travelling: Iterable[str] = ()) -> str:
    """Fragments as htmx puts them in place: morphed, so that focus stays.

    Where tiles travel, the parts between which they do change in a transition; all else changes at once.
    """
    things = " ".join(dict.fromkeys(travelling))
    return "".join(_partial(name, part, things) for name, part in parts.items()) + title


def _partial(name: str, part: str, things: str) -> str:
    swap = "outerMorph transition:true" if things and name in BETWEEN else "outerMorph"
    target = TARGETS.get(name, name)
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}" data-travel="{things}">{part}</hx-partial>'


def _title(view: TableView, words: Words) -> str:
    return render("_title.html", words.language, view=view)


def _notice(sentence: str, words: Words) -> str:
    part = render("_notice.html", words.language, notice=sentence).strip()
    return f'<hx-partial hx-target="#notices" hx-swap="innerHTML">{part}</hx-partial>'


def refused(kind: str, words: Words) -> str:
    """Why something was refused, in the reader's language; `kind` is the type of the refusal."""
    _ = words.gettext
    sentences = {
        "stale-move": _("Somebody was faster: this is how it stands now."),
        "illegal-move": _("That is not possible now."),
        "not-yours": _("It is not your turn."),
        "not-now": _("That is not possible now."),
        "too-much": _("That was a bit fast. Try again in a moment."),
        "unreadable": _("That could not be understood."),
        "unknown-person": _("You are only watching here."),
        "not-found": _("That is not here any more."),
    }
    return sentences.get(kind, sentences["not-now"])


# ------------------------------------------------------------------------------------------------ routes


@router.get("/t/{table_id}")
async def show(request: Request, table_id: str, notice: str = "") -> Response:
    """The page of a table that is being played or is over; one that waits, or never began, has a page of its own."""
    live = await services_of(request).tables.get(table_id)
    if live.table.started_at is None:
        return see(f"/t/{table_id}/wait")
    person = await optional_person(request)
    words = words_for(request, person)
    view = await view_for(request, live, person, words)
    teller = _teller(live, words)
    addresses = _addresses(request, live, person)
    values = {
        "view": view,
        "urls": addresses,
        "edition_name": teller.edition(live.table.rules),
        "pace_name": pace_title(live.table.pace.seconds, words) if live.table.pace.number else "",
        "notice": refused(notice, words) if notice else "",
        "abouts": specialists_of(live.table.rules, teller),
        "now": time.time(),
        "qr": qr_code(addresses["public"]),
    }
    return page(request, "table.html", words, values)


@router.post("/t/{table_id}/moves")
async def move(request: Request, table_id: str) -> Response:
    """Play a move; sent twice by a nervous finger, it is played once."""
    person = await optional_person(request)
    words = words_for(request, person)
    form = await form_of(request)
    ply, text = form.get("ply", ""), form.get("move", "")
    tables = services_of(request).tables
    try:
        if not (ply.isascii() and ply.isdigit() and len(ply) < 8):
            raise Unreadable("The form does not say which ply it answers.")
        await tables.play(table_id, await required_person(request), int(ply), text)
    except Refusal as refusal:
        is_repeated = isinstance(refusal, Stale) and _is_played(await tables.get(table_id), int(ply), text)
        if not is_repeated:
            return await _no(request, table_id, refusal, words)
    return await _done(request, table_id, person, words)


def _is_played(live: LiveTable, ply: int, text: str) -> bool:
    """Whether this very move was played at this ply."""
    return ply < live.ply and str(live.game.moves[ply]) == text


@router.post("/t/{table_id}/chat")
async def chat(request: Request, table_id: str) -> Response:
    """Say a line."""
    person = await optional_person(request)
    words = words_for(request, person)
    form = await form_of(request)
    try:
        await services_of(request).tables.say(table_id, await required_person(request), form.get("text", ""))
    except Refusal as refusal:
        return await _no(request, table_id, refusal, words)
    return await _done(request, table_id, person, words)


@router.post("/t/{table_id}/hints")
async def hints(request: Request, table_id: str) -> Response:
    """Switch hints on or off for this visitor."""
    form = await form_of(request)
    person = await optional_person(request)
    wish = form.get("hints") == "on"
    if person:
        services_of(request).people.switch_hints(person, is_on=wish)
    words = words_for(request, person)
    if not is_htmx(request):
        response: Response = see(f"/t/{table_id}")
    elif person:
        response = await _now(request, table_id, person, words)
    else:
        response = Response(status_code=204, headers={"HX-Refresh": "true"})
    set_preference(request, response, HINTS, "on" if wish else "off")
    return response


@router.post("/t/{table_id}/leave")
async def leave(request: Request, table_id: str) -> Response:
    """Leave the table; a bot plays on."""
    await services_of(request).tables.leave(table_id, await required_person(request))
    return see("/")


@router.post("/t/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    """Play again with the same people."""
    live = await services_of(request).tables.rematch(table_id, await required_person(request))
    return see(f"/t/{live.table.id}")


async def _done(request: Request, table_id: str, person: Person | None, words: Words) -> Response:
    """The stream brings what is new; without JavaScript the page does, without a stream this answer."""
    if not is_htmx(request):
        return see(f"/t/{table_id}")
    if "wormgrill-stream" not in request.headers:
        return Response(status_code=204)
    return await _now(request, table_id, person, words)


async def _now(request: Request, table_id: str, person: Person | None, words: Words) -> Response:
    live = await services_of(request).tables.get(table_id)
    view = await view_for(request, live, person, words)
    return html(request, patch(fragments(view, _addresses(request, live, person), words), _title(view, words)))


async def _no(request: Request, table_id: str, refusal: Refusal, words: Words) -> Response:
    if not is_htmx(request):
        return see(f"/t/{table_id}", notice=refusal.type)
    person = await optional_person(request)
    live = await services_of(request).tables.get(table_id)
    view = await view_for(request, live, person, words)
    text = patch(
        fragments(view, _addresses(request, live, person), words), _notice(refused(refusal.type, words), words)
    )
    return html(request, text, refusal.status)


# ------------------------------------------------------------------------------------------------ the stream


@router.get("/t/{table_id}/live")
async def follow(request: Request, table_id: str) -> Response:
    """Fragments for one viewer: at once how it stands, then whatever changes."""
    check_streams(request)
    live = await services_of(request).tables.get(table_id)
    person = await optional_person(request)
    words = words_for(request, person)
    return streaming(_stream(request, live, person, words))


async def _stream(request: Request, live: LiveTable, person: Person | None, words: Words) -> AsyncIterator[str]:
    shown: Shown | None = None
    updates = services_of(request).tables.watch(live.table.id, live.ply, person)
    with counted(request):
        async with aclosing(updates):
            async for update in updates:
                if update.is_heartbeat:
                    yield format_event("", name="beat")
                    continue
                view = await view_for(request, live, person, words)
                parts = fragments(view, _addresses(request, live, person), words, shown)
                before = shown[1] if shown else {}
                news = {name: part for name, part in parts.items() if before.get(name) != part}
                shown = view, parts
                if news:
                    things = (
                        thing
                        for step in update.steps
                        for thing in travelling(step.move, events(step.before, step.after))
                    )
                    yield format_event(patch(news, _title(view, words), things), resume_from=live.ply)
