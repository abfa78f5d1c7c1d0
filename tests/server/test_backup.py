"""Backups: taken while people play, and put back; nothing that was acknowledged before is missing."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.postgres import Cluster
from tests.support.running import Client, Server, eventually, running, sensible
from wormgrill.game import parse_game
from wormgrill.game.fair_dice import verify

TABLES = 4
FEW_TILES = "classic-2014 tiles=21-28"


class Player:
    """Plays one game after the other, and remembers what was acknowledged."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.acknowledged: dict[str, dict[int, str]] = {}

    def play_until(self, enough: threading.Event) -> None:
        """Play until it is enough."""
        while not enough.is_set():
            table_id = self.client.open_table("me", "greedy", rules=FEW_TILES)
            moves = self.acknowledged[table_id] = {}
            self.client.start(table_id)
            while not enough.is_set() and (view := self.client.await_turn(table_id))["life"] == "playing":
                answer = self.client.play(table_id, view["ply"], sensible(view["legal"], view["state"]))
                assert answer.is_success, answer.text
                moves |= {ply["ply"]: ply["move"] for ply in answer.json()["plies"]}


@contextmanager
def played_at(server: Server) -> Iterator[list[Player]]:
    """People who play all the time in the block."""
    enough = threading.Event()
    with ExitStack() as stack:
        players = [Player(stack.enter_context(Client(server, f"Player {number}"))) for number in range(TABLES)]
        pool = stack.enter_context(ThreadPoolExecutor(TABLES))
        playing = [pool.submit(player.play_until, enough) for player in players]
        try:
            yield players
        finally:
            enough.set()
            for future in playing:
                future.result()


def check_restored(
    directory: Path, players: list[Player], before: list[dict[str, dict[int, str]]], **settings: str
) -> None:
    """On a restored database all is there that was acknowledged before the backup, and the games go on."""
    with running(directory, **settings) as server:
        for player, acknowledged in zip(players, before, strict=True):
            with Client(server, is_known=False) as client:
                client.headers["authorization"] = player.client.headers["authorization"]
                for table_id, moves in acknowledged.items():
                    plies = {
                        ply["ply"]: ply["move"] for ply in client.done("GET", f"/tables/{table_id}/moves")["plies"]
                    }
                    assert moves.items() <= plies.items()
                for last in [*acknowledged][-1:]:
                    if client.read(last)["life"] == "waiting":
                        client.start(last)
                    client.play_to_the_end(last)
                for table_id in acknowledged:
                    if client.read(table_id)["life"] == "finished":
                        assert verify(parse_game(client.get(f"/tables/{table_id}/record").text)).is_fair


def acknowledged_by(players: list[Player]) -> list[dict[str, dict[int, str]]]:
    """What everybody knows to be on disk."""
    return [{table_id: {**moves} for table_id, moves in [*player.acknowledged.items()]} for player in players]


def _wait_for_moves(players: list[Player], number: int) -> None:
    def moves() -> int:
        return sum(len(moves) for player in players for moves in [*player.acknowledged.values()])

    assert eventually(lambda: moves() >= number), f"nobody plays on after {moves()} moves"


def test_a_backup_under_load_has_all_that_was_acknowledged_before_it_and_can_be_played_on(tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]
    known: list[list[dict[str, dict[int, str]]]] = []
    with running(tmp_path) as server:
        with played_at(server) as players:
            for copy in copies:
                _wait_for_moves(players, 60 * (len(known) + 1))
                known.append(acknowledged_by(players))
                told = wormgrill("backup", str(copy), "--database", server.database)
                assert told.startswith(f"{copy}: ")
        refused = wormgrill("restore", str(copies[1]), "--database", server.database, code=2)
        assert "is in use by a server" in refused
    told = wormgrill("restore", str(copies[1]), "--database", server.database)
    (kept,) = tmp_path.glob("worms.db.before-*")
    assert str(kept) in told
    check_restored(tmp_path, players, known[1], database=server.database)
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere' / 'worms.db'}"
    assert "kept" not in wormgrill("restore", str(copies[2]), "--database", elsewhere)
    check_restored(tmp_path, players, known[2], database=elsewhere)
    wormgrill("restore", str(kept), "--database", server.database)
    check_restored(tmp_path, players, acknowledged_by(players), database=server.database)


def test_the_documented_dump_of_postgresql_under_load_has_it_too(cluster: Cluster, tmp_path: Path) -> None:
    database, dump = cluster.new_database(), cluster._data.parent / "worms.dump"
    with running(tmp_path, database=database) as server, played_at(server) as players:
        _wait_for_moves(players, 60)
        known = acknowledged_by(players)
        cluster._run("pg_dump", "--format=custom", f"--file={dump}", f"--dbname={database}")
    restored = cluster.new_database()
    cluster._run("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={restored}", str(dump))
    check_restored(tmp_path, players, known, database=restored)


