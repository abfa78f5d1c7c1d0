"""Positions in a few words, and every contradiction in them."""

from __future__ import annotations

import pytest

from wormgrill.analysis.odds import odds
from wormgrill.analysis.situation import make_situation, parse_kept
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.position import format_state
from wormgrill.game.rules import parse_rules

CLASSIC, DELUXE, PRINTED = "classic-2014", "deluxe-2018", "deluxe-2018 golden_die_faces=111WWW"
WAITING = "deluxe-2018 golden_die_joins=any_roll"
GOLDEN = {"specialist": "golden_die"}


@pytest.mark.parametrize(
    ("rules", "words", "text"),
    [
        (CLASSIC, {}, "classic-2014 | 21-36 | - - | seat=0 phase=roll"),
        (CLASSIC, {"grill": "21-24, 30"}, "classic-2014 | 21-24,30 | - - | seat=0 phase=roll"),
        (CLASSIC, {"own": "24", "tops": "26,-,31"}, "| 21-23,25,27-30,32-36 | 24 26 - 31 | seat=0 phase=roll"),
        (CLASSIC, {"kept": "333W"}, "seat=0 phase=decide aside=333W"),
        (CLASSIC, {"kept": "333W", "roll": "1244"}, "seat=0 phase=keep aside=333W rolled=1244"),
        (DELUXE, {"specialist": "hen"}, "11@canned_worm,13,21,22,23@raven,24,25@weasel,"),
        (DELUXE, {"specialist": "hen"}, "| -@hen - |"),
        (DELUXE, {"grill": "21@apple,30", "tops": "26@hen"}, "| 21@apple,30 | - 26@hen | seat=0 phase=roll"),
        (DELUXE, {**GOLDEN, "roll": "1134455W+W"}, "phase=keep rolled=1134455W+W golden=left"),
        (DELUXE, {**GOLDEN, "kept": "33+W", "roll": "112244"}, "phase=keep aside=33W rolled=112244 golden=kept"),
        (DELUXE, {**GOLDEN, "kept": "33+"}, "phase=decide aside=33 golden=left"),
        (DELUXE, {**GOLDEN, "kept": "33"}, "phase=decide aside=33"),
        (WAITING, {**GOLDEN, "kept": "33", "roll": "112245"}, "phase=keep aside=33 rolled=112245"),
        (WAITING, {**GOLDEN, "kept": "33", "roll": "112245+W"}, "phase=keep aside=33 rolled=112245+W golden=left"),
        (PRINTED, {**GOLDEN, "kept": "55+1"}, "phase=decide aside=155 golden=kept"),
    ],
)
def test_words_become_a_position(rules: str, words: dict[str, str], text: str) -> None:
    assert text in format_state(make_situation(parse_rules(rules), **words))


@pytest.mark.parametrize(
    ("rules", "words", "problem"),
    [
        (CLASSIC, {"own": "24", "grill": "21-25"}, "tile 24 is in two places"),
        (CLASSIC, {"own": "24", "tops": "24"}, "tile 24 is in two places"),
        (CLASSIC, {"tops": "26,26"}, "tile 26 is in two places"),
        (CLASSIC, {"grill": "21-24,23"}, "tile 23 is named twice"),
        (CLASSIC, {"grill": "11,21"}, "tile 11 is not in this game"),
        (CLASSIC, {"own": "40"}, "'40' is not a tile"),
        (CLASSIC, {"grill": "-"}, "no tile is face-up on the grill: the game is over"),
        (CLASSIC, {"tops": "-,-,-,-,-,-,-"}, "a game has 2 to 7 players, not 8"),
        (CLASSIC, {"specialist": "weasel"}, "the weasel is not in this game"),
        (DELUXE, {"specialist": "raven"}, "nobody can own the raven"),
        (DELUXE, {"specialist": "hen", "tops": "22@hen"}, "the hen is in two places"),
        (DELUXE, {"specialist": "cat"}, "'cat' is not a specialist"),
        (CLASSIC, {"kept": "3W3"}, "face 3 is kept twice"),
        (CLASSIC, {"kept": "37"}, "'7' is not a face"),
        (CLASSIC, {"roll": ""}, "no dice are named"),
        (CLASSIC, {"roll": "11244"}, "5 dice are rolled, but 8 are left"),
        (CLASSIC, {"kept": "333", "roll": "112"}, "3 dice are rolled, but 5 are left"),
        (CLASSIC, {"kept": "333333333"}, "nine dice are named, but there are eight without the golden die"),
        (CLASSIC, {"roll": "112233445"}, "nine dice are named, but there are eight without the golden die"),
        (CLASSIC, {"kept": "3333333333"}, "10 dice are kept, but there are only 8"),
        (CLASSIC, {"kept": "12345W", "roll": "12"}, "the turn is over"),
        (CLASSIC, {"roll": "1122334+W"}, "the golden die is in play, but the player does not own it"),
        (DELUXE, {"roll": "11223344+W"}, "the golden die is in play, but the player does not own it"),
        (DELUXE, {**GOLDEN, "roll": "112233445"}, "one of the nine dice is the golden die"),
        (DELUXE, {**GOLDEN, "kept": "33+W", "roll": "11224+4"}, "the golden die is both kept and rolled"),
        (DELUXE, {**GOLDEN, "kept": "33+", "roll": "1122445"}, "not among the rolled dice"),
        (PRINTED, {**GOLDEN, "roll": "11223344+5"}, "the golden die has no face 5"),
        (PRINTED, {**GOLDEN, "kept": "33+3"}, "the golden die has no face 3"),
    ],
)
def test_contradictions_are_told(rules: str, words: dict[str, str], problem: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        make_situation(parse_rules(rules), **words)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "kept", "moves"),
    [
        (WAITING, "33W", {"roll", "roll golden", "stop"}),
        (WAITING, "33W+", {"roll", "stop"}),
        (WAITING, "33W+4", {"roll", "stop"}),
        (DELUXE, "33W", {"roll", "stop"}),
    ],
)
def test_a_golden_die_that_is_not_named_may_still_wait(rules: str, kept: str, moves: set[str]) -> None:
    found = odds(make_situation(parse_rules(rules), specialist="golden_die", kept=kept))
    assert {str(option.move) for option in found.options} == moves


@pytest.mark.parametrize("words", [{"kept": "333", "roll": "33333"}, {"kept": "12345W"}, {"kept": "WWWWWWWW"}])
def test_a_turn_at_its_end_can_only_stop(words: dict[str, str]) -> None:
    found = odds(make_situation(parse_rules(CLASSIC), **words))
    assert [str(option.move) for option in found.options] == ["stop"]
    assert found.value == (4.0 if "WWW" in words["kept"] else 0.0)


def test_kept_dice_with_the_golden_die() -> None:
    assert parse_kept("33W+5").counts == (0, 0, 2, 0, 1, 1)
    assert parse_kept("33W+5").golden == 5
    assert parse_kept("33W+").is_golden_left
    assert not parse_kept("33W").is_golden_left
