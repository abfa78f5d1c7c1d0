"""What all pages share: the language and theme of a visitor, their settings, HTML answers and static files."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wormgrill.presentation.words import Words, choose_language, languages, words_of
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import Unknown
from wormgrill.server.pages.rendering import STATIC, render
from wormgrill.server.web.visit import COOKIE_SECONDS, optional_person, services_of

router = APIRouter(include_in_schema=False)

THEMES = ("light", "dark", "system")
THEME, LANGUAGE = "theme", "language"
"""The names of the cookies."""
MIN_COMPRESSED = 600
NOT_COMPRESSED = (".woff2", ".png")
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


# ------------------------------------------------------------------------------------------------ who reads


def words_for(request: Request, person: Person | None) -> Words:
    """The language of a visitor: as they chose it, else as their browser prefers it."""
    chosen = request.cookies.get(LANGUAGE)
    if chosen in languages():
        return words_of(chosen)
    if person:
        return words_of(person.language)
    return words_of(choose_language(request.headers.get("accept-language", "")))


def theme_of(request: Request) -> str:
    """Light, dark, or as the visitor's system has it."""
    theme = request.cookies.get(THEME, "")
    return theme if theme in THEMES else "system"


def is_htmx(request: Request) -> bool:
    """Whether a page asks in the background, and wants fragments."""
    return request.headers.get("hx-request") == "true"


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of a field given twice, the last."""
    body = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=100))


def set_preference(request: Request, response: Response, name: str, value: str) -> None:
    """Let the browser remember a choice that is no secret."""
    secure = services_of(request).settings.is_secure
    response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")


# ------------------------------------------------------------------------------------------------ answers


def page(request: Request, template: str, words: Words, values: Mapping[str, Any], status: int = 200) -> Response:
    """A page; `values` has `urls`, to which the addresses that every page knows are added."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    urls = {"home": "/", "settings": "/settings", "here": here, **values.get("urls", {})}
    text = render(template, words.language, **{**values, "urls": urls, "theme": theme_of(request)})
    return html(request, text, status)


def html(request: Request, text: str, status: int = 200) -> Response:
    """HTML that nobody keeps, compressed where the browser can read that."""
    content, headers = text.encode(), {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Cookie, HX-Request"}
    if len(content) >= MIN_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status, headers, "text/html; charset=utf-8")


def see(address: str, **query: str) -> RedirectResponse:
    """Go and look there: the answer to a form, so that reloading sends nothing twice."""
    return RedirectResponse(f"{address}?{urlencode(query)}" if query else address, 303)


# ------------------------------------------------------------------------------------------------ settings and files


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    """Theme and language, then back to where the visitor was."""
    form = await form_of(request)
    address = form.get("next", "/")
    response = see(address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/")
    if form.get("theme") in THEMES:
        set_preference(request, response, THEME, form["theme"])
    if form.get("language") in languages():
        set_preference(request, response, LANGUAGE, form["language"])
        person = await optional_person(request)
        if person and person.language != form["language"]:
            await services_of(request).people.change(person, language=form["language"])
    return response


@router.get("/static/{name:path}")
async def static_file(request: Request, name: str) -> Response:
    """A file of the pages; its address changes with its content."""
    if name not in _names():
        raise Unknown("There is no such file.")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_lasting = bool(request.url.query) or name.endswith(".woff2")
    headers = {"Cache-Control": FOREVER if is_lasting else "public, max-age=300", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and not name.endswith(NOT_COMPRESSED):
        return Response(_compressed(name), headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
    return Response(_content(name), headers=headers, media_type=kind)


@cache
def _names() -> frozenset[str]:
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


@cache
def _content(name: str) -> bytes:
    return (STATIC / name).read_bytes()


@cache
def _compressed(name: str) -> bytes:
    return gzip.compress(_content(name), 9)