Asked = tuple[str, Callable[[Path], list[str]], str]
REFUSALS: dict[str, Asked] = {
    "no database": ("backup", lambda path: [str(path / "copy.db")], "there is no database at"),
    "taken": ("backup", lambda path: [str(_made(_made(path / "worms.db").with_name("copy.db")))], "is there already"),
    "a part of the database": (
        "backup",
        lambda path: ["--replace", f"{_made(path / 'worms.db')}-wal"],
        "belongs to the database itself",
    ),
    "the lock": ("backup", lambda path: ["--replace", f"{_made(path / 'worms.db')}.lock"], "belongs to the database"),
    "a folder": ("backup", lambda path: ["--replace", str(_made(path / "worms.db").parent)], "is not a file"),
    "a device": ("backup", lambda path: ["--replace", _queue(_made(path / "worms.db"))], "is not a file"),
    "no folder": (
        "backup",
        lambda path: [str(_made(path / "worms.db").parent / "no" / "copy.db")],
        "there is no folder",
    ),
    "no backup": ("restore", lambda path: [str(path / "nothing.db")], "there is no backup at"),
    "a text": ("restore", lambda path: [_text(path / "text.db")], "is not a database of this program"),
    "another database": ("restore", lambda path: [_other(path / "other.db")], "is not a database of this program"),
    "a newer one": ("restore", lambda path: [_newer(path / "newer.db")], "newer version of this program"),
    "a damaged one": ("restore", lambda path: [_damaged(path / "damaged.db")], "damaged"),
    "itself": ("restore", lambda path: [str(_made(path / "worms.db"))], "another file than the database itself"),
}


def _made(path: Path) -> Path:
    wormgrill("migrate", "--database", f"sqlite:///{path}")
    return path


def _queue(database: Path) -> str:
    queue = database.with_name("queue")
    os.mkfifo(queue)
    return str(queue)


def _text(path: Path) -> str:
    path.write_text("no database at all, but long enough to be looked at " * 100)
    return str(path)


def _other(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    return str(path)


def _newer(path: Path) -> str:
    with closing(sqlite3.connect(_made(path), isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    return str(path)


def _damaged(path: Path) -> str:
    with closing(sqlite3.connect(_made(path), isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    content = bytearray(path.read_bytes())
    content[4096 * 3 :] = b"\x55" * (len(content) - 4096 * 3)
    path.write_bytes(content)
    return str(path)


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_copied_is_told_in_one_line_and_nothing_is_changed(name: str, tmp_path: Path) -> None:
    command, arguments, expected = REFUSALS[name]
    given = arguments(tmp_path)
    files = {path: path.read_bytes() for path in tmp_path.glob("*.db")}
    told = wormgrill(command, *given, "--database", f"sqlite:///{tmp_path / 'worms.db'}", code=2)
    assert expected in told or (name == "a damaged one" and "is not a database" in told), told
    assert {path: path.read_bytes() for path in tmp_path.glob("*.db")} == files
    assert not [*tmp_path.glob("*.new")]


def test_a_backup_is_for_its_owner_alone_and_replaces_another_one_only_if_asked(tmp_path: Path) -> None:
    database = f"sqlite:///{_made(tmp_path / 'worms.db')}"
    copy = tmp_path / "copy.db"
    assert "0 tables" in wormgrill("backup", str(copy), "--database", database)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert "--replace" in wormgrill("backup", str(copy), "--database", database, code=2)
    wormgrill("backup", "--replace", str(copy), "--database", database)
    assert "pg_dump" in wormgrill("backup", str(copy), "--database", "postgresql://worms@127.0.0.1/worms", code=2)
    assert "pg_restore" in wormgrill("restore", str(copy), "--database", "postgresql://worms@127.0.0.1/worms", code=2)


def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.db", tmp_path / "elsewhere" / "worms.db"
    with running(tmp_path) as server, Client(server, "Ada") as ada:
        ada.open_table("me", "greedy")
        wormgrill("backup", str(copy), "--database", server.database)
        for ending in ("", "-shm", "-wal"):
            assert (tmp_path / f"worms.db{ending}").stat().st_mode & 0o777 == 0o600, ending
    assert str(other) in wormgrill("restore", str(copy), "--database", f"sqlite:///{other}")
    assert other.stat().st_mode & 0o777 == 0o600
