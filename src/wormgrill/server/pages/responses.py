"""How pages answer: whole pages, fragments and redirects."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from wormgrill.presentation.birds import bird_of
from wormgrill.server.pages.rendering import render
from wormgrill.server.web.visit import Visit

MIN_COMPRESSED = 600


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
    if len(content) >= MIN_COMPRESSED and "gzip" in visit.request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status, headers, "text/html; charset=utf-8")


def redirect(path: str, **query: str) -> RedirectResponse:
    """Send the browser to a page of this server: the answer to a form, so that reloading sends nothing twice."""
    return RedirectResponse(f"{path}?{urlencode(query)}" if query else path, 303)


def own_path(address: str) -> str:
    """The address itself if it is a path of this server, else the start page: nobody is sent to another site.

    >>> own_path("/t/abc"), own_path("//elsewhere.example"), own_path("https://elsewhere.example")
    ('/t/abc', '/', '/')
    """
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"
