"""The page of a table: forms that work without JavaScript, fragments for those with it, and nothing inline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import httpx2
import pytest

from tests.support.running import Client, Server

PATIENCE_SECONDS = 30
HTMX = {"HX-Request": "true"}


@pytest.fixture
def browser(server: Server, ada: Client) -> Iterator[httpx2.Client]:
    """Ada's browser, which knows her by its cookie."""
    cookies = {"wormgrill": ada.headers["authorization"].removeprefix("Bearer ")}
    with httpx2.Client(base_url=server.url, cookies=cookies, timeout=PATIENCE_SECONDS) as client:
        yield client


@pytest.fixture
def table_id(ada: Client, bo: Client) -> str:
    """A table at which Ada begins against Bo."""
    made: str = ada.open_table("me", "open")
    bo.post(f"/tables/{made}/join", json={}).raise_for_status()
    ada.start(made)
    return made


def move(browser: httpx2.Client, table_id: str, ply: object, text: str, **headers: str) -> httpx2.Response:
    return browser.post(f"/t/{table_id}/moves", data={"ply": str(ply), "move": text}, headers=headers)


def messages(browser: httpx2.Client, table_id: str) -> Iterator[str]:
    """The unnamed messages of the page's stream."""
    with browser.stream("GET", f"/t/{table_id}/live") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        data: list[str] = []
        for line in answer.iter_lines():
            if line.startswith("data: "):
                data.append(line.removeprefix("data: "))
            elif not line and data:
                yield "\n".join(data)
                data = []


def test_the_page_shows_the_table_and_keeps_to_the_policy(browser: httpx2.Client, table_id: str) -> None:
    page = browser.get(f"/t/{table_id}")
    assert page.status_code == 200
    assert "Your turn" in page.text
    assert len(re.findall(r'class="tile tile-up', page.text)) == 16
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", page.text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page.text))
    assert page.headers["cache-control"] == "no-store"


def test_a_table_that_everybody_left_before_the_game_is_gone(browser: httpx2.Client, ada: Client) -> None:
    table_id = ada.open_table("me", "open")
    ada.post(f"/tables/{table_id}/leave").raise_for_status()
    assert browser.get(f"/t/{table_id}", follow_redirects=True).status_code == 410


def test_whoever_opens_the_table_again_is_back_in_their_seat_at_once(
    browser: httpx2.Client, ada: Client, table_id: str
) -> None:
    ada.post(f"/tables/{table_id}/leave").raise_for_status()
    assert ada.read(table_id)["seats"][0]["presence"] == "left"
    browser.get(f"/t/{table_id}")
    assert ada.read(table_id)["seats"][0]["presence"] == "here"


def test_leaving_asks_first(browser: httpx2.Client, table_id: str) -> None:
    page = browser.get(f"/t/{table_id}").text
    assert page.count(f'action="/t/{table_id}/leave"') == 1
    assert page.index('id="leave" popover') < page.index(f'action="/t/{table_id}/leave"')


def test_a_move_sent_as_a_form_leads_back_to_the_table(browser: httpx2.Client, table_id: str) -> None:
    answer = move(browser, table_id, 0, "roll")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table_id}")
    assert 'value="keep ' in browser.get(f"/t/{table_id}").text


def test_a_move_sent_by_the_page_needs_no_answer_while_its_stream_lives(browser: httpx2.Client, table_id: str) -> None:
    assert move(browser, table_id, 0, "roll", **HTMX).status_code == 204


def test_a_move_sent_by_a_page_without_its_stream_is_answered_with_fragments(
    browser: httpx2.Client, table_id: str
) -> None:
    answer = move(browser, table_id, 0, "roll", **HTMX, **{"Wormgrill-Stream": "lost"})
    assert answer.status_code == 200
    assert '<hx-partial hx-target="#play"' in answer.text
    assert 'data-ply="2"' in answer.text


@pytest.mark.parametrize(
    ("ply", "text", "status"), [(7, "roll", 409), (0, "stop", 422), (0, "nonsense", 422), ("x", "roll", 422)]
)
def test_what_is_refused_says_so_and_shows_how_it_stands(
    browser: httpx2.Client, table_id: str, ply: object, text: str, status: int
) -> None:
    answer = move(browser, table_id, ply, text, **HTMX)
    assert answer.status_code == status
    assert 'class="notice"' in answer.text
    assert 'data-ply="0"' in answer.text
    plain = move(browser, table_id, ply, text)
    assert plain.status_code == 303
    assert 'class="notice"' in browser.get(plain.headers["location"]).text


