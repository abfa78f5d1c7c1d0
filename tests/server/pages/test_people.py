"""Names, languages, other devices, and what is said when something is refused."""

from __future__ import annotations

import re

import pytest

from tests.support.browsing import Browser
from tests.support.running import Server
from wormgrill.game.record import MAX_NAME


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
