"""The texts of moves: what is read, and where a problem is."""

from __future__ import annotations

import pytest

from wormgrill.game import InvalidNotation, parse_move


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", None, "'' is not a move"),
        ("jump", None, "'jump' is not a move"),
        ("stop now", None, "'stop now' is not a move"),
        ("roll silver", None, "'roll silver' is not a move"),
        ("keep", None, "'keep' is not a move"),
        ("keep 12", 6, "'12' is not a face"),
        ("keep ", 6, "'' is not a face"),
        ("steal 7", 7, "'7' is not a seat"),
        ("steal 01", 7, "'01' is not a seat"),
        ("rob ", 5, "'' is not a seat"),
        ("grill 20", 7, "'20' is not a tile"),
        ("retain cat", 8, "'cat' is not a specialist"),
        ("dice ", 6, "no dice are named"),
        ("dice 11X", 8, "'X' is not a face"),
        ("dice 11+X", 9, "'X' is not a face"),
        ("dice 11+", 9, "'' is not a face"),
    ],
)
def test_what_is_no_move_is_told_with_its_column(text: str, column: int | None, words: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_move(text)
    assert words in str(caught.value)
    assert caught.value.column == column


@pytest.mark.parametrize("text", ["steal 0", "steal 6", "rob 6", "grill 11", "grill 36", "dice +W", "dice 1W+1"])
def test_moves_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_move(text)) == text
