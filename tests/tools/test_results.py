"""Sections of the results are written one by one, and the others are kept."""

from __future__ import annotations

from pathlib import Path

from tools.results import RESULTS, format_table, parse_table, read_sections, write_section


def test_a_section_is_written_and_the_others_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.md"
    write_section("solver", "fast", path=path)
    write_section("engine", "faster\n", path=path)
    assert read_sections(path) == {"engine": "faster", "solver": "fast"}
    write_section("engine", "fastest", path=path)
    assert read_sections(path) == {"engine": "fastest", "solver": "fast"}


def test_a_section_that_is_no_longer_known_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.md"
    write_section("oven", "hot", path=path)
    write_section("solver", "fast", known=("solver",), path=path)
    assert read_sections(path) == {"solver": "fast"}


def test_a_table_reads_back() -> None:
    rows = [("plies", "12"), ("games", "3")]
    assert parse_table(format_table(("what", "count"), rows)) == rows
    assert parse_table("no table") == []


def test_the_results_that_are_kept_read_back(tmp_path: Path) -> None:
    copy = tmp_path / "results.md"
    for name, body in read_sections().items():
        write_section(name, body, path=copy)
    assert copy.read_text(encoding="utf-8") == RESULTS.read_text(encoding="utf-8")
