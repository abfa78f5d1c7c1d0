"""Questions about the rules: each is asked where it can come up, and its answer says what holds at the table."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from wormgrill.presentation.question import always
from wormgrill.presentation.rulings import BY_ID, QUESTIONS, asked, questions_of
from wormgrill.presentation.words import words_of
from wormgrill.testing import rules

ENGLISH = words_of("en")
CLASSIC, DELUXE = "classic-2014", "deluxe-2018"


def ids(text: str) -> set[str]:
    return {question.id for question in questions_of(parse_rules(text), ENGLISH)}


def answer(question: str, text: str) -> str:
    return asked(BY_ID[question], parse_rules(text), ENGLISH).answer


def test_every_question_has_an_id_of_its_own_that_fits_into_an_address() -> None:
    assert len(BY_ID) == len(QUESTIONS)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", question.id) for question in QUESTIONS)


def test_every_question_is_a_question_and_no_other_asks_the_same() -> None:
    assert all(question.text.endswith("?") for question in QUESTIONS)
    assert len({question.text for question in QUESTIONS}) == len(QUESTIONS)


def test_every_point_that_the_rulebooks_leave_open_is_settled_once() -> None:
    rulings = [ruling for question in QUESTIONS for ruling in question.rulings]
    assert len({(ruling.chapter, ruling.point) for ruling in rulings}) == len(rulings)


def test_every_part_of_an_answer_is_given_under_some_rules() -> None:
    tables = [parse_rules(f"{edition} {options}".strip()) for edition in EDITIONS for options in HOUSES]
    for question in QUESTIONS:
        asking = [rules for rules in tables if question.applies(rules)]
        for part in question.answers:
            assert any(part.when(rules) for rules in asking), part.text


HOUSES = (
    *("", "decline_steal=false", "decline_steal", "lower_tile=any may_pass", "short_game", "short_game=returned"),
    "golden_die_joins=any_roll",
)


@given(rules())
def test_whatever_the_rules_every_question_that_comes_up_has_a_short_answer(rules: Rules) -> None:
    for question in questions_of(rules, ENGLISH):
        assert 0 < len(question.answer) < 330, question
        assert "%(" not in question.answer


@pytest.mark.parametrize(
    ("question", "rules", "others"),
    [
        ("eleven-and-thirteen", DELUXE, CLASSIC),
        ("eleven-and-thirteen", "classic-2014 tiles=13,21-36", "deluxe-2018 specialists=hen tiles=21-36"),
        ("bratworm-at-once", DELUXE, "deluxe-2018 bratworms=0"),
        ("more-ones", DELUXE, CLASSIC),
        ("empty-supply", "classic-2014 bratworms=2", CLASSIC),
        ("second-specialist", "classic-2014 specialists=hen,apple", "classic-2014 specialists=hen,raven"),
        ("back-to-the-grill", "classic-2014 specialists=raven", CLASSIC),
        ("back-in-order", DELUXE, "deluxe-2018 short_game=returned"),
        ("back-in-order", "deluxe-2018 short_game", "classic-2014 specialists=raven"),
        ("specialist-without-tile", "classic-2014 specialists=apple", "classic-2014 specialists=raven"),
        ("can-by-itself", DELUXE, "deluxe-2018 specialists=hen"),
        ("can-in-the-points", DELUXE, "deluxe-2018 specialists=hen"),
        ("hen-on-the-grill", DELUXE, "deluxe-2018 specialists=weasel"),
        ("stealing-from-the-hen", DELUXE, "deluxe-2018 specialists=weasel"),
        ("failing-with-the-hen", DELUXE, CLASSIC),
        ("hen-without-tile", DELUXE, CLASSIC),
        ("raven-hops-on", "deluxe-2018 bratworms=0", CLASSIC),
        ("raven-turned-over", DELUXE, "deluxe-2018 specialists=hen"),
        ("raven-on-the-last-tile", DELUXE, "deluxe-2018 bratworms=0"),
        ("weasel-after-a-failed-roll", "classic-2014 specialists=weasel", CLASSIC),
        ("weasel-after-keeping", DELUXE, "deluxe-2018 specialists=hen"),
        ("golden-faces", "extrawurm-2015", CLASSIC),
        ("golden-left-out", DELUXE, "deluxe-2018 specialists=hen"),
        ("extrawurm", "extrawurm-2015", DELUXE),
    ],
)
def test_a_question_is_asked_where_it_can_come_up_and_not_elsewhere(question: str, rules: str, others: str) -> None:
    assert question in ids(rules)
    assert question not in ids(others)


def test_questions_that_are_not_about_an_extra_are_asked_everywhere() -> None:
    everywhere = {question.id for question in QUESTIONS if question.applies is always}
    assert {"my-turn", "kept-face", "own-top", "have-to-steal", "turned-tile", "tie"} <= everywhere
    assert ids("classic-2014 tiles=36") == everywhere


def test_as_many_can_play_as_the_rules_say() -> None:
    assert (MIN_PLAYERS, MAX_PLAYERS) == (2, 7)
    answer = asked(BY_ID["how-many-players"], parse_rules("classic-2014"), ENGLISH).answer
    assert answer == "Two to seven, in every edition."


@pytest.mark.parametrize(
    ("question", "rules", "told", "not_told"),
    [
        ("worm-needed", DELUXE, "The canned worm counts", "canned worm"),
        ("enough-points", DELUXE, "from 21 up", "from 21 up"),
        ("worms-on-tiles", DELUXE, "11 and 13 have one each", "11 and 13"),
        ("exact-tile", "classic-2014 lower_tile=any", "any lower one from 21 up instead", "any lower"),
        ("lower-tile", "classic-2014 lower_tile=any", "any lower face-up tile", "any lower"),
        ("lower-tile", DELUXE, "But 11 and 13", "11 and 13"),
        ("too-many-points", "classic-2014 lower_tile=any", "Any face-up tile", "Any face-up tile"),
        ("have-to-take", "classic-2014 may_pass", "No. Here you may take nothing", "nothing"),
        ("have-to-steal", "classic-2005", "No. Here you may take a lower tile", "No."),
        ("have-to-steal", "classic-2005", "If there is none, you steal.", "If there is none"),
        ("have-to-steal", "classic-2014 may_pass", "But you may take nothing", "But you may"),
        ("own-top", "classic-2014 lower_tile=any", "You may take any lower tile", "any lower"),
        ("own-top", DELUXE, "With 11 or 13 points, it always fails.", "11 or 13"),
        ("lost-by-failing", DELUXE, "Your specialist goes back as well.", "specialist"),
        ("lost-by-failing", DELUXE, "only she goes", "she"),
        ("lost-by-failing", DELUXE, "You keep your bratworms.", "bratworm"),
        ("turned-tile", "classic-2014 short_game", "even if it is the one", "even if"),
        ("turned-tile", "classic-2014 short_game=returned", "and no other", "no other"),
        ("what-counts", DELUXE, "The apple counts three.", "apple"),
        ("what-counts", DELUXE, "Each bratworm counts one.", "bratworm"),
    ],
)
def test_an_answer_says_what_holds_at_this_table(question: str, rules: str, told: str, not_told: str) -> None:
    assert told in answer(question, rules)
    assert not_told not in answer(question, CLASSIC)


def test_with_passing_a_steal_is_not_forced_where_the_grill_has_nothing_lower() -> None:
    assert "If there is none, you steal." not in answer("have-to-steal", "classic-2005 may_pass")


@pytest.mark.parametrize(
    ("question", "rules", "told"),
    [
        ("more-ones", "classic-2014 bratworms=7", "You get one bratworm all the same."),
        ("empty-supply", "classic-2014 bratworms=7", "You take one from another player of your choice. If only"),
        ("back-to-the-grill", "deluxe-2018 short_game", "turned over at once is no place for it"),
        ("specialist-without-tile", "deluxe-2018 specialists=apple", "The specialist goes back all the same."),
        ("stealing-from-the-hen", "deluxe-2018 decline_steal", "Here you may take a lower tile"),
        ("raven-hops-on", "deluxe-2018 bratworms=0", "or out of the game."),
        ("golden-faces", "deluxe-2018", "1 to 5 and a worm, like the other dice."),
        ("golden-faces", "extrawurm-2015", "Three 1s and three worms."),
        ("golden-left-out", "deluxe-2018", "Yes. You decide with your first roll, for the whole turn."),
        ("golden-left-out", "deluxe-2018 golden_die_joins=any_roll", "Yes. You may still add it before any later roll"),
    ],
)
def test_an_answer_about_an_extra_says_what_holds_at_this_table(question: str, rules: str, told: str) -> None:
    assert told in answer(question, rules)
