"""The templates as text: short lines, and nothing that the content security policy forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wormgrill.presentation.art import symbols
from wormgrill.server.pages.rendering import TEMPLATES, render

MAX_LINE = 160
INLINE = re.compile(r"<style|<script(?![^>]*\ssrc=)|<[^>]*\s(?:style|on[a-z]+)=|javascript:", re.IGNORECASE)
PAGES = sorted(TEMPLATES.glob("*.html"))


def test_there_are_templates() -> None:
    assert len(PAGES) > 20


@pytest.mark.parametrize("template", PAGES, ids=lambda path: path.name)
def test_no_line_of_a_template_is_long(template: Path) -> None:
    lines = enumerate(template.read_text(encoding="utf-8").splitlines(), start=1)
    assert [number for number, line in lines if len(line) > MAX_LINE] == []


@pytest.mark.parametrize("template", PAGES, ids=lambda path: path.name)
def test_a_template_has_no_inline_style_or_script(template: Path) -> None:
    assert INLINE.findall(template.read_text(encoding="utf-8")) == []


def test_a_page_has_every_drawing_of_the_pictures_once_and_its_own_icons() -> None:
    ids = re.findall(r'<symbol id="([^"]+)"', render("_art.svg", "en"))
    drawings = re.findall(r'<symbol id="([^"]+)"', symbols())
    assert len(ids) == len(set(ids))
    assert set(drawings) == {name for name in ids if not name.startswith("i-")}
    assert len(drawings) < len(ids)


@pytest.mark.parametrize(
    "text",
    [
        "<style>",
        "<script>",
        "<script defer>",
        '<p class="a" style="color: red">',
        '<button\n  onclick="go()">',
        '<a href="javascript:go()">',
    ],
)
def test_what_is_inline_is_recognised(text: str) -> None:
    assert INLINE.search(text)
