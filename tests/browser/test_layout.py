"""Everything has its place: on a laptop without scrolling, on a phone without scrolling sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.tables import nearly_finished_table
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor

SMALLEST_ACTION = 48
EXCESS = """() => ({
    sideways: document.scrollingElement.scrollWidth - innerWidth,
    down: document.scrollingElement.scrollHeight - innerHeight,
})"""
OUTSIDE = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)]
    .filter(element => element.checkVisibility())
    .filter(element => {
        const box = element.getBoundingClientRect();
        return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
    }).map(element => `${selector} ${element.id} ${JSON.stringify(element.getBoundingClientRect())}`))"""
PARTS = ["#grill .slot", "#play .status", "#play .face", "#play .action", "#play .kept-group", ".points", ".player"]
LEVELS = ("hatchling",) * 6
LONG_NAME = "Nightingale of the long name"


def _seven(visitor: Visitor) -> Page:
    return visitor.sit_at("me", *LEVELS, name=LONG_NAME, rules="deluxe-2018")


def test_seven_seats_on_a_phone_never_scroll_sideways(visit: Visit) -> None:
    robin = visit(PHONE, has_touch=True, is_mobile=True)
    page = _seven(robin)

    def look(*_: object) -> None:
        assert page.evaluate(EXCESS)["sideways"] <= 0
        assert page.evaluate(OUTSIDE, ["#grill .slot", "#play .face", "#play .action", ".player"]) == []

    robin.play(plies=24, before=look)
    assert robin.count("#players .player") == 7
    assert robin.count("#grill .slot") == 18


def test_the_buttons_of_a_phone_are_under_the_thumb(visit: Visit) -> None:
    robin = visit(PHONE, has_touch=True, is_mobile=True)
    page = _seven(robin)

    def look(*_: object) -> None:
        for button in page.locator("#play .action").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= SMALLEST_ACTION
            assert box["y"] > PHONE[1] / 2
            seen.add(button.get_attribute("value"))

    seen: set[str | None] = set()
    robin.play(plies=10, before=look)
    assert {"roll", "stop"} <= seen


def test_a_laptop_shows_the_whole_table_without_scrolling(visit: Visit) -> None:
    robin = visit(LAPTOP)
    page = _seven(robin)

    def look(*_: object) -> None:
        excess = page.evaluate(EXCESS)
        assert excess["sideways"] <= 0
        assert excess["down"] <= 0
        assert page.evaluate(OUTSIDE, PARTS) == []

    robin.play(plies=16, before=look)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_end_of_a_game_of_seven_fits(visit: Visit, server: Server, size: Size) -> None:
    robin = visit(size)
    seats = (robin.become(LONG_NAME), *LEVELS)
    page = robin.open(nearly_finished_table(server, *seats, rules="deluxe-2018"))
    robin.play()
    assert page.evaluate(EXCESS)["sideways"] <= 0
    assert robin.count(".result-row") == 7
    verify = page.get_by_role("link", name="Verify the dice")
    verify.scroll_into_view_if_needed()
    expect(verify).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/", "/open", "/fair-dice", "/nothing"])
def test_no_other_page_scrolls_sideways_on_a_phone(visit: Visit, path: str) -> None:
    robin = visit(PHONE, has_touch=True, is_mobile=True)
    robin.allow("404")
    page = robin.open(path)
    assert page.evaluate(EXCESS)["sideways"] <= 0


def test_the_waiting_room_fits_a_phone(visit: Visit) -> None:
    robin = visit(PHONE, has_touch=True, is_mobile=True)
    page = robin.open()
    for seat in range(2, 8):
        page.locator(f"select[name=seat{seat}]").select_option("link")
    page.get_by_role("button", name="Set the table").click()
    robin.arrive("#room")
    assert page.evaluate(EXCESS)["sideways"] <= 0


def test_dice_and_specialists_say_what_they_do(robin: Visitor) -> None:
    page = robin.sit_at("me", "me", rules="deluxe-2018")
    situation = robin.turn()
    robin.click(situation, "roll")
    robin.turn()
    face = page.locator("#play .face[value^=keep]").first
    label = face.get_attribute("aria-label") or ""
    assert "in all" in label
    face.hover()
    assert page.locator("#tip").inner_text() in label
    figure = page.locator("#grill .figure").first
    figure.hover()
    about = page.locator(f"#{figure.get_attribute('popovertarget')}")
    about.wait_for(state="visible")
    assert len(about.inner_text()) > 20
    page.mouse.move(640, 790)
    about.wait_for(state="hidden")
    figure.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    about.wait_for(state="visible")
