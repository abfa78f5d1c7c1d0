"""Faces on the pages: where they are seen, where they are drawn, and that the colours of the seats stand out."""

from __future__ import annotations

import re

import pytest

from tests.support.browsing import Browser
from tests.support.running import Server
from wormgrill.game.rules import MAX_PLAYERS
from wormgrill.presentation.birds import bird_of
from wormgrill.server.pages.rendering import SHEET, STATIC

BY_DAY_AND_NIGHT = re.compile(r"--(\w[\w-]*): light-dark\((#\w{6}), (#\w{6})\)")
APP = (STATIC / "app.css").read_text(encoding="utf-8")
AA = 4.5


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


def test_people_have_the_same_birds_in_the_waiting_room_and_at_the_table(server: Server) -> None:
    with Browser(server) as browser:
        browser.submit("/me/name", name="Tom")
        assert bird_of("Tom") == bird_of(""), "an open seat takes no bird away"
        table_id = browser.set_table("link", "me", "bot rooster")
        assert shown_birds(browser.open(f"/t/{table_id}"), "room-seat") == [bird_of("Tom"), "rooster"]
        table = browser.submit(f"/t/{table_id}/start", fill="nobody").text
        assert shown_birds(table) == [bird_of("Tom"), "rooster"]


def shown_birds(page: str, where: str = "player-name") -> list[str]:
    """The faces at the players' cards or seats."""
    names = {place: name for name, place in SHEET.items()}
    parts = re.split(rf'class="{where}', page.partition('id="menu"')[0])[1:]
    found = (re.search(r'class="bird seat-\d" viewBox="(\d+) 0 32 32"', part) for part in parts)
    return [names[int(face[1])] for face in found if face]


def test_every_face_and_reaction_is_on_the_sheet_where_it_is_looked_for() -> None:
    drawn = re.findall(r'<svg id="([^"]+)" x="(\d+)" width="32" height="32">', (STATIC / "birds.svg").read_text())
    assert {name: int(place) for name, place in drawn} == SHEET


@pytest.mark.parametrize("seat", range(MAX_PLAYERS))
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_the_colour_of_a_seat_stands_out_from_every_surface(seat: int, theme: int) -> None:
    surfaces = {name: colours[theme] for name, *colours in BY_DAY_AND_NIGHT.findall(APP)}
    rule = re.search(rf"\.seat-{seat} {{(.*)}}", APP)
    assert rule
    [(_, *colours)] = BY_DAY_AND_NIGHT.findall(rule[1])
    for surface in ("surface", "surface-2", "paper"):
        assert _contrast(colours[theme], surfaces[surface]) >= AA


def _contrast(first: str, second: str) -> float:
    """How much two colours differ, as the guidelines for accessible pages measure it."""
    dark, light = sorted(map(_luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
