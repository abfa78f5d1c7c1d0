"""The waiting room: who is there, how others come, and the host who starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wormgrill.game.rules import MIN_PLAYERS
from wormgrill.players.levels import LEVELS, MIDDLE
from wormgrill.presentation.labels import house_rules, level_line, level_option, pace_title, shown_name, suggested_name
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import SeatRequest
from wormgrill.server.model.refusals import NotNow, Unreadable
from wormgrill.server.model.table import FILL_NOBODY, Life, Table
from wormgrill.server.pages.common import form_of, is_htmx, page, see, words_for
from wormgrill.server.pages.lobby import open_note
from wormgrill.server.pages.people import readable, somebody
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.rendering import render
from wormgrill.server.services.live import LiveTable
from wormgrill.server.web.streams import check_streams, counted, format_event, streaming
from wormgrill.server.web.visit import base_url_of, optional_person, required_person, services_of

router = APIRouter(include_in_schema=False)


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
    seed: str
    """What the viewer adds to the dice."""


def room_of(live: LiveTable, person: Person | None, words: Words) -> Room:
    """What a viewer sees of a table that waits."""
    table = live.table
    mine = table.seats_of(person.id if person else None)
    open_seats = sum(seat.kind == "open" for seat in table.seats)
    return Room(
        id=table.id,
        title=open_note(table, words),
        seats=_seats(table, mine, words),
        watching=live.watching,
        open_seats=open_seats,
        is_host=person is not None and table.host == person.id,
        is_seated=bool(mine),
        can_start_smaller=bool(open_seats) and len(table.seats) - open_seats >= MIN_PLAYERS,
        commitment=table.dice.commitment,
        seed=table.seats[mine[0]].seed if mine else "",
    )


def _seats(table: Table, mine: tuple[int, ...], words: Words) -> tuple[RoomSeat, ...]:
    return tuple(
        RoomSeat(
            number=number,
            kind=seat.kind,
            name=shown_name(seat.name, seat.level, words),
            is_mine=number in mine,
            is_host=seat.person is not None and seat.person == table.host,
            level=seat.level or "",
            line=level_line(seat.level, words) if seat.level else "",
        )
        for number, seat in enumerate(table.seats)
    )


def _around(request: Request, live: LiveTable, person: Person | None, words: Words) -> dict[str, Any]:
    """What the template of the room needs besides the room."""
    here = f"/t/{live.table.id}"
    return {
        "room": room_of(live, person, words),
        "edition_name": Teller(words, ()).edition(live.table.rules),
        "house_rules": house_rules(live.table.rules, words),
        "pace_name": pace_title(live.table.pace.seconds, words),
        "levels": [(level, level_option(level, words)) for level in LEVELS],
        "middle_level": MIDDLE,
        "urls": {
            "here": f"{here}/wait",
            "join": f"{here}/join",
            "start": f"{here}/start",
            "seat": f"{here}/seat",
            "seed": f"{here}/seed",
            "leave": f"{here}/leave",
            "live": f"{here}/wait/live",
            "public": base_url_of(request) + here,
        },
    }


def _host_name(table: Table) -> str:
    return next((seat.name for seat in table.seats if seat.person == table.host), "")


# ------------------------------------------------------------------------------------------------ looking


@router.get("/t/{table_id}/wait")
async def show(request: Request, table_id: str) -> Response:
    """The waiting room, as long as the table waits."""
    live = await services_of(request).tables.get(table_id)
    if live.table.life is not Life.WAITING:
        if live.table.started_at is None:
            raise HTTPException(HTTPStatus.GONE, "Everybody left before the game began.")
        return see(f"/t/{table_id}")
    person = await optional_person(request)
    words = words_for(request, person)
    table = live.table
    around = _around(request, live, person, words)
    values = {
        **around,
        "my_name": person.name if person else suggested_name(words),
        "host": _host_name(table),
        "code": " ".join(table.id[place : place + 4] for place in range(0, len(table.id), 4)),
        "qr": qr_code(around["urls"]["public"]),
    }
    return page(request, "waiting.html", words, values)


@router.get("/t/{table_id}/wait/live")
async def follow(request: Request, table_id: str) -> Response:
    """The room as it changes, for one viewer, until the game begins."""
    check_streams(request)
    live = await services_of(request).tables.get(table_id)
    person = await optional_person(request)
    stream = _stream(request, live, person, words_for(request, person))
    return streaming(stream)


async def _stream(request: Request, live: LiveTable, person: Person | None, words: Words) -> AsyncIterator[str]:
    shown = ""
    updates = services_of(request).tables.watch(live.table.id, live.ply, person)
    with counted(request):
        async with aclosing(updates):
            async for update in updates:
                if update.is_heartbeat:
                    yield format_event("", name="beat")
                    continue
                if live.table.life is not Life.WAITING:
                    yield format_event(f"/t/{live.table.id}", name="begun")
                    return
                text = render("_room.html", words.language, **_around(request, live, person, words)).strip()
                if text != shown:
                    shown = text
                    yield format_event(f'<hx-partial hx-target="#room" hx-swap="outerMorph">{text}</hx-partial>')


# ------------------------------------------------------------------------------------------------ acting


@router.post("/t/{table_id}/join")
async def join(request: Request, table_id: str) -> Response:
    """Sit down; `another` is one more person on the same device."""
    form = await form_of(request)
    tables = services_of(request).tables
    await tables.get(table_id)
    name = readable(form.get("name", ""))
    who = await somebody(request, name)
    seat = SeatRequest(name=name or None, is_another=bool(form.get("another")))
    await tables.join(table_id, who.person, seat)
    if name and name != who.person.name and not seat.is_another:
        await services_of(request).people.change(who.person, name=name)
    return who.known_by(see(f"/t/{table_id}"))


@router.post("/t/{table_id}/seat")
async def set_seat(request: Request, table_id: str) -> Response:
    """The host gives a seat to a bot, or opens it."""
    form = await form_of(request)
    number = form.get("seat", "")
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        raise Unreadable("The form does not say which seat it means.")
    person = await required_person(request)
    await services_of(request).tables.set_seat(table_id, person, int(number), form.get("level") or None)
    return Response(status_code=204) if is_htmx(request) else see(f"/t/{table_id}")


@router.post("/t/{table_id}/start")
async def start(request: Request, table_id: str) -> Response:
    """The host begins."""
    form = await form_of(request)
    fill = {"bots": form.get("level"), "nobody": FILL_NOBODY}.get(form.get("fill", ""))
    try:
        await services_of(request).tables.start(table_id, await required_person(request), fill)
    except NotNow:  # somebody came, left or was faster: the room shows how it stands
        return see(f"/t/{table_id}")
    return see(f"/t/{table_id}")


@router.post("/t/{table_id}/seed")
async def set_seed(request: Request, table_id: str) -> Response:
    """A person adds their own seed to the dice."""
    form = await form_of(request)
    person = await required_person(request)
    await services_of(request).tables.set_seed(table_id, person, form.get("seed", "").strip())
    return see(f"/t/{table_id}")
