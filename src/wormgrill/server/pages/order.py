"""Order at a table: the host mutes people and removes them."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.server.model.refusals import Ended, InvalidRequest, Muted, Removed
from wormgrill.server.model.table import Presence, Table, check_host
from wormgrill.server.pages.responses import page, redirect
from wormgrill.server.pages.screens import seat_birds
from wormgrill.server.services.live import LiveTable
from wormgrill.server.web.visit import SignedIn, Visit

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Guest:
    """A person at the table, as the host sees them."""

    seat: int
    name: str
    beside: str
    """The names of those who play beside them on the same device, and go when they go."""
    bird: str
    is_muted: bool
    has_left: bool


def guests_of(table: Table) -> tuple[Guest, ...]:
    """The people at a table besides its host, who can be removed and muted; each once."""
    birds = seat_birds(table)
    first = {table.seats[number].person: number for number in reversed(range(len(table.seats)))}
    people = [person for person in first if person and person not in (table.host, *table.removed)]
    return tuple(
        Guest(
            seat=first[person],
            name=table.seats[first[person]].name,
            beside=", ".join(table.seats[seat].name for seat in table.seats_of(person)[1:]),
            bird=birds[first[person]],
            is_muted=person in table.muted,
            has_left=table.seats[first[person]].presence is Presence.LEFT,
        )
        for person in sorted(people, key=first.__getitem__)
    )


@router.get("/t/{table_id}/people")
async def show(visit: SignedIn, table_id: str, done: str = "") -> Response:
    """Whom the host has at the table, and what they can do about them."""
    live = await visit.tables.get(table_id)
    check_host(live.table, visit.me.id)
    values = {
        "guests": guests_of(live.table),
        "is_over": live.table.is_over,
        "has_begun": live.table.started_at is not None,
        "done": _told(visit, done),
        "urls": {"table": f"/t/{table_id}", "mute": f"/t/{table_id}/mute", "remove": f"/t/{table_id}/remove"},
    }
    return page(visit, "people.html", values)


@router.post("/t/{table_id}/mute")
async def mute(visit: SignedIn, table_id: str) -> Response:
    """Take the chat from somebody, or give it back."""
    form = await visit.form()
    is_muted = form.get("muted") == "on"
    await visit.tables.mute(table_id, visit.me, _seat(form), is_muted=is_muted)
    return redirect(f"/t/{table_id}/people", done="muted" if is_muted else "unmuted")


@router.post("/t/{table_id}/remove")
async def remove(visit: SignedIn, table_id: str) -> Response:
    """Remove somebody for good."""
    live = await visit.tables.remove(table_id, visit.me, _seat(await visit.form()))
    return redirect(f"/t/{table_id}/people" if has_guests(live, visit) else f"/t/{table_id}", done="removed")


def has_guests(live: LiveTable, visit: Visit) -> bool:
    """Whether the visitor is the host of people who can be removed or muted."""
    return live.table.host == visit.person_id and bool(guests_of(live.table))


def is_muted(visit: Visit, table: Table) -> bool:
    """Whether the visitor has a seat at the table and may not talk."""
    person = visit.person
    return person is not None and bool(table.seats_of(person.id)) and (person.is_muted or person.id in table.muted)


def standing(visit: Visit, table: Table) -> str:
    """What the visitor has to know whenever the page is opened, as the type of a refusal; empty if there is nothing."""
    if visit.person_id in table.removed:
        return Ended.type if table.is_ended else Removed.type
    return Muted.type if is_muted(visit, table) else ""


def _seat(form: dict[str, str]) -> int:
    seat = form.get("seat", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise InvalidRequest("The form does not say which seat it means.")
    return int(seat)


def _told(visit: Visit, done: str) -> str:
    """What has been done, in words."""
    _ = visit.words.gettext
    sentences = {
        "muted": _("Muted. Everybody still sees what was said before."),
        "unmuted": _("Can talk again."),
        "removed": _("Removed from the table."),
    }
    return sentences.get(done, "")
