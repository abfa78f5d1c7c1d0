"""Measure, print, and keep the results: `python -m bench [part ...]`."""

from __future__ import annotations

import argparse
import importlib
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results.md"
PARTS = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
INTRODUCTION = """\
# Results

Made by `make bench`; one part alone by `python -m bench PART`. Machines are noisy: what counts are the ratios, both
sides of which are measured in the same run.
"""


def main() -> None:
    """Run the parts that are asked for and write their sections of the results."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=main.__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=f"of {', '.join(PARTS)}")
    sections = _read()
    for part in parser.parse_args().parts or PARTS:
        sections[part] = _measure(part)
        _write(sections)


def _measure(part: str) -> str:
    console = Console()
    console.print(f"Measuring {part} ...")
    module = importlib.import_module(f"bench.{part}")
    rows: list[tuple[str, str, str]] = module.rows()
    table = Table("what", "measured", "goal")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    lines = ["| what | measured | goal |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    if hasattr(module, "report"):
        lines += ["", module.report()]
    day = datetime.now(UTC).date()
    where = f"`python -m bench {part}`, {day}, Python {platform.python_version()}"
    return "\n".join([f"{(module.__doc__ or part).splitlines()[0]}", "", where, "", *lines])


def _read() -> dict[str, str]:
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    found = re.split(r"^## (\w+)\n+", text, flags=re.MULTILINE)[1:]
    return {part: body.strip() for part, body in zip(found[::2], found[1::2], strict=True) if part in PARTS}


def _write(sections: dict[str, str]) -> None:
    body = "\n\n".join(f"## {part}\n\n{sections[part]}" for part in PARTS if part in sections)
    RESULTS.write_text(f"{INTRODUCTION}\n{body}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
