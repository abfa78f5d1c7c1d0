"""Run every mutant of the rules and of the solver's specification: `python -m tests.mutants [MODULE ...]`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from proof._running import source_hash
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.mutants.mutating import Mutant, mutants
from tests.mutants.running import (
    PACKAGE,
    ROOT,
    TESTS,
    WALL_SECONDS,
    Child,
    Outcome,
    Session,
    collect,
    examine,
    outcome,
    prepare,
)

MODULES = (*(f"game/{path.name}" for path in sorted((PACKAGE / "game").glob("[a-z]*.py"))), "solver/reference.py")
EQUIVALENTS = Path(__file__).with_name("equivalents.txt")
KEPT = ROOT / ".mutants" / "results.json"
SAVE_SECONDS = 5.0
NEAR = 8
"""How many tests come first because they have killed other mutants of the same function."""


class Result(NamedTuple):
    """What became of a mutant with some source, and the test that has killed it or the error with which it crashed."""

    source: str
    outcome: str
    told: str

    @property
    def killer(self) -> str:
        """The test that has killed it, or nothing."""
        return self.told if self.outcome == Outcome.KILLED else ""


def load() -> dict[str, Result]:
    """What became of mutants in earlier runs."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return {name: Result(*result) for name, result in kept.items()}


def save(path: Path, value: object) -> None:
    """Keep a value; a file that is half written is never seen."""
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=0), encoding="utf-8")
    new.replace(path)


def parse_equivalents(text: str) -> dict[str, str]:
    """The mutants that do what the original does: indented, below the sentence that says why."""
    found: dict[str, str] = {}
    reason = ""
    for line in text.splitlines():
        if line.startswith("    "):
            found[line.strip()] = reason
        elif line:
            reason = line
    return found


class Run:
    """The mutants of one package that are to be run, and what has become of them."""

    def __init__(
        self, todo: Sequence[Mutant], results: dict[str, Result], source: str, jobs: int, progress: Progress
    ) -> None:
        self.failed = ""
        """A test that fails without any mutant."""
        self._waiting = list(reversed(todo))
        self._results = results
        self._source = source
        self._jobs = jobs
        self._progress = progress
        self._package = todo[0].module.partition("/")[0]
        self._task = progress.add_task(self._package, total=len(todo))
        self._seconds: Counter[str] = Counter()
        """By the file of tests."""
        self._calls: dict[str, set[str]] = {}
        """The functions of ours that a test calls: others may change unseen by it."""
        self._killers: defaultdict[str, list[str]] = defaultdict(list)
        self._running: dict[int, tuple[Mutant, Child]] = {}

    def __call__(self, session: Session) -> None:
        """Measure the tests, then run the mutants unless a test fails without any."""
        self._measure(session)
        if self.failed:
            return
        saved_at = monotonic()
        try:
            while self._waiting or self._running:
                while self._waiting and len(self._running) < self._jobs:
                    self._start(session, self._waiting.pop())
                self._end(*os.wait())
                if monotonic() - saved_at > SAVE_SECONDS:
                    save(KEPT, self._results)
                    saved_at = monotonic()
        finally:
            save(KEPT, self._results)
            for pid in self._running:
                os.kill(pid, signal.SIGKILL)

    def _measure(self, session: Session) -> None:
        """Run all tests without any mutant, unless that was done with this source."""
        path = KEPT.with_name(f"tests-{self._package}.json")
        source, measured, failed = json.loads(path.read_text(encoding="utf-8")) if path.exists() else ("", {}, "")
        if source != self._source:
            child = Child(lambda: json.dumps([session.measure(), session.failed]), WALL_SECONDS)
            measured, failed = json.loads(child.told() or '[{}, "a test that does not end"]')
            os.waitpid(child.pid, 0)
            save(path, [self._source, measured, failed])
        self.failed = failed
        for test, (seconds, functions) in measured.items():
            self._seconds[test.partition("::")[0]] += seconds
            self._calls[test] = set(functions)

    def _start(self, session: Session, mutant: Mutant) -> None:
        function = _function(mutant)
        old = self._results.get(str(mutant))
        near = [old.killer] if old and old.killer else self._killers[function][:NEAR]
        ranks = {test: rank for rank, test in enumerate(near)}

        def order(test: str) -> tuple[int, float]:
            rank = ranks.get(test, ranks.get(test.partition("[")[0], NEAR))
            return rank, self._seconds[test.partition("::")[0]]

        needed = {test for test, functions in self._calls.items() if function in functions}
        child = examine(session, mutant, order, needed, near)
        self._running[child.pid] = mutant, child

    def _end(self, pid: int, status: int) -> None:
        mutant, child = self._running.pop(pid)
        told = child.told()
        result = Result(self._source, outcome(status, told), told)
        self._results[str(mutant)] = result
        if test := result.killer.partition("[")[0]:
            near = self._killers[_function(mutant)]
            near[:] = [test, *(other for other in near if other != test)]
        if result.outcome in (Outcome.SURVIVED, Outcome.CRASHED):
            self._progress.console.print(f"{result.outcome}: {mutant}", markup=False, highlight=False, soft_wrap=True)
        self._progress.update(self._task, advance=1)


