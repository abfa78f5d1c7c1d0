"""Pictures for people elsewhere: our own SVG, laid out by templates."""

from __future__ import annotations

from markupsafe import Markup

from wormgrill.presentation.art import symbols
from wormgrill.presentation.sharing import HEIGHT, WIDTH, ResultPicture
from wormgrill.presentation.words import SOURCE
from wormgrill.server.pages.rendering import render

ART = Markup(symbols("worm", "rooster", "bratworm", "apple"))  # noqa: S704  # our own drawings
"""The drawings that pictures show."""


def result_svg(picture: ResultPicture, language: str) -> str:
    """The result of a game as a picture; all text in it is escaped."""
    return render("result.svg", language, picture=picture, art=ART, width=WIDTH, height=HEIGHT)


def preview_svg() -> str:
    """A picture for the link of anything that has no result; it is the same in every language."""
    return render("preview.svg", SOURCE, art=ART, width=WIDTH, height=HEIGHT)
