"""Write docs/rulings.md from the questions about the rules; `--check` fails when the page is stale."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from wormgrill.presentation.question import Chapter, Question, Ruling
from wormgrill.presentation.rulings import QUESTIONS

PAGE = Path(__file__).parents[1] / "rulings.md"
INTRODUCTION = """\
# Rulings

What the rulebooks leave open, what wormgrill decided, and the test that holds it. Players find each point on the page
of the rules, as the question with this id: `/rules#own-top`.

Made by `make docs` from `src/wormgrill/presentation/rulings.py`, which has the answers too.
"""
ABOUT = {
    Chapter.EXTRAWURM: """\
The expansion of 2015 is no rulebook of ours: what it brings rests on reviews, which agree. What they do not say is
played as in the deluxe box of 2018, which has the same parts.
"""
}


def page() -> str:
    """The page."""
    return "\n".join([INTRODUCTION, *("\n".join(_chapter(chapter)) for chapter in Chapter)]).rstrip() + "\n"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"## {chapter}\n"
    if chapter in ABOUT:
        yield ABOUT[chapter]
    yield "| point | where it is open | ruling | question | test |\n|---|---|---|---|---|"
    for question in QUESTIONS:
        yield from (_row(ruling, question) for ruling in question.rulings if ruling.chapter is chapter)
    yield ""


def _row(ruling: Ruling, question: Question) -> str:
    tests = ", ".join(f"`tests/rules/{test}`" for test in ruling.tests)
    return f"| {ruling.point} | {ruling.where_open} | {ruling.ruling} | `{question.id}`: {question.text} | {tests} |"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help=f"change nothing, fail if {PAGE.name} is stale")
    if not arguments.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        sys.exit(f"{PAGE.name} is stale: run 'make docs'")
