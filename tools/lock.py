"""Write the lock, which names every package with the hashes of its files, for `pip install --require-hashes`.

`python -m tools.lock` asks uv for it; `--check` needs no network and fails when the lock and constraints.txt do not
agree with each other and with pyproject.toml.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = "requirements.lock"
SERVED = ("postgresql",)
"""The extras that the lock covers, besides what builds and runs the package."""
HEADER = """\
# Made by `make lock` from pyproject.toml and constraints.txt, for `pip install --require-hashes`.
# SHA-256 of the lines below: {digest}
"""
HASH = re.compile(r"sha256:[0-9a-f]{64}")
SYSTEMS = [
    {"sys_platform": system, "python_version": python, "python_full_version": f"{python}.0"}
    for system, python in product(("linux", "darwin", "win32"), ("3.11", "3.12", "3.13", "3.14"))
]
"""Where the lock has to be complete."""

Resolve = Callable[[Path, list[Requirement]], str]
"""The lines of the lock for these requirements, with the versions of the folder's constraints.txt."""


def requirements(folder: Path, extras: Container[str] | None = None) -> list[Requirement]:
    """What pyproject.toml asks for itself, to build and to run the package, with some extras or all."""
    settings = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    hook = settings["tool"]["hatch"]["build"]["hooks"]["custom"]
    texts = [*settings["build-system"]["requires"], *hook["needs-to-fetch"], *project["dependencies"]]
    for name, extra in project["optional-dependencies"].items():
        texts += extra if extras is None or name in extras else []
    return [wanted for wanted in map(Requirement, texts) if wanted.name != project["name"]]  # an extra names others


def ask_uv(folder: Path, wanted: list[Requirement]) -> str:
    """The lines of the lock, for all systems and with the hashes of all files, as uv finds them."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "-", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--constraints", "constraints.txt", "--generate-hashes", "--no-header", "--no-annotate"]
    command += ["--no-emit-index-url", "--no-emit-find-links"]
    lines = "\n".join(map(str, wanted))
    done = subprocess.run(command, cwd=folder, input=lines, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603  # our own command
    return done.stdout


def write(folder: Path, resolve: Resolve = ask_uv) -> None:
    """Make the lock anew."""
    lines = resolve(folder, requirements(folder, SERVED))
    (folder / LOCK).write_text(_header(lines) + lines, encoding="utf-8", newline="\n")


def check(folder: Path) -> list[str]:
    """What is wrong, in sentences; nothing if lock, constraints.txt and pyproject.toml agree."""
    pins = _pins(folder)
    lock = folder / LOCK
    text = lock.read_text(encoding="utf-8") if lock.exists() else ""
    lines = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    locked, unreadable = _read(lines)
    found = [*unreadable, *_other_versions(locked.values(), pins), *_missing(locked, requirements(folder, SERVED))]
    return [
        *([] if text == _header(lines) + lines else [f"{LOCK} is not as it was written"]),
        *(f"{LOCK}: {problem}" for problem in sorted(found)),
        *(f"constraints.txt: {problem}" for problem in sorted(_missing(pins, requirements(folder)))),
    ]


def _pins(folder: Path) -> dict[str, Requirement]:
    lines = (folder / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pins}


def _header(lines: str) -> str:
    return HEADER.format(digest=hashlib.sha256(lines.encode()).hexdigest())


def _read(lines: str) -> tuple[dict[str, Requirement], list[str]]:
    """The packages of the lock, and what cannot be read: an option, a path, an address, a line without hashes."""
    locked: dict[str, Requirement] = {}
    problems = []
    for line in lines.replace(" \\\n", "").splitlines():
        text, *hashes = re.split(r"\s+--hash=", line)
        try:
            package = Requirement(text)
        except InvalidRequirement:
            problems.append(f"{text!r} is not a package with its version")
            continue
        if package.url:
            problems.append(f"{package.name} comes from an address")
        if not hashes or not all(map(HASH.fullmatch, hashes)):
            problems.append(f"{package.name} needs hashes")
        locked[canonicalize_name(package.name)] = package
    return locked, problems


def _other_versions(locked: Iterable[Requirement], pins: Mapping[str, Requirement]) -> Iterator[str]:
    for package in locked:
        pin = pins.get(canonicalize_name(package.name))
        if pin is None:
            yield f"{package.name} is missing in constraints.txt"
        elif package.specifier != pin.specifier:
            yield f"{package.name}{package.specifier} is {pin} in constraints.txt"


def _missing(locked: Mapping[str, Requirement], wanted: Iterable[Requirement]) -> Iterator[str]:
    for requirement in wanted:
        package = locked.get(canonicalize_name(requirement.name))
        if package is None or any(_is_used(requirement, on) and not _is_used(package, on) for on in SYSTEMS):
            yield f"{requirement} of pyproject.toml is missing"
        elif not all(requirement.specifier.contains(pin.version, prereleases=True) for pin in package.specifier):
            yield f"{package.name}{package.specifier} does not suit {requirement} of pyproject.toml"


def _is_used(requirement: Requirement, system: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(system)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m tools.lock", description=__doc__)
    arguments.add_argument("--check", action="store_true", help="change nothing, fail if the lock does not agree")
    if not arguments.parse_args().check:
        write(ROOT)
    elif problems := check(ROOT):
        sys.exit("\n".join([*problems, "Run 'make lock'."]))
