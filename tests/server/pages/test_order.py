"""Order at a table: the host mutes people and removes them, before the game and during it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browsing import Browser
from tests.support.running import Client, Server


@pytest.fixture
def host(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Ada")
        yield browser


@pytest.fixture
def guest(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Bo")
        yield browser


def _table(host: Browser, guest: Browser) -> str:
    table_id = host.set_table("me", "link", "bot hatchling")
    guest.submit(f"/t/{table_id}/join", name="Bo")
    return table_id


def test_whoever_is_removed_before_the_game_can_watch_but_not_sit_down_again(host: Browser, guest: Browser) -> None:
    table_id = _table(host, guest)
    assert f"/t/{table_id}/people" in host.open(f"/t/{table_id}")
    people = host.open(f"/t/{table_id}/people")
    assert "Remove Bo" in people
    assert "Remove Ada" not in people
    assert "Removed" not in host.submit(f"/t/{table_id}/remove", seat="1").text, "nobody is left to be told about"
    room = guest.open(f"/t/{table_id}")
    assert "The host has removed you" in room
    assert "Sit down" not in room
    refused = guest.post(f"/t/{table_id}/join", data={"name": "Bo"})
    assert refused.status_code == 403
    assert "You have been removed from this table" in refused.text


def test_a_bot_plays_on_for_whoever_is_removed_during_the_game(host: Browser, guest: Browser, ada: Client) -> None:
    table_id = _table(host, guest)
    host.submit(f"/t/{table_id}/start")
    assert "People at the table" in host.open(f"/t/{table_id}")
    assert "People at the table" not in guest.open(f"/t/{table_id}")
    host.submit(f"/t/{table_id}/remove", seat="1")
    assert ada.read(table_id)["seats"][1]["presence"] == "left"
    page = guest.open(f"/t/{table_id}")
    assert "Welcome back" not in page
    assert "You have been removed from this table" in page
    assert 'name="move"' not in page
    assert ada.read(table_id)["seats"][1]["presence"] == "left", "a look at the page does not bring them back"
    refused = guest.post(f"/t/{table_id}/return", data={}, headers={"accept": "text/html"})
    assert refused.status_code == 403
    assert f"/t/{table_id}" not in guest.open("/"), "it is not one of their games any more"


def test_whoever_is_muted_can_play_but_not_talk(host: Browser, guest: Browser) -> None:
    table_id = _table(host, guest)
    guest.submit(f"/t/{table_id}/chat", text="Hello")
    muted = host.submit(f"/t/{table_id}/mute", seat="1", muted="on").text
    assert "Let Bo talk" in muted
    host.submit(f"/t/{table_id}/start")
    guest.submit(f"/t/{table_id}/chat", text="Rubbish")
    assert "You are muted" in guest.open(f"/t/{table_id}")
    assert "Rubbish" not in host.open(f"/t/{table_id}")
    host.submit(f"/t/{table_id}/mute", seat="1", muted="")
    guest.submit(f"/t/{table_id}/chat", text="Thanks")
    page = host.open(f"/t/{table_id}")
    assert "Hello" in page
    assert "Thanks" in page


def test_only_the_host_keeps_order_and_only_over_others(host: Browser, guest: Browser) -> None:
    table_id = _table(host, guest)
    assert guest.get(f"/t/{table_id}/people", headers={"accept": "text/html"}).status_code == 403
    for path in ("mute", "remove"):
        assert guest.post(f"/t/{table_id}/{path}", data={"seat": "0"}).status_code == 403
        assert host.post(f"/t/{table_id}/{path}", data={"seat": "0"}).status_code == 409, "the host's own seat"
        assert host.post(f"/t/{table_id}/{path}", data={"seat": "2"}).status_code == 409, "a bot's"
        assert host.post(f"/t/{table_id}/{path}", data={"seat": "x"}).status_code == 422
        assert host.post(f"/t/{table_id}/{path}", data={"seat": "7"}).status_code == 409


def test_the_same_over_the_api(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open", "greedy")
    bo.done("POST", f"/tables/{table_id}/join", {})
    muted = ada.done("PUT", f"/tables/{table_id}/seats/1/mute", {"is_muted": True})
    assert [seat["is_muted"] for seat in muted["seats"]] == [False, True, False]
    assert bo.refused("POST", f"/tables/{table_id}/chat", {"text": "Hello"}) == (403, "muted")
    assert bo.refused("POST", f"/tables/{table_id}/seats/0/remove") == (403, "not-yours")
    assert ada.done("POST", f"/tables/{table_id}/seats/1/remove")["seats"][1]["kind"] == "open"
    assert bo.refused("POST", f"/tables/{table_id}/join", {}) == (403, "removed")
