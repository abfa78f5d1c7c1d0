"""The rules of a table in full: every reading has its sentence, and house rules are marked."""

from __future__ import annotations

import pytest
from hypothesis import given

from wormgrill.game.rules import EDITIONS, Rules, parse_rules
from wormgrill.presentation.labels import differences, edition_line, edition_title
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


@pytest.mark.parametrize("language", languages())
def test_a_golden_die_that_may_wait_is_a_house_rule(language: str) -> None:
    changed = book("deluxe-2018 golden_die_joins=any_roll", language)
    (marked,) = house_rules(changed)
    assert marked not in sentences(book("deluxe-2018", language))
    assert changed.title != book("deluxe-2018", language).title
    assert differences(parse_rules("deluxe-2018 golden_die_joins=any_roll"), words_of(language))
    assert house_rules(book("classic-2014 golden_die_joins=any_roll", language)) == []


def test_extrawurm_says_where_its_rules_come_from_where_it_is_chosen_and_where_it_is_told() -> None:
    for edition in EDITIONS:
        is_described = edition == "extrawurm-2015"
        assert ("by published descriptions" in edition_line(edition, words_of("en"))) == is_described
        assert any("follow published descriptions" in text for text in sentences(book(edition))) == is_described


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


def pictures(text: str) -> dict[str, str]:
    """What is shown beside each sentence, as text."""
    parts = [(*section.examples, *section.points) for section in book(text).sections]
    return {
        point.text: " ".join(f"{thing.kind} {thing.text}" for thing in point.picture)
        for part in parts
        for point in part
    }


def test_a_turn_is_shown_before_its_rules_are_told() -> None:
    (turn,) = (section for section in book("classic-2014").sections if section.id == "the-turn")
    assert [example.text for example in turn.examples] == [
        "You roll all eight dice and keep the three worms: 15 points.",
        "You roll the other five. Worms are kept already, so you keep the two 4s: 23 points.",
    ]
    assert "".join(thing.text for thing in turn.examples[0].picture) == "13344WWW= 15"
    assert [thing.text for thing in turn.examples[1].picture if thing.kind == "barred"] == ["W"]


@pytest.mark.parametrize(
    ("rules", "sentence", "shown"),
    [
        ("classic-2014", "Tiles 21 to 24", "tile 21 tile 25 tile 29 tile 33"),
        ("classic-2014 tiles=22-30", "Tiles 21 to 24", "tile 22 tile 25 tile 29"),
        ("classic-2014", "Take the tile from the grill", "sign 23 sign → gone 23 tile 22"),
        ("classic-2014 lower_tile=any", "Take any face-up tile", "sign 23 sign → gone 23 tile 22 tile 21"),
        ("classic-2014 tiles=21-25", "If a tile with exactly your points", ""),
        ("deluxe-2018", "Tiles 11 and 13", "tile 11 tile 13"),
        ("classic-2014", "After a tile has gone back", "tile 35 down 36"),
        ("classic-2014 short_game=returned", "Only the tile that goes back", "down 35 tile 36"),
        ("classic-2014 tiles=36", "After a tile has gone back", ""),
        ("deluxe-2018", "If you keep two or more 1s", "die 1 die 1 sign → figure bratworm"),
        ("deluxe-2018", "You get a specialist", "tile 29 figure apple"),
        ("classic-2014 tiles=33,36", "If players have the same number", "tile 36 sign > tile 33"),
    ],
)
def test_a_picture_shows_what_its_sentence_says_with_tiles_of_this_table(rules: str, sentence: str, shown: str) -> None:
    (found,) = (picture for text, picture in pictures(rules).items() if text.startswith(sentence))
    assert found == shown


def test_questions_stand_under_the_titles_of_the_sections() -> None:
    assert [topic.title for topic in book("classic-2014").questions] == [
        "Your turn",
        "Taking a tile",
        "A failed attempt",
        "The end",
    ]
    assert [topic.title for topic in book("deluxe-2018").questions][3:5] == ["Bratworms", "Specialists"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_place_in_the_rules_has_an_address_of_its_own(edition: str) -> None:
    told = book(edition)
    sections = [section.id for section in told.sections]
    helpers = [helper.anchor for section in told.sections for helper in section.helpers]
    questions = [asked.id for topic in told.questions for asked in topic.asked]
    places = [*sections, *helpers, *questions]
    assert len({*places}) == len(places)


@given(rules())
def test_any_rules_can_be_told(rules: Rules) -> None:
    for language in languages():
        words = words_of(language)
        told = make_rulebook(rules, Teller(words, ()))
        assert all("%(" not in text for text in sentences(told))
        shown = {thing for section in told.sections for point in section.points for thing in point.picture}
        assert {int(thing.text) for thing in shown if thing.kind in ("tile", "down", "gone")} <= {*rules.tiles}
        assert len(differences(rules, words)) == len(rules.options)
