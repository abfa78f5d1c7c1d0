"""What matters now: each phase raises its own questions, and their answers are those of the table."""

from __future__ import annotations

import pytest
from hypothesis import given

from wormgrill.game.position import parse_state
from wormgrill.game.state import Phase, State
from wormgrill.presentation.matters import MOST_MATTERS, matters_now, right_now
from wormgrill.presentation.rulings import BY_ID
from wormgrill.presentation.words import words_of
from wormgrill.testing import states

CLASSIC, DELUXE = "classic-2014 | 21-36", "deluxe-2018 | 11,13,21-36"


def asked(position: str) -> list[str]:
    """The questions of a position, as the rules are addressed."""
    return [question.id for question in right_now(parse_state(position), words_of("en"))]


def titles(position: str) -> list[str]:
    return [question.title for question in right_now(parse_state(position), words_of("en"))]


WAITING = "deluxe-2018 golden_die_joins=any_roll | 22-36 | 21@golden_die -"
FIRST = [
    # before the first roll: what to do, and what a fail would cost
    (f"{CLASSIC} | - - | seat=0 phase=roll", ["my-turn", "no-tile-to-lose"]),
    ("classic-2014 | 22-36 | 21 - | seat=0 phase=roll", ["my-turn", "lost-by-failing"]),
    ("deluxe-2018 | 22-36 | 21@weasel - | seat=0 phase=roll", ["the-weasel", "my-turn"]),
    ("deluxe-2018 | 22-36 | 21@golden_die - | seat=0 phase=roll", ["golden-left-out", "my-turn"]),
    # while the dice roll
    (f"{CLASSIC} | - - | seat=0 phase=chance", ["my-turn"]),
    (f"{CLASSIC} | - - | seat=0 phase=chance aside=444", ["worm-needed"]),
    # dice to keep
    (f"{CLASSIC} | - - | seat=0 phase=keep rolled=12344555", ["worm-needed", "all-of-a-face"]),
    (f"{CLASSIC} | - - | seat=0 phase=keep aside=WW rolled=123455", ["all-of-a-face"]),
    (f"{CLASSIC} | - - | seat=0 phase=keep aside=WW44 rolled=1445", ["kept-face", "all-of-a-face"]),
    (f"{DELUXE} | - - | seat=0 phase=keep rolled=11234W55", ["bratworm-at-once", "worm-needed"]),
    (f"{DELUXE} | - - | seat=0 phase=keep aside=W11 rolled=11345", ["kept-face", "all-of-a-face"]),
    ("deluxe-2018 | 22-36 | 21@weasel - | seat=0 phase=keep rolled=12344W55", ["the-weasel", "worm-needed"]),
    ("deluxe-2018 | 22-36 | 21@canned_worm - | seat=0 phase=keep rolled=12344W55", ["the-canned-worm"]),
    (
        "deluxe-2018 | 22-36 | 21@weasel - | seat=0 phase=keep aside=W5 rolled=55WWWW",
        ["weasel-after-a-failed-roll", "kept-face", "the-weasel"],
    ),
    # roll or stop
    (f"{CLASSIC} | - - | seat=0 phase=decide aside=4445", ["worm-needed"]),
    (f"{CLASSIC} | - - | seat=0 phase=decide aside=WW", ["enough-points", "no-tile-to-lose"]),
    (f"{CLASSIC} | - - | seat=0 phase=decide aside=WWW44", ["no-tile-to-lose", "when-to-stop"]),
    ("classic-2014 | 21,22,24-36 | - 23 | seat=0 phase=decide aside=WWW44", ["have-to-steal"]),
    ("classic-2014 | 21,22,24-36 | 23 - | seat=0 phase=decide aside=WWW44", ["own-top", "lower-tile"]),
    ("classic-2014 | 21,22,24-29,31-36 | 23.30 - | seat=0 phase=decide aside=WWW44", ["lower-tile", "lost-by-failing"]),
    ("classic-2014 tiles=21-26 | 21-26 | - - | seat=0 phase=decide aside=WWWW44", ["too-many-points"]),
    ("deluxe-2018 | 21,22,24-36 | - 23@hen | seat=0 phase=decide aside=WWW44", ["stealing-from-the-hen"]),
    ("deluxe-2018 | 22-36 | 21@canned_worm - | seat=0 phase=decide aside=44455", ["can-in-the-points"]),
    ("deluxe-2018 | 22-36 | 21@golden_die - | seat=0 phase=decide aside=44455", ["worm-needed"]),
    (f"{WAITING} | seat=0 phase=decide aside=44455", ["golden-left-out", "worm-needed"]),
    (f"{WAITING} | seat=0 phase=decide aside=44455 golden=kept", ["worm-needed"]),
    (f"{WAITING} | seat=0 phase=chance aside=44455", ["worm-needed"]),
    # which tile
    ("classic-2005 | 21,22,24-36 | - 23 | seat=0 phase=claim aside=WWW44", ["have-to-steal", "lower-tile"]),
    ("classic-2014 lower_tile=any | 21-36 | - - | seat=0 phase=claim aside=WWW44", ["exact-tile"]),
    ("classic-2014 lower_tile=any | 21,22,24-29,31-36 | 23.30 - | seat=0 phase=claim aside=WWW44", ["lower-tile"]),
    ("classic-2014 may_pass | 21-36 | - - | seat=0 phase=claim aside=WWW44", ["have-to-take"]),
    # whose bratworm, and which specialist
    ("deluxe-2018 | 21-36 | - -+4 -+3 | seat=0 phase=rob aside=11", ["empty-supply", "what-counts"]),
    ("deluxe-2018 | 22-36 | 21@hen+1 - -+4 -+2 | seat=1 phase=rob aside=11", ["empty-supply", "the-hen"]),
    (
        "deluxe-2018 | 22-36 | 21 - | seat=0 phase=retain aside=WWW44 hand=apple,hen",
        ["second-specialist", "the-apple", "the-hen"],
    ),
    # the end
    ("classic-2014 tiles=21,25 | - | 21 25 | seat=1 phase=over", ["what-counts", "tie"]),
    ("classic-2014 tiles=21,22 | - | 21 22 | seat=1 phase=over", ["tie", "what-counts"]),
]
"""Positions with the questions that come first."""


