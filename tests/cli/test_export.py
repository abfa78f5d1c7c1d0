"""`wormgrill export`, as a user runs it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.support.records import TAKEN, fairly_played, played
from wormgrill.game.errors import shortened
from wormgrill.game.record import Game, format_game, parse_games


@pytest.mark.parametrize("game", [played(), played(*TAKEN), played(*TAKEN[:2]), fairly_played("Ada", "Bo", plies=33)])
def test_an_unfinished_record_is_exported_as_it_was_imported(wormgrill: Run, tmp_path: Path, game: Game) -> None:
    record = format_game(game)
    games = tmp_path / "game.txt"
    games.write_text(record, encoding="utf-8")
    database = ("--database", f"sqlite:///{tmp_path}/worms.db")
    assert wormgrill("import", str(games), *database).stdout.startswith("1 game imported")
    done = wormgrill("export", *database)
    assert (done.returncode, done.stdout, done.stderr) == (0, record, "")


def test_several_records_can_be_read_again(wormgrill: Run, tmp_path: Path) -> None:
    games = [fairly_played("Ada", "Bo"), played(*TAKEN)]
    (tmp_path / "games.txt").write_text("\n".join(map(format_game, games)), encoding="utf-8")
    database = ("--database", f"sqlite:///{tmp_path}/worms.db")
    wormgrill("import", str(tmp_path / "games.txt"), *database)
    assert set(parse_games(wormgrill("export", *database).stdout)) == set(games)


def test_nothing_to_export_is_said(wormgrill: Run, tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path}/worms.db")
    (tmp_path / "game.txt").write_text(format_game(played()), encoding="utf-8")
    wormgrill("import", str(tmp_path / "game.txt"), *database)
    with sqlite3.connect(tmp_path / "worms.db") as connection:
        connection.execute("DELETE FROM seats")
        connection.execute("DELETE FROM tables")
    done = wormgrill("export", *database)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "wormgrill: there is nothing to export: no game is finished or was imported\n"


def test_a_mistyped_database_is_not_made_by_an_export(wormgrill: Run, tmp_path: Path) -> None:
    for name in ("missing.db", "folder/missing.db", "."):
        url = f"sqlite:///{tmp_path / name}"
        done = wormgrill("export", "--database", url)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"wormgrill: there is no database at {shortened(url)}\n"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_database_and_stays_empty(wormgrill: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert "there is no database at" in wormgrill("export", "--database", f"sqlite:///{empty}").stderr
    assert empty.read_bytes() == b""


def test_the_database_of_another_program_is_left_alone(wormgrill: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    done = wormgrill("export", "--database", f"sqlite:///{other}")
    assert done.returncode == 2
    assert "it is not one of this program" in done.stderr
    with sqlite3.connect(other) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_an_import_makes_its_database_but_not_for_a_file_that_cannot_be_read(wormgrill: Run, tmp_path: Path) -> None:
    database = tmp_path / "new" / "worms.db"
    assert wormgrill("import", str(tmp_path / "missing.txt"), "--database", f"sqlite:///{database}").returncode == 2
    assert not database.exists()
    (tmp_path / "game.txt").write_text(format_game(played()), encoding="utf-8")
    done = wormgrill("import", str(tmp_path / "game.txt"), "--database", f"sqlite:///{database}")
    assert (done.returncode, done.stderr) == (0, "")
    assert database.exists()
