"""The rules in a browser: searched, linked, and opened at what matters now."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.visiting import PHONE


def test_a_link_opens_its_question_and_a_word_finds_others(visit: Visit) -> None:
    robin = visit(PHONE)
    page = robin.open("/rules?of=deluxe-2018#own-top")
    expect(page.locator("#own-top")).to_be_in_viewport()
    expect(page.locator("#own-top")).to_contain_text("Your own tile does not count.")
    expect(page.locator("#tie")).to_be_hidden()
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("HEN steal")
    shown = page.locator("details.question:visible")
    expect(shown.filter(has_text="What if I steal from the owner of the hen?")).to_have_count(1)
    expect(page.locator("#own-top")).to_be_hidden()
    expect(page.locator("#the-turn")).to_be_hidden()
    expect(page.locator("#the-hen")).to_be_hidden()
    search.fill("zebra")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("Nothing found. Try another word.")
    search.fill("")
    expect(page.locator("#the-turn")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-US", ("draw", "bust", "grab", "total", "skip", "domino", "W")),
        ("de-DE", ("Unentschieden", "Fehlversuch", "Stein", "passen", "rauben")),
        ("fr-FR", ("voler", "tuile", "somme", "échec")),
        ("it-IT", ("pareggio", "tessera", "furto", "somma")),
    ],
)
def test_other_words_for_the_same_find_it_too(visit: Visit, language: str, words: tuple[str, ...]) -> None:
    page = visit(language=language).open("/rules?of=deluxe-2018")
    search = page.get_by_role("searchbox")
    found = page.locator("[data-found]:visible")
    for word in words:
        search.fill("zebra")
        expect(found).to_have_count(0)
        search.fill(word)
        expect(found.first).to_be_visible()
    if language == "en-US":
        search.fill("draw")
        expect(page.locator("details.question:visible")).to_contain_text(["worms"])


def test_at_a_table_the_rules_begin_with_what_matters_now(visit: Visit) -> None:
    robin = visit(PHONE)
    page = robin.sit_at("me", "hatchling", rules="classic-2014 may_pass")
    now = page.locator("#rules #now")
    opened = page.get_by_role("button", name="Pickomino (2014), house rules")
    opened.click()
    expect(now).to_contain_text("What do I do in my turn?")
    expect(page.locator("#rules .house-rule")).to_have_text(re.compile("You may also take nothing"))
    page.keyboard.press("Escape")
    situation = robin.turn()
    robin.click(situation, "roll")
    robin.turn()
    opened.click()
    expect(now).to_contain_text("May I keep only some of the dice that show a face?")
    expect(now).not_to_contain_text("What do I do in my turn?")


def test_without_javascript_all_questions_can_be_read_and_nothing_is_searched(visit: Visit) -> None:
    page = visit(java_script_enabled=False).open("/rules#tie")
    expect(page.locator("#tie")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_text("When may I stop?").click()
    expect(page.locator("#when-to-stop")).to_be_visible()
