"""Every picture in docs/images is shown on a page, and every picture that a page shows exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")]
LINK = re.compile(r"\]\((?P<file>[^)\s]+\.(?:png|svg|jpg|webp))\)")


def linked(page: Path) -> set[Path]:
    """The pictures that a page shows or links to."""
    return {(page.parent / match["file"]).resolve() for match in LINK.finditer(page.read_text("utf-8"))}


SHOWN = {picture: page.relative_to(ROOT) for page in PAGES for picture in linked(page)}


def test_every_picture_that_a_page_shows_exists() -> None:
    assert SHOWN
    assert [f"{page}: {picture}" for picture, page in SHOWN.items() if not picture.is_file()] == []


def test_every_picture_is_shown_on_a_page() -> None:
    assert sorted(picture.name for picture in IMAGES.iterdir() if picture.resolve() not in SHOWN) == []
