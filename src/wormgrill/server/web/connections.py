"""Connections: how many there may be, how large a header, and how long a client may take to send or to read."""

from __future__ import annotations

import math
import random
from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from wormgrill.server.limits import RateLimit, origin_of
from wormgrill.server.settings import Settings

WAITING_BYTES = 65_536
"""So much may be sent after a request that has to wait until the one before it is answered."""
HEAD_END = b"\r\n\r\n"
SHORTEST_HEAD = len(b"GET / HTTP/1.1")
"""Of the shortest request, before the end of its head."""
BODY_SLICE = 128
"""So many bytes of a body in chunks are parsed at a time: it may end among them, and further requests begin."""
WAIT_SECONDS = (1.0, 2.0)
"""So long a connection that comes too soon waits for its refusal; not all equally long, or all come again at once."""
RETRY_SECONDS = 10
RETRIED = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class TooMuch(Exception):
    """The client sends more than it may."""


class Connections:
    """The connections of one server; `most` is how many there may be."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.settings = settings
        self._most = most
        self._proxies = settings.proxy_networks()
        self._all: set[BoundedProtocol] = set()
        self._of_origin: Counter[str] = Counter()
        self._rate = RateLimit(settings.requests_per_second, settings.requests_at_once)
        """Every connection brings a request, so no address needs more of them than requests."""
        self._quiet: dict[BoundedProtocol, None] = {}
        """Those between two requests, or before the first; the longest quiet one comes first."""

    def protocol(self) -> type[BoundedProtocol]:
        """The protocol of these connections, as uvicorn takes it."""
        return type("Connection", (BoundedProtocol,), {"bounds": self})

    def add(self, connection: BoundedProtocol) -> HTTPStatus | None:
        """Count a new connection; the status with which it has to be refused, if it has to be.

        Where there are too many in all, the one that is quiet for longest makes place.
        """
        self._all.add(connection)
        self._of_origin[connection.origin] += 1
        if connection.origin and self._of_origin[connection.origin] > self.settings.connections_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        if len(self._all) > self._most:
            if not self._quiet:
                return HTTPStatus.SERVICE_UNAVAILABLE
            longest = next(iter(self._quiet))
            self._quiet.pop(longest)
            longest.end()
        self._quiet[connection] = None
        return None

    def comes_too_soon(self, connection: BoundedProtocol) -> bool:
        """Whether an address opens connections faster than it may."""
        return bool(connection.origin) and not self._rate.allows(connection.origin)

    def remove(self, connection: BoundedProtocol) -> None:
        """Forget a connection that is closed."""
        self._all.discard(connection)
        self._quiet.pop(connection, None)
        self._of_origin[connection.origin] -= 1
        if not self._of_origin[connection.origin]:
            del self._of_origin[connection.origin]

    def note_quiet(self, connection: BoundedProtocol, *, is_quiet: bool) -> None:
        """Note that a connection waits for its next request, or does so no longer."""
        self._quiet.pop(connection, None)
        if is_quiet:
            self._quiet[connection] = None

    def is_proxy(self, host: str) -> bool:
        """Whether a trusted proxy has this address: many people come over its connections."""
        return bool(host) and any(ip_address(host) in network for network in self._proxies)

    def end_late(self) -> None:
        """End the connections whose clients take too long; called once a second."""
        for connection in list(self._all):
            connection.end_if_late()


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with bounds. A stream may stay open for ever: only what the client owes has a deadline."""

    bounds: Connections
    """Set by `Connections.protocol`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.origin = ""
        """Whose connection it is; empty if it is a proxy's."""
        self._settings = self.bounds.settings
        self._unparsed = bytearray()
        """What has come after a request that has to wait."""
        self._answered: RequestResponseCycle | None = None
        """The request that is being answered, or was last."""
        self._is_head_complete = False
        self._body_bytes = 0
        """So much of the body is still to come, if the head says how long it is."""
        self._head_bytes = 0
        """So much of the request's head has been read, and"""
        self._unread_bytes = 0
        """so much has come since, of which the parser has made nothing yet."""
        self._send_by = self.loop.time() + self._settings.header_seconds
        """When the header, later the body must be complete."""
        self._read_by = math.inf
        """When the client must have read what waits for it."""

    # ------------------------------------------------------------------------------------------------ the connection

    def connection_made(self, transport: Any) -> None:
        """Take the connection, or refuse it at once."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.origin = "" if self.bounds.is_proxy(host) else origin_of(host)
        refused = self.bounds.add(self)
        if refused:
            self._refuse(refused)
        elif self.bounds.comes_too_soon(self):  # refused at once, it would come again at once
            transport.pause_reading()
            seconds = random.uniform(*WAIT_SECONDS)  # noqa: S311  # no secret
            self.loop.call_later(seconds, self._refuse, HTTPStatus.TOO_MANY_REQUESTS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._disconnect()
        self.bounds.remove(self)

    def pause_writing(self) -> None:
        """The client does not read as fast as it is written to."""
        super().pause_writing()
        self._read_by = self.loop.time() + self._settings.stalled_seconds

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        self._read_by = math.inf

    def end(self) -> None:
        """Close the connection, without a word."""
        self._disconnect()
        self.transport.abort()

    def _disconnect(self) -> None:
        """Tell the request that is being answered; uvicorn tells the latest, which may wait in the pipeline."""
        self.pipeline.clear()
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def end_if_late(self) -> None:
        """Close the connection if the client owes something for too long."""
        now = self.loop.time()
        if self.transport.is_closing() and self._read_by == math.inf:
            self._read_by = now + self._settings.stalled_seconds
        has_sent_late = now > self._send_by and not self.flow.read_paused and not self._unparsed
        if has_sent_late or now > self._read_by:
            self.end()

    # ------------------------------------------------------------------------------------------------ the request

    def data_received(self, data: bytes) -> None:
        """Read on, as long as it is a request within the bounds."""
        self._unparsed += data
        self._parse()

    def _parse(self) -> None:
        """Parse up to the request that has to wait for its answer, and leave the rest of the pipeline as bytes.

        So a thousand requests that come at once cost no more than two, as long as the first is not answered.
        """
        while self._unparsed and not self.pipeline and not self.transport.is_closing():
            if self._send_by == math.inf:  # the first bytes of a request
                self._send_by = self.loop.time() + self._settings.header_seconds
            self.bounds.note_quiet(self, is_quiet=False)
            self._unset_keepalive_if_required()
            self._feed(self._next_slice())
        if self.transport.is_closing():
            self._unparsed.clear()
        elif len(self._unparsed) > WAITING_BYTES:
            self.end()
        elif self._unparsed:
            self.flow.pause_reading()

    def _next_slice(self) -> bytes:
        """Bytes in which no more than one head ends: a head, a body, or a little of a body in chunks."""
        if self._is_head_complete:
            size = self._body_bytes or BODY_SLICE
        else:
            found = self._unparsed.find(HEAD_END, SHORTEST_HEAD)
            size = len(self._unparsed) if found < 0 else found + len(HEAD_END)
        taken = bytes(self._unparsed[:size])
        del self._unparsed[:size]
        return taken

    def _feed(self, data: bytes) -> None:
        self._unread_bytes += len(data)
        try:
            self.parser.feed_data(data)
            self._check_head()
        except httptools.HttpParserUpgrade:  # answered as if no upgrade had been asked for
            self.cycle.keep_alive = False
            self._unparsed.clear()
        except (httptools.HttpParserError, TooMuch) as error:
            is_too_much = isinstance(error, TooMuch) or isinstance(error.__context__, TooMuch)
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if is_too_much else HTTPStatus.BAD_REQUEST)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_head_complete = False
        self._head_bytes = 0

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header is complete; a trailer, after a body in chunks, is dropped: proxies do not check it as a header."""
        if not self._is_head_complete:
            super().on_header(name, value)
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The request can be answered."""
        self._is_head_complete = True
        self._body_bytes = self._told_length()
        self._send_by = self.loop.time() + self._settings.body_seconds
        super().on_headers_complete()

    def _told_length(self) -> int:
        """How long the body is by its head; 0 if it comes in chunks, which say so themselves."""
        told = dict(self.headers)
        length = b"0" if b"transfer-encoding" in told else told.get(b"content-length", b"0")
        return int(length) if length.isdigit() else 0

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._unread_bytes = 0
        self._body_bytes = max(0, self._body_bytes - len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete: from now on the client owes nothing."""
        self._is_head_complete = False
        self._unread_bytes = 0
        self._send_by = math.inf
        super().on_message_complete()
        self._note_if_quiet()

    def on_response_complete(self) -> None:
        """The request is answered."""
        super().on_response_complete()
        self._parse()
        self._note_if_quiet()

    def _note_if_quiet(self) -> None:
        is_answered = self.cycle is None or self.cycle.response_complete
        if is_answered and self._send_by == math.inf and not self.transport.is_closing():
            self.bounds.note_quiet(self, is_quiet=True)

    def _count_head(self, number: int) -> None:
        self._head_bytes += number
        self._unread_bytes = 0
        self._check_head()

    def _check_head(self) -> None:
        if self._head_bytes + self._unread_bytes > self._settings.header_bytes:
            raise TooMuch

    def _refuse(self, status: HTTPStatus) -> None:
        """Say why and close; without a word if this would come between the parts of another response."""
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.end()
            return
        text = status.phrase.encode()
        headers = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n" % len(text)
        retry = b"retry-after: %d\r\n" % RETRY_SECONDS if status in RETRIED else b""
        self.transport.write(STATUS_LINE[status] + headers + retry + b"\r\n" + text)
        self.transport.close()
