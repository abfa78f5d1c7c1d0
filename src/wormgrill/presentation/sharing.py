"""A result for people who were not there: as a text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wormgrill.presentation.lettering import ELLIPSIS, fitted, width_of, wrapped, writable
from wormgrill.presentation.result import Result, ResultRow, make_result, result_title
from wormgrill.presentation.story import Story
from wormgrill.presentation.teller import Teller

WIDTH, HEIGHT = 1200, 630
"""Of the pictures: what previews of links ask for."""
TITLE_SIZES = (84, 72, 62, 54)
TEXT_SIZES = (32, 28, 24)
TITLE_WIDTH = 800
EDITION_WIDTH, EDITION_SIZE = 284, 24
ROWS_HEIGHT, HIGHEST_ROW = 350, 104
NAME_WIDTH, TILES_WIDTH = 232, 412
NAME_SIZE = 36
WIDEST_TILE = 58
"""What has room where in the picture of a result; the template lays it out."""


# ------------------------------------------------------------------------------------------------ as a text


def result_text(story: Story, teller: Teller, edition: str, link: str) -> str:
    """The result as a short text to send: who has won, everybody's worms, the edition and the link."""
    teller = replace(teller, you=None)
    return "\n".join([result_title(story.state, teller), *_lines(story, teller), "", edition, link])


def _lines(story: Story, teller: Teller) -> Iterator[str]:
    for row in make_result(story, teller).rows:
        values = {"place": row.place, "name": row.name, "worms": teller.worms(row.worms)}
        yield teller.words.gettext("%(place)d. %(name)s: %(worms)s") % values


# ------------------------------------------------------------------------------------------------ as a picture


@dataclass(frozen=True)
class PictureTile:
    """A tile in a picture."""

    number: int
    worms: int
    x: float
    is_decisive: bool


@dataclass(frozen=True)
class PictureRow:
    """A player in a picture."""

    place: int
    name: str
    name_size: float
    y: float
    tiles: tuple[PictureTile, ...]
    tile_width: float
    bratworms: int
    apple: int
    worms: int
    is_winner: bool


@dataclass(frozen=True)
class ResultPicture:
    """A result as it is drawn: every text is one that the font of the pictures can write, and has room."""

    title: str
    title_size: int
    text: str
    text_size: int
    edition: tuple[str, ...]
    """In one line or two."""
    row_height: float
    rows: tuple[PictureRow, ...]


def make_picture(story: Story, teller: Teller, edition: str) -> ResultPicture:
    """The result as a picture shows it to everybody."""
    player = teller.words.gettext("Player %(number)d")
    names = tuple(writable(name, player % {"number": seat}) for seat, name in enumerate(teller.names, start=1))
    teller = Teller(teller.words, names)
    result = make_result(story, teller)
    height = min(HIGHEST_ROW, ROWS_HEIGHT / len(result.rows))
    title, size = _title(story, teller)
    text = writable(result.text)
    text_size = _largest(text, TEXT_SIZES)
    return ResultPicture(
        title=title,
        title_size=size,
        text=fitted(text, text_size, TITLE_WIDTH),
        text_size=text_size,
        edition=wrapped(writable(edition), EDITION_SIZE, EDITION_WIDTH),
        row_height=height,
        rows=tuple(_row(row, number, height, result) for number, row in enumerate(result.rows)),
    )


def _title(story: Story, teller: Teller) -> tuple[str, int]:
    """The title as large as it has room; if it has none at all, the names in it are cut."""
    longest = max(map(len, teller.names))
    title = writable(result_title(story.state, teller))
    size = _largest(title, TITLE_SIZES)
    if width_of(title, size) <= TITLE_WIDTH:
        return title, size
    for length in range(longest, 1, -1):
        names = tuple(name if len(name) <= length else name[:length].rstrip() + ELLIPSIS for name in teller.names)
        title = writable(result_title(story.state, replace(teller, names=names)))
        if width_of(title, size) <= TITLE_WIDTH:
            return title, size
    return fitted(title, size, TITLE_WIDTH), size


def _largest(text: str, sizes: tuple[int, ...]) -> int:
    """The first size in which a text has room, or the last one."""
    return next((size for size in sizes if width_of(text, size) <= TITLE_WIDTH), sizes[-1])


def _row(row: ResultRow, number: int, height: float, result: Result) -> PictureRow:
    size = min(NAME_SIZE, height * 0.42)
    extras = (row.bratworms > 0) + (row.apple > 0)
    room = TILES_WIDTH - extras * height * 0.95
    pitch = min(WIDEST_TILE, height * 0.62, room / max(1, len(row.tiles)))
    tiles = (
        PictureTile(tile, worms, place * pitch, tile == result.decisive_tile)
        for place, (tile, worms) in enumerate(row.tiles)
    )
    return PictureRow(
        place=row.place,
        name=fitted(row.name, size, NAME_WIDTH),
        name_size=size,
        y=number * height,
        tiles=tuple(tiles),
        tile_width=pitch * 0.88,
        bratworms=row.bratworms,
        apple=row.apple,
        worms=row.worms,
        is_winner=row.is_winner,
    )