def _function(mutant: Mutant) -> str:
    return f"{mutant.module} {mutant.function}"


def report(every: Sequence[Mutant], results: dict[str, Result], console: Console) -> int:
    """Print what is wrong: survivors that are not listed, listed mutants that are none, and tests that crashed."""
    survivors = {str(mutant): mutant for mutant in every if results[str(mutant)].outcome == Outcome.SURVIVED}
    modules = {mutant.module for mutant in every}
    listed = parse_equivalents(EQUIVALENTS.read_text(encoding="utf-8"))
    wrong = [f"survives (line {mutant.line}): {name}" for name, mutant in survivors.items() if name not in listed]
    wrong += [
        f"listed, but no survivor: {name}" for name in listed if name.split()[0] in modules and name not in survivors
    ]
    wrong += [
        f"crashed ({results[name].told or 'without a word'}; line {mutant.line}): {name}"
        for name, mutant in ((str(mutant), mutant) for mutant in every)
        if results[name].outcome == Outcome.CRASHED
    ]
    for line in wrong:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    counts = Counter(results[str(mutant)].outcome for mutant in every)
    told = ", ".join(f"{counts[kind]:,} {kind}" for kind in Outcome)
    console.print(f"{len(every):,} mutants: {told}; wrong: {len(wrong)}")
    return 1 if wrong else 0


def main() -> int:
    """Run the mutants that were not run with this source yet; fail if one survives unlisted or the tests crash."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(MODULES)}; all of them by default")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="how many at a time; all processors by default"
    )
    parser.add_argument("--anew", action="store_true", help="run all mutants again")
    arguments = parser.parse_args()
    chosen = arguments.modules or MODULES
    if unknown := [module for module in chosen if module not in MODULES]:
        parser.error(f"{unknown[0]!r} is not a module: known are {', '.join(MODULES)}")
    prepare()
    console = Console()
    results = {} if arguments.anew else load()
    source = source_hash(
        ["tests/support", "tests/rules/turns.py", *(path for paths in TESTS.values() for path in paths)]
    )
    every = [mutant for module in chosen for mutant in mutants(module, (PACKAGE / module).read_text(encoding="utf-8"))]
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(TextColumn("{task.description}"), *columns, console=console) as progress:
        for package, tests in TESTS.items():
            ours = [mutant for mutant in every if mutant.module.startswith(f"{package}/")]
            old = {name for name, result in results.items() if result.source == source}
            if todo := [mutant for mutant in ours if str(mutant) not in old]:
                run = Run(todo, results, source, arguments.jobs, progress)
                if failed := collect(tests, run) or run.failed:
                    sys.exit(f"without any mutant this fails: {failed}")
    return report(every, results, console)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted: the next run goes on here.")
