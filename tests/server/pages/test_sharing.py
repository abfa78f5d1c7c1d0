"""Pictures of results, the sheet that shares them, and previews of links."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image

from tests.support.apps import app_of, client_of
from tests.support.browsing import Browser
from tests.support.endings import finished_game
from tests.support.running import Client, Server
from tests.support.services import in_loop, services
from tests.support.tables import finished_table
from wormgrill.presentation.art import rasterised
from wormgrill.presentation.sharing import make_picture
from wormgrill.presentation.story import story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import words_of
from wormgrill.server.model.refusals import WorkersBusy
from wormgrill.server.pages.pictures import preview_svg, result_svg

CREAM = (253, 246, 228)
TITLE = (352, 40, 1160, 150)
"""Where the title of a picture stands."""


def drawn(*names: str) -> str:
    story = story_of(finished_game("classic-2014", *names))
    return result_svg(make_picture(story, Teller(words_of("en"), names), "Pickomino (2014)"), "en")


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def previewed(page: str) -> dict[str, str]:
    """What the meta tags of a page say."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page)
    return {name: unescape(content) for name, content in found}


def test_names_are_escaped_in_a_picture() -> None:
    svg = drawn("<script>&\"'", "</text>Bo")
    texts = [text.text for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"<script>&\"'", "</text>Bo"} <= set(texts)


def test_a_picture_has_the_size_of_a_preview_and_is_written_with_our_own_font() -> None:
    ada, bo = opened(rasterised(drawn("Ada", "Ida"))), opened(rasterised(drawn("Bo", "Mo")))
    assert ada.size == bo.size == (1200, 630)
    written = {colour: number for number, colour in ada.crop(TITLE).getcolors(100_000) or ()}
    assert written.get(CREAM, 0) > 3000, "the title is there"
    assert ada.tobytes() != bo.tobytes()


def test_the_general_picture_is_no_empty_one() -> None:
    picture = opened(rasterised(preview_svg()))
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1_000_000) or ()) > 500


def test_the_result_of_a_finished_game_is_a_picture_in_every_language(server: Server, ada: Client) -> None:
    token = ada.headers["authorization"].removeprefix("Bearer ")
    table = finished_table(server, token, "hatchling")
    with Browser(server) as browser:
        png = browser.get(f"{table}/result.png")
        assert png.headers["content-type"] == "image/png"
        assert "max-age=86400" in png.headers["cache-control"]
        assert opened(png.content).size == (1200, 630)
        assert browser.get(f"{table}/result.png").content == png.content
        german = browser.get(f"{table}/result.svg", params={"language": "de"})
        assert german.headers["content-type"].startswith("image/svg+xml")
        assert "gewinnt" in german.text
        assert "wins!" in browser.get(f"{table}/result.svg", params={"language": "xx"}).text


class BusyWorkers:
    """Workers that finish nothing in time."""

    async def run(self, *_arguments: object, **_named: object) -> bytes:
        """Refuse some work."""
        raise WorkersBusy


@in_loop
async def test_a_picture_that_is_not_made_in_time_may_be_asked_for_again(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts, client_of(app_of(parts, BusyWorkers())) as client:
        for accepted in ("*/*", "text/html"):
            for method in ("GET", "HEAD"):
                answer = await client.request(method, "/preview.png", headers={"accept": accepted})
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


def test_a_game_that_is_not_over_has_no_result(server: Server, ada: Client) -> None:
    table = ada.open_table("me", "open")
    with Browser(server) as browser:
        assert {browser.get(f"/t/{table}/{name}").status_code for name in ("result.png", "result.svg", "share")} == {
            404
        }


def test_the_sheet_holds_the_text_and_the_picture_and_is_a_page_without_javascript(server: Server, ada: Client) -> None:
    token = ada.headers["authorization"].removeprefix("Bearer ")
    table = finished_table(server, token, "hatchling")
    with Browser(server) as browser:
        page = browser.open(f"{table}/share")
        sheet = browser.get(f"{table}/share", headers={"HX-Request": "true"}).text
    assert "<html" in page
    assert "<html" not in sheet
    for shown in (page, sheet):
        assert f"{server.url}{table}</textarea>" in shown
        assert f'src="{table}/result.png?language=en"' in shown


def test_links_have_previews_with_whole_addresses(server: Server) -> None:
    base = server.url
    with Client(server, "Ada <3") as ada, Browser(server, "de") as browser:
        token = ada.headers["authorization"].removeprefix("Bearer ")
        private, public = ada.open_table("me", "open"), ada.open_table("me", "open", is_public=True)
        playing = ada.open_table("me", "hatchling")
        ada.start(playing)
        over = finished_table(server, token, "hatchling")
        start, waiting, shown, game, result = (
            previewed(browser.open(path)) for path in ("/", f"/t/{private}", f"/t/{public}", f"/t/{playing}", over)
        )
    assert (start["og:url"], start["og:image"]) == (f"{base}/", f"{base}/preview.png")
    assert start["og:locale"] == "de_DE"
    assert "Ada <3" in waiting["og:title"]
    assert (waiting["og:url"], waiting["robots"]) == (f"{base}/t/{private}/wait", "noindex")
    assert "robots" not in shown
    assert "Ada <3" in game["og:title"]
    assert game["og:image"] == f"{base}/preview.png"
    assert result["og:image"] == result["twitter:image"] == f"{base}{over}/result.png?language=de"
    assert (result["og:url"], result["twitter:card"]) == (base + over, "summary_large_image")
    for preview in (start, waiting, shown, game, result):
        assert preview["og:type"] == "website"
        assert preview["description"] == preview["og:description"] != ""
