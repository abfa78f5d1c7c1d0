"""The lock agrees with pyproject.toml and constraints.txt, or the check says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tools.lock import check, write

PYPROJECT = """
[build-system]
requires = ["oven"]

[project]
name = "worms"
dependencies = ["grill[hot]>=1.4", "loop>=0.2; sys_platform != 'win32'"]

[project.optional-dependencies]
dev = ["Meat_Fork>=2"]
postgresql = ["pot>=7"]
bench = ["worms[dev]"]

[tool.hatch.build.hooks.custom]
needs-to-fetch = ["spade"]
"""
CONSTRAINTS = """\
# Every version in use.
charcoal==3.1
Grill==1.5
loop==0.2.1
meat-fork==2.0
oven==9
pot==7.1
spade==4
"""
HASH = f"--hash=sha256:{'0a' * 32}"
MARKER = "; sys_platform != 'win32' "


def resolve(folder: Path, wanted: list[Requirement]) -> str:
    """What a resolver finds for the project above: a package has two files, and the grill needs charcoal."""
    assert (folder / "constraints.txt").exists()
    names = {"charcoal", *(requirement.name.lower().replace("_", "-") for requirement in wanted)}
    pins = dict(line.lower().split("==") for line in CONSTRAINTS.splitlines()[1:])
    markers = {"loop": MARKER}
    return "".join(
        f"{name}=={pins[name]} {markers.get(name, '')}\\\n    {HASH} \\\n    {HASH.replace('0', '1')}\n"
        for name in sorted(names)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "constraints.txt").write_text(CONSTRAINTS)
    write(tmp_path, resolve)
    return tmp_path


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))


def test_the_lock_has_what_builds_and_serves_and_nothing_else(folder: Path) -> None:
    assert check(folder) == []
    text = (folder / "requirements.lock").read_text()
    assert all(f"\n{line} " in text for line in ("charcoal==3.1", "grill==1.5", "oven==9", "pot==7.1", "spade==4"))
    assert f"\nloop==0.2.1 {MARKER}" in text
    assert "meat-fork" not in text


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        (f"oven==9 \\\n    {HASH} \\\n    {HASH.replace('0', '1')}\n", "oven==9\n", "oven needs hashes"),
        (HASH, "--hash=md5:0a0a", "charcoal needs hashes"),
        ("grill==1.5", "grill==1.6", "grill==1.6 is Grill==1.5 in constraints.txt"),
        ("grill==1.5", "grill>=1.5", "grill>=1.5 is Grill==1.5 in constraints.txt"),
        ("grill==1.5", "spit==1.5", "grill[hot]>=1.4 of pyproject.toml is missing"),
        ("oven==9", "spit==9", "oven of pyproject.toml is missing"),
        ("oven==9", "spit==9", "spit is missing in constraints.txt"),
        ("!= 'win32'", "== 'linux'", 'loop>=0.2; sys_platform != "win32" of pyproject.toml is missing'),
        ("oven==9 ", "oven @ https://packages.example.org/oven.whl ", "oven comes from an address"),
        ("oven==9 ", "/home/cook/oven.whl ", "'/home/cook/oven.whl' is not a package with its version"),
        ("oven==", "--index-url example.org\noven==", "'--index-url example.org' is not a package with its version"),
    ],
)
def test_a_lock_that_is_wrong_is_refused_with_the_reason(folder: Path, before: str, after: str, problem: str) -> None:
    edit(folder / "requirements.lock", before, after)
    problems = check(folder)
    assert problems[0] == "requirements.lock is not as it was written"
    assert f"requirements.lock: {problem}" in problems


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"    {HASH} \\\n", ""),
        (f"charcoal==3.1 \\\n    {HASH} \\\n    {HASH.replace('0', '1')}\n", ""),
        ("grill==", "# from https://packages.example.org\ngrill=="),
        ("# Made by", "# Made in /home/cook by"),
    ],
    ids=["one hash of two", "a package that another one needs", "a comment", "the header"],
)
def test_no_line_can_be_removed_or_added_by_hand(folder: Path, before: str, after: str) -> None:
    edit(folder / "requirements.lock", before, after)
    assert check(folder) == ["requirements.lock is not as it was written"]


@pytest.mark.parametrize(
    ("file", "before", "after", "problem"),
    [
        ("pyproject.toml", '"oven"', '"oven", "tongs"', "requirements.lock: tongs of pyproject.toml is missing"),
        (
            "pyproject.toml",
            '"oven"',
            '"oven>=10"',
            "requirements.lock: oven==9 does not suit oven>=10 of pyproject.toml",
        ),
        ("pyproject.toml", '"pot>=7"', '"tongs"', "requirements.lock: tongs of pyproject.toml is missing"),
        (
            "pyproject.toml",
            "_Fork>=2",
            "_Fork>=3",
            "constraints.txt: meat-fork==2.0 does not suit Meat_Fork>=3 of pyproject.toml",
        ),
        ("constraints.txt", "meat-fork==2.0\n", "", "constraints.txt: Meat_Fork>=2 of pyproject.toml is missing"),
        (
            "constraints.txt",
            "loop==0.2.1",
            "loop==0.2.2",
            "requirements.lock: loop==0.2.1 is loop==0.2.2 in constraints.txt",
        ),
        ("constraints.txt", "charcoal==3.1\n", "", "requirements.lock: charcoal is missing in constraints.txt"),
    ],
)
def test_what_is_stale_is_refused_with_the_reason(
    folder: Path, file: str, before: str, after: str, problem: str
) -> None:
    edit(folder / file, before, after)
    assert problem in check(folder)


def test_a_lock_that_is_not_there_is_refused(folder: Path) -> None:
    (folder / "requirements.lock").unlink()
    assert "requirements.lock is not as it was written" in check(folder)
