"""How pages answer: whole pages, fragments and redirects."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from wormgrill.presentation.birds import bird_of
from wormgrill.server.pages.rendering import render
from wormgrill.server.web.visit import Visit

MIN_COMPRESSED = 600
KEPT_PAGES, KEPT_SECONDS = 100, 1.0
"""So many pages for strangers are kept, and for so long."""


def page(visit: Visit, template: str, values: Mapping[str, Any], status: int = 200) -> Response:
    """A page; `values` has `urls`, to which the addresses that every page knows are added; at a table also its id.

    It may have a `preview`, which says what is shown of a link to the page.
    """
    return visit.remembered(html(visit, page_text(visit, template, values), status))


def page_text(visit: Visit, template: str, values: Mapping[str, Any]) -> str:
    """The text of a page."""
    url = visit.request.url
    here = url.path + (f"?{url.query}" if url.query else "")
    urls = {"home": "/", "settings": "/settings", "here": here, **values.get("urls", {})}
    me = visit.person
    known = {"urls": urls, "theme": visit.theme, "my_bird": bird_of(me.name, me.bird) if me else ""}
    return render(template, visit.words.language, **{"table_id": "", "preview": None, **values, **known})


def html(visit: Visit, text: str, status: int = 200) -> Response:
    """HTML that no browser or proxy stores, compressed where the browser can read that."""
    content, headers = text.encode(), {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Cookie, HX-Request"}
    if len(content) >= MIN_COMPRESSED and reads_gzip(visit):
        content = gzip.compress(content, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status, headers, "text/html; charset=utf-8")


def reads_gzip(visit: Visit) -> bool:
    """Whether the browser can read what is compressed."""
    return "gzip" in visit.request.headers.get("accept-encoding", "")


async def same_for_strangers(visit: Visit, make: Callable[[Visit], Awaitable[Response]]) -> Response:
    """A page that all strangers see alike: it is kept for a moment, and asking for it again and again costs little."""
    if visit.person:
        return await make(visit)
    kept: MutableMapping[tuple[object, ...], Response] = visit.request.app.state.kept_pages
    url = visit.request.url
    key = (url.path, url.query, visit.words.language, visit.theme, visit.base_url, reads_gzip(visit))
    shown = kept.get(key)
    if shown is None:
        shown = kept[key] = await make(visit)
    return Response(shown.body, headers=dict(shown.headers))


def redirect(path: str, **query: str) -> RedirectResponse:
    """Send the browser to a page of this server: the answer to a form, so that reloading sends nothing twice."""
    return RedirectResponse(f"{path}?{urlencode(query)}" if query else path, 303)


def own_path(address: str) -> str:
    """The address itself if it is a path of this server, else the start page: nobody is sent to another site.

    >>> own_path("/t/abc"), own_path("//elsewhere.example"), own_path("https://elsewhere.example")
    ('/t/abc', '/', '/')
    """
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"
