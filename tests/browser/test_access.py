"""Axe finds nothing on any page, by day and by night; what happens can be heard."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.tables import finished_table, nearly_finished_table
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
BY_DAY = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
BY_NIGHT = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""By night only the colours are others."""
COLOURS = "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"


def faults(visitor: Visitor) -> list[str]:
    """What axe finds on a page by day and by night, a line each."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found, day = _run(visitor, BY_DAY), page.evaluate(COLOURS)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(COLOURS) != day, f"{visitor.path} has no night"
    found += _run(visitor, BY_NIGHT)
    page.emulate_media(color_scheme="light")
    return found


def _run(visitor: Visitor, rules: dict[str, Any]) -> list[str]:
    found: list[dict[str, Any]] = visitor.page.evaluate(
        "rules => axe.run(rules).then(found => found.violations)", rules
    )
    return [
        f"{visitor.path} {fault['id']}: {node['target']} {node['html'][:120]} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]


def test_the_start_page(visit: Visit) -> None:
    robin = visit()
    robin.allow("404")
    page = robin.open()
    found = faults(robin)
    page.locator("details.house summary").click()
    page.locator("nav .tool").last.click()
    found += faults(robin)
    page = robin.open("/join?code=nothing")
    assert found + faults(robin) == []


def test_small_pages(visit: Visit) -> None:
    robin = visit()
    for problem in ("404", "422"):
        robin.allow(problem)
    page = robin.open("/open")
    found = faults(robin)
    page.locator("textarea").fill("format: wormgrill-record/1\nnonsense")
    page.locator(".open-form button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    found += faults(robin)
    robin.open("/nothing")
    found += faults(robin)
    page = robin.open()
    page.get_by_role("button", name="Play on another device").click()
    link = page.locator("#transfer-link").input_value()
    found += faults(robin)
    page.goto(link)
    assert found + faults(robin) == []


def test_the_waiting_room(visit: Visit) -> None:
    robin, wren = visit(), visit(PHONE)
    page = robin.open()
    page.get_by_role("button", name="Set the table").click()
    robin.arrive("#room")
    page.locator("details.fair summary").click()
    found = faults(robin)
    wren.open(robin.table)
    found += faults(wren)
    wren.page.get_by_role("button", name="Sit down").click()
    expect(wren.page.locator(".room-seat.mine")).to_be_visible()
    assert found + faults(wren) == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_table(visit: Visit, size: Size) -> None:
    robin = visit(size)
    page = robin.sit_at("me", "me", "hatchling", rules="deluxe-2018", has_hints=True)
    found = faults(robin)
    page.keyboard.press("h")
    expect(page.locator("#hints-tool")).to_have_attribute("aria-pressed", "true")
    for _ in range(3):
        situation = robin.turn()
        robin.press(situation, situation.sensible)
        robin.turn()
        found += faults(robin)
    for button in ("#invite", "#keys", "#menu", "#rules"):
        page.evaluate("id => document.querySelector(id).showPopover()", button)
        found += faults(robin)
        page.evaluate("id => document.querySelector(id).hidePopover()", button)
    page.keyboard.press("l")
    assert found + faults(robin) == []


def test_a_game_that_is_over(visit: Visit, server: Server) -> None:
    robin = visit()
    table = nearly_finished_table(server, robin.become("Robin"), "hatchling", rules="deluxe-2018")
    page = robin.open(table)
    robin.play("keys")
    expect(page.locator("#result")).to_be_visible()
    found = faults(robin)
    own = ("/me", "/me/delete", "/me/data", "/me/forget", f"{table}/share", "/rules?of=deluxe-2018")
    for path in (f"{table}/verify", f"{table}/replay", f"{table}/replay?ply=40", *own, "/"):
        robin.open(path)
        found += faults(robin)
    page.locator("nav .tool").last.click()
    assert found + faults(robin) == []


def test_the_page_for_doubters(visit: Visit, server: Server) -> None:
    """All its questions are opened by keyboard, and the picture is told in words and in a table."""
    robin = visit(PHONE)
    page = robin.open(f"{finished_table(server, 'hatchling', 'rooster')}/fair-dice")
    found = faults(robin)
    for question in page.locator("main details:not([open]) > summary").element_handles():
        question.focus()
        page.keyboard.press("Enter")
    assert page.locator("main details:not([open])").count() == 0
    game = page.get_by_role("region", name="The dice of this game")
    expect(game.get_by_role("img", name="Six bars show how often each face came up: 1: ")).to_be_visible()
    expect(game.get_by_role("table", name="The dice of this game").get_by_role("row")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert found + faults(robin) == []


def test_night_by_choice_is_the_same_night(visit: Visit) -> None:
    system, chosen = visit(color_scheme="dark"), visit(color_scheme="light")
    night = system.open().evaluate(COLOURS)
    page = chosen.open()
    day = page.evaluate(COLOURS)
    assert day != night
    page.locator("nav .tool").last.click()
    with page.expect_response("**/settings"):
        page.locator("#menu label:has(input[value=dark])").click()
    assert page.evaluate(COLOURS) == night
    page.reload()
    assert page.evaluate(COLOURS) == night


def test_every_roll_and_turn_can_be_heard(robin: Visitor) -> None:
    page = robin.sit_at("me", "hatchling")
    heard = page.locator("#heard")
    assert heard.get_attribute("aria-live") == "polite"
    before = heard.inner_text()
    robin.play(plies=1)
    robin.turn()
    expect(heard).not_to_have_text(before)
    assert "roll" in heard.inner_text().lower()
