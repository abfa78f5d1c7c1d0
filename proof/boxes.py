"""The table on every screen: what overlaps, is cut off, or is too small, in every phase, language and size."""

from __future__ import annotations

import atexit
from collections import Counter
from contextlib import ExitStack
from functools import cache
from itertools import product

from playwright.sync_api import Browser, Page
from tests.support.boxes import problems_of
from tests.support.scenes import SCENES, SIZES, scene_context, show_scene
from tests.support.visiting import Size, chromium

from proof._running import ROOT, NotProven, Row
from wormgrill.presentation.words import languages

ALL = tuple(product(SIZES, languages(), SCENES))
CASES = len(ALL)
PAGES = ROOT / "src/wormgrill/server/pages"
SOURCES = (
    "src/wormgrill/presentation",
    "tests/support/scenes.py",
    "tests/support/boxes.js",
    *(str(file.relative_to(ROOT)) for file in sorted(PAGES.glob("*/*.*")) if file.suffix in (".html", ".css", ".svg")),
    *(str(file.relative_to(ROOT)) for file in sorted(PAGES.parents[1].glob("presentation/locale/*/*/*.po"))),
)


def case(number: int) -> Counter[str]:
    """Measure one page."""
    size, language, scene = ALL[number]
    page = _page(size)
    show_scene(page, scene, language)
    if problems := problems_of(page):
        raise NotProven(f"{scene} in {language} at {size[0]} x {size[1]}:\n" + "\n".join(problems))
    return Counter(pages=1)


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    told = f"{len(SCENES)} moments x {len(languages())} languages x {len(SIZES)} sizes"
    return [(f"pages measured: {told}", f"{figures['pages']:,} pages", "nothing overlaps, is cut off or too small")]


@cache
def _browser() -> Browser:
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(chromium())


@cache
def _page(size: Size) -> Page:
    return scene_context(_browser(), size).new_page()
