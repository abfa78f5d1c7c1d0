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
    expect(page.locator("#the-hen")).to_be_visible()  # it tells of theft
    expect(page.locator("#the-raven")).to_be_hidden()
    search.fill("zebra")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("Nothing found. Try another word.")
    search.fill("")
    expect(page.locator("#the-turn")).to_be_visible()


FOUND_FIRST: dict[str, dict[str, str]] = {
    "en-US": {
        "stealing": "taking-a-tile",
        "failing": "failing",
        "winner": "the-end",
        "who wins": "the-end",
        "start": "who-begins",
        "who starts": "who-begins",
        "first player": "who-begins",
        "tiebreak": "the-end",
        "draw": "the-end",
        "neighbour": "taking-a-tile",
        "dice": "the-turn",
        "how many players": "how-many-players",
        "bust": "failing",
        "grab": "the-aim",
        "total": "taking-a-tile",
        "skip": "failing",
        "domino": "taking-a-tile",
        "W": "the-aim",
        "what happens when I fail": "failing",
    },
    "de-DE": {
        "Spielende": "the-end",
        "umdrehen": "failing",
        "verlieren": "lost-by-failing",
        "gewonnen": "the-end",
        "anfangen": "who-begins",
        "erster Spieler": "who-begins",
        "eigener Stapel": "own-top",
        "Spieler": "how-many-players",
        "wie viele Spieler": "how-many-players",
        "Stein": "taking-a-tile",
        "domino": "taking-a-tile",
        "Unentschieden": "the-end",
        "Fehlversuch": "failing",
        "passen": "failing",
        "rauben": "the-aim",
        "wurfel": "the-turn",
    },
    "fr-FR": {
        "perdre": "failing",
        "gagner": "the-end",
        "gagnant": "the-end",
        "retourner": "failing",
        "joueurs": "how-many-players",
        "premier joueur": "who-begins",
        "dé": "the-turn",
        "voler": "the-aim",
        "tuile": "taking-a-tile",
        "somme": "taking-a-tile",
        "échec": "failing",
        "egalite": "the-end",
    },
    "it-IT": {
        "vincere": "the-end",
        "girare": "failing",
        "chi inizia": "who-begins",
        "primo giocatore": "who-begins",
        "quanti giocatori": "how-many-players",
        "fallimento": "failing",
        "pareggio": "the-end",
        "parità": "the-end",
        "tessera": "taking-a-tile",
        "furto": "the-aim",
        "somma": "the-turn",
    },
}
"""Words that readers type, and where the first hit is: a question, a helper, or a rule of a section."""
OF_EDITION: dict[str, dict[str, dict[str, str | None]]] = {
    "classic-2014": {
        "en-US": {"die": "the-turn", "joker": None, "chicken": None},
        "de-DE": {"Bratwurm": None, "Joker": None},
        "fr-FR": {"joker": None},
        "it-IT": {"dado": "the-turn", "gallina": None, "barattolo": None, "jolly": None},
    },
    "deluxe-2018": {
        "en-US": {"die": "specialists", "joker": "the-canned-worm", "chicken": "bratworms"},
        "de-DE": {"Bratwurm": "bratworms", "Joker": "the-canned-worm"},
        "fr-FR": {"joker": "the-canned-worm"},
        "it-IT": {
            "dado": "specialists",
            "gallina": "bratworms",
            "barattolo": "the-canned-worm",
            "jolly": "the-canned-worm",
        },
    },
}
"""The same for words that an edition answers in its own way, or not at all: without extras there is no canned worm."""
PLACES = """parts => parts.map(part =>
    (part.querySelector("summary ~ [id]") ?? part.closest("dl > [id]") ?? part.closest("section")).id)"""


@pytest.mark.parametrize("language", FOUND_FIRST)
def test_the_first_that_a_word_finds_answers(visit: Visit, language: str) -> None:
    robin = visit(language=language)
    for edition, words in OF_EDITION.items():
        wanted = {**FOUND_FIRST[language], **words[language]}
        page = robin.open(f"/rules?of={edition}")
        search, shown = page.get_by_role("searchbox"), page.locator("[data-found]:not([hidden])")
        before = shown.all_text_contents()
        found: dict[str, str | None] = {}
        for word in wanted:
            search.fill(word)
            places = shown.evaluate_all(PLACES)
            found[word] = next(iter(places), None)
            assert len(places) <= len(before) / 2, word
        assert found == wanted
        for nothing_telling in ("xy", ""):
            search.fill(nothing_telling)
            assert shown.all_text_contents() == before


def test_what_a_word_is_about_comes_before_what_mentions_it(visit: Visit) -> None:
    page = visit(language="it-IT").open("/rules?of=deluxe-2018")
    search, shown = page.get_by_role("searchbox"), page.locator("[data-found]:not([hidden])")
    search.fill("parità")
    assert shown.evaluate_all(PLACES) == ["the-end", "tie"]
    search.fill("chi comincia zebra")
    assert shown.evaluate_all(PLACES) == ["who-begins"]


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
    page.get_by_role("searchbox").fill("pass")
    expect(page.locator("#rules [data-found]:visible").first).to_contain_text("You may also take nothing")
    expect(now).to_be_visible()


def test_without_javascript_all_questions_can_be_read_and_nothing_is_searched(visit: Visit) -> None:
    page = visit(java_script_enabled=False).open("/rules#tie")
    expect(page.locator("#tie")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_text("When may I stop?").click()
    expect(page.locator("#when-to-stop")).to_be_visible()
