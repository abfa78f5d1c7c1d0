"""What travels on the board: from where it lay, in an arc, and by transforms alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.support.records import played
from wormgrill.presentation.moments import encode_record, moments_of

TAKES_25 = ("roll", "dice 1124WWWW", "keep W", "roll", "dice 1125", "keep 5", "stop")
FAILS = ("roll", "dice 11444444", "keep 4", "roll", "dice 44")
GAME = played(*TAKES_25, *TAKES_25, *FAILS, *FAILS)
"""Ada takes 25, Bo steals it, Ada fails without a tile, Bo fails, loses it, and 36 is turned over."""
BOXES = "all => all.map(each => JSON.stringify(each.getBoundingClientRect()))"
ANIMATIONS = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        if (options.id === "travel") window.moved.push({what: this.id, frames, options});
        return animate.call(this, frames, options);
    };
}"""


AT_REST = """() => document.getAnimations().every(({id, playState}) => id !== "travel" || playState === "finished")"""


def _moved(visit: Visit, *, is_calm: bool) -> list[dict[str, Any]]:
    """All that the script moved while the whole game was stepped through."""
    robin = visit(is_calm=is_calm)
    page = robin.open(f"/record/{encode_record(GAME)}/replay")
    page.evaluate(ANIMATIONS)
    for _before, after in pairwise(moments_of(GAME).plies):
        page.keyboard.press("ArrowRight")
        robin.await_ply(after)
        page.wait_for_function(AT_REST)
    moved: list[dict[str, Any]] = page.evaluate("() => window.moved")
    return moved


def _heights(frames: list[dict[str, str]]) -> list[float]:
    """How far above or below its new place a thing is, frame by frame."""
    return [float(frame["translate"].split()[1].removesuffix("px")) for frame in frames]


def test_tiles_travel_by_transforms_alone_and_stolen_ones_in_a_high_arc(visit: Visit) -> None:
    moved = _moved(visit, is_calm=False)
    assert {name for each in moved for frame in each["frames"] for name in frame} == {"translate", "scale", "rotate"}
    taken, stolen, returned = (each for each in moved if each["what"] == "tile-25")
    assert _heights(taken["frames"])[0] < -100, "from the grill above to the card below"
    assert min(_heights(stolen["frames"])) < min(0, _heights(stolen["frames"])[0]) - 60
    assert _heights(returned["frames"])[0] > 100
    for each in (taken, stolen, returned):
        assert each["frames"][-1] == {"translate": "0px 0px", "scale": "1", "rotate": "0deg"}


HELD = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        animation.pause();
        return animation;
    };
}"""
TOUCHED = """() => {
    const {left, top, width, height} = document.querySelector("#tile-25").getBoundingClientRect();
    return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest("#tile-25"));
}"""


def test_a_click_goes_through_what_flies_across_the_button(visit: Visit) -> None:
    robin = visit(is_calm=False)
    before_the_steal = len(TAKES_25) * 2 - 1
    page = robin.open(f"/record/{encode_record(GAME)}/replay?ply={before_the_steal}")
    page.evaluate(HELD)
    assert page.evaluate(TOUCHED)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.travels')")
    assert not page.evaluate(TOUCHED)
    page.evaluate("() => document.getAnimations().forEach(each => each.finish())")
    assert page.evaluate(TOUCHED)


def test_what_glides_stays_what_it_is_when_the_turn_ends_meanwhile(visit: Visit) -> None:
    robin = visit(is_calm=False)
    game = played("roll", "dice 112WWWWW", "keep W", "stop")
    page = robin.open(f"/record/{encode_record(game)}/replay?ply=2")
    page.evaluate(HELD)
    for ply in (3, 4):
        page.keyboard.press("ArrowRight")
        robin.await_ply(ply)
    assert page.locator(".kept-none").evaluate("each => each.getAnimations().length") == 0


def test_nothing_travels_where_people_want_no_motion(visit: Visit) -> None:
    assert _moved(visit, is_calm=True) == []


def _hold(held: list[Route], route: Route) -> None:
    held.append(route)


def test_a_click_is_seen_at_once_and_until_a_slow_server_answers(visit: Visit) -> None:
    for is_calm in (True, False):
        robin = visit(is_calm=is_calm)
        page = robin.sit_at("me", "hatchling")
        held: list[Route] = []
        page.route("**/moves", partial(_hold, held))
        robin.turn()
        button, others = page.locator("#do-roll"), page.locator(".tray, .player, .side")
        boxes = others.evaluate_all(BOXES)
        button.click(no_wait_after=True)
        expect(button).to_have_attribute("aria-busy", "true")
        assert button.evaluate("each => getComputedStyle(each, '::before').width") == "26px", "a ring is seen"
        ring = button.evaluate("each => getComputedStyle(each, '::before').animationName")
        assert ring == ("none" if is_calm else "busy")
        assert others.evaluate_all(BOXES) == boxes, "nothing else moves"
        held[0].continue_()
        expect(page.locator(".face").first).to_be_visible()
        expect(page.locator("[aria-busy]")).to_have_count(0)


def test_a_button_whose_move_did_not_get_through_can_be_pressed_again(visit: Visit) -> None:
    robin = visit()
    robin.allow("moves")
    robin.allow("Failed to fetch")
    page = robin.sit_at("me", "hatchling")
    robin.turn()
    failures: list[Callable[[Route], None]] = [lambda route: route.abort(), lambda route: route.fulfill(status=500)]
    for fail in failures:
        page.route("**/moves", fail, times=1)
        page.locator("#do-roll").click()
        expect(page.locator("#notices")).to_have_text("That did not get through. Try again.")
        expect(page.locator("[aria-busy]")).to_have_count(0)
        page.evaluate("() => document.querySelector('#notices').replaceChildren()")
    page.locator("#do-roll").click()
    expect(page.locator(".face").first).to_be_visible()


def test_while_one_choice_is_on_its_way_the_others_rest(visit: Visit) -> None:
    robin = visit()
    page = robin.sit_at("me", "me")
    robin.click(robin.turn(), "roll")
    moves = [move for move, _ in robin.turn().moves]
    assert len(moves) > 1
    held: list[Route] = []
    page.route("**/moves", partial(_hold, held))
    for move in moves:
        page.locator(f'#play button[value="{move}"]').click(no_wait_after=True)
    expect(page.locator("#play [aria-busy]")).to_have_count(1)
    held[0].continue_()
    expect(page.locator(".kept-group")).to_have_count(1)
    expect(page.locator("#notices")).to_be_empty()
    assert len(held) == 1
