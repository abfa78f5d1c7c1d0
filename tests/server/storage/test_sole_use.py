"""A SQLite file belongs to one server at a time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.running import Client, running
from wormgrill.server.storage.sole_use import sole_use


def test_a_second_server_on_the_same_file_is_refused_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "new" / "worms.db")
    with running(tmp_path, place="new/worms.db") as server, Client(server) as client:
        for name in ("new/worms.db", "link.db"):
            told = wormgrill("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / name}", code=2)
            assert told.startswith("wormgrill: the database ")
            assert "is in use by a server: stop that one first" in told
        table_id = client.open_table("me", "me")
        client.start(table_id)
        assert client.play(table_id, 0, "roll").is_success


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second kind of locks")
def test_a_second_server_is_refused_even_if_somebody_has_deleted_the_lock(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        for path in tmp_path.glob("worms.db.lock*"):
            path.unlink()
        told = wormgrill("serve", "--port", "0", "--database", server.database, code=2)
        assert "is in use by a server: stop that one first" in told
        table_id = client.open_table("me", "me")
        client.start(table_id)
        assert client.play(table_id, 0, "roll").is_success
        server.kill()
        server.start()
        server.wait()
        assert client.read(table_id)["ply"] == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second kind of locks")
def test_the_lock_does_not_let_go_of_those_of_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "worms.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    with sole_use(f"sqlite:///{path}"):
        pass
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('CREATE TABLE worms (x)')"
    done = subprocess.run([sys.executable, "-c", other, path], capture_output=True, text=True, check=False)
    assert "database is locked" in done.stderr
    connection.close()


def test_a_file_with_two_names_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        (tmp_path / "other.db").hardlink_to(tmp_path / "worms.db")
        told = wormgrill("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'other.db'}", code=2)
        assert "has another name (a hard link)" in told
        assert len(told.splitlines()) == 1
        client.open_table("me", "me")


def test_the_lock_ends_with_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.kill()
        server.start()
        server.wait()


def test_an_export_does_not_mind_a_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert "nothing to export" in wormgrill("export", "--database", server.database)


def test_nobody_brings_a_database_up_to_date_that_a_server_is_using(tmp_path: Path) -> None:
    path = tmp_path / "worms.db"
    release = Path(__file__).parent / "releases" / "56b5763.sql"
    connection = sqlite3.connect(path)
    connection.executescript(release.read_text(encoding="utf-8"))
    connection.close()
    with sole_use(f"sqlite:///{path}"):  # as a server of that release would have it, had it known
        assert "is in use by a server" in wormgrill("export", "--database", f"sqlite:///{path}", code=2)
    assert wormgrill("export", "--database", f"sqlite:///{path}").count("format: ") == 4


@pytest.mark.parametrize("url", ["sqlite://", "postgresql://localhost/worms", "nonsense"])
def test_what_is_no_file_needs_no_lock(url: str) -> None:
    with sole_use(url), sole_use(url):
        pass


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("export",)])
def test_sqlites_own_kind_of_url_is_refused_with_what_would_be_right(tmp_path: Path, command: tuple[str, ...]) -> None:
    url = f"sqlite:///file:{tmp_path / 'worms.db'}?uri=true"
    told = wormgrill(*command, "--database", url, code=2)
    assert "is not supported: name the file itself, as in sqlite:///worms.db" in told
    assert len(told.splitlines()) == 1
