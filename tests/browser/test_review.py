"""After the game: the review, its moments tried again, the tutor and the puzzles, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_access import faults
from tests.support.bot_games import bots_game
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor
from wormgrill.presentation.moments import encode_record

CODE = encode_record(bots_game("deluxe-2018", "nestling", "pullet", "rooster"))


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_review_fits_the_screen_and_a_moment_leads_to_the_board_and_back(visit: Visit, size: Size) -> None:
    robin = visit(size)
    page = robin.open(f"/record/{CODE}/review")
    expect(page.locator(".curve.narrow" if size == PHONE else ".curve.wide")).to_be_visible()
    expect(page.locator(".curve:visible")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("columnheader", name="After turn")).to_be_visible()
    page.get_by_role("link", name="Try again").first.click()
    expect(page.locator("#coach")).to_contain_text("What is better?")
    tries = page.locator("#play [name=move]:not([value=''])")
    for number in range(tries.count()):
        tries.nth(number).click()
        expect(page.locator("#coach .coach-say")).not_to_contain_text("What would you do?")
        if "Right" in page.locator("#coach .coach-say").inner_text():
            break
    expect(page.locator("#coach .coach-say")).to_contain_text("Right: nothing is better.")
    expect(page.locator(".trial-option").first).to_be_visible()
    page.get_by_role("link", name="Next moment").click()
    expect(page.locator("#coach")).to_contain_text("What is better?")


def _costly(robin: Visitor) -> Page:
    """Choose the first thing on offer until the tutor asks."""
    page = robin.page
    while not page.locator(".doubt").count():
        situation = robin.turn()
        robin.click(situation, situation.moves[0][0])
        page.wait_for_function(
            "ply => document.querySelector('.doubt') || document.querySelector('#play').dataset.ply !== ply",
            arg=situation.ply,
        )
    return page


def test_the_tutor_asks_before_a_costly_move_which_can_be_taken_back_or_played(robin: Visitor) -> None:
    page = robin.sit_at("me", "me")
    page.get_by_role("button", name="Menu").click()
    with page.expect_response(re.compile("/tutor$")):
        page.get_by_label("Tutor").check()
    page.keyboard.press("Escape")
    _costly(robin)
    expect(page.locator(".doubt")).to_contain_text(re.compile(r"Sure\? This costs \d+\.\d points"))
    ply, move = robin.ply, page.locator(".doubt [name=sure]").get_attribute("value")
    again, same = page.get_by_role("link", name="Let me think again"), page.locator(f"#play [value='{move}']")
    expect(again).to_be_focused()
    again.click()
    expect(page.locator(".doubt")).to_have_count(0)
    same.click()
    expect(again).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".doubt")).to_have_count(0)
    same.click()
    with page.expect_response(re.compile("/moves$")):
        same.click()
    expect(again).to_be_visible()
    assert robin.ply == ply, "nothing was played"
    expect(page.locator("#play [aria-busy]")).to_have_count(0)
    page.get_by_role("button", name="Play it all the same").click()
    robin.await_ply(ply + 1)
    expect(page.locator(".doubt")).to_have_count(0)


def test_without_the_tutor_nobody_is_asked(robin: Visitor) -> None:
    robin.sit_at("me", "me")
    robin.play(plies=12)
    assert robin.count(".doubt") == 0


def test_ten_puzzles_a_day_are_counted_at_the_first_try_and_shared_as_a_text(robin: Visitor) -> None:
    page = robin.open("/puzzles")
    page.get_by_role("link", name="Begin").click()
    for number in range(1, 11):
        expect(page.locator("#coach")).to_contain_text(f"puzzle {number} of 10")
        page.locator("#play [name=move]:not([value=''])").first.click()
        page.get_by_role("link", name="Next puzzle" if number < 10 else "To my result").click()
    expect(page.get_by_label("To share")).to_have_value(
        re.compile(r"^wormgrill \d{4}-\d\d-\d\d: \d+/10\n(🟩|🟥){10}\nhttp")
    )
    page.get_by_role("link", name=re.compile("^Hard")).first.click()
    expect(page.locator("#coach")).to_contain_text("Hard. Solved in a row:")


def test_pages_after_the_game_work_without_javascript(visit: Visit) -> None:
    robin = visit(java_script_enabled=False)
    page = robin.open(f"/record/{CODE}/review")
    page.get_by_role("link", name="Try again").first.click()
    page.locator("#play [name=move]:not([value=''])").first.click()
    expect(page.locator("#coach .coach-say")).to_contain_text(re.compile("Right|costs"))


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_axe_finds_nothing_after_the_game(visit: Visit, size: Size) -> None:
    robin = visit(size)
    page = robin.open(f"/record/{CODE}/review")
    page.get_by_text("The same as a table").click()
    found = faults(robin)
    page.get_by_role("link", name="Try again").first.click()
    page.locator("#play [name=move]:not([value=''])").first.click()
    expect(page.locator("#coach .coach-say")).to_contain_text(re.compile("Right|costs"))
    page.locator("#options summary").click()
    found += faults(robin)
    robin.open("/puzzles")
    assert found + faults(robin) == []
