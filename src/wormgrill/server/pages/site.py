"""What belongs to all pages: the settings of a visitor, static files, and what a device needs to install the game."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wormgrill.presentation.words import languages
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.pages.rendering import STATIC, static
from wormgrill.server.pages.responses import own_path, redirect
from wormgrill.server.web.visit import LANGUAGE, THEME, THEMES, Visiting

router = APIRouter(include_in_schema=False)

NOT_COMPRESSED = (".woff2", ".png")
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@router.post("/settings")
async def change_settings(visit: Visiting) -> Response:
    """Change theme and language, then go back to the page where the visitor was."""
    form = await visit.form()
    response = redirect(own_path(form.get("next", "/")))
    if form.get("theme") in THEMES:
        visit.set_cookie(response, THEME, form["theme"])
    if form.get("language") in languages():
        visit.set_cookie(response, LANGUAGE, form["language"])
        if visit.person and visit.person.language != form["language"]:
            await visit.people.change(visit.person, language=form["language"])
    return response


@router.get("/static/{name:path}")
async def static_file(request: Request, name: str) -> Response:
    """A file of the pages; its address changes with its content."""
    if name not in _names():
        raise NotFound("There is no such file.")
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


@router.get("/manifest.webmanifest")
async def manifest(visit: Visiting) -> Response:
    """What a device needs to know to install the game."""
    words = visit.words
    icons = [
        {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    content = {
        "id": "/",
        "name": words.gettext("Pickomino at the grill"),
        "short_name": "wormgrill",
        "description": words.gettext("The dice game of hungry hens, with bots and with friends."),
        "lang": words.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#2b2320",
        "theme_color": "#2b2320",
        "categories": ["games"],
        "icons": icons,
    }
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon, for browsers that look for it where it used to be."""
    return redirect(static("icon-192.png"))
