"""Lessons as pages: by form and by fragment, left and found again."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.support.browsing import Browser
from tests.support.running import Server
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.lessons import Place, moment_at

FIRST_LESSON = LESSONS["first"]
FIRST = LESSONS["first"].scenes[0]


def say(number: int) -> str:
    return FIRST.steps[number].say


def test_a_lesson_is_played_with_forms_alone(server: Server) -> None:
    lesson = LESSONS["first"]
    with Browser(server) as browser:
        for number, scene in enumerate(lesson.scenes):
            place = Place(number)
            page = unescape(browser.open(f"/learn/first?at={place}"))
            while step := moment_at(lesson, place, "Ada").step:
                assert step.say in page
                answer = browser.submit(f"/learn/first/moves?at={place}", move=step.ways[-1].move)
                place = Place(number, (*place.ways, len(step.ways) - 1))
                assert answer.url.params["at"] == str(place)
                page = unescape(answer.text)
            assert scene.end in page
    assert "You win!" in page
    assert 'action="/play"' in page


def test_a_try_that_does_not_go_on_is_free_and_explained(server: Server) -> None:
    with Browser(server) as browser:
        page = unescape(browser.submit("/learn/first/moves?at=0.0", move="keep 4").text)
    assert FIRST.steps[1].tries["keep 4"] in page
    assert say(1) in page


@pytest.mark.parametrize("move", ["keep 5", "soup", ""])
def test_what_the_rules_do_not_allow_changes_nothing(server: Server, move: str) -> None:
    with Browser(server) as browser:
        page = unescape(browser.submit("/learn/first/moves?at=0.0", move=move).text)
    assert say(1) in page
    assert "coach-remark" not in page


def listed(browser: Browser) -> tuple[dict[str, str], str]:
    """The link of every lesson by its text, and which of them is the main one."""
    page = unescape(browser.open("/learn"))
    links = re.findall(r'class="button( primary)?" href="(/learn/[^"]+)" aria-label="([^"]+)"', page)
    return {text: address for _, address, text in links}, next(text for main, _, text in links if main)


def test_lessons_are_listed_with_their_length_and_where_to_go_on(server: Server) -> None:
    with Browser(server) as browser:
        assert listed(browser)[1] == "Begin: Your first game"
        assert f"{FIRST_LESSON.steps} steps" in browser.open("/learn")
        browser.open("/learn/first?at=0.0.0.0")
        links, main = listed(browser)
        assert (main, links[main]) == ("Go on: Your first game", "/learn/first?at=0.0.0.0")
        browser.open("/learn/deluxe?at=1")
        links, main = listed(browser)
        assert (main, links[main]) == ("Go on: The deluxe box", "/learn/deluxe?at=1")


def test_a_lesson_that_was_played_to_its_end_is_done_and_the_next_one_comes(server: Server) -> None:
    with Browser(server) as browser:
        for name, following in (("first", "Begin: The deluxe box"), ("deluxe", "Begin: Roll on or stop?")):
            scenes = LESSONS[name].scenes
            ways = ".".join("0" for _ in scenes[-1].steps)
            browser.open(f"/learn/{name}?at={len(scenes) - 1}.{ways}")
            assert listed(browser)[1] == following
        assert listed(browser)[0]["Once more: Your first game"] == "/learn/first?at=0"
        assert browser.open("/learn").count("Done") == 2


def test_a_place_that_is_not_there_is_the_beginning_and_an_unknown_lesson_is_not_found(server: Server) -> None:
    with Browser(server) as browser:
        assert say(0) in unescape(browser.open("/learn/first?at=7.7.7"))
        assert browser.get("/learn/cooking").status_code == 404


def test_a_page_that_asks_in_the_background_gets_fragments(server: Server) -> None:
    with Browser(server) as browser:
        answer = browser.post("/learn/first/moves?at=0", data={"move": "roll"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert say(1) in unescape(answer.text)
    assert 'hx-target="#coach"' in answer.text
    assert "/learn/first/moves?at=0.0" in answer.text


def test_the_lesson_about_deciding_shows_what_every_choice_is_worth(server: Server) -> None:
    with Browser(server) as browser:
        page = browser.open("/learn/deciding?at=1")
    assert "1.94" in page
    assert "8%" in page


def test_the_start_page_offers_the_lesson(server: Server) -> None:
    with Browser(server) as browser:
        assert 'href="/learn"' in browser.open("/")
