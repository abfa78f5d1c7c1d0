"""What all streams share: how many an address may hold open, and how server-sent events are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterable, Iterator
from contextlib import contextmanager

from starlette.requests import Request
from starlette.responses import StreamingResponse

from wormgrill.server.model.refusals import TooMuch
from wormgrill.server.web.visit import address_of, services_of

SSE = "text/event-stream"


def streaming(content: AsyncIterable[str], media_type: str = SSE) -> StreamingResponse:
    """A response that goes on as long as its content does; nobody on the way may store or gather it."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(content, headers=headers, media_type=media_type)


def format_event(data: str, *, name: str = "", resume_from: int | None = None) -> str:
    r"""One server-sent event; a browser that reconnects says the number to resume from.

    >>> format_event("one\ntwo", name="move", resume_from=3)
    'id: 3\nevent: move\ndata: one\ndata: two\n\n'
    """
    fields = [] if resume_from is None else [f"id: {resume_from}"]
    fields += [f"event: {name}"] if name else []
    fields += [f"data: {line}" for line in data.splitlines() or [""]]
    return "\n".join(fields) + "\n\n"


def check_streams(request: Request) -> None:
    """Refuse more streams than one address may hold open."""
    if _open_streams(request)[address_of(request)] >= services_of(request).settings.streams_per_address:
        raise TooMuch("Too many open streams from your address.", retry_after=1)


@contextmanager
def counted(request: Request) -> Iterator[None]:
    """Count a stream as open, as long as it is."""
    counts, address = _open_streams(request), address_of(request)
    counts[address] += 1
    try:
        yield
    finally:
        counts[address] -= 1
        if not counts[address]:
            del counts[address]


def _open_streams(request: Request) -> Counter[str]:
    counts: Counter[str] = request.app.state.open_streams
    return counts
