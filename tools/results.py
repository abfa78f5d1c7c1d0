"""The sections of `bench/results.md`, which `python -m bench` and `python -m proof` write one by one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

RESULTS = Path(__file__).parents[1] / "bench" / "results.md"
INTRODUCTION = """\
# Results

Made by `make bench` and `make proof`; one part alone by `python -m bench PART` or `python -m proof PART`. Machines are
noisy: what counts are the ratios, both sides of which are measured in the same run.
"""
PROOF = "proof"
"""The section of `python -m proof`; every other section is a part of the bench."""


def read_sections(path: Path = RESULTS) -> dict[str, str]:
    """The sections of the results by name."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.split(r"^## (\w+)\n+", text, flags=re.MULTILINE)[1:]
    return {name: body.strip() for name, body in zip(found[::2], found[1::2], strict=True)}


def write_section(name: str, body: str, known: Collection[str] | None = None, path: Path = RESULTS) -> None:
    """Write one section anew and keep the others; those not `known` any longer are dropped."""
    sections = read_sections(path) | {name: body.strip()}
    kept = [each for each in sorted(sections) if known is None or each in known]
    text = "\n\n".join(f"## {each}\n\n{sections[each]}" for each in kept)
    path.write_text(f"{INTRODUCTION}\n{text}\n", encoding="utf-8")


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    return "\n".join([_line(head), "|" + "---|" * len(head), *map(_line, rows)])


def parse_table(text: str) -> list[tuple[str, ...]]:
    """The rows of a table of Markdown, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
