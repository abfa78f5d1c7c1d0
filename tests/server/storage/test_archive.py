"""Records out of the database and into another one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TypeVar

import pytest

from tests.support.nursery import nursery
from tests.support.records import fairly_played
from tests.support.running import Client, Server, running
from wormgrill.cli import main
from wormgrill.game import Game, format_game, parse_game
from wormgrill.server.model.table import Life
from wormgrill.server.storage.archive import export_games, import_game
from wormgrill.server.storage.store import Store

T = TypeVar("T")


def wormgrill(*arguments: str, code: int = 0, given: str = "") -> str:
    """What the command prints: a server as a process of its own, everything else in this one, which is quicker."""
    if arguments[0] != "serve":
        return _here(*arguments, code=code, given=given)
    if Server.is_forked:
        done = nursery().run([*arguments], timeout=180)
    else:
        command = [sys.executable, "-m", "wormgrill", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
    return done.stdout + done.stderr


def _here(*arguments: str, code: int, given: str) -> str:
    told, said = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(told), redirect_stderr(said):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode())))
        assert main(arguments) == code, said.getvalue()
    assert len(said.getvalue().splitlines()) <= 1
    return told.getvalue() + said.getvalue()


def test_games_are_exported_verified_and_imported_elsewhere(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        tables = [client.open_table("greedy", "greedy", rules=rules) for rules in ("classic-2005", "deluxe-2018")]
        unfinished = client.open_table("me", "greedy")
        for table_id in (*tables, unfinished):
            client.start(table_id)
        for table_id in tables:
            client.await_turn(table_id)
        records = [client.get(f"/tables/{table_id}/record").text for table_id in tables]
        exported = wormgrill("export", "--database", server.database)
        assert all(record in exported for record in records)
        assert exported.count("format: wormgrill-record/1") == 2
        told = wormgrill("import", "-", "--database", server.database, given=exported, code=2)
        assert "is in use by a server" in told
    assert "0 games imported, 2 were here" in wormgrill("import", "-", "--database", server.database, given=exported)
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    games = tmp_path / "games.txt"
    games.write_text(exported)
    assert "2 games imported, 0 were here" in wormgrill("import", str(games), "--database", elsewhere)
    assert "0 games imported, 2 were here" in wormgrill("import", str(games), "--database", elsewhere)
    again = wormgrill("export", "--database", elsewhere)
    assert all(record in again for record in records)
    (tmp_path / "one.txt").write_text(records[1])
    assert "The record holds: every roll follows from" in wormgrill("verify", str(tmp_path / "one.txt"))
    assert "All 2 records hold: every roll" in wormgrill("verify", str(games))


def in_a_store(path: Path, use: Callable[[Store], Awaitable[T]]) -> T:
    """What comes of using a store in a loop of its own."""

    async def run() -> T:
        store = await Store.open(f"sqlite:///{path / 'worms.db'}")
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def exported(store: Store) -> list[Game]:
    return [parse_game(record) async for record in export_games(store)]


def test_unfinished_records_survive_import_and_export(tmp_path: Path) -> None:
    whole = fairly_played("Ada", "Bo", plies=150)
    games = [whole.until(ply) for ply in range(0, len(whole.moves), 7)]

    async def use(store: Store) -> list[Game]:
        assert all([await import_game(store, game) for game in games])
        assert not any([await import_game(store, game) for game in games])
        assert await store.list_ids(Life.PLAYING) == []
        assert await store.list_ids(Life.WAITING) == []
        return await exported(store)

    found = in_a_store(tmp_path, use)
    assert sorted(map(format_game, found)) == sorted(map(format_game, games))


def test_a_part_of_a_game_does_not_stand_for_all_of_it(tmp_path: Path) -> None:
    whole = fairly_played("Ada", "Bo")
    part = whole.until(30)
    assert whole.tag("dice-secret") == part.tag("dice-secret")

    async def use(store: Store) -> list[Game]:
        assert await import_game(store, part)
        assert await import_game(store, whole)
        assert not await import_game(store, part)
        assert not await import_game(store, whole)
        return await exported(store)

    assert set(in_a_store(tmp_path, use)) == {part, whole}


def test_nothing_to_import_is_said(tmp_path: Path) -> None:
    assert "there is no record in standard input" in wormgrill(
        "import", "-", "--database", f"sqlite:///{tmp_path}/x.db", code=2
    )
    assert not (tmp_path / "x.db").exists()


def test_a_forged_record_is_found_out(tmp_path: Path, ada: Client) -> None:
    table_id = ada.open_table("greedy", "greedy")
    ada.start(table_id)
    ada.await_turn(table_id)
    record = ada.get(f"/tables/{table_id}/record").text
    assert len(parse_game(record).moves) > 10
    forged = record.replace(parse_game(record).tag("dice-table") or "", "0" * 16)
    assert "do not match: ply 1, " in wormgrill("verify", "-", code=1, given=forged)
    assert "cannot be verified" in wormgrill("verify", "-", code=2, given=record.replace("dice-secret", "note"))
    assert "cannot be read" in wormgrill("verify", str(tmp_path / "missing.txt"), code=2)
    assert "not a record" in wormgrill("import", "-", "--database", f"sqlite:///{tmp_path}/x.db", code=2, given="hello")
    broken = f"{record}\n{record.replace('1. ', '7. ', 1)}"
    assert "line " in wormgrill("import", "-", "--database", f"sqlite:///{tmp_path}/x.db", code=2, given=broken)
