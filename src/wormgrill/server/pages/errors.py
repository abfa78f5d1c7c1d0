"""Refusals as pages, in the visitor's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from wormgrill.presentation.words import Words
from wormgrill.server.model.ids import ID_ALPHABET, ID_LENGTH
from wormgrill.server.model.refusals import AnchorUsed, Refusal
from wormgrill.server.pages.responses import page
from wormgrill.server.web.visit import Visit, services_of, visit_of

TABLE = re.compile(rf"/t/[{ID_ALPHABET}]{{{ID_LENGTH}}}(?=/)")
RESENT = "resent"
"""The field of a form that the browser has sent once more by itself."""


def is_read_by_person(request: Request) -> bool:
    """Whether a person with a browser will read the response, and not a program or a script of a page."""
    is_page = not request.url.path.startswith(("/api/", "/static/"))
    accepts_html = "text/html" in request.headers.get("accept", "")
    return is_page and accepts_html and request.headers.get("hx-request") != "true"


async def error_page(request: Request, refusal: Refusal) -> Response:
    """A refusal as a page."""
    is_costly = refusal.status >= 500 or refusal.status == 429  # a flood, or a broken database, is asked for nothing
    visit = Visit(request, services_of(request), None) if is_costly else await visit_of(request)
    if refusal.type == AnchorUsed.type and RESENT not in (form := await visit.form()):
        return _resend_page(visit, form, refusal)
    title, text, figure = explained(refusal, visit.words)
    table = TABLE.match(request.url.path)
    is_there = refusal.status != 404 and refusal.type != "set-aside"
    urls = {"here": "/", "table": table[0] if table and is_there else ""}
    values = {"title": title, "text": text, "figure": figure, "status": refusal.status.value, "urls": urls}
    response = page(visit, "error.html", values, refusal.status)
    response.headers.update(refusal.headers)
    return visit.remembered(response)


def _resend_page(visit: Visit, form: Mapping[str, str], refusal: Refusal) -> Response:
    """The form that was refused, which the browser sends once more by itself, with a chain that nobody has used."""
    fields = {name: value for name, value in form.items() if name != "anchor"} | {RESENT: "yes"}
    values = {"fields": fields, "urls": {"here": "/", "send": visit.request.url.path}}
    return page(visit, "resend.html", values, refusal.status)


def explained(refusal: Refusal, words: Words) -> tuple[str, str, str]:
    """A refusal in words: a title, a sentence, and the figure that stands beside them."""
    _, status = words.gettext, refusal.status
    by_type = {
        "used-transfer": (
            _("This link no longer works"),
            _("It works only once, and only for a few minutes. Make a new one on your other device."),
            "raven",
        ),
        "set-aside": (
            _("This table cannot be opened any more"),
            _("Its stored data cannot be read. The people who run this server can see the reason."),
            "raven",
        ),
        "unreadable-link": (
            _("This link cannot be opened"),
            _("It is incomplete, or its game is longer than this server allows."),
            "raven",
        ),
        "gone": (_("This table is closed"), _("Everybody left before the game began."), "raven"),
        "unknown-person": (
            _("Who are you?"),
            _("This browser is not known here. Sit down at a table first."),
            "hen",
        ),
        "removed": (
            _("You have been removed from this table"),
            _("You can still watch the game, but you cannot play or talk there."),
            "raven",
        ),
        "ended": (_("Not now"), _("The operator of this server has ended this game."), "raven"),
        "cross-site": (_("Not from there"), _("Another site cannot act for you here."), "weasel"),
        "no-review": (
            _("Not now"),
            _("There is a review when the game is over, or while it is played with hints."),
            "weasel",
        ),
    }
    nothing = _("Nothing on this grill"), _("What you are looking for is not here, or not here any more."), "raven"
    by_status = {
        404: nothing,
        410: nothing,
        429: (_("Slow down, the grill is hot"), _("That was a lot at once. Wait a moment and try again."), "hen"),
        413: (_("Too much for one plate"), _("What you sent is too large."), "hen"),
        403: (_("Not yours to do"), _("Somebody else at the table may do this, but you may not."), "weasel"),
        409: (_("Not now"), _("The table has moved on since you looked at it."), "weasel"),
    }
    if found := by_type.get(refusal.type) or by_status.get(status):
        return found
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _("Something is burning"), _("That was our mistake, not yours. Try again in a moment."), "canned_worm"
    return _("We did not understand that"), _("Something is wrong with what you sent."), "canned_worm"
