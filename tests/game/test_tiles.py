"""Lists of tiles as text."""

from __future__ import annotations

import pytest

from wormgrill.game import InvalidNotation
from wormgrill.game.tiles import format_tiles, parse_tiles


@pytest.mark.parametrize(
    ("tiles", "text"),
    [
        ((), "-"),
        ((22, 11, 21), "11,21,22"),
        ((23, 21, 22), "21-23"),
        ((11, 13), "11,13"),
        ((21, 22, 24, 25, 26, 28, 36), "21,22,24-26,28,36"),
    ],
)
def test_three_tiles_in_a_row_are_a_range(tiles: tuple[int, ...], text: str) -> None:
    assert format_tiles(tiles) == text
    assert parse_tiles(text) == tuple(sorted(tiles))


@pytest.mark.parametrize(
    ("text", "tiles"),
    [("11-22", (11, 13, 21, 22)), ("36,21", (21, 36)), ("21-21", (21,)), ("13-13", (13,))],
)
def test_ranges_name_the_tiles_that_are_printed(text: str, tiles: tuple[int, ...]) -> None:
    assert parse_tiles(text) == tiles


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("21,99", 4, "'99' is not a tile"),
        ("21,22-99", 7, "'99' is not a tile"),
        ("21,12", 4, "'12' is not a tile"),
        ("21,021", 4, "'021' is not a tile"),
        ("21,٢٢", 4, "is not a tile"),
        ("21,25-24", 4, "runs backwards"),
        ("30,21-30", 4, "tile 30 is named twice"),
    ],
)
def test_what_is_no_tile_is_told_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_tiles(text)
    assert words in str(caught.value)
    assert caught.value.column == column
