"""The waiting room: the seats, the invitation, and the start of the game by the host."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.game.fair_dice import NONE
from wormgrill.game.rules import MIN_PLAYERS
from wormgrill.players.levels import LEVELS, MIDDLE
from wormgrill.presentation.board import ChatView
from wormgrill.presentation.labels import differences, level_line, level_option, pace_title, shown_name, suggested_name
from wormgrill.presentation.previews import waiting_preview
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person, readable_name
from wormgrill.server.model.plan import SeatRequest
from wormgrill.server.model.refusals import Gone, InvalidRequest, NotNow
from wormgrill.server.model.table import FILL_NOBODY, Life, Table, is_talked_at
from wormgrill.server.pages.fragments import Notice, notice_part, page_title, patch
from wormgrill.server.pages.lobby import open_note
from wormgrill.server.pages.order import has_guests, is_muted
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import page, redirect
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.pages.screens import chat_of, seat_birds
from wormgrill.server.pages.sharing import link_preview
from wormgrill.server.services.live import LiveTable, Update
from wormgrill.server.web.streams import follow_table, format_event
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

PARTS = ("room", "chat", "heard")
"""The parts of the page that change, by the names of their templates."""


@dataclass(frozen=True)
class RoomSeat:
    """A seat as it is seen in the waiting room."""

    number: int
    kind: str
    name: str
    is_mine: bool
    is_host: bool
    level: str
    line: str
    """How well a bot plays."""
    beside: str
    """The name of the person beside whom somebody plays on the same device, if they do."""


@dataclass(frozen=True)
class Room:
    """The waiting room as one viewer sees it."""

    id: str
    title: str
    seats: tuple[RoomSeat, ...]
    watching: tuple[str, ...]
    open_seats: int
    is_host: bool
    is_seated: bool
    can_start_smaller: bool
    """Whether enough people are there to take the open seats away."""
    commitment: str
    anchor: str
    """What the viewer's browser has committed to for the dice; `-` if it has not, empty without a seat."""
    birds: Mapping[int, str]
    """The face of every seat that is taken."""
    has_chat: bool
    chat: tuple[ChatView, ...]
    has_guests: bool
    """Whether the viewer is the host of people who can be removed or muted."""
    is_removed: bool
    """Whether the host has removed the viewer."""


def room_of(visit: Visit, live: LiveTable) -> Room:
    """What a viewer sees of a table that waits."""
    table, words = live.table, visit.words
    mine = table.seats_of(visit.person_id)
    open_seats = sum(seat.kind == "open" for seat in table.seats)
    return Room(
        id=table.id,
        title=open_note(table, words, (seat for seat in live.awaited if seat not in mine)),
        seats=_seats(table, visit.person, words),
        watching=live.watching,
        open_seats=open_seats,
        is_host=table.host == visit.person_id,
        is_seated=bool(mine),
        can_start_smaller=bool(open_seats) and len(table.seats) - open_seats >= MIN_PLAYERS,
        commitment=table.dice.commitment,
        anchor=table.seats[mine[0]].anchor if mine else "",
        birds=seat_birds(table),
        has_chat=is_talked_at(table),
        chat=chat_of(live, mine, words),
        has_guests=has_guests(live, visit),
        is_removed=visit.person_id in table.removed,
    )


def _seats(table: Table, viewer: Person | None, words: Words) -> tuple[RoomSeat, ...]:
    return tuple(
        RoomSeat(
            number=number,
            kind=seat.kind,
            name=shown_name(seat.name, seat.level, words),
            is_mine=viewer is not None and seat.person == viewer.id,
            is_host=seat.person is not None and seat.person == table.host,
            level=seat.level or "",
            line=level_line(seat.level, words) if seat.level else "",
            beside=_beside(table, number, viewer),
        )
        for number, seat in enumerate(table.seats)
    )


def _beside(table: Table, number: int, viewer: Person | None) -> str:
    """The name of the person on whose device somebody plays who is not that person."""
    person = table.seats[number].person
    own = table.own_seat(person, viewer.name if viewer and viewer.id == person else "")
    return "" if own is None or own == number else table.seats[own].name


def _values(visit: Visit, live: LiveTable) -> dict[str, Any]:
    """What the template of the room needs."""
    here, words = f"/t/{live.table.id}", visit.words
    room = room_of(visit, live)
    return {
        "room": room,
        "is_muted": is_muted(visit, live.table),
        "view": {"chat": room.chat, "birds": room.birds, "watching": (), "heard": ()},
        "table_id": live.table.id,
        "edition_name": Teller(words, ()).edition(live.table.rules),
        "differences": differences(live.table.rules, words),
        "pace_name": pace_title(live.table.pace.seconds, words),
        "levels": [(level, level_option(level, words)) for level in LEVELS],
        "middle_level": MIDDLE,
        "urls": {
            "here": f"{here}/wait",
            "join": f"{here}/join",
            "start": f"{here}/start",
            "seat": f"{here}/seat",
            "commit": f"{here}/commit",
            "leave": f"{here}/leave",
            "people": f"{here}/people",
            "chat": f"{here}/chat",
            "live": f"{here}/wait/live",
            "public": visit.invitation.base_url + here,
            "rules": rules_url(live.table.rules),
        },
    }


