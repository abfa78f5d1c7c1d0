"""Pictures for people elsewhere: our own SVG, and made into PNG with the font that is part of this package."""

from __future__ import annotations

import re
from functools import cache

import resvg_py
from markupsafe import Markup

from wormgrill.presentation.lettering import FONT
from wormgrill.presentation.sharing import HEIGHT, WIDTH, ResultPicture
from wormgrill.presentation.words import SOURCE
from wormgrill.server.pages.rendering import TEMPLATES, render

ART = ("worm", "rooster", "bratworm", "apple")
"""The drawings of the pages that pictures show."""
SYMBOL = re.compile(r'<symbol id="([^"]+)".*</symbol>')


@cache
def _art() -> Markup:
    lines = (TEMPLATES / "_art.svg").read_text(encoding="utf-8").splitlines()
    symbols = {found[1]: found[0] for found in map(SYMBOL.match, lines) if found}
    return Markup("".join(symbols[name] for name in ART))  # noqa: S704  # our own drawings


def result_svg(picture: ResultPicture, language: str) -> str:
    """The result of a game as a picture; all text in it is escaped."""
    return render("result.svg", language, picture=picture, art=_art(), width=WIDTH, height=HEIGHT)


def preview_svg() -> str:
    """A picture for the link of anything that has no result; it is the same in every language."""
    return render("preview.svg", SOURCE, art=_art(), width=WIDTH, height=HEIGHT)


def rasterised(svg: str) -> bytes:
    """A picture as PNG; fonts of the system are not looked at."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
