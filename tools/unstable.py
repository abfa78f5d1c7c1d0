"""Run the tests that failed once more, each alone: `python -m tools.unstable`, after a run of the tests that failed.

Those that pass now are unstable, and named with their first failure; a few of them are let through.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import indent

FAILURES = Path(".pytest_cache/v/wormgrill/failures")
"""Written by conftest.py at the end of every run: what failed, and how."""
MOST_UNSTABLE = 3
"""More tests than this are not run again: something is broken."""


def judge(failures: Mapping[str, str], passes: Callable[[str], bool]) -> Iterator[str]:
    """Yield a line for each test that fails again, and nothing if the run may count as green."""
    if not failures:
        yield "No test failed, but the run did."
    elif len(failures) > MOST_UNSTABLE:
        yield f"{len(failures)} tests failed, and at most {MOST_UNSTABLE} are run again."
    else:
        yield from (f"failed twice: {name}" for name in failures if not passes(name))


def _passes(name: str) -> bool:
    return subprocess.run([sys.executable, "-m", "pytest", "-q", name], check=False).returncode == 0  # noqa: S603  # our own command


def main() -> None:
    """Run them, and end with 1 unless all pass now."""
    failures: dict[str, str] = json.loads(FAILURES.read_text(encoding="utf-8")) if FAILURES.exists() else {}
    problems = list(judge(failures, _passes))
    if not problems:
        sys.stdout.writelines(f"unstable: {name}\n{indent(first, '    ')}\n" for name, first in failures.items())
        sys.stdout.write(f"{len(failures)} unstable: {', '.join(failures)}\n")
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