def test_a_move_sent_twice_is_played_once_and_no_reproach(browser: httpx2.Client, table_id: str) -> None:
    assert [move(browser, table_id, 0, "roll", **HTMX).status_code for _ in range(2)] == [204, 204]
    assert 'data-ply="2"' in browser.get(f"/t/{table_id}").text


def test_a_stranger_watches_but_cannot_move(server: Server, table_id: str) -> None:
    with httpx2.Client(base_url=server.url, timeout=PATIENCE_SECONDS) as stranger:
        page = stranger.get(f"/t/{table_id}").text
        assert "Ada&#39;s turn" in page
        assert 'value="roll"' not in page
        assert move(stranger, table_id, 0, "roll", **HTMX).status_code == 401


def test_the_stream_tells_everything_and_then_what_changes(browser: httpx2.Client, table_id: str) -> None:
    stream = messages(browser, table_id)
    first = next(stream)
    for target in ("grill", "play", "players", "log", "chat-lines", "heard", "hints"):
        assert f'<hx-partial hx-target="#{target}"' in first
    move(browser, table_id, 0, "roll", **HTMX)
    second = next(stream)
    assert 'hx-target="#play"' in second
    assert 'hx-target="#grill"' not in second
    assert "<title>Your turn" in first
    assert "<title>" not in second


def test_things_that_travel_are_named(browser: httpx2.Client, table_id: str) -> None:
    move(browser, table_id, 0, "roll", **HTMX)
    legal = re.findall(r'value="(keep .)"', browser.get(f"/t/{table_id}").text)
    stream = messages(browser, table_id)
    next(stream)
    move(browser, table_id, 2, legal[0], **HTMX)
    assert f'data-travel="face-{legal[0][-1]}"' in next(stream)


def test_hints_are_shown_to_visitors_who_want_them(browser: httpx2.Client, table_id: str) -> None:
    move(browser, table_id, 0, "roll")
    assert 'class="hint' not in browser.get(f"/t/{table_id}").text
    answer = browser.post(f"/t/{table_id}/hints", data={"hints": "on"}, headers=HTMX)
    assert 'class="hint' in answer.text
    assert 'aria-pressed="true"' in answer.text
    assert 'class="hint' in browser.get(f"/t/{table_id}").text
    browser.post(f"/t/{table_id}/hints", data={"hints": "off"})
    assert 'class="hint' not in browser.get(f"/t/{table_id}").text


def test_what_is_said_is_shown_as_text(browser: httpx2.Client, table_id: str) -> None:
    stream = messages(browser, table_id)
    next(stream)
    assert browser.post(f"/t/{table_id}/chat", data={"text": "<b>Hello</b>"}, headers=HTMX).status_code == 204
    assert "&lt;b&gt;Hello&lt;/b&gt;" in "".join(islice(stream, 1))


def test_settings_are_kept_and_lead_back_only_to_this_site(browser: httpx2.Client, table_id: str) -> None:
    answer = browser.post("/settings", data={"theme": "dark", "language": "de", "next": f"/t/{table_id}"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table_id}")
    page = browser.get(f"/t/{table_id}").text
    assert '<html lang="de" data-theme="dark">' in page
    for elsewhere in ("https://example.org/", "//example.org/", "/\\example.org"):
        assert browser.post("/settings", data={"next": elsewhere}).headers["location"] == "/"


def test_a_table_is_light(browser: httpx2.Client, table_id: str) -> None:
    """All that a browser loads for a table, as it goes over the wire."""
    page = browser.get(f"/t/{table_id}")
    addresses = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)}
    assert len(addresses) > 6
    sizes = [int(browser.get(address).headers["content-length"]) for address in addresses]
    assert sum(sizes) + int(page.headers["content-length"]) < 110_000
    assert all("immutable" in browser.get(address).headers["cache-control"] for address in addresses)


@pytest.mark.parametrize("name", ["nothing.css", "../app.py", "%2e%2e/app.py", "vendor"])
def test_only_static_files_are_served(browser: httpx2.Client, name: str) -> None:
    assert browser.get(f"/static/{name}").status_code == 404
