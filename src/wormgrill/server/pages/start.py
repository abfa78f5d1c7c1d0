"""The start page: play at once, set a table, sit down at one, or go on with a game."""

from __future__ import annotations

import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wormgrill.game.rules import EDITIONS
from wormgrill.players.levels import LEVELS, MIDDLE
from wormgrill.presentation.labels import PACES, edition_line, edition_title, level_option, pace_title, suggested_name
from wormgrill.presentation.words import Words
from wormgrill.server.model.ids import ID_ALPHABET, ID_LENGTH
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.refusals import Refusal, Unknown
from wormgrill.server.model.table import parse_pace
from wormgrill.server.pages.common import form_of, page, see, words_for
from wormgrill.server.pages.lobby import lobby_of
from wormgrill.server.pages.new_table import (
    BOT,
    DEVICE,
    LINK,
    ME,
    NOBODY,
    Draft,
    draft_of,
    first_draft,
    has_golden_die,
    plan_of,
)
from wormgrill.server.pages.people import somebody
from wormgrill.server.pages.rendering import static
from wormgrill.server.web.visit import limit_new, optional_person, services_of

router = APIRouter(include_in_schema=False)

CODE = re.compile(rf"(?<![{ID_ALPHABET}])([{ID_ALPHABET}]{{{ID_LENGTH}}})(?![{ID_ALPHABET}])")
"""A table's id, alone or in a link."""
EDITION_ORDER = ("classic-2014", "deluxe-2018", "classic-2005")


@router.get("/")
async def start(request: Request) -> Response:
    """The start page."""
    return await _start(request)


@router.post("/play")
async def play_now(request: Request) -> Response:
    """One click: a classic game against two bots."""
    form = await form_of(request)
    limit_new(request)
    who = await somebody(request, form.get("name", ""))
    tables = services_of(request).tables
    middle = LEVELS.index(MIDDLE)
    bots = (SeatPlan("bot", level=LEVELS[middle - 1]), SeatPlan("bot", level=MIDDLE))
    live = await tables.create(who.person, Plan(EDITIONS["classic-2014"], (SeatPlan("me"), *bots)))
    await tables.start(live.table.id, who.person)
    return who.known_by(see(f"/t/{live.table.id}"))


@router.post("/tables")
async def set_table(request: Request) -> Response:
    """A new table; it starts at once if nobody is awaited."""
    form = await form_of(request)
    draft = draft_of(form)
    try:
        plan = plan_of(draft)
        limit_new(request)
        who = await somebody(request, form.get("name", ""))
        tables = services_of(request).tables
        live = await tables.create(who.person, plan)
    except Refusal as refusal:
        if refusal.type != "unreadable":
            raise
        return await _start(request, draft, status=refusal.status)
    if not live.table.is_open:
        await tables.start(live.table.id, who.person)
    return who.known_by(see(f"/t/{live.table.id}"))


@router.get("/join")
async def join(request: Request, code: str = "") -> Response:
    """Go to the table that a code or a link names."""
    found = CODE.search("".join(code[:400].lower().split()))
    if found:
        try:
            await services_of(request).tables.get(found[1])
        except Unknown:
            pass
        else:
            return see(f"/t/{found[1]}")
    return await _start(request, wrong_code=code[:400], status=404)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a device needs to know to install the game."""
    words = words_for(request, await optional_person(request))
    icons = [
        {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    content = {
        "id": "/",
        "name": words.gettext("Pickomino at the grill"),
        "short_name": "wormgrill",
        "description": words.gettext("The dice game of hungry hens, with bots and with friends."),
        "lang": words.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#2b2320",
        "theme_color": "#2b2320",
        "categories": ["games"],
        "icons": icons,
    }
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon, for those who look for it where it used to be."""
    return see(static("icon-192.png"))


async def _start(request: Request, draft: Draft | None = None, wrong_code: str = "", status: int = 200) -> Response:
    tables = services_of(request).tables
    person = await optional_person(request)
    words = words_for(request, person)
    values = {
        "person": person,
        "my_name": person.name if person else suggested_name(words),
        "lobby": await lobby_of(tables, person, words),
        "draft": draft or first_draft(),
        "is_draft_wrong": draft is not None,
        "wrong_code": wrong_code,
        "editions": [(name, edition_title(name, words), edition_line(name, words)) for name in _editions()],
        "golden_editions": [name for name in EDITIONS if has_golden_die(name)],
        "choosing_editions": [name for name, rules in EDITIONS.items() if rules.decline_steal],
        "paces": [(pace, _pace_option(pace, words)) for pace in PACES],
        "people": _people(words),
        "bots": [(BOT + level, level_option(level, words)) for level in LEVELS],
        "urls": {"here": "/"},
    }
    return page(request, "start.html", words, values, status)


def _editions() -> list[str]:
    """All editions, those that most people look for first."""
    return sorted(EDITIONS, key=lambda name: EDITION_ORDER.index(name) if name in EDITION_ORDER else len(EDITION_ORDER))


def _people(words: Words) -> list[tuple[str, str]]:
    _ = words.gettext
    return [
        (NOBODY, _("Nobody")),
        (ME, _("Me")),
        (LINK, _("Someone by link")),
        (DEVICE, _("Someone on this device")),
    ]


def _pace_option(text: str, words: Words) -> str:
    _ = words.gettext
    pace = parse_pace(text)
    kinds = {
        "relaxed": _("Relaxed: no clock"),
        "live": _("Live: %(pace)s"),
        "mail": _("By mail: %(pace)s"),
    }
    return kinds[pace.kind] % {"pace": pace_title(pace.seconds, words)}
