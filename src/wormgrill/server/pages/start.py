"""The start page: play at once, set a table, sit down at one, or go on with a game."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from wormgrill.game.fair_dice import NONE
from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS
from wormgrill.players.levels import LEVELS, MIDDLE
from wormgrill.presentation.labels import PACES, edition_line, edition_title, level_option, pace_title, suggested_name
from wormgrill.presentation.previews import start_preview
from wormgrill.presentation.words import Words, words_of
from wormgrill.server.model.ids import ID_ALPHABET, ID_LENGTH
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.refusals import InvalidRequest, NotFound
from wormgrill.server.model.table import parse_pace
from wormgrill.server.pages.lobby import lobby_of
from wormgrill.server.pages.new_table import (
    BOT,
    DEVICE,
    LINK,
    ME,
    NOBODY,
    TableForm,
    first_form,
    golden_editions,
    plan_of,
    read_form,
)
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import page, redirect, same_for_strangers
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.pages.sharing import link_preview
from wormgrill.server.web.visit import EDITION, LEVEL, Visit, Visiting

router = APIRouter(include_in_schema=False)

CODE = re.compile(rf"(?<![{ID_ALPHABET}])([{ID_ALPHABET}]{{{ID_LENGTH}}})(?![{ID_ALPHABET}])")
"""A table's id, alone or in a link."""
DELUXE_EDITION = "deluxe-2018"
EDITION_ORDER = (DEFAULT_EDITION, DELUXE_EDITION, "classic-2005")


@router.get("/")
async def start(visit: Visiting) -> Response:
    """The start page."""
    return await same_for_strangers(visit, _start)


@router.post("/play")
async def play_now(visit: Visiting) -> Response:
    """One click: a game against two bots, one of the level that was chosen and one of the level below."""
    form = await visit.form()
    visit.limit_new()
    person = await visit.sign_in(form.get("name", ""))
    level = form.get("level", visit.level)
    level = level if level in LEVELS else MIDDLE
    below = LEVELS[max(0, LEVELS.index(level) - 1)]
    bots = (SeatPlan("bot", level=below), SeatPlan("bot", level=level))
    edition = form.get("edition", visit.edition)
    edition = edition if edition in EDITIONS else DEFAULT_EDITION
    live = await visit.tables.create(
        person, Plan(EDITIONS[edition], (SeatPlan("me"), *bots), anchor=form.get("anchor") or NONE)
    )
    await visit.tables.start(live.table.id, person)
    response = visit.remembered(redirect(f"/t/{live.table.id}"))
    visit.set_cookie(response, LEVEL, level)
    visit.set_cookie(response, EDITION, edition)
    return response


@router.post("/tables")
async def open_table(visit: Visiting) -> Response:
    """A new table; it starts at once if every seat is taken."""
    form = await visit.form()
    table_form = read_form(form)
    try:
        plan = replace(plan_of(table_form), anchor=form.get("anchor") or NONE)
        visit.limit_new()
        person = await visit.sign_in(form.get("name", ""))
        live = await visit.tables.create(person, plan)
    except InvalidRequest as refusal:
        return visit.remembered(await _start(visit, table_form, status=refusal.status))
    if not live.table.is_open:
        await visit.tables.start(live.table.id, person)
    return visit.remembered(redirect(f"/t/{live.table.id}"))


@router.get("/join")
async def join(visit: Visiting, code: str = "") -> Response:
    """Go to the table that a code or a link names."""
    found = CODE.search("".join(code[:400].lower().split()))
    if found:
        try:
            await visit.tables.get(found[1])
        except NotFound:
            pass
        else:
            return redirect(f"/t/{found[1]}")
    return await _start(visit, wrong_code=code[:400], status=404)


async def _start(
    visit: Visit, table_form: TableForm | None = None, wrong_code: str = "", status: int = 200
) -> Response:
    words, person = visit.words, visit.person
    my_name = person.name if person else suggested_name(words)
    is_first = person is not None and table_form is None
    edition = visit.edition if person else DEFAULT_EDITION
    other = DELUXE_EDITION if edition == DEFAULT_EDITION else DEFAULT_EDITION
    values = {
        "person": person,
        "my_name": my_name,
        "lobby": await lobby_of(visit.tables, person, words),
        "new_table": _first_form(words.language) if is_first else _form(table_form, words, "" if person else my_name),
        "levels": [(level, level_option(level, words)) for level in LEVELS],
        "level": visit.level if person else MIDDLE,
        "edition": edition_title(edition, words),
        "other_edition": (other, edition_title(other, words)),
        "wrong_code": wrong_code,
        "preview": link_preview(visit, start_preview(words), "/"),
        "urls": {"here": "/"},
    }
    return page(visit, "start.html", values, status)


@cache
def _first_form(language: str) -> Markup:
    """The form for a new table as it is offered to people whom the server knows: to all of them the same."""
    return _form(None, words_of(language))


def _form(sent: TableForm | None, words: Words, new_name: str = "") -> Markup:
    """The form for a new table, as it is offered or as it was sent; a stranger sends a name with it."""
    text = render(
        "_new_table.html",
        words.language,
        new_name=new_name,
        form=sent or first_form(),
        is_form_wrong=sent is not None,
        editions=[_edition(name, words) for name in _editions()],
        golden_editions=[(name, EDITIONS[name].golden_die_faces) for name in golden_editions()],
        choosing_editions=[name for name, rules in EDITIONS.items() if rules.decline_steal],
        paces=[(pace, _pace_option(pace, words)) for pace in PACES],
        people=_people(words),
        bots=[(BOT + level, level_option(level, words)) for level in LEVELS],
    )
    return Markup(text)  # noqa: S704  # a template's, which escapes


def _editions() -> list[str]:
    """All editions, those that most people look for first."""
    return sorted(EDITIONS, key=lambda name: EDITION_ORDER.index(name) if name in EDITION_ORDER else len(EDITION_ORDER))


def _edition(name: str, words: Words) -> tuple[str, str, str, str]:
    """An edition as a card: value, title, line, and where its rules are told."""
    return name, edition_title(name, words), edition_line(name, words), rules_url(EDITIONS[name])


def _people(words: Words) -> list[tuple[str, str]]:
    _ = words.gettext
    return [
        (NOBODY, _("Nobody")),
        (ME, _("Me")),
        (LINK, _("Someone with the link")),
        (DEVICE, _("Someone on this device")),
    ]


def _pace_option(text: str, words: Words) -> str:
    _ = words.gettext
    pace = parse_pace(text)
    kinds = {
        "relaxed": _("Relaxed: no clock"),
        "live": _("Live: %(pace)s"),
        "mail": _("Correspondence: %(pace)s"),
    }
    return kinds[pace.kind] % {"pace": pace_title(pace.seconds, words)}
