"""Lessons in a real browser: played by clicks and keys, and by people who cannot see them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_access import faults
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.lessons import Place, moment_at


def take_steps(visitor: Visitor, name: str, scene: int) -> None:
    """Play a scene to its end, with the first way of every step."""
    page, lesson, place = visitor.page, LESSONS[name], Place(scene)
    while step := moment_at(lesson, place, "Ada").step:
        expect(page.locator(".coach-say")).to_have_text(step.say)
        page.locator(f'#play [name="move"][value="{step.ways[0].move}"]').click()
        place = Place(scene, (*place.ways, 0))
    expect(page.locator(".coach-say")).to_have_text(lesson.scenes[scene].end)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_by_clicks_to_its_end(robin: Visitor, name: str) -> None:
    page = robin.open(f"/learn/{name}?at=0")
    scenes = len(LESSONS[name].scenes)
    for scene in range(scenes):
        take_steps(robin, name, scene)
        if scene + 1 < scenes:
            page.get_by_role("link", name="Go on").click()
    expect(page.locator("#coach").get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (390, 844), (430, 932), (768, 1024)])
def test_controls_of_a_lesson_are_as_tall_as_a_finger_needs_and_no_taller(visit: Visit, size: Size) -> None:
    robin = visit(size)
    for place in ("0", "0.0", "0.0.0"):
        page = robin.open(f"/learn/first?at={place}")
        page.keyboard.press("1")  # never what is wanted: what is said of it takes room
        heights = page.eval_on_selector_all("#play .actions button", "all => all.map(one => one.offsetHeight)")
        assert all(44 <= height <= 96 for height in heights), (place, heights)
        assert page.eval_on_selector("#play .tray", "tray => tray.offsetHeight") >= 130
        expect(page.locator(".coach-say")).to_be_visible()
        expect(page.locator(".coach-say")).to_be_in_viewport()


def test_a_try_that_does_not_go_on_is_answered_and_the_same_step_stays(robin: Visitor) -> None:
    page = robin.open("/learn/first?at=0.0")
    step = LESSONS["first"].scenes[0].steps[1]
    page.keyboard.press("4")
    expect(page.locator(".coach-remark")).to_have_text(step.tries["keep 4"])
    expect(page.locator(".coach-say")).to_have_text(step.say)
    page.keyboard.press("W")
    expect(page.locator(".coach-remark")).to_have_count(0)
    expect(page.locator(".points strong")).to_have_text("15")


def test_a_newcomer_is_offered_the_lesson_and_finds_it_again_where_it_was_left(robin: Visitor) -> None:
    page = robin.open()
    page.get_by_role("link", name="New here?").click()
    page.get_by_role("link", name="Begin: Your first game").click()
    page.locator('#play [value="roll"]').click()
    say = LESSONS["first"].scenes[0].steps[1].say
    expect(page.locator(".coach-say")).to_have_text(say)
    page.locator(".bar-tools").get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("link", name="New here?").click()
    page.get_by_role("link", name="Go on: Your first game").click()
    expect(page.locator(".coach-say")).to_have_text(say)


def test_a_lesson_that_is_loaded_again_stays_where_it_was(robin: Visitor) -> None:
    page = robin.open("/learn/first?at=0")
    page.locator('#play [value="roll"]').click()
    page.wait_for_function("() => location.search === '?at=0.0'")
    page.reload()
    expect(page.locator(".coach-say")).to_have_text(LESSONS["first"].scenes[0].steps[1].say)


def test_at_the_end_of_a_scene_the_way_on_has_the_focus(robin: Visitor) -> None:
    page = robin.open("/learn/deluxe?at=1")
    page.locator('#play [value="stop"]').click()
    expect(page.get_by_role("link", name="Go on")).to_be_focused()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1280, 800), PHONE], ids=str)
def test_every_die_can_be_clicked_with_the_numbers_shown(visit: Visit, size: Size) -> None:
    robin = visit(size)
    page = robin.open("/learn/deciding?at=0")
    for face in ("1", "2", "5", "W"):
        page.locator(f'#play [value="keep {face}"]').click(timeout=5000)
        expect(page.locator(".coach-remark")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_in_a_lesson(visit: Visit, size: Size) -> None:
    robin = visit(size)
    found = list[str]()
    for path in ("/learn", "/learn/first?at=0.0", "/learn/first?at=1.0.0.0.0.0", "/learn/deciding?at=1"):
        robin.open(path)
        found += faults(robin)
    assert found == []
