"""`wormgrill migrate`: to the newest version, back, and what is told."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from wormgrill.cli.main import main
from wormgrill.server.storage.opening import NEWEST


def migrate(database: str, *arguments: str) -> int:
    """Run the command."""
    return main(["migrate", "--database", database, *arguments])


def test_a_database_is_made_taken_back_and_brought_up_to_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'worms.db'}"
    told = []
    for arguments in ((), (), ("--to", "0008"), ("--to", NEWEST)):
        assert migrate(database, *arguments) == 0
        told.append(capsys.readouterr().out)
    assert told == [
        f"the database was made, in version {NEWEST}\n",
        f"the database is in version {NEWEST}: nothing was to be done\n",
        f"the database was brought from version {NEWEST} to 0008\n",
        f"the database was brought from version 0008 to {NEWEST}\n",
    ]


def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'worms.db'}"
    assert migrate(database) == 0
    capsys.readouterr()
    refused = {"0003": "cannot roll the dice of today's games: 0004 is the oldest", "7": "there is no version '7'"}
    for to, message in refused.items():
        assert migrate(database, "--to", to) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1


def test_the_file_of_another_program_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "recipes.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert migrate(f"sqlite:///{file}") == 2
    assert "it is the file of another program" in capsys.readouterr().err
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
