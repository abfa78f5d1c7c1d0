"""Tiles: their worms, and lists of them as text."""

from __future__ import annotations

from collections.abc import Iterable

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.reading import parts, placed

TILES = (11, 13, *range(21, 37))
"""Every tile that is printed in any edition."""
LOWEST_STEALABLE = 21
"""The tiles below (11 and 13) are only ever taken from the grill, with exactly their points."""


def worms(tile: int) -> int:
    """The worms printed on a tile.

    >>> [worms(tile) for tile in (13, 21, 25, 29, 36)]
    [1, 1, 2, 3, 4]
    """
    return max(1, (tile - 17) // 4)


def format_tiles(tiles: Iterable[int]) -> str:
    """Tiles as text: ascending, with ranges for three and more in a row, `-` for none.

    >>> format_tiles((11, 21, 22, 24, 25, 26))
    '11,21,22,24-26'
    """
    ordered = sorted(tiles)
    parts: list[str] = []
    while ordered:
        run = 1
        while run < len(ordered) and ordered[run] == ordered[0] + run:
            run += 1
        if run >= 3:
            parts.append(f"{ordered[0]}-{ordered[run - 1]}")
        else:
            parts += map(str, ordered[:run])
        del ordered[:run]
    return ",".join(parts) or "-"


def parse_tiles(text: str) -> tuple[int, ...]:
    """The tiles of a text such as `11,13,21-24`, ascending; `-` is none; the inverse of `format_tiles`."""
    if text == "-":
        return ()
    found: list[int] = []
    for column, part in parts(text, ","):
        first, dash, last = part.partition("-")
        low = placed(parse_tile, first, column)
        high = placed(parse_tile, last, column + len(first) + 1) if dash else low
        if low > high:
            raise InvalidNotation(f"the range {part} runs backwards", expected="low-high", column=column)
        for tile in (tile for tile in TILES if low <= tile <= high):
            if tile in found:
                raise InvalidNotation(f"tile {tile} is named twice", expected="each tile once", column=column)
            found.append(tile)
    return tuple(sorted(found))


def parse_tile(text: str) -> int:
    """The tile that a text names."""
    if not (text.isascii() and text.isdigit() and len(text) == 2 and int(text) in TILES):
        raise InvalidNotation(f"{quoted(text)} is not a tile", expected="11, 13 or 21 to 36")
    return int(text)
