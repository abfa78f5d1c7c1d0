"""Refusals as pages: what the API says in JSON, people read in their language."""

from __future__ import annotations

import json
import re
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wormgrill.presentation.words import Words
from wormgrill.server.model.ids import ID_ALPHABET, ID_LENGTH
from wormgrill.server.pages.common import page, words_for
from wormgrill.server.web.guard import HEADERS
from wormgrill.server.web.visit import optional_person

PROBLEM = "application/problem+json"
UNEXPECTED = {"status": 500, "type": "urn:wormgrill:internal-error"}
TABLE = re.compile(rf"/t/[{ID_ALPHABET}]{{{ID_LENGTH}}}(?=/)")


class FriendlyErrors:
    """Puts a page in the place of every problem that is sent to a person with a browser."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on; look at the answer only if a person will."""
        if scope["type"] != "http" or not _is_read(scope):
            await self._app(scope, receive, send)
            return
        started: Message | None = None
        body = b""
        is_answered = False

        async def look(message: Message) -> None:
            nonlocal started, body, is_answered
            is_answered = True
            if message["type"] == "http.response.start" and _is_problem(message):
                started = message
            elif started is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await self._show(scope, receive, send, started, body)

        try:
            await self._app(scope, receive, look)
        except Exception:
            if not is_answered:
                shown = await error_page(Request(scope), UNEXPECTED)
                shown.headers.update(HEADERS)
                await shown(scope, receive, send)
            raise

    async def _show(self, scope: Scope, receive: Receive, send: Send, started: Message, body: bytes) -> None:
        shown = await error_page(Request(scope), json.loads(body))
        for name, value in Headers(raw=started["headers"]).items():
            if name not in ("content-type", "content-length"):
                shown.headers.setdefault(name, value)
        await shown(scope, receive, send)


def _is_read(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    is_page = not scope["path"].startswith(("/api/", "/static/"))
    return is_page and "text/html" in headers.get("accept", "") and headers.get("hx-request") != "true"


def _is_problem(message: Message) -> bool:
    return MutableHeaders(raw=list(message["headers"])).get("content-type", "").startswith(PROBLEM)


async def error_page(request: Request, problem: dict[str, Any]) -> Response:
    """A problem as a page."""
    status = int(problem["status"])
    person = await optional_person(request) if status < 500 and status != 429 else None  # a flood asks nothing
    words = words_for(request, person)
    title, text, figure = said(status, problem["type"].rpartition(":")[2], words)
    table = TABLE.match(request.url.path)
    urls = {"here": "/", "table": table[0] if table and status != 404 else ""}
    values = {"title": title, "text": text, "figure": figure, "status": status, "urls": urls}
    return page(request, "error.html", words, values, status)


def said(status: int, kind: str, words: Words) -> tuple[str, str, str]:
    """What is said of a refusal: a title, a sentence, and the figure that stands by."""
    _ = words.gettext
    if status in (404, 410):
        return _("Nothing on this grill"), _("What you are looking for is not here, or not any more."), "raven"
    if status == 429:
        return _("Slowly, the grill is hot"), _("That was a lot at once. Wait a moment and try again."), "hen"
    if status == 413:
        return _("Too much for one plate"), _("What you sent is too large."), "hen"
    if kind == "unknown-person":
        return _("Who are you?"), _("This browser is not known here. Sit down at a table first."), "hen"
    if status == 403:
        return _("Not yours to do"), _("Somebody else at the table may do this, you may not."), "weasel"
    if status == 409:
        return _("Not now"), _("The table has moved on since you looked at it."), "weasel"
    if status >= 500:
        return _("Something is burning"), _("That was our mistake, not yours. Try it again in a moment."), "canned_worm"
    return _("That could not be understood"), _("Something in what you sent is not as it should be."), "canned_worm"
