"""Why a record cannot be read, or its dice cannot be verified, in the reader's language."""

from __future__ import annotations

import re

import pytest

from tests.support.bot_games import bots_game
from wormgrill.game import InvalidNotation, format_game, parse_game
from wormgrill.game.fair_dice import parse_fair_dice
from wormgrill.game.record import MAX_NAME
from wormgrill.presentation.moments import check_length
from wormgrill.presentation.problems import EXPECTED, PROBLEMS, explained
from wormgrill.presentation.words import languages, words_of

OTHERS = [language for language in languages() if language != "en"]
FORMAT = "format: wormgrill-record/1"
PLAYERS = "player: Ada\nplayer: Bo"
TAKES_25 = "1124WWWW:W 1135:5 stop"


def turns(*lines: str, rules: str = "classic-2014") -> str:
    return "\n".join((FORMAT, f"rules: {rules}", PLAYERS, "", *lines))


def headers(*lines: str, rules: str = "classic-2014") -> str:
    return "\n".join((FORMAT, f"rules: {rules}", PLAYERS, *lines))


HMAC = ("dice: hmac-sha256/1", "dice-commitment: 0", "dice-table: t")
CHAIN = ("dice: hash-chain/2", "dice-commitment: 0", "dice-table: t", f"dice-secret: {'0' * 64}")
BROKEN: dict[str, str | bytes] = {
    "no text": b"\xff",
    "no record": "hello",
    "two records": f"{headers()}\n{headers()}",
    "no header": headers("date"),
    "a header twice": headers("place: here", "place: there"),
    "a header without a value": headers("place:  x"),
    "a wrong header": headers("Place: here"),
    "a wrong date": headers("date: today"),
    "a name with a space": headers("player:  Cy"),
    "a long name": headers(f"player: {'x' * (MAX_NAME + 1)}"),
    "a name that cannot be printed": headers("player: C\x07y"),
    "no rules": f"{FORMAT}\n{PLAYERS}",
    "one player": f"{FORMAT}\nrules: classic-2014\nplayer: Ada",
    "a result too early": headers("result: Ada wins"),
    "a wrong result": format_game(bots_game("classic-2014", "greedy", "greedy")).replace("result: ", "result: 1"),
    "no edition": headers(rules="classic-1999"),
    "no option": headers(rules="classic-2014 fun"),
    "an option twice": headers(rules="classic-2014 may_pass may_pass"),
    "an option without a value": headers(rules="classic-2014 tiles"),
    "neither true nor false": headers(rules="classic-2014 may_pass=perhaps"),
    "no number": headers(rules="classic-2014 bratworms=many"),
    "no value of an option": headers(rules="classic-2014 lower_tile=some"),
    "no specialist": headers(rules="deluxe-2018 specialists=cat"),
    "no tile": headers(rules="classic-2014 tiles=20"),
    "a range backwards": headers(rules="classic-2014 tiles=30-25"),
    "a tile twice": headers(rules="classic-2014 tiles=30,30"),
    "a wrong number of a turn": turns(f"2. {TAKES_25}"),
    "an empty turn": turns("1."),
    "a turn that goes on": turns(f"1. {TAKES_25} 11"),
    "a turn that is not complete": turns("1. 1124WWWW:W", "2. 1124WWWW:W"),
    "a game that goes on": turns(f"1. {TAKES_25}", f"2. {TAKES_25}", rules="classic-2014 tiles=25"),
    "no part of a turn": turns("1. castle"),
    "no move": turns("1. 1124WWWW:W stop:now"),
    "no seat": turns("1. 1124WWWW:W steal:9"),
    "no face": turns("1. 1124WWW7"),
    "too few dice": turns("1. 1124WWW"),
    "too few dice, one golden": turns(
        f"1. {TAKES_25}",
        "2. 11444444:4 stop",
        "3. 1124WWW+W",
        rules="deluxe-2018 tiles=25,36 specialists=golden_die@25",
    ),
    "a move that is not allowed": turns("1. 1124WWWW:3"),
    "another method for dice": headers("dice: cup/1"),
    "no value for dice": headers("dice: hash-chain/2"),
    "a wrong secret": headers(*HMAC, "dice-seeds: a b", "dice-secret: zz"),
    "a wrong seed": headers(*HMAC, "dice-seeds: a", f"dice-secret: {'0' * 64}"),
    "a wrong anchor": headers(*CHAIN, "dice-anchors: a", "dice-seeds: - -", "dice-links: - -"),
}
"""What is wrong, and the text."""


def problem_of(text: str | bytes) -> InvalidNotation:
    with pytest.raises(InvalidNotation) as found:
        parse_fair_dice(parse_game(text))
    return found.value


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_with_a_record_is_told_in_the_language_of_the_reader(what: str, language: str) -> None:
    problem = problem_of(BROKEN[what])
    told = explained(problem, words_of(language))
    english = explained(problem, words_of("en"))
    assert told.language == language, problem
    assert told.problem != english.problem
    assert "%(" not in told.problem + told.expected
    assert bool(told.expected) == bool(problem.expected)


def test_what_would_be_right_is_told_too() -> None:
    problem = problem_of(BROKEN["no face"])
    told = explained(problem, words_of("de"))
    assert (problem.line, problem.column) == (6, 11)
    assert (told.problem, told.expected) == ("'7' ist keine Seite eines Würfels.", "1, 2, 3, 4, 5 oder W")


def test_notation_is_the_same_in_every_language() -> None:
    problem = problem_of("hello")
    assert {explained(problem, words_of(language)).expected for language in languages()} == {FORMAT}


def test_a_game_that_is_too_long_is_told_with_its_limit() -> None:
    with pytest.raises(InvalidNotation) as found:
        check_length(turns(*(f"{number}. {TAKES_25}" for number in range(1, 4))).encode(), 2)
    assert explained(found.value, words_of("fr")).problem == "La partie a plus de 2 tours."


def test_a_problem_that_nobody_has_translated_is_told_in_english() -> None:
    told = explained(InvalidNotation("the hen objects"), words_of("it"))
    assert (told.problem, told.language) == ("The hen objects.", "en")


def test_every_problem_that_has_words_is_one_that_a_record_can_have() -> None:
    told = {explained(problem_of(text), words_of("en")).problem for text in BROKEN.values()}
    elsewhere = {"There is no record in it.", "The game has more than %(most)s turns."}
    for found in set(PROBLEMS.values()) - elsewhere:
        pattern = re.sub(r"%\\\(\w+\\\)s", ".+", re.escape(found))
        assert any(re.fullmatch(pattern, sentence) for sentence in told), found


@pytest.mark.parametrize("language", OTHERS)
def test_every_problem_has_words_in_every_language(language: str) -> None:
    words = words_of(language)
    for found in (*PROBLEMS.values(), *EXPECTED.values()):
        assert words.gettext(found) != found
