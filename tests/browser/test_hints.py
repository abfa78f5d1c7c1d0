"""Hints: off by default, one key away, and only where the table allows them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.visiting import Visitor


def test_hints_are_off_until_h_is_pressed(robin: Visitor) -> None:
    page = robin.play_now()
    situation = robin.turn()
    robin.click(situation, "roll")
    robin.turn()
    expect(page.locator("#play .hint")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#play .face .hint").first).to_be_visible()
    label = page.locator("#play .face:has(.hint)").first.get_attribute("aria-label") or ""
    assert "%" in label
    page.keyboard.press("h")
    expect(page.locator("#play .hint")).to_have_count(0)


def test_hints_stay_on_for_the_next_move_and_after_a_reload(robin: Visitor) -> None:
    page = robin.play_now()
    page.keyboard.press("h")
    robin.play(plies=2)
    robin.turn()
    expect(page.locator("#play .hint").first).to_be_visible()
    page.reload()
    expect(page.locator("#play .hint").first).to_be_visible()


def test_a_table_without_hints_has_none(visit: Visit) -> None:
    robin = visit()
    page = robin.sit_at("me", "me", has_hints=False)
    page.keyboard.press("h")
    robin.play(plies=1)
    robin.turn()
    assert robin.count("#play .hint") == 0
    assert robin.count("#hints-tool") == 0
