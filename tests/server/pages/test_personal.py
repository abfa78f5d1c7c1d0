"""My data: read, taken along, other devices signed out, and all of it deleted."""

from __future__ import annotations

import re

from tests.support.browsing import Browser
from tests.support.running import Client, Server
from tests.support.tables import finished_table
from wormgrill.game.record import parse_games


def test_a_stranger_learns_that_nothing_is_stored_and_stays_a_stranger(server: Server) -> None:
    with Browser(server) as browser:
        assert "Nothing is stored about you" in browser.open("/me/data")
        assert not browser.cookies
        for address in ("/me/data.json", "/me/games.txt", "/me/forget"):
            assert browser.get(address).status_code == 401


def test_a_person_sees_and_takes_along_what_is_stored(server: Server) -> None:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Ada")
        assert "/me/games.txt" not in browser.open("/me/data"), "there is no game yet"
        table = finished_table(server, browser.cookies["wormgrill"], "pullet")
        finished_table(server, browser.cookies["wormgrill"], "pullet")
        page = browser.open("/me/data")
        assert "What is stored about you" in page
        assert "/me/games.txt" in page
        data = browser.get("/me/data.json")
        assert data.headers["content-disposition"] == 'attachment; filename="wormgrill-data.json"'
        assert data.json()["tables"][0]["id"] == table.removeprefix("/t/")
        records = browser.get("/me/games.txt")
        assert records.headers["content-disposition"] == 'attachment; filename="wormgrill-games.txt"'
        assert [game.players[0] for game in parse_games(records.text)] == ["Ada", "Ada"]


def test_other_devices_are_signed_out(server: Server) -> None:
    with Browser(server) as here, Browser(server) as there:
        here.submit("/me/name", name="Ada")
        assert "Sign out" not in here.open("/me/data"), "there is no other device"
        link = re.search(r'value="http://[^"]*(/transfer/[\w-]+)"', here.submit("/me/transfer").text)
        assert link
        there.submit(link[1])
        assert "Sign out" in there.open("/me/data")
        assert "signed out" in here.submit("/me/sign-out-others").text
        assert "Nothing is stored about you" in there.open("/me/data")
        assert "What is stored about you" in here.open("/me/data")


def test_deleting_oneself_asks_first_and_signs_out(server: Server) -> None:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Ada")
        table = finished_table(server, browser.cookies["wormgrill"], "pullet")
        assert "Delete Ada and everything about you?" in browser.open("/me/forget")
        assert browser.get(table).status_code == 200, "only asked"
        token = browser.cookies["wormgrill"]
        left = browser.submit("/me/forget")
        assert "You are deleted" in left.text
        assert "wormgrill" not in browser.cookies
        assert browser.get(table).status_code == 404
        browser.cookies.set("wormgrill", token)
        assert "Nothing is stored about you" in browser.open("/me/data"), "the token means nothing any more"


def test_the_same_over_the_api(ada: Client, server: Server) -> None:
    assert ada.done("GET", "/me/data")["person"]["name"] == "Ada"
    assert ada.get("/me/records").text == ""
    with Client(server, is_known=False) as other:
        code = ada.done("POST", "/me/transfer")["code"]
        token = other.done("POST", "/people/transfer", {"code": code})["token"]
        other.headers["authorization"] = f"Bearer {token}"
        assert other.done("GET", "/me")["name"] == "Ada"
        assert ada.post("/me/sign-out-others").status_code == 204
        assert other.refused("GET", "/me") == (401, "unknown-person")
    assert ada.delete("/me").status_code == 204
    assert ada.refused("GET", "/me") == (401, "unknown-person")
