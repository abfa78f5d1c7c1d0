"""Names, languages, other devices, and what is said when something is refused."""

from __future__ import annotations

import re

import pytest

from tests.support.browsing import Browser
from tests.support.running import Server
from wormgrill.game.record import MAX_NAME
from wormgrill.server.pages.rendering import SHEET, STATIC


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("x" * 99, "x" * MAX_NAME),
        ("A\u200bd\na", "Ad a"),
        ('"<b>', "&#34;&lt;b&gt;"),
    ],
)
def test_a_name_is_taken_as_it_was_meant(server: Server, typed: str, shown: str) -> None:
    with Browser(server) as browser:
        answer = browser.submit("/me/name", name=typed, next="/open")
        assert answer.url.path == "/open"
        assert f'id="my-name" name="name" value="{shown}"' in browser.open("/")


def test_a_bird_is_seen_at_the_table_where_it_was_chosen_and_on_the_start_page(server: Server) -> None:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Ada")
        table_id = browser.set_table("me", "bot rooster")
        assert shown_birds(browser.open(f"/t/{table_id}")) == ["penguin", "rooster"]
        answer = browser.submit("/me/bird", bird="kiwi", table=table_id, next=f"/t/{table_id}")
        assert answer.url.path == f"/t/{table_id}"
        assert shown_birds(answer.text) == ["kiwi", "rooster"]
        assert 'value="kiwi" checked' in browser.open("/")
        assert browser.post("/me/bird", data={"bird": "dodo"}).status_code == 422
    with Browser(server) as stranger:
        assert stranger.post("/me/bird", data={"bird": "kiwi"}).status_code == 401
        assert 'action="/me/bird"' not in stranger.open("/")


def shown_birds(page: str) -> list[str]:
    """The faces on the cards of the players."""
    names = {place: name for name, place in SHEET.items()}
    cards = re.findall(r'class="player-name".*?viewBox="(\d+) 0 32 32"', page, re.DOTALL)
    return [names[int(place)] for place in cards]


def test_every_face_and_reaction_is_on_the_sheet_where_it_is_looked_for() -> None:
    drawn = re.findall(r'<svg id="([^"]+)" x="(\d+)" width="32" height="32">', (STATIC / "birds.svg").read_text())
    assert {name: int(place) for name, place in drawn} == SHEET


def test_nobody_is_sent_to_another_site(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("//evil.example", "https://evil.example", "/\\evil.example"):
            assert browser.submit("/me/name", name="Ada", next=address).url.path == "/"


def test_another_device_becomes_the_same_person_once(server: Server) -> None:
    with Browser(server) as here, Browser(server) as there:
        here.submit("/me/name", name="Ada")
        link = re.search(r'value="http://[^"]*(/transfer/[\w-]+)"', here.submit("/me/transfer").text)
        assert link
        there.open(link[1])
        assert not there.cookies, "looking uses nothing up"
        assert 'value="Ada"' in there.submit(link[1]).text
        again = there.post(link[1])
        assert again.status_code == 410
        assert "no longer works" in again.text


def test_refusals_are_pages_for_people_and_problems_for_programs(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("/nothing", "/t/nothing", "/t/" + "x" * 16, "/api"):
            answer = browser.get(address)
            assert answer.status_code == 404
            assert "Nothing on this grill" in answer.text
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert browser.get("/api/v1/nothing").headers["content-type"] == "application/problem+json"
        assert browser.get("/nothing", headers={"accept": "*/*"}).json()["status"] == 404
        assert browser.post("/t/" + "x" * 16 + "/join").status_code == 404
        assert "Too much for one plate" in browser.post("/open", files={"file": ("x", b"x" * 99_999)}).text
        assert browser.get("/play").status_code == 405
