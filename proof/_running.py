"""A proof: numbered cases, run in their order, with a bar; what is done is kept and not done again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Protocol, cast

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from tools.results import PROOF, format_table, parse_table, read_sections, write_section

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".proof"
SAVE_SECONDS = 2.0
HEAD = ("what", "count", "result", "date", "command")
INTRODUCTION = "The checks of the tests at full counts. A case that fails stops the proof, and no figures are written."

Row = tuple[str, str, str]
"""What was checked, how many of it, and with what result."""


class NotProven(Exception):
    """Something that was to be proven does not hold."""


class Claims:
    """What the figures of a part have to show; all of it is looked at before anything is said."""

    def __init__(self) -> None:
        self._missed: dict[str, None] = {}

    def add(self, does_hold: bool, what: str) -> None:
        """One of them, and the figures that tell."""
        if not does_hold:
            self._missed[what] = None

    def check(self) -> None:
        """Raise if any of them does not hold."""
        if self._missed:
            raise NotProven("these do not hold:\n" + "\n".join(self._missed))


class Part(Protocol):
    """What the module of a part has."""

    CASES: int
    """How many cases it has; each follows from its number."""
    SOURCES: tuple[str, ...]
    """The files and folders on which its figures depend, its own module aside."""

    def case(self, number: int) -> Counter[str]:
        """Check one case; what was counted. Raises if something does not hold."""

    def rows(self, figures: Counter[str]) -> list[Row]:
        """What the results say when all cases are done."""


@dataclass
class Done:
    """How far a part has come, and with which source."""

    source: str
    cases: int = 0
    figures: Counter[str] = field(default_factory=Counter)

    def save(self, path: Path) -> None:
        """Keep it; a file that is half written is never seen."""
        path.parent.mkdir(exist_ok=True)
        new = path.with_suffix(".new")
        kept = {"source": self.source, "cases": self.cases, "figures": self.figures}
        new.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        new.replace(path)


def load(path: Path, source: str) -> Done:
    """How far a part has come with this source; figures of another source do not count."""
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["source"] == source:
            return Done(source, kept["cases"], Counter(kept["figures"]))
    return Done(source)


def source_hash(names: Iterable[str], root: Path = ROOT) -> str:
    """A hash of all Python files under these names."""
    digest = hashlib.sha256()
    for name in sorted(names):
        path = root / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(f"{file.relative_to(root).as_posix()}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def run_cases(part: Part, done: Done, path: Path, show: Callable[[int], None]) -> None:
    """Run the cases that are left; keep what is done, whatever ends the run."""
    saved_at = monotonic()
    try:
        while done.cases < part.CASES:
            done.figures += part.case(done.cases)
            done.cases += 1
            show(done.cases)
            if monotonic() - saved_at > SAVE_SECONDS:
                done.save(path)
                saved_at = monotonic()
    finally:
        done.save(path)


def prove(name: str, console: Console, *, is_anew: bool = False) -> None:
    """Run one part to its end and write its figures into the results."""
    part = cast("Part", import_module(f"proof.{name}"))
    path = KEPT / f"{name}.json"
    source = source_hash([*part.SOURCES, f"proof/{name}.py"])
    done = Done(source) if is_anew else load(path, source)
    if done.cases == part.CASES:
        console.print(f"{name}: all {part.CASES:,} cases are done with this source; --anew runs them again")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(name, total=part.CASES, completed=done.cases)
        try:
            run_cases(part, done, path, lambda cases: progress.update(task, completed=cases))
        except Exception:
            progress.console.print(f"{name}: case {done.cases} does not hold; the next run begins with it")
            raise
    write_rows(name, part.rows(done.figures))


def write_rows(name: str, rows: list[Row]) -> None:
    """Write the rows of a part into the results, in the place of its old ones."""
    command = f"`python -m proof {name}`"
    day = datetime.now(UTC).date().isoformat()
    others = [row for row in parse_table(read_sections().get(PROOF, "")) if row[-1] != command]
    new = [(*row, day, command) for row in rows]
    table = format_table(HEAD, sorted([*others, *new], key=lambda row: row[-1]))
    write_section(PROOF, f"{INTRODUCTION}\n\n{table}")
