"""The guard before all routes: cross-site requests, the size of bodies, rate limits, and headers for browsers."""

from __future__ import annotations

import asyncio
import math
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wormgrill.server.limits import Pace, RateLimit
from wormgrill.server.logs import request_id
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import (
    CrossSiteRequest,
    InvalidRequest,
    LimitReached,
    NotFound,
    Refusal,
    RequestTooLarge,
    ServerStopping,
)
from wormgrill.server.settings import Settings
from wormgrill.server.web.problems import problem
from wormgrill.server.web.visit import address_of

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
HSTS = "max-age=31536000"
MAX_HOST = 300
"""Of the header that names the host: a name has at most 253 characters, and there may be a port."""
NO_STORE = (b"cache-control", b"no-store")
WAIT_SECONDS = (1.0, 2.0)
"""So long an address that is over its limit waits for the refusal: saying no as fast as it asks would cost a core. Not
all wait equally long, so that they do not come again all at once."""
MOST_TOLD_OF_ADDRESS = 8
"""So many requests of one address that wait so are told why; for others the connection is closed with two words."""
MOST_WAITING, MOST_WAITING_OF_ADDRESS = 1000, 256
"""So many wait at all; for more of them the connection is closed at once."""
TOO_MANY = b"Too many requests"
PACE, UNPACED = 2, 20
"""A burst of one address begins at once with so many requests, the rest at so many times its rate in the long run."""
FEWEST_AT_WORK, AT_WORK_SECONDS = 4, 0.1
"""So many requests of one address are worked on at once, or as many as it may make in so long; more of them wait."""
HELD_SECONDS = 0.5
"""A request that is not answered after so long counts no more among them: it waits for something itself."""


Refuse = Callable[[Request, Exception], Awaitable[Response]]
"""Makes the response to an error, in the form that the sender of the request reads."""


class _TooManyWait(Exception):
    """So many requests wait for their refusal already that one more is not told why."""


class Guard:
    """Refuses what is cross-site, too large or too often; adds an id and the headers of a strict site to answers."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, refuse: Refuse) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._refuse = refuse
        self._rate = RateLimit(settings.requests_per_second, settings.requests_at_once)
        self._pace = Pace(PACE * settings.requests_per_second, UNPACED)
        self._waiting: Counter[str] = Counter()
        self._at_work = max(FEWEST_AT_WORK, math.ceil(settings.requests_per_second * AT_WORK_SECONDS))
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By address, the places for requests that are worked on."""
        headers = HEADERS | ({"strict-transport-security": HSTS} if settings.is_secure else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id.set(f"{random.getrandbits(32):08x}")  # no secret: without a system call
        address = address_of(HTTPConnection(scope))
        is_answered = False
        guarded_send = self._with_headers(scope, send)
        try:
            await self._check_rate(address)
            self._check(scope)
            async with self._at_work_for(address) as done:

                async def note_answer(message: Message) -> None:
                    nonlocal is_answered
                    is_answered = True
                    done()  # what streams from now on is no work
                    await guarded_send(message)

                await self._app(scope, self._bounded(receive), note_answer)
        except _TooManyWait:
            await self._close(guarded_send)
        except asyncio.CancelledError:  # the server stops, and waits no longer
            if not is_answered:
                await problem(ServerStopping())(scope, receive, guarded_send)
        except ClientDisconnect:  # in the middle of a body: nobody is there to be answered
            return
        except Exception as error:
            if not is_answered:
                async with self._at_work_for(address):  # a page that says why is work, too
                    response = await self._refuse(Request(scope), error)
                await response(scope, receive, guarded_send)
            if not isinstance(error, Refusal):
                raise

    async def _check_rate(self, address: str) -> None:
        """Refuse an address that asks too often, but not at once; let its bursts begin one request after the other."""
        if self._rate.allows(address):
            seconds = self._pace.seconds_to_wait(address)
            if seconds:
                await asyncio.sleep(seconds)
            return
        is_told = self._waiting[address] < MOST_TOLD_OF_ADDRESS
        with self._held(address):
            await asyncio.sleep(random.uniform(*WAIT_SECONDS))  # noqa: S311  # no secret
        if not is_told:
            raise _TooManyWait
        raise LimitReached("Too many requests from your address.", retry_after=self._rate.seconds_to_wait())

    @asynccontextmanager
    async def _at_work_for(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait until few enough requests of an address are worked on; the block tells when it is done with the work."""
        places = self._places.setdefault(address, asyncio.Semaphore(self._at_work))
        await places.acquire()
        is_held = True

        def done() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                places.release()

        late = asyncio.get_running_loop().call_later(HELD_SECONDS, done)
        try:
            yield done
        finally:
            late.cancel()
            done()

    @contextmanager
    def _held(self, address: str) -> Iterator[None]:
        """Count a request that waits for its refusal."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_WAITING_OF_ADDRESS:
            raise _TooManyWait
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forget addresses of which none waits

    async def _close(self, send: Send) -> None:
        """Refuse with as little work as possible, and close the connection."""
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", b"%d" % len(TOO_MANY)),
            (b"retry-after", b"%d" % self._rate.seconds_to_wait()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": HTTPStatus.TOO_MANY_REQUESTS, "headers": headers})
        await send({"type": "http.response.body", "body": TOO_MANY})

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE_METHODS and self._is_cross_site(headers, scope):
            raise CrossSiteRequest("Another site cannot act for you here.")
        if "\0" in scope["path"]:  # which PostgreSQL cannot even look for
            raise NotFound("There is nothing of this name.")
        if len(headers.get("host", "")) > MAX_HOST:
            raise InvalidRequest(f"The name of a host has at most {MAX_HOST} characters.")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.body_bytes:
            raise self._too_large()

    def _is_cross_site(self, headers: Headers, scope: Scope) -> bool:
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in ("same-origin", "none")
        origin = headers.get("origin")
        if origin is None:  # not a browser: it has no cookie that another site could make use of
            return False
        own = self._settings.public_url or f"{scope['scheme']}://{headers.get('host', '')}"
        try:
            return urlsplit(origin)[:2] != urlsplit(own)[:2]
        except ValueError:  # no address at all
            return True

    def _bounded(self, receive: Receive) -> Receive:
        """Read the body, and refuse it as soon as it is longer than allowed, whatever its headers say."""
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._settings.body_bytes:
                raise HTTPException(413, str(self._too_large()))  # FastAPI lets no other error of a body through
            return message

        return bounded

    def _too_large(self) -> RequestTooLarge:
        return RequestTooLarge(f"A request has at most {self._settings.body_bytes} bytes.")

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        is_api = scope["path"].startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message["headers"]
                is_cached = any(name == b"cache-control" for name, _ in own)
                request = (b"x-request-id", request_id.get().encode())
                message["headers"] = [*own, *self._headers, request, *([] if is_cached or not is_api else [NO_STORE])]
                self._metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        return send_with_headers
