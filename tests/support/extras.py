"""Python as whoever has installed the package, or some of its extras, has it: without the packages of the tests."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BEGIN = "import sys, runpy; sys.modules |= dict.fromkeys({blocked!r}); del sys.argv[0]; "
"""A module that is None cannot be imported, nor is it found."""
PROGRAM = BEGIN + "runpy.run_path(sys.argv[0], run_name='__main__')"


def run_without(program: str, *arguments: str, extras: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run a program of Python with the base packages, and with those of some extras."""
    command = [sys.executable, "-c", PROGRAM.format(blocked=blocked(extras)), program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@cache
def blocked(extras: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The modules that are here, but not where only the base packages and these extras are installed."""
    there = _closure(extras)
    found = packages_distributions().items()
    return tuple(sorted(name for name, owners in found if not {canonicalize_name(owner) for owner in owners} & there))


def _closure(extras: tuple[str, ...]) -> set[str]:
    """The names of the package itself, of all that it needs with these extras, and so on."""
    found: set[tuple[str, tuple[str, ...]]] = set()
    waiting = [("wormgrill", extras)]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in found:
            continue
        found.add((name, wanted))
        for text in _requirements(name):
            needed = Requirement(text)
            if not needed.marker or any(needed.marker.evaluate({"extra": extra}) for extra in ("", *wanted)):
                waiting.append((canonicalize_name(needed.name), tuple(sorted(needed.extras))))
    return {name for name, _ in found}


def _requirements(name: str) -> list[str]:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:  # a system or a version that does without it
        return []