@pytest.mark.parametrize(("position", "first"), FIRST)
def test_what_matters_now_comes_first(position: str, first: list[str]) -> None:
    assert asked(position)[: len(first)] == first


def test_the_question_names_the_face_that_cannot_be_kept() -> None:
    assert "Why can I not keep the 4s?" in titles(f"{CLASSIC} | - - | seat=0 phase=keep aside=WW44 rolled=1445")
    assert "Why can I not keep the worms?" in titles(f"{CLASSIC} | - - | seat=0 phase=keep aside=WW44 rolled=14WW")


def test_the_question_names_the_specialist_that_can_be_used() -> None:
    position = "deluxe-2018 | 22-36 | 21@weasel - | seat=0 phase=keep rolled=12344W55"
    assert titles(position)[0] == "What does the weasel do?"
    assert "the-weasel" not in asked(f"{position} weasel=used")


def test_the_answer_is_that_of_the_house() -> None:
    printed = right_now(
        parse_state("classic-2014 | 21,22,24-36 | - 23 | seat=0 phase=decide aside=WWW44"), words_of("en")
    )
    house = right_now(
        parse_state("classic-2005 | 21,22,24-36 | - 23 | seat=0 phase=decide aside=WWW44"), words_of("en")
    )
    assert printed[0].answer.startswith("Yes.")
    assert house[0].answer.startswith("No. Here you may take a lower tile")


@given(states())
def test_every_position_raises_one_to_three_questions_that_can_come_up_at_its_table(state: State) -> None:
    matters = matters_now(state)
    assert 1 <= len(matters) <= MOST_MATTERS
    for matter in matters:
        assert state.rules.has(matter.specialist) if matter.specialist else BY_ID[matter.question].applies(state.rules)
    assert all(question.answer for question in right_now(state, words_of("en")))


def test_every_phase_is_thought_of() -> None:
    assert {parse_state(position).phase for position, _ in FIRST} == set(Phase)
