"""The rules of a table in full: every reading has its sentence, and house rules are marked."""

from __future__ import annotations

import pytest
from hypothesis import given

from wormgrill.game.rules import EDITIONS, Rules, parse_rules
from wormgrill.presentation.labels import differences, edition_title
from wormgrill.presentation.rulebook import Rulebook, make_rulebook
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import languages, words_of
from wormgrill.testing import rules


def book(text: str, language: str = "en") -> Rulebook:
    return make_rulebook(parse_rules(text), Teller(words_of(language), ()))


def sentences(book: Rulebook) -> list[str]:
    return [point.text for section in book.sections for point in section.points]


def house_rules(book: Rulebook) -> list[str]:
    return [point.text for section in book.sections for point in section.points if point.is_house_rule]


@pytest.mark.parametrize("language", languages())
def test_editions_are_told_apart_by_their_years(language: str) -> None:
    titles = [edition_title(edition, words_of(language)) for edition in EDITIONS]
    assert [title[-6:] for title in titles] == ["(2005)", "(2014)", "(2015)", "(2018)"]
    assert [book(edition, language).title for edition in EDITIONS] == titles


def test_in_english_the_editions_have_the_names_of_their_boxes() -> None:
    assert [edition_title(edition, words_of("en")) for edition in EDITIONS] == [
        "Pickomino (2005)",
        "Pickomino (2014)",
        "Pickomino Extrawurm (2015)",
        "Pickomino Deluxe (2018)",
    ]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("decline_steal", "steal it, or take one from the grill"),
        ("short_game", "even if it is that very tile"),
        ("short_game=returned", "Only the tile that goes back is turned over"),
        ("lower_tile=any", "any face-up tile from the grill"),
        ("may_pass", "You may also take nothing"),
        ("tiles=21-30", "21\N{EN DASH}30"),
        ("bratworms=3", "There are 3"),
        ("specialists=hen", "You get a specialist with the tile"),
        ("tiles=36", "This tile is on the grill: 36."),
    ],
)
@pytest.mark.parametrize("language", languages())
def test_every_house_rule_has_a_sentence_of_its_own_and_is_marked(option: str, told: str, language: str) -> None:
    changed = book(f"classic-2014 {option}", language)
    (marked,) = house_rules(changed)
    assert marked not in sentences(book("classic-2014", language))
    assert changed.has_house_rules
    assert changed.title != book("classic-2014", language).title
    if language == "en":
        assert told in marked


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_printed_edition_has_no_house_rules(edition: str) -> None:
    assert not book(edition).has_house_rules
    assert differences(EDITIONS[edition], words_of("en")) == ()


def test_which_golden_die_is_in_the_box_is_no_house_rule() -> None:
    other = book("deluxe-2018 golden_die_faces=111WWW")
    assert (other.title, house_rules(other)) == ("Pickomino Deluxe (2018)", [])
    assert "The golden die has three 1s and three worms." in sentences(other)
    assert "The golden die has three 1s and three worms." in sentences(book("extrawurm-2015"))
    assert "The golden die is a die like the others: 1 to 5 and a worm." in sentences(book("deluxe-2018"))


def test_what_is_not_in_the_box_is_not_told() -> None:
    told = " ".join(sentences(book("classic-2014")))
    assert "bratworm" not in told
    assert "hen" not in told.split()
    assert "11 and 13" not in told
    assert "apple" not in " ".join(sentences(book("extrawurm-2015")))
    assert [helper.id for section in book("extrawurm-2015").sections for helper in section.helpers] == [
        "canned_worm",
        "hen",
        "raven",
        "weasel",
        "golden_die",
    ]


def test_what_the_table_leaves_in_the_box_is_marked() -> None:
    assert house_rules(book("deluxe-2018 bratworms=0 specialists=none")) == ["There are none.", "There are none."]
    assert "bratworm" not in " ".join(sentences(book("deluxe-2018 bratworms=0 specialists=apple")))


def test_a_tile_is_said_to_be_turned_only_once_one_has_gone_back() -> None:
    for text in ("classic-2014", "classic-2014 short_game"):
        assert any(sentence.startswith("After a tile has gone back") for sentence in sentences(book(text)))


@given(rules())
def test_any_rules_can_be_told(rules: Rules) -> None:
    for language in languages():
        words = words_of(language)
        told = make_rulebook(rules, Teller(words, ()))
        assert all("%(" not in text for text in sentences(told))
        assert len(differences(rules, words)) == len(rules.options)
