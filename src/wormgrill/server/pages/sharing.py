"""Sharing: the result of a game as a picture and as a text, and what the previews of links show."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.game.state import Phase
from wormgrill.presentation.art import rasterised
from wormgrill.presentation.previews import Preview, playing_preview, result_preview
from wormgrill.presentation.sharing import HEIGHT, WIDTH, make_picture, result_text
from wormgrill.presentation.words import languages, words_of
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.pages.pictures import preview_svg, result_svg
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page
from wormgrill.server.pages.screens import teller_of
from wormgrill.server.services.live import LiveTable
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

KEPT_PICTURES = 100
"""So many pictures are kept in memory; each has about 60 kB."""
A_DAY = 86_400
"""So long a picture may be kept by others: it changes only with the program."""
GENERAL = "/preview.png"
"""The picture for all that has no result."""


# ------------------------------------------------------------------------------------------------ previews of links


@dataclass(frozen=True)
class LinkPreview:
    """What others show of a link, by the Open Graph protocol."""

    title: str
    text: str
    url: str
    image: str
    locale: str
    is_private: bool
    """Whether only people with the link should know of it: search engines are asked to leave it out."""
    width: int = WIDTH
    height: int = HEIGHT


def link_preview(
    visit: Visit, preview: Preview, path: str, image: str = GENERAL, *, is_private: bool = False
) -> LinkPreview:
    """The preview of a page of this server, with addresses that others can reach."""
    base = visit.invitation.base_url
    return LinkPreview(preview.title, preview.text, base + path, base + image, visit.words.locale, is_private)


def table_preview(visit: Visit, live: LiveTable) -> LinkPreview:
    """The preview of a table that is being played or is over."""
    teller = teller_of(live, visit.words)
    here, edition, is_private = f"/t/{live.table.id}", teller.edition(live.table.rules), not live.table.is_public
    if live.state.phase is not Phase.OVER:
        return link_preview(visit, playing_preview(edition, teller), here, is_private=is_private)
    image = f"{here}/result.png?language={visit.words.language}"
    return link_preview(visit, result_preview(live.story, edition, teller), here, image, is_private=is_private)


# ------------------------------------------------------------------------------------------------ pictures


@router.get("/t/{table_id}/result.svg")
async def result_as_svg(visit: Visiting, table_id: str, language: str = "") -> Response:
    """The result of a game as a picture."""
    live = await _finished(visit, table_id)
    return _picture(_svg(live, _language(visit, language)).encode(), "image/svg+xml")


@router.get("/t/{table_id}/result.png")
async def result_as_png(visit: Visiting, table_id: str, language: str = "") -> Response:
    """The same as PNG; made once by another process, and then kept."""
    live = await _finished(visit, table_id)
    language = _language(visit, language)
    kept: MutableMapping[tuple[str, str], bytes] = visit.request.app.state.pictures
    content = kept.get((table_id, language))
    if content is None:
        content = kept[table_id, language] = await visit.work(rasterised, _svg(live, language))
    return _picture(content, "image/png")


@router.get(GENERAL)
async def general_picture(visit: Visiting) -> Response:
    """The picture for the link of anything that has no result."""
    kept: MutableMapping[tuple[str, str], bytes] = visit.request.app.state.pictures
    content = kept.get(("", ""))
    if content is None:
        content = kept["", ""] = await visit.work(rasterised, preview_svg())
    return _picture(content, "image/png")


async def _finished(visit: Visit, table_id: str) -> LiveTable:
    live = await visit.tables.get(table_id)
    if live.state.phase is not Phase.OVER:
        raise NotFound("This game is not over.")
    return live


def _language(visit: Visit, asked: str) -> str:
    return asked if asked in languages() else visit.words.language


def _svg(live: LiveTable, language: str) -> str:
    teller = teller_of(live, words_of(language))
    return result_svg(make_picture(live.story, teller, teller.edition(live.table.rules)), language)


def _picture(content: bytes, kind: str) -> Response:
    headers = {"Cache-Control": f"public, max-age={A_DAY}", "Vary": "Accept-Language, Cookie"}
    return Response(content, headers=headers, media_type=kind)


# ------------------------------------------------------------------------------------------------ the sheet


@router.get("/t/{table_id}/share")
async def share(visit: Visiting, table_id: str) -> Response:
    """The result to be shared: a page, or what the sheet of an open page shows."""
    live = await _finished(visit, table_id)
    here, language = f"/t/{table_id}", visit.words.language
    teller = teller_of(live, visit.words)
    text = result_text(live.story, teller, teller.edition(live.table.rules), visit.invitation.base_url + here)
    values = {
        "share_text": text,
        "remedy": visit.invitation.remedy,
        "width": WIDTH,
        "height": HEIGHT,
        "urls": {"table": here, "picture": f"{here}/result.png?language={language}"},
    }
    if visit.is_htmx:
        return html(visit, render("_share.html", language, **values))
    return page(visit, "share.html", values | {"preview": table_preview(visit, live)})
