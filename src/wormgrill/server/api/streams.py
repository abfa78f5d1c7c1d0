"""Live streams of a table: newline-delimited JSON and server-sent events, both resuming from a ply."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass

from starlette.requests import Request

from wormgrill.server.api.models import ChatView, view_of
from wormgrill.server.model.people import Person
from wormgrill.server.services.live import Update
from wormgrill.server.web.streams import format_event, updates
from wormgrill.server.web.visit import Visit

NDJSON = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that a stream says."""

    name: str
    """`table`, `move` or `chat`."""
    json: str
    next_ply: int | None = None
    """After a move, the ply to resume from."""


Encode = Callable[[list[Message]], str]


def ndjson(messages: list[Message]) -> str:
    """One JSON object in each line; with nothing to say, a heartbeat."""
    lines = [f'{{"type":"{message.name}","{message.name}":{message.json}}}\n' for message in messages]
    return "".join(lines) or '{"type":"heartbeat"}\n'


def sse(messages: list[Message]) -> str:
    """Server-sent events; with nothing to say, a comment."""
    events = (format_event(message.json, name=message.name, resume_from=message.next_ply) for message in messages)
    return "".join(events) or ": heartbeat\n\n"


def messages_of(update: Update, person: Person | None, base_url: str) -> Iterator[Message]:
    """What an update says to a person."""
    if update.is_changed:
        yield Message("table", view_of(update.live, person, base_url).model_dump_json())
    for ply, old in enumerate(update.old, update.old_ply):
        yield Message("move", old, ply + 1)
    for step in update.steps:
        yield Message("move", step.json, step.ply + 1)
    for line in update.chat:
        yield Message("chat", ChatView.of(line).model_dump_json())


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """Which stream is asked for."""

    table_id: str
    ply: int
    is_followed: bool
    """Whether to go on with what comes, after what is there."""


async def stream(visit: Visit, wanted: StreamRequest, encode: Encode) -> AsyncIterator[str]:
    """A table's updates as text, until the viewer or the server leaves."""
    async with aclosing(updates(visit, wanted.table_id, wanted.ply)) as found:
        async for update in found:
            yield encode(list(messages_of(update, visit.person, visit.base_url)))
            if not wanted.is_followed and update.is_up_to_date:
                return


def resume_from(request: Request, ply: int) -> int:
    """The ply from which a stream starts: after the last event that a browser has seen, else as asked."""
    last = request.headers.get("last-event-id", "")
    return int(last[:9]) if last.isascii() and last.isdigit() else ply
