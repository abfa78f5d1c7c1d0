"""What is wrong with the boxes of a page: what overlaps, is cut off, sticks out, is too small to hit or to read."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def problems_of(page: Page) -> list[str]:
    """What is wrong with the boxes of the page that is shown."""
    found: list[str] = page.evaluate(MEASURE)
    return found
