"""Puzzles over the server: a streak that counts first tries, and the ten of a day."""

from __future__ import annotations

import re

from tests.support.browsing import Browser
from tests.support.running import Server
from wormgrill.presentation.puzzles import DAILY, all_puzzles, daily_puzzles
from wormgrill.server.pages.puzzles import today


def test_a_streak_counts_puzzles_that_are_solved_at_the_first_try(server: Server) -> None:
    first, second, third, *_ = all_puzzles().values()
    with Browser(server) as browser:
        for puzzle in (first, second):
            page = browser.submit(f"/puzzles/{puzzle.id}", move=puzzle.best).text
        assert "Solved in a row: 2" in page
        assert "Right: nothing is better." in page
        wrong = "stop" if third.best != "stop" else "roll"
        browser.get(f"/puzzles/{third.id}?tried={wrong}")
        browser.submit(f"/puzzles/{second.id}", move="nonsense")
        browser.submit(f"/puzzles/{second.id}", move=second.best)
        assert "Solved in a row: 0, best: 2" in browser.open("/puzzles"), "only a first try counts"


def test_the_ten_of_today_end_with_a_text_to_share(server: Server) -> None:
    day = today()
    with Browser(server) as browser:
        for number, puzzle in enumerate(daily_puzzles(day), start=1):
            page = browser.open("/puzzles/daily")
            assert f"puzzle {number} of {DAILY}" in page
            browser.submit(f"/puzzles/{puzzle.id}?day={day}", move=puzzle.best)
            done = browser.open(f"/puzzles/{puzzle.id}?day={day}&tried={puzzle.best}")
            assert "only the first try counts" in done
            assert ("To my result" in done) is (number == DAILY)
        page = browser.open("/puzzles/daily")
    assert f"wormgrill {day}: {DAILY}/{DAILY}" in page


def test_cookies_that_somebody_has_changed_do_no_harm(server: Server) -> None:
    for cookie in ("daily=2026-01-01.abc", f"daily={today()}.11xx", "streak=9.9", "streak=-1.5.x", "streak=99999.1.x"):
        with Browser(server) as browser:
            answer = browser.get("/puzzles", headers={"cookie": cookie})
            assert answer.status_code == 200
            assert "Begin" in answer.text


def test_what_is_not_there_is_not_found(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("/puzzles/00000000", "/puzzles/next?edition=chess", "/puzzles/next?difficulty=easier"):
            assert browser.get(address).status_code == 404
        assert browser.get("/puzzles/next?edition=deluxe-2018&difficulty=hard").status_code == 200


def test_the_numbers_are_not_shown_before_a_first_try(server: Server) -> None:
    puzzle = next(iter(all_puzzles().values()))
    with Browser(server) as browser:
        assert re.search(r'id="options"[^>]* hidden', browser.open(f"/puzzles/{puzzle.id}"))
        tried = browser.submit(f"/puzzles/{puzzle.id}", move=puzzle.best).text
        assert not re.search(r'id="options"[^>]* hidden', tried)
