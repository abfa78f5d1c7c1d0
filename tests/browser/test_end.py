"""The end of a game as a moment, and the result that is shared."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.tables import nearly_finished_table

LOADED = "() => document.querySelector('.share-picture img')?.naturalWidth === 1200"
DELAYS = """tiles => tiles.map(tile => getComputedStyle(tile))
    .filter(style => style.animationName === "turn-over").map(style => parseFloat(style.animationDelay))"""
MOVED = """() => [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
    .filter(rule => ["crow", "turn-over", "count"].includes(rule.name))
    .flatMap(rule => [...rule.cssRules]).flatMap(step => [...step.style])"""


def test_the_stacks_are_turned_over_and_the_result_is_shared(visit: Visit, server: Server) -> None:
    robin = visit(is_calm=False, permissions=["clipboard-read", "clipboard-write"])
    token = robin.become("Robin")
    page = robin.open(nearly_finished_table(server, token, token))
    robin.play()
    expect(page.locator("#result")).to_be_visible()
    delays = page.locator(".result-tile").evaluate_all(DELAYS)
    assert delays == sorted(set(delays)), "one after the other"
    assert len(delays) == robin.count(".result-tile") > 0
    assert set(page.evaluate(MOVED)) == {"opacity", "transform"}
    assert robin.count(".result-tile.decisive") <= 1

    page.get_by_role("link", name="Share").click()
    page.get_by_role("button", name="Copy the text").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[-1] == page.url
    assert "1. Robin" in copied
    page.wait_for_function(LOADED)