def _host_name(table: Table) -> str:
    return next((seat.name for seat in table.seats if seat.person == table.host), "")


def _new_host_notice(table: Table, left: str, visit: Visit) -> str:
    """Tells whoever waits that the host has left, and who can start the game now."""
    _ = visit.words.gettext
    if table.host == visit.person_id:
        text = _("%(left)s has left. Now you are the host, and you can start the game.")
    else:
        text = _("%(left)s has left. Now %(name)s is the host.")
    return notice_part(Notice(text % {"left": left, "name": _host_name(table)}, is_good=True), visit.words)


# ------------------------------------------------------------------------------------------------ looking


@router.get("/t/{table_id}/wait")
async def show(visit: Visiting, table_id: str) -> Response:
    """The waiting room, as long as the table waits."""
    live = await visit.tables.get(table_id)
    if live.table.life is not Life.WAITING:
        if live.table.started_at is None:
            raise Gone("Everybody left before the game began.")
        return redirect(f"/t/{table_id}")
    if visit.person:
        live.expect(visit.person)
    values = _values(visit, live)
    host = _host_name(live.table)
    seats, open_seats = len(live.table.seats), values["room"].open_seats
    preview = waiting_preview(host, values["edition_name"], seats, open_seats, visit.words)
    more = {
        "preview": link_preview(visit, preview, f"/t/{table_id}/wait", is_private=not live.table.is_public),
        "my_name": visit.person.name if visit.person else suggested_name(visit.words),
        "host": host,
        "code": " ".join(table_id[place : place + 4] for place in range(0, len(table_id), 4)),
        "qr": qr_code(values["urls"]["public"]),
        "remedy": visit.invitation.remedy,
    }
    return page(visit, "waiting.html", values | more)


@router.get("/t/{table_id}/wait/live")
async def follow(visit: Visiting, table_id: str) -> Response:
    """The room as it changes, for one viewer, until the game begins."""
    live = await visit.tables.get(table_id)
    shown: dict[str, str] = {}
    host, host_name = live.table.host, _host_name(live.table)

    async def write(_update: Update) -> bytes:
        nonlocal shown, host, host_name
        if live.table.life is not Life.WAITING:
            return format_event(f"/t/{table_id}", name="begun").encode()
        values = _values(visit, live)
        parts = {name: render(f"_{name}.html", visit.words.language, **values).strip() for name in PARTS}
        changed = {name: part for name, part in parts.items() if part != shown.get(name)}
        shown = parts
        notice = _new_host_notice(live.table, host_name, visit) if live.table.host != host else ""
        host, host_name = live.table.host, _host_name(live.table)
        if not changed:
            return b""
        return format_event(patch(changed, page_title(values["room"].title, visit.words) + notice)).encode()

    return follow_table(visit, live, write, lambda: live.table.life is not Life.WAITING)


# ------------------------------------------------------------------------------------------------ acting


@router.post("/t/{table_id}/join")
async def join(visit: Visiting, table_id: str) -> Response:
    """Sit down; `another` is one more person on the same device."""
    form = await visit.form()
    await visit.tables.get(table_id)
    name = readable_name(form.get("name", ""))
    person = await visit.sign_in(name)
    seat = SeatRequest(name or None, bool(form.get("another")), form.get("anchor") or NONE)
    await visit.tables.join(table_id, person, seat)
    if name and name != person.name and not seat.is_another:
        await visit.people.change(person, name=name)
    return visit.remembered(redirect(f"/t/{table_id}"))


@router.post("/t/{table_id}/seat")
async def set_seat(visit: Visiting, table_id: str) -> Response:
    """The host gives a seat to a bot, or opens it."""
    form = await visit.form()
    number = form.get("seat", "")
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        raise InvalidRequest("The form does not say which seat it means.")
    await visit.tables.set_seat(table_id, visit.me, int(number), form.get("level") or None)
    return Response(status_code=204) if visit.is_htmx else redirect(f"/t/{table_id}")


@router.post("/t/{table_id}/start")
async def start(visit: Visiting, table_id: str) -> Response:
    """The host begins."""
    form = await visit.form()
    fill = {"bots": form.get("level"), "nobody": FILL_NOBODY}.get(form.get("fill", ""))
    with suppress(NotNow):  # a player came, left or was faster: the room shows how it stands
        await visit.tables.start(table_id, visit.me, fill)
    return redirect(f"/t/{table_id}")


@router.post("/t/{table_id}/commit")
async def commit(visit: Visiting, table_id: str) -> Response:
    """A person's browser commits to a chain for the dice."""
    form = await visit.form()
    await visit.tables.commit(table_id, visit.me, form.get("anchor", ""))
    return Response(status_code=204)
