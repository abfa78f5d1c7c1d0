"""One bad table is one bad table: it is set aside with its reason, and everything else goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.services.test_housekeeping import housekeeping
from tests.support.running import Client, Server, running, sensible
from tests.support.services import ADA, any_move, in_loop, services
from wormgrill.game.rules import RULES_TEXT_VERSION
from wormgrill.server.model.refusals import TableSetAside
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.storage.archive import export_games

IN_THE_TABLE = {
    "its rules cannot be read": "UPDATE tables SET rules = 'chess' WHERE id = ?",
    "its rules are of the future": f"UPDATE tables SET rules_version = {RULES_TEXT_VERSION + 1} WHERE id = ?",
    "its pace is none": "UPDATE tables SET pace = 'fast' WHERE id = ?",
    "its life is none": "UPDATE tables SET life = 'eternal' WHERE id = ?",
    "its tags are no JSON": "UPDATE tables SET tags = '[[' WHERE id = ?",
    "its tags are no pairs": "UPDATE tables SET tags = '[1, 2]' WHERE id = ?",
    "its date is none": "UPDATE tables SET created_at = 'yesterday' WHERE id = ?",
    "a text is damaged": "UPDATE tables SET rules = CAST(X'FF00' AS TEXT) WHERE id = ?",
    "its dice are of the future": "UPDATE tables SET dice_scheme = 'hash-chain/3' WHERE id = ?",
    "an anchor is none": "UPDATE seats SET anchor = 'worm' WHERE table_id = ?",
    "a level does not exist": "UPDATE seats SET level = 'god' WHERE table_id = ? AND seat = 1",
    "a presence is none": "UPDATE seats SET presence = 'asleep' WHERE table_id = ?",
    "a seat is missing": "DELETE FROM seats WHERE seat = 0 AND table_id = ?",
}
IN_THE_GAME = {
    "a tag is broken": """UPDATE tables SET tags = '[["Date", "x"]]' WHERE id = ?""",
    "its secret is none": "UPDATE tables SET secret = 'worm' WHERE id = ?",
    "all seats are missing": "DELETE FROM seats WHERE table_id = ?",
    "a name is none": "UPDATE seats SET name = char(7) WHERE table_id = ?",
    "a move cannot be read": "UPDATE moves SET move = 'castle' WHERE ply = 0 AND table_id = ?",
    "a move is illegal": "UPDATE moves SET move = 'stop' WHERE ply = 0 AND table_id = ?",
    "a move is missing": "DELETE FROM moves WHERE ply = 0 AND table_id = ?",
    "a move is NULL": "UPDATE moves SET move = CAST(X'FF' AS BLOB) WHERE ply = 0 AND table_id = ?",
}


def _damage(database: Path, statement: str, table_id: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute(statement, (table_id,)).rowcount > 0
        connection.commit()


def _set_aside(database: Path) -> dict[str, str]:
    """The tables that are set aside, with the reason."""
    with closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute("SELECT table_id, reason FROM set_aside"))


@pytest.mark.parametrize("statement", (IN_THE_TABLE | IN_THE_GAME).values(), ids=(IN_THE_TABLE | IN_THE_GAME).keys())
@in_loop
async def test_what_cannot_be_loaded_is_set_aside_with_its_reason(database: Path, statement: str) -> None:
    async with services(database, is_driven=False) as parts:
        bad = (await parts.start_table("me", "greedy")).table.id
        await (await parts.tables.get(bad)).append(any_move)
        good = (await parts.start_table("me", "greedy")).table.id
        _damage(database, statement, bad)
        registry = LiveTables(parts.store, parts.metrics, lambda _live: None)
        for _ in range(2):
            with pytest.raises(TableSetAside, match="cannot be opened any more"):
                await registry.get(bad)
        assert (await registry.get(good)).table.id == good
        [reason] = _set_aside(database).values()
        assert 0 < len(reason) < 250
        assert [table.id for table in await parts.tables.list_of(ADA)] == [good]


@pytest.mark.parametrize("statement", IN_THE_TABLE.values(), ids=IN_THE_TABLE.keys())
@in_loop
async def test_lists_skip_it_although_nobody_has_opened_it(database: Path, statement: str) -> None:
    async with services(database, is_driven=False) as parts:
        ids = [(await parts.open_table("me", "greedy", "open")).table.id for _ in range(3)]
        _damage(database, "UPDATE tables SET is_public = 1 WHERE id != ?", "")
        _damage(database, statement, ids[1])
        assert [table.id for table in await parts.tables.list_of(ADA)] == [ids[2], ids[0]]
        assert [table.id for table in await parts.tables.list_public()] == [ids[2], ids[0]]
        if "life" not in statement:
            assert list(_set_aside(database)) == [ids[1]]


@in_loop
async def test_an_export_leaves_it_out(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        ids = [(await parts.start_table("me", "me")).table.id for _ in range(3)]
        for table_id in ids:
            live = await parts.tables.get(table_id)
            while not live.table.is_over:
                await live.append(any_move)
        for _ in range(2):
            _damage(database, "UPDATE moves SET move = 'stop' WHERE ply = 0 AND table_id = ?", ids[1])
            assert len([record async for record in export_games(parts.store)]) == 2


@in_loop
async def test_what_was_repaired_is_taken_back_at_the_next_start(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        repaired, damaged = [(await parts.start_table("me", "me")).table.id for _ in range(2)]
        for table_id in (repaired, damaged):
            _damage(database, "UPDATE tables SET rules = 'chess' WHERE id = ?", table_id)
        assert await parts.tables.list_of(ADA) == []
    _damage(database, "UPDATE tables SET rules = 'classic-2014' WHERE id = ?", repaired)
    async with services(database, is_driven=False) as parts, housekeeping(parts) as keeping:
        await keeping.try_again()
        assert list(_set_aside(database)) == [damaged]
        assert [table.id for table in await parts.tables.list_of(ADA)] == [repaired]
        await keeping.sweep()
        assert "wormgrill_set_aside 1.0" in parts.metrics.text().decode()


def test_its_people_are_told_in_a_sentence_and_the_operator_why(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        bad, worse, good = (client.open_table("me", "greedy", is_public=True) for _ in range(3))
        for table_id in (bad, worse, good):
            client.start(table_id)
            assert client.play(table_id, 0, "roll").is_success
        server.stop()
        _damage(tmp_path / "worms.db", "UPDATE moves SET move = 'stop' WHERE ply = 0 AND table_id = ?", bad)
        _damage(tmp_path / "worms.db", "UPDATE tables SET rules = 'chess' WHERE id = ?", worse)
        server.start()
        server.wait()
        assert f"/t/{good}" in _page(client, server, "/", 200)
        for table_id in (bad, worse):
            assert client.refused("GET", f"/tables/{table_id}") == (410, "set-aside")
            assert client.refused("POST", f"/tables/{table_id}/moves", {"ply": 2, "move": "stop"}) == (410, "set-aside")
            assert "This table cannot be opened any more" in _page(client, server, f"/t/{table_id}", 410)
            assert server.log.count(f"table {table_id} cannot be read and is set aside: ") == 1
        for path in ("/tables", "/me/tables"):
            assert [table["id"] for table in client.done("GET", path)] == [good]
        view = client.read(good)
        assert client.play(good, 2, sensible(view["legal"], view["state"])).is_success


def _page(client: Client, server: Server, path: str, status: int) -> str:
    """A page as a browser gets it."""
    answer = client.get(f"{server.url}{path}", headers={"accept": "text/html"})
    assert answer.status_code == status
    return answer.text
