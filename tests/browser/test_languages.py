"""Each language: chosen by the browser at first, changed by the visitor, and complete."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.visiting import Visitor

WORDS = {"en": "Play now", "de": "Heckmeck", "fr": "Pickomino", "it": "Heckmeck"}
"""What must be read on the start page."""
ENGLISH = (
    "Play now",
    "Set the table",
    "Sit down at a table",
    "Open a record",
    "You play as",
    "House rules",
    "Who sits",
)
ENGLISH_TABLE = (
    "Your turn",
    "Roll 8 dice",
    "Stop: take",
    "Stop: fail",
    "Nothing kept yet",
    "What happened",
    "Say something",
)
ENGLISH_REPLAY = ("Verify the dice", "Download the record", "One step forward", "To the beginning")
OTHERS = ("de-CH", "fr-FR", "it-IT")


def _text(visitor: Visitor) -> str:
    """All that is read or heard on the page."""
    text: str = visitor.page.evaluate(
        """() => [document.title, document.body.innerText, ...[...document.querySelectorAll(
            "[aria-label], [title], [placeholder]")].flatMap(element => [
            element.ariaLabel, element.title, element.placeholder].filter(Boolean))].join("\\n")"""
    )
    return text


def _left(visitor: Visitor, *english: str) -> list[str]:
    text = _text(visitor)
    return [words for words in english if words in text]


@pytest.mark.parametrize("language", ["en-GB", *OTHERS])
def test_the_browser_chooses_at_first(visit: Visit, language: str) -> None:
    robin = visit(language=language)
    page = robin.open()
    short = language[:2]
    assert page.locator("html").get_attribute("lang") == short
    assert WORDS[short] in _text(robin)
    robin.play_now()
    assert page.locator("html").get_attribute("lang") == short


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(visit: Visit, language: str) -> None:
    robin = visit(language=language)
    page = robin.play_now()
    robin.turn()
    left = _left(robin, *ENGLISH_TABLE)
    robin.play(plies=2)
    robin.turn()
    left += _left(robin, *ENGLISH_TABLE)
    page.goto(f"{page.url}/replay")
    left += _left(robin, *ENGLISH_REPLAY)
    robin.open()
    assert left + _left(robin, *ENGLISH) == []


def test_a_visitor_chooses_another_language(visit: Visit) -> None:
    robin = visit(language="en-US")
    page = robin.play_now()
    for language in ("de", "fr", "it", "en"):
        page.get_by_role("navigation").get_by_role("button").last.click()
        page.locator("#menu select[name=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.url.split("?")[0].endswith(robin.table)
    robin.open()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_two_people_at_one_table_each_read_their_language(visit: Visit) -> None:
    robin, rotkehlchen = visit(language="en-US"), visit(language="de-DE")
    robin.play_now()
    rotkehlchen.open(robin.table)
    robin.play(plies=2)
    rotkehlchen.await_ply(robin.ply)
    assert rotkehlchen.page.locator("html").get_attribute("lang") == "de"
    ours, theirs = (visitor.page.locator("#status-title").inner_text() for visitor in (robin, rotkehlchen))
    assert ours != theirs
