"""docs/rulings.md names a test for every ruling, and every test it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULINGS = ROOT / "docs" / "rulings.md"
COLUMNS = ["point", "where it is open", "ruling", "question", "test"]
NAMED_TEST = re.compile(r"`(?P<file>[^`:]+\.py)::(?P<name>\w+)`")


def tables(text: str) -> dict[str, list[list[str]]]:
    """The rows of the tables of a page, cells stripped, headings of columns first, by section."""
    found: dict[str, list[list[str]]] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
            found[section] = []
        elif line.startswith("|") and not set(line) <= set("|-: "):
            found[section].append(
                [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
            )
    return found


def named_tests(cell: str) -> list[tuple[str, str]]:
    """File and function of every test that a cell names."""
    return [(match["file"], match["name"]) for match in NAMED_TEST.finditer(cell)]


def functions(file: Path) -> set[str]:
    """The functions at the top of a Python file."""
    return {node.name for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


PAGE = tables(RULINGS.read_text("utf-8"))
ROWS = [(section, row) for section, (_, *rows) in PAGE.items() for row in rows]


@pytest.mark.parametrize("section", PAGE)
def test_every_section_is_a_table_with_rulings(section: str) -> None:
    """Each section has the five columns and at least one row."""
    heading, *rows = PAGE[section]
    assert heading == COLUMNS
    assert rows, f"the section {section!r} has no rulings"


@pytest.mark.parametrize(("section", "row"), ROWS, ids=[row[0] for _, row in ROWS])
def test_every_ruling_is_held_by_tests_that_exist(section: str, row: list[str]) -> None:
    """Each row fills its five columns, and the last one names only tests that exist."""
    assert len(row) == len(COLUMNS), f"{section}: {row}"
    assert all(row), f"{section}: {row[0]!r} leaves a column empty"
    found = named_tests(row[-1])
    assert found, f"{section}: {row[0]!r} names no test as `tests/rules/...::test_name`"
    assert NAMED_TEST.sub("", row[-1]).strip(" ,") == "", f"{section}: {row[0]!r} has a test that cannot be read"
    for file, name in found:
        assert (ROOT / file).is_file(), f"{section}: {row[0]!r} names the file {file}, which does not exist"
        assert name.startswith("test_"), f"{section}: {row[0]!r} names {name}, which is not a test"
        assert name in functions(ROOT / file), f"{section}: {row[0]!r} names {name}, which is not in {file}"


def test_no_point_is_ruled_on_twice() -> None:
    """Within a section each point stands once."""
    for section, (_, *rows) in PAGE.items():
        points = [row[0] for row in rows]
        assert len(points) == len(set(points)), section
