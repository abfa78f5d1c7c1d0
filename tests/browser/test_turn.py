"""Your turn while you look at something else: the title, the icon, the badge, and a notification if you want one."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.visiting import Visitor

AWAY = """() => {
    Object.defineProperty(document, "hidden", {get: () => window.isAway ?? false});
    Object.defineProperty(document, "visibilityState", {get: () => document.hidden ? "hidden" : "visible"});
    window.shown = [];
    window.Notification = class extends Notification {
        constructor(title, options) { super(title, options); window.shown.push([title, options.body]); }
    };
    window.badges = [];
    navigator.setAppBadge = async (number) => { window.badges.push(number); };
    navigator.clearAppBadge = async () => { window.badges.push(0); };
}"""
"""Lets a test say that the tab is hidden, which Chromium without windows never is, and remember what is shown."""
LOOK = """isAway => { window.isAway = isAway; document.dispatchEvent(new Event("visibilitychange")); }"""


def _play_until_others_move(robin: Visitor) -> None:
    while not robin.count("#play.theirs"):
        situation = robin.turn()
        robin.click(situation, situation.sensible)
        robin.await_ply(int(situation.ply) + 1)


def test_a_hidden_tab_calls_when_it_is_my_turn(whole_browser: Browser, visit: Visit, paced: Server) -> None:
    robin = visit(permissions=["notifications"], url=paced.url, browser=whole_browser)
    robin.context.add_init_script(f"({AWAY})()")
    page = robin.sit_at("me", "hatchling")
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title("Your turn · wormgrill")
    page.get_by_role("button", name="Menu").click()
    choice = page.get_by_role("checkbox", name="Notify me when it is my turn")
    expect(choice).not_to_be_checked()
    choice.check()
    page.wait_for_function("() => shown.length == 1")
    page.keyboard.press("Escape")

    _play_until_others_move(robin)
    page.evaluate(LOOK, True)
    expect(page).to_have_title("● Your turn · wormgrill")
    assert "icon-turn.svg" in (icon.get_attribute("href") or "")
    page.wait_for_function("() => shown.length == 2")
    assert page.evaluate("shown[1][0]") == "Your turn"
    assert page.evaluate("badges.at(-1)") == 1

    page.evaluate(LOOK, False)
    expect(page).to_have_title("Your turn · wormgrill")
    assert "icon.svg" in (icon.get_attribute("href") or "")
    assert page.evaluate("badges.at(-1)") == 0
    _play_until_others_move(robin)
    page.keyboard.press(" ")
    robin.turn()
    assert page.evaluate("shown.length") == 2, "somebody who looks needs no notification"
    page.reload()
    assert page.locator("#notify input").is_checked(), "the browser remembers it"


def test_the_start_page_says_how_many_games_wait(visit: Visit) -> None:
    robin = visit()
    robin.context.add_init_script(f"({AWAY})()")
    robin.sit_at("me", "hatchling", pace="mail 3")
    page = robin.open()
    expect(page).to_have_title("(1) Pickomino: play with worms · wormgrill")
    assert "icon-turn.svg" in (page.locator("link[rel=icon]").get_attribute("href") or "")
    expect(page.locator(".waiting-for-me")).to_contain_text("Your time is up in 3 days.")
    page.wait_for_function("() => badges.at(-1) === 1")
