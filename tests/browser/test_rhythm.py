"""What others do is shown in a rhythm that can be followed, and hurried."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.support.running import Client, Server, sensible
from tests.support.visiting import Visitor

LEAST_QUICKNESS = 0.15
"""Of dice that are shown for the least time; it is higher where they tumble longer."""
PLIES = """() => {
    window.plies = [];
    window.quickness = [];
    const look = () => {
        const ply = Number(document.querySelector("#play").dataset.ply);
        if (ply === window.plies.at(-1)) return;
        window.plies.push(ply);
        if (!document.querySelector("#play").dataset.beat?.startsWith("roll")) return;
        window.quickness.push(Number(getComputedStyle(document.documentElement).getPropertyValue("--quick")));
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def end_my_turn(visitor: Visitor) -> Page:
    while not visitor.page.locator("#play.theirs").count():
        situation = visitor.turn()
        visitor.click(situation, situation.sensible)
        visitor.await_ply(int(situation.ply) + 1)
    return visitor.page


def test_every_ply_of_the_bots_is_shown_one_after_the_other(visit: Visit, paced: Server) -> None:
    robin = visit(url=paced.url)
    robin.context.add_init_script("localStorage.setItem('wormgrill.speed', 'fast')")
    robin.sit_at("me", "pullet", "pullet")
    page = end_my_turn(robin)
    page.evaluate(PLIES)
    expect(page.locator("#play.mine")).to_be_visible()
    plies = page.evaluate("() => window.plies")
    assert plies == sorted(plies)
    rolls = {after - before for before, after in pairwise(plies)}
    assert rolls <= {1, 2}, "a roll and its dice are shown together, everything else by itself"


def test_bots_are_not_hurried_because_a_person_has_thought_for_long(visit: Visit, paced: Server) -> None:
    robin = visit(url=paced.url)
    with Client(paced, "Robin") as host, Client(paced, "Bo") as bo:
        table_id = host.open_table("me", "open", "pullet")
        bo.done("POST", f"/tables/{table_id}/join", {})
        host.start(table_id)
        token = host.headers["authorization"].removeprefix("Bearer ")
        robin.context.add_cookies([{"name": "wormgrill", "value": token, "url": paced.url}])
        robin.page.clock.install()
        robin.open(f"/t/{table_id}")
        page = end_my_turn(robin)
        page.clock.run_for(5000)
        page.clock.fast_forward(20_000)
        page.evaluate(PLIES)
        while (view := bo.read(table_id))["seat_to_move"] == 1:
            bo.play(table_id, view["ply"], sensible(view["legal"], view["state"]))
        expect(page.locator("#play.mine")).to_be_visible()
        quickness = page.evaluate("() => window.quickness")
    assert max(quickness) > LEAST_QUICKNESS


def test_the_space_bar_skips_to_my_turn(visit: Visit, paced: Server) -> None:
    robin = visit(url=paced.url)
    robin.sit_at("me", "pullet", "pullet")
    robin.page.clock.install()
    page = end_my_turn(robin)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    robin.await_ply(robin.ply)
    expect(page.locator("#skip")).to_be_visible()
    assert page.locator("#play.theirs").count(), "with clocks that stand still nothing goes on by itself"
    page.keyboard.press(" ")
    expect(page.locator("#play.mine")).to_be_visible()


def test_the_speed_is_remembered(visit: Visit, paced: Server) -> None:
    robin = visit(url=paced.url)
    page = robin.sit_at("me", "pullet")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("radio", name="Normal")).to_be_checked()
    page.get_by_text("Fast", exact=True).click()
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("radio", name="Fast")).to_be_checked()
