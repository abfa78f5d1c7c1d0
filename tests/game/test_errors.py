"""Errors survive the way to another process and say what they said."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.support.positions import play, position
from tests.support.records import TAKEN, fairly_played, played
from wormgrill.game import (
    IllegalMove,
    InvalidNotation,
    apply,
    format_game,
    format_state,
    parse_game,
    parse_move,
    parse_rules,
    parse_state,
)
from wormgrill.game.dice import Counts, parse_dice, parse_face
from wormgrill.game.errors import MAX_QUOTED, quoted, shortened
from wormgrill.game.fair_dice import verify
from wormgrill.game.moves import Dice, parse_roll, parse_seat
from wormgrill.game.record import parse_games
from wormgrill.game.rules import make_rules, parse_specialist
from wormgrill.game.tiles import parse_tile, parse_tiles


def test_errors_can_be_pickled() -> None:
    with pytest.raises(InvalidNotation) as unreadable:
        parse_game("hello")
    with pytest.raises(IllegalMove) as illegal:
        play(position("classic-2014"), "stop")
    for error in (unreadable.value, illegal.value):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("counts", [(9, -1, 0, 0, 0, 0), (8, 0, 0, 0, 0, 1), (7, 0, 0, 0, 0, 0)])
def test_dice_that_cannot_fall_are_refused(counts: Counts) -> None:
    state = play(position("classic-2014"), "roll")
    with pytest.raises(IllegalMove, match="chance rolls 8 dice"):
        apply(state, Dice(counts))


# ------------------------------------------------------------------------------------------------ quotes

MAX_MESSAGE = 400
GARBAGE = ("x", "1", "W", "\x00", "\"'", "a b ", "=", "1.", "@", "\n")


def played_as(text: str) -> object:
    """Play the text of a move at the beginning of a game, and as chance."""
    with suppress(IllegalMove):
        return played().play(parse_move(text))
    return played("roll").play(parse_move(text))


PARSERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "move": (played_as, ("keep 4", "dice 1124445W", "dice 112+W", "grill 21", "steal 1", "rob 1", "retain hen")),
    "roll": (parse_roll, ("112+W",)),
    "dice": (parse_dice, ("112",)),
    "face": (parse_face, ("1",)),
    "seat": (parse_seat, ("1",)),
    "tile": (parse_tile, ("21",)),
    "tiles": (parse_tiles, ("21,23-25",)),
    "specialist": (parse_specialist, ("hen",)),
    "rules": (parse_rules, ("deluxe-2018 bratworms=5 tiles=21-30 specialists=hen@21,weasel short_game=true",)),
    "option": (lambda text: make_rules("deluxe-2018", [text]), ("golden_die_faces=111WWW", "decline_steal")),
    "position": (
        parse_state,
        (
            format_state(played(*TAKEN[:2]).state),
            "deluxe-2018 | 21@raven,22-36 | 11@weasel+3 - | seat=0 phase=keep aside=333 rolled=1344W weasel=used",
            "deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel",
        ),
    ),
    "game": (parse_game, (format_game(fairly_played("Ada", "Bo", plies=20)),)),
    "games": (parse_games, (format_game(played(*TAKEN)),)),
    "dice of a game": (lambda text: verify(parse_game(text)), (format_game(fairly_played("Ada", "Bo", plies=8)),)),
}
"""Every parser with texts that it can read."""


def damaged(text: str, garbage: str) -> Iterator[str]:
    """The text with much garbage at some place, instead of a character or between two."""
    for place in range(0, len(text) + 1, 1 + len(text) // 40):
        yield text[:place] + garbage + text[place:]
        yield text[:place] + garbage + text[place + 1 :]


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("piece", GARBAGE)
def test_an_error_quotes_at_most_80_characters_of_the_input(name: str, piece: str) -> None:
    parse, texts = PARSERS[name]
    garbage = (piece * 10_000)[:10_000]
    for text in texts:
        for wrong in (garbage, *damaged(text, garbage)):
            try:
                parse(wrong)
            except ValueError as problem:
                message = str(problem)
                assert len(message) <= MAX_MESSAGE, message[:1000]
                assert garbage[: MAX_QUOTED + 1] not in message


def test_what_is_short_is_quoted_whole() -> None:
    assert quoted("x" * (MAX_QUOTED - 2)) == repr("x" * (MAX_QUOTED - 2))
    assert shortened("x" * MAX_QUOTED) == "x" * MAX_QUOTED


@pytest.mark.parametrize("text", ["x" * 79, "x" * 81, "\n" * 50, "\"'" * 60, "🐛" * 100])
def test_what_is_long_is_quoted_from_its_beginning_to_its_end(text: str) -> None:
    assert len(quoted(text)) == MAX_QUOTED
    assert quoted(text)[0] == quoted(text)[-1] == repr(text)[0]
    assert "…" in quoted(text)


def test_an_error_names_its_place_and_what_was_expected_only_if_they_are_known() -> None:
    assert str(InvalidNotation("it is wrong")) == "it is wrong"
    assert str(InvalidNotation("it is wrong", expected="right")) == "it is wrong; expected right"
    assert str(InvalidNotation("it is wrong", line=2, column=3)) == "line 2, column 3: it is wrong"
    assert str(InvalidNotation("it is wrong", column=3)) == "column 3: it is wrong"


def test_an_illegal_move_is_told_with_its_phase_the_reason_and_the_legal_moves() -> None:
    with pytest.raises(IllegalMove) as early:
        play(position("classic-2014"), "stop")
    assert str(early.value) == "'stop' is not legal in phase 'roll'; legal moves: 'roll'"
    with pytest.raises(IllegalMove) as late:
        play(parse_state("classic-2014 | - | 21 - | seat=0 phase=over"), "stop")
    assert str(late.value) == "'stop' is not legal in phase 'over' (the game is over); legal moves: none"
    assert vars(pickle.loads(pickle.dumps(late.value))) == vars(late.value)
