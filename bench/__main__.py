"""Measure, print, and keep the results: `python -m bench [part ...]`."""

from __future__ import annotations

import argparse
import importlib
import platform
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tools.results import PROOF, format_table, write_section

PARTS = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
HEAD = ("what", "measured", "goal")


def main() -> None:
    """Run the parts that are asked for and write their sections of the results."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=main.__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all of them by default")
    parts = parser.parse_args().parts or PARTS
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"{unknown[0]!r} is not a part: known are {', '.join(PARTS)}")
    for part in parts:
        write_section(part, _measure(part), known=(*PARTS, PROOF))


def _measure(part: str) -> str:
    console = Console()
    console.print(f"Measuring {part} ...")
    module = importlib.import_module(f"bench.{part}")
    rows: list[tuple[str, str, str]] = module.rows()
    table = Table(*HEAD)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    lines = [format_table(HEAD, rows)]
    if hasattr(module, "report"):
        lines += ["", module.report()]
    day = datetime.now(UTC).date()
    where = f"`python -m bench {part}`, {day}, Python {platform.python_version()}"
    return "\n".join([f"{(module.__doc__ or part).splitlines()[0]}", "", where, "", *lines])


if __name__ == "__main__":
    main()
