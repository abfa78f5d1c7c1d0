"""Axe finds nothing on any page, by day and by night; what happens can be heard."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.tables import finished_table, nearly_finished_table
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}


def faults(visitor: Visitor) -> list[str]:
    """What axe finds on a page, a line each."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate("rules => axe.run(rules).then(found => found.violations)", RULES)
    return [
        f"{visitor.path} {fault['id']}: {node['target']} {node['html'][:120]} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_the_start_page(visit: Visit, theme: Theme) -> None:
    robin = visit(color_scheme=theme)
    robin.allow("404")
    page = robin.open()
    found = faults(robin)
    page.locator("details.house summary").click()
    page.locator("nav .tool").last.click()
    found += faults(robin)
    page = robin.open("/join?code=nothing")
    assert found + faults(robin) == []


@pytest.mark.parametrize("theme", THEMES)
def test_small_pages(visit: Visit, theme: Theme) -> None:
    robin = visit(color_scheme=theme)
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


@pytest.mark.parametrize("theme", THEMES)
def test_the_waiting_room(visit: Visit, theme: Theme) -> None:
    robin, wren = visit(color_scheme=theme), visit(PHONE, color_scheme=theme)
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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_table(visit: Visit, theme: Theme, size: Size) -> None:
    robin = visit(size, color_scheme=theme)
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


@pytest.mark.parametrize("theme", THEMES)
def test_a_game_that_is_over(visit: Visit, server: Server, theme: Theme) -> None:
    robin = visit(color_scheme=theme)
    table = nearly_finished_table(server, robin.become("Robin"), "hatchling", rules="deluxe-2018")
    page = robin.open(table)
    robin.play("keys")
    expect(page.locator("#result")).to_be_visible()
    found = faults(robin)
    own = ("/me", "/me/delete", f"{table}/share", "/rules?of=deluxe-2018")
    for path in (f"{table}/verify", f"{table}/replay", f"{table}/replay?ply=40", *own, "/"):
        robin.open(path)
        found += faults(robin)
    page.locator("nav .tool").last.click()
    assert found + faults(robin) == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_for_doubters(visit: Visit, server: Server, theme: Theme) -> None:
    """All its questions are opened by keyboard, and the picture is told in words and in a table."""
    robin = visit(PHONE, color_scheme=theme)
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
    colour = "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"
    night = system.open().evaluate(colour)
    page = chosen.open()
    day = page.evaluate(colour)
    assert day != night
    page.locator("nav .tool").last.click()
    with page.expect_response("**/settings"):
        page.locator("#menu label:has(input[value=dark])").click()
    assert page.evaluate(colour) == night
    page.reload()
    assert page.evaluate(colour) == night


def test_every_roll_and_turn_can_be_heard(robin: Visitor) -> None:
    page = robin.sit_at("me", "hatchling")
    heard = page.locator("#heard")
    assert heard.get_attribute("aria-live") == "polite"
    before = heard.inner_text()
    robin.play(plies=1)
    robin.turn()
    expect(heard).not_to_have_text(before)
    assert "roll" in heard.inner_text().lower()
