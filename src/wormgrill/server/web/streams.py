"""What all streams share: how many an address may hold open, and how server-sent events are written."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Any

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wormgrill.game.record import Game
from wormgrill.presentation.replaying import plies_of
from wormgrill.server.model.refusals import LimitReached
from wormgrill.server.services.live import LiveTable, Update
from wormgrill.server.web.head import is_head
from wormgrill.server.web.visit import Visit

SSE = "text/event-stream"


Write = Callable[[Update], Awaitable[bytes]]
"""Writes what an update says to one viewer; an empty text says nothing."""
OLD_PLIES = 500
"""So many plies that lie far back are written at a time."""
TURN_SECONDS = 1.0
"""How long a stream waits before it asks for old plies again, if too many of its address do."""
BEAT = b"event: beat\ndata: \n\n"
"""The heartbeat of a page: nothing is new, but the stream lives."""


def follow_table(
    visit: Visit, live: LiveTable, write: Write, is_complete: Callable[[], bool] = lambda: False
) -> Response:
    """A stream of server-sent events for a page, until the viewer or the server leaves, or the stream is complete."""

    async def content() -> AsyncIterator[bytes]:
        async with aclosing(visit.tables.watch(live.table.id, live.ply, visit.person)) as found:
            async for update in found:
                text = BEAT if update.is_heartbeat else await write(update)
                if text:
                    yield text
                if is_complete():
                    return

    return streaming(visit, content())


async def updates(visit: Visit, table_id: str, ply: int) -> AsyncGenerator[Update]:
    """What is new at a table, from a ply on; plies that lie far back come from another process, some at a time."""

    async def replay(game: Game, first: int) -> tuple[str, ...]:
        while True:
            try:
                return await visit.work(plies_of, game, first, OLD_PLIES)
            except LimitReached:  # too much is done for this address already: its streams take turns
                await asyncio.sleep(TURN_SECONDS)

    async with aclosing(visit.tables.watch(table_id, ply, visit.person, replay)) as found:
        async for update in found:
            yield update


def streaming(visit: Visit, content: AsyncIterable[str | bytes], media_type: str = SSE) -> Response:
    """A response that goes on as long as its content does; no proxy on the way may store or buffer it."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if is_head(visit.request):
        return Response(headers=headers, media_type=media_type)
    return _CountedStream(visit, content, headers=headers, media_type=media_type)


def format_event(data: str, *, name: str = "", resume_from: int | None = None) -> str:
    r"""One server-sent event; a browser that reconnects says the number to resume from.

    >>> format_event("one\ntwo", name="move", resume_from=3)
    'id: 3\nevent: move\ndata: one\ndata: two\n\n'
    """
    fields = [] if resume_from is None else [f"id: {resume_from}"]
    fields += [f"event: {name}"] if name else []
    fields += [f"data: {line}" for line in data.splitlines() or [""]]
    return "\n".join(fields) + "\n\n"


class _CountedStream(StreamingResponse):
    """A stream that counts from its beginning to its end, and is refused where its address has as many as it may."""

    def __init__(self, visit: Visit, content: AsyncIterable[str | bytes], **named: Any) -> None:
        super().__init__(content, **named)
        self._visit = visit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with _counted(self._visit):
            await super().__call__(scope, receive, send)


@contextmanager
def _counted(visit: Visit) -> Iterator[None]:
    """Count a stream as open, as long as it is; nothing can happen between the check and the count."""
    counts, address = _open_streams(visit), visit.address
    if counts[address] >= visit.services.settings.streams_per_address:
        raise LimitReached("Too many open streams from your address.", retry_after=1)
    counts[address] += 1
    try:
        yield
    finally:
        counts[address] -= 1
        if not counts[address]:
            del counts[address]


def _open_streams(visit: Visit) -> Counter[str]:
    counts: Counter[str] = visit.request.app.state.open_streams
    return counts
