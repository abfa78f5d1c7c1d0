"""The waiting room: invited, seen by everybody, started by the host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from socket import gethostname

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
        yield browser


def test_a_guest_sits_down_and_the_host_starts(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link")
    room = guest.open(f"/t/{table_id}")
    assert "Ada invites you" in room
    assert f"/t/{table_id}</" not in room
    assert "cannot open this link" in room, "the server of the tests listens to this device only"
    assert "scan the code" not in room, "there is none"
    room = guest.get(f"/t/{table_id}/wait", headers={"host": gethostname()}).text
    assert '<svg aria-hidden="true" viewBox=' in room, "a QR code"
    assert "cannot open this link" not in room
    assert "scan the code" in room
    assert "Start the game" not in room
    seated = guest.submit(f"/t/{table_id}/join", name="  Bo  ").text
    assert "That is you" in seated
    assert "join-card" not in seated
    assert 'value="Bo"' in guest.open("/"), "the name is theirs from now on"
    assert "Start the game" in host.open(f"/t/{table_id}")
    assert host.submit(f"/t/{table_id}/start").url.path == f"/t/{table_id}"
    assert guest.get(f"/t/{table_id}/wait").url.path == f"/t/{table_id}"


def test_the_host_fills_with_bots_or_goes_on_without(host: Browser, guest: Browser, ada: Client) -> None:
    filled = host.set_table("me", "link", "link")
    host.submit(f"/t/{filled}/seat", seat="1", level="hatchling")
    assert [seat["level"] for seat in ada.read(filled)["seats"]] == [None, "hatchling", None]
    host.submit(f"/t/{filled}/start", fill="bots", level="thinker")
    assert [seat["level"] for seat in ada.read(filled)["seats"]] == [None, "hatchling", "thinker"]
    smaller = host.set_table("me", "link", "link")
    guest.submit(f"/t/{smaller}/join", name="Bo")
    host.submit(f"/t/{smaller}/start", fill="nobody")
    assert [seat["name"] for seat in ada.read(smaller)["seats"]] == ["Ada", "Bo"]


def test_starting_too_early_shows_the_room_again(host: Browser) -> None:
    table_id = host.set_table("me", "link")
    assert host.submit(f"/t/{table_id}/start").url.path == f"/t/{table_id}/wait"


def test_somebody_else_on_the_same_device(host: Browser) -> None:
    table_id = host.set_table("me", "link", "link")
    room = host.submit(f"/t/{table_id}/join", name="Ida", another="yes").text
    assert room.count("That is you") == 1
    assert room.count("Beside you, on this device") == 1
    assert 'value="Ada"' in host.open("/"), "the host keeps their own name"


def test_people_who_play_beside_others_are_told_so(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "device", "link", name2="Ida")
    room = guest.submit(f"/t/{table_id}/join", name="Bo").text
    assert room.count("Host<") == 1
    assert "Beside Ada, on the same device" in room
    assert host.open(f"/t/{table_id}").count("That is you, the host") == 1


def test_people_talk_while_they_wait_as_soon_as_two_are_there(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link", "link")
    assert "has-chat" not in host.open(f"/t/{table_id}")
    guest.submit(f"/t/{table_id}/join", name="Bo")
    with host.stream("GET", f"/t/{table_id}/wait/live") as stream:
        lines = stream.iter_lines()
        assert any("has-chat" in line for line in lines)
        guest.submit(f"/t/{table_id}/chat", text="<b>Hot?</b>")
        assert any("&lt;b&gt;Hot?&lt;/b&gt;" in line for line in lines)
        guest.submit(f"/t/{table_id}/chat", text=":clapping:")
        assert any("Bo: clapping" in line for line in lines)
    assert "Bo: clapping" in host.open(f"/t/{table_id}"), "for those who come later, too"
    refused = guest.post(f"/t/{table_id}/chat", data={"text": " "}, headers={"hx-request": "true"})
    assert 'hx-target="#notices"' in refused.text
    assert 'hx-target="#grill"' not in refused.text


def test_only_the_host_decides(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link", "link")
    guest.submit(f"/t/{table_id}/join", name="Bo")
    answer = guest.post(f"/t/{table_id}/start", data={"fill": "bots", "level": "thinker"})
    assert answer.status_code == 403
    assert "Not yours to do" in answer.text


def test_a_browser_commits_by_itself_where_no_form_did(host: Browser, ada: Client) -> None:
    table_id = host.set_table("me", "link")
    assert ada.read(table_id)["dice"]["anchors"] == ["-", "-"]
    assert host.post(f"/t/{table_id}/commit", data={"anchor": "0" * 64}).status_code == 204
    assert ada.read(table_id)["dice"]["anchors"] == ["0" * 64, "-"]
    assert host.post(f"/t/{table_id}/commit", data={"anchor": "?"}).status_code == 422


def test_a_form_with_a_used_chain_comes_back_to_be_sent_with_another_one(
    host: Browser, guest: Browser, ada: Client
) -> None:
    used, name = {"anchor": "1" * 64}, 'Bo "the worm" <b>'
    table_id = host.set_table("me", "link", **used)
    answer = guest.post(f"/t/{table_id}/join", data={"name": name, **used})
    assert answer.status_code == 409
    assert ada.read(table_id)["seats"][1]["kind"] == "open"
    form = re.search(r'<form method="post" action="(.*)" data-resend>(.*?)</form>', answer.text, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    assert (form[1], unescape(fields.pop("name")), fields) == (f"/t/{table_id}/join", name, {"resent": "yes"})
    again = guest.post(form[1], data={"name": "Bo", "resent": "yes", **used})
    assert (again.status_code, "data-resend" in again.text) == (409, False), "not for ever"
    guest.submit(form[1], name="Bo", resent="yes", anchor="2" * 64)
    assert ada.read(table_id)["dice"]["anchors"] == ["1" * 64, "2" * 64]
    assert [seat["name"] for seat in ada.read(table_id)["seats"]][1] == "Bo"


def test_everybody_sees_who_comes_and_is_taken_to_the_game(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link")
    with host.stream("GET", f"/t/{table_id}/wait/live") as stream:
        lines = stream.iter_lines()
        assert 'hx-target="#room"' in next(line for line in lines if line.startswith("data: "))
        guest.submit(f"/t/{table_id}/join", name="Bo<b>")
        assert any("Bo&lt;b&gt;" in line for line in lines)
        host.submit(f"/t/{table_id}/start")
        assert "event: begun" in lines
        assert next(lines) == f"data: /t/{table_id}"


def test_the_title_of_the_page_changes_with_the_room(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link")
    with host.stream("GET", f"/t/{table_id}/wait/live") as stream:
        lines = stream.iter_lines()
        assert "<title>Waiting for one more · wormgrill</title>" in next(line for line in lines if "<title>" in line)
        assert "<title>Waiting for one more · wormgrill</title>" in host.open(f"/t/{table_id}/wait")
        guest.submit(f"/t/{table_id}/join", name="Bo")
        assert "<title>Everybody is here · wormgrill</title>" in next(line for line in lines if "<title>Every" in line)


def test_leaving_opens_the_seat(host: Browser, guest: Browser) -> None:
    table_id = host.set_table("me", "link")
    guest.submit(f"/t/{table_id}/join", name="Bo")
    guest.submit(f"/t/{table_id}/leave")
    assert "Ada invites you" in guest.open(f"/t/{table_id}")


def test_a_table_that_all_have_left_is_gone(host: Browser) -> None:
    table_id = host.set_table("me", "link")
    host.submit(f"/t/{table_id}/leave")
    answer = host.get(f"/t/{table_id}/wait")
    assert answer.status_code == 410
    assert "Everybody left before the game began." in answer.text
