"""Texts in pictures: which letters the font of the pictures has, how wide a text is, and how it is cut to fit.

A picture is made without the fonts of the system, so nothing may be written that this font does not have.
"""

from __future__ import annotations

import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

FONT = Path(__file__).parent / "fonts" / "baloo-2-bold.ttf"
ELLIPSIS = "…"


@cache
def advances() -> dict[str, float]:
    """How wide every letter of the font is, as a share of the size of the type.

    >>> advances()["W"] > advances()["i"], "ß" in advances(), "Ω" in advances()
    (True, True, False)
    """
    data = FONT.read_bytes()
    number_of_tables = struct.unpack_from(">H", data, 4)[0]
    headers = struct.iter_unpack(">4s3I", data[12 : 12 + 16 * number_of_tables])
    places = {name.decode(): place for name, _checksum, place, _length in headers}
    units = struct.unpack_from(">H", data, places["head"] + 18)[0]
    number_of_widths = struct.unpack_from(">H", data, places["hhea"] + 34)[0]
    widths = [struct.unpack_from(">H", data, places["hmtx"] + 4 * glyph)[0] for glyph in range(number_of_widths)]
    letters = places["cmap"] + struct.unpack_from(">I", data, places["cmap"] + 8)[0]
    number_of_groups = struct.unpack_from(">I", data, letters + 12)[0]
    groups = struct.iter_unpack(">3I", data[letters + 16 : letters + 16 + 12 * number_of_groups])
    return {
        chr(code): widths[min(glyph + code - first, len(widths) - 1)] / units
        for first, last, glyph in groups
        for code in range(first, last + 1)
    }


def width_of(text: str, size: float) -> float:
    """How wide a text is; only letters that the font has can be measured."""
    return size * sum(advances()[letter] for letter in text)


def fitted(text: str, size: float, width: float) -> str:
    """The text itself, or so much of its beginning as has room, with an ellipsis.

    >>> fitted("Nightingale", 20, 200), fitted("Nightingale", 20, 60)
    ('Nightingale', 'Nigh…')
    """
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + ELLIPSIS, size) > width:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrapped(text: str, size: float, width: float) -> tuple[str, ...]:
    """The text in one line, or in two that break between words; what has no room in the second is cut.

    >>> wrapped("Nightingale, house rules", 20, 300), wrapped("Nightingale, house rules", 20, 130)
    (('Nightingale, house rules',), ('Nightingale,', 'house rules'))
    """
    if width_of(text, size) <= width:
        return (text,)
    words = text.split(" ")
    ends = [end for end in range(1, len(words)) if width_of(" ".join(words[:end]), size) <= width]
    if not ends:
        return (fitted(text, size, width),)
    # The end of a part of the sentence is a better place than the middle of one.
    end = max((end for end in ends if words[end - 1].endswith((",", ")"))), default=ends[-1])
    return " ".join(words[:end]), fitted(" ".join(words[end:]), size, width)


def writable(text: str, instead: str = "") -> str:
    """The text as the font can write it: without marks it does not know, without other scripts and emoji.

    If no letter and no digit is left, what is given instead.

    >>> writable("Zoë 🐔"), writable("Nguyễn"), writable("Ελένη", "Player 2")
    ('Zoë', 'Nguyên', 'Player 2')
    """
    letters = "".join(map(_written, unicodedata.normalize("NFC", text)))
    found = " ".join(letters.split())
    return found if any(map(str.isalnum, found)) else instead


@lru_cache(4096)
def _written(letter: str) -> str:
    """A letter as the font has it, or the letters it is made of, or nothing."""
    if letter in advances() and letter.isprintable():
        return letter
    if letter.isspace():
        return " "
    simpler = unicodedata.normalize("NFKD", letter)
    if simpler == letter:
        return ""
    if unicodedata.combining(simpler[-1]):
        simpler = unicodedata.normalize("NFC", simpler[:-1])
    return "".join(map(_written, simpler))
