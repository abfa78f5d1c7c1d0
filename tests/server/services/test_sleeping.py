"""Memory belongs to the living: games that nobody looks at sleep on disk, and are woken when something is due."""

from __future__ import annotations

import asyncio
import gc
import re
import sqlite3
import time
from contextlib import aclosing, closing
from dataclasses import replace
from pathlib import Path

import httpx2
import psutil
import pytest

from tests.server.services.test_housekeeping import housekeeping
from tests.support.running import Client, Server, free_port, running
from tests.support.services import ADA, RULES, Disk, Parts, any_move, in_loop, services, until
from tests.support.sleeping import copy_table
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.model.table import DAY_SECONDS, Life, Pace, Presence, Seat, Table, parse_pace
from wormgrill.server.services import live as live_module
from wormgrill.server.services import registry
from wormgrill.server.services.driver import WAKE_SECONDS

SLEEPING = 4000
LIVE, MAIL = Pace("live", 3600), Pace("mail", 3)
PEOPLE = (Seat("Ada", ADA.id, seed="a"), Seat("Bo", "bo", seed="b"))


def _due(database: Path, table_id: str) -> float | None:
    """When something is due, as it is stored."""
    with closing(sqlite3.connect(database)) as connection:
        due: float | None = connection.execute("SELECT due_at FROM tables WHERE id = ?", (table_id,)).fetchone()[0]
        return due


async def _add(parts: Parts, letter: str, *, moved: float, pace: Pace, life: Life = Life.PLAYING) -> Table:
    """A table of Ada's and Bo's as an earlier server has left it, so many seconds after the last move."""
    at = time.time() - moved
    table = Table(letter * 16, ADA.id, RULES, PEOPLE, "0" * 64, at, pace)
    table = replace(table, life=life, started_at=at)
    await parts.store.add_table(table)
    return table


# ---------------------------------------------------------------------------------------------------- many of them


def test_a_start_with_thousands_of_sleeping_games_loads_none_of_them(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, admin_port=str(port)) as server, Client(server) as client:
        sleeping, bots = client.open_table("me", "me", pace="mail 3"), client.open_table("rooster", "me")
        client.start(sleeping)
        for _ in range(10):
            view = client.read(sleeping)
            assert client.play(sleeping, view["ply"], view["legal"][0]).is_success
        with Client(server, is_known=False) as viewer, viewer.stream("GET", f"/tables/{bots}/stream") as stream:
            next(stream.iter_lines())
            client.start(bots)
            server.kill()
        few = _cost_of_start(server)
        copies = copy_table(tmp_path / "worms.db", sleeping, SLEEPING)
        many = _cost_of_start(server)
        assert many < few + 0.5
        server.start()
        server.wait()
        client.await_table(bots, lambda view: view["seat_to_move"] == 1)
        assert _in_memory(port) <= 3
        assert client.read(copies[-1])["ply"] == client.read(sleeping)["ply"] > 10
        assert _in_memory(port) <= 4


def _cost_of_start(server: Server) -> float:
    """The seconds of the processor until the server answers, and a moment longer for what it does in the background."""
    server.start()
    server.wait()
    time.sleep(0.5)
    times = psutil.Process(server.process_id).cpu_times()
    server.kill()
    return float(times.user + times.system)


def _in_memory(admin_port: int) -> float:
    metrics = httpx2.get(f"http://127.0.0.1:{admin_port}/metrics").text
    found = re.search(r"^wormgrill_live_tables (.*)$", metrics, re.MULTILINE)
    assert found
    return float(found[1])


@in_loop
async def test_thousands_of_games_are_found_by_an_index(database: Path) -> None:
    async with services(database) as parts:
        table = await _add(parts, "a", moved=0, pace=MAIL)
        copy_table(database, table.id, 10)
        with closing(sqlite3.connect(database)) as connection:
            query = "EXPLAIN QUERY PLAN SELECT id FROM tables WHERE due_at < 1 ORDER BY due_at"
            [plan] = [row[3] for row in connection.execute(query)]
        assert "USING INDEX ix_tables_due_at" in plan


# ---------------------------------------------------------------------------------------------------- asleep


@pytest.mark.parametrize("pace", ["relaxed", "live 30", "mail 3"])
@in_loop
async def test_the_database_always_knows_when_something_is_due(database: Path, pace: str) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.open_table("me", "greedy", pace=parse_pace(pace))
        assert _due(database, live.table.id) is None
        await parts.tables.start(live.table.id, ADA)
        while not live.table.is_over:
            assert _due(database, live.table.id) == live.clock.due_at
            is_bot = live.seat_to_move == 1
            assert (live.clock.due_at is None) == (pace == "relaxed" and not is_bot)
            assert not is_bot or live.clock.due_at == 0
            await live.append(any_move)
        assert _due(database, live.table.id) is None


@in_loop
async def test_leaving_and_returning_changes_what_is_due(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        table = await _add(parts, "a", moved=60, pace=LIVE)
        live = await parts.tables.get(table.id)
        await parts.tables.leave(table.id, ADA)
        assert _due(database, table.id) == live.clock.due_at == 0
        await parts.tables.come_back(table.id, ADA)
        due = _due(database, table.id)
        assert due is not None
        assert due == live.deadline
        assert due > time.time() + 3590


@in_loop
async def test_nobody_holds_a_table_whose_next_event_is_far_away(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RECENT_TABLES", 1)
    async with services(database) as parts, housekeeping(parts) as keeping:
        for letter in "abc":
            await _add(parts, letter, moved=60, pace=LIVE)
        await keeping.wake()  # nobody knew yet when they are due
        await keeping.wake()
        assert not parts.driver._tasks
        gc.collect()
        assert len(parts.live_tables._live) == 1
        async with aclosing(parts.tables.watch("a" * 16)) as updates:
            await anext(updates)
            assert not parts.driver._tasks
            gc.collect()
            assert "a" * 16 in parts.live_tables._live


@in_loop
async def test_a_table_that_was_woken_for_nothing_is_not_woken_again(database: Path) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        far = await _add(parts, "a", moved=60, pace=MAIL)
        never = await _add(parts, "b", moved=60, pace=Pace())
        assert await parts.store.list_due(time.time()) == [far.id, never.id]
        await keeping.wake()
        assert await parts.store.list_due(time.time() + WAKE_SECONDS) == []
        assert _due(database, never.id) is None
        assert _due(database, far.id) == pytest.approx(time.time() - 60 + 3 * DAY_SECONDS, abs=30)


# ---------------------------------------------------------------------------------------------------- woken


@in_loop
async def test_a_sleeping_table_is_woken_before_its_clock_runs_out(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "GRACE_SECONDS", 0.0)
    async with services(database) as parts, housekeeping(parts) as keeping:
        table = await _add(parts, "a", moved=3599.5, pace=LIVE)
        await keeping.wake()
        live = await parts.tables.get(table.id)
        assert parts.driver.is_driving(table.id)
        await until(live, lambda: live.table.seats[0].presence is Presence.AWAY)


@in_loop
async def test_a_table_in_memory_is_woken_too(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        table = await _add(parts, "a", moved=0, pace=LIVE)
        async with aclosing(parts.tables.watch(table.id)) as updates:
            await anext(updates)
            await keeping.wake()
            assert not parts.driver.is_driving(table.id)
            later = time.time() + 3600 - WAKE_SECONDS / 2
            monkeypatch.setattr(time, "time", lambda: later)
            await keeping.wake()
            assert parts.driver.is_driving(table.id)


@in_loop
async def test_after_a_restart_everybody_has_at_least_30_seconds(database: Path) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        late = await _add(parts, "a", moved=10 * DAY_SECONDS, pace=MAIL)
        quick = await _add(parts, "b", moved=600, pace=Pace("live", 5))
        await keeping.wake()
        now = time.time()
        for table, seconds in ((late, 30.0), (quick, 5.0)):
            live = await parts.tables.get(table.id)
            assert live.deadline == pytest.approx(now + seconds, abs=2)
            assert _due(database, table.id) == live.deadline
            assert live.table.seats[0].presence is Presence.HERE


@in_loop
async def test_bots_go_on_after_a_restart(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        table_id = (await parts.start_table("greedy", "greedy")).table.id
    async with services(database) as parts, housekeeping(parts) as keeping:
        keeping.open()
        live = await parts.tables.get(table_id)
        await until(live, lambda: live.table.is_over)


# ---------------------------------------------------------------------------------------------------- given up


@in_loop
async def test_a_game_in_which_nobody_has_moved_for_days_is_abandoned_until_somebody_returns(
    database: Path, disk: Disk
) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", moved=31 * DAY_SECONDS, pace=Pace())
        await _add(parts, "b", moved=29 * DAY_SECONDS, pace=Pace())
        await _add(parts, "c", moved=31 * DAY_SECONDS, pace=MAIL)  # its clock and the bots will end it
        await keeping.wake()
        await keeping.sweep()
        assert [disk.life(letter * 16) for letter in "abc"] == ["abandoned", "playing", "playing"]
        await parts.tables.come_back("a" * 16, ADA)
        await keeping.sweep()
        assert disk.life("a" * 16) == "playing"
        await parts.tables.play("a" * 16, ADA, 0, "roll")


@in_loop
async def test_a_move_meanwhile_keeps_a_game_from_being_abandoned(database: Path, disk: Disk) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        table = await _add(parts, "a", moved=31 * DAY_SECONDS, pace=Pace())
        await keeping.wake()
        parts.store.writing.clear()
        parts.store.may_write.clear()
        moving = asyncio.create_task(parts.tables.play(table.id, ADA, 0, "roll"))
        await parts.store.writing.wait()  # holds the lock of the table
        sweeping = asyncio.create_task(keeping.sweep())
        await asyncio.sleep(0.05)  # lets it find the table
        parts.store.may_write.set()
        await asyncio.gather(moving, sweeping)
        assert disk.life(table.id) == "playing"


@in_loop
async def test_finished_games_are_kept(database: Path, disk: Disk) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", moved=10_000 * DAY_SECONDS, pace=Pace(), life=Life.FINISHED)
        await keeping.sweep()
        assert disk.count("tables") == 1


@in_loop
async def test_finished_games_are_deleted_after_a_time_if_that_is_wanted(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False, finished_days=30) as parts, housekeeping(parts) as keeping:
        old = await parts.start_table("me", "me")
        await parts.tables.say(old.table.id, ADA, "Hello")
        while not old.table.is_over:
            await old.append(any_move)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("UPDATE tables SET clock_from = ?", (time.time() - 31 * DAY_SECONDS,))
            connection.commit()
        await _add(parts, "b", moved=29 * DAY_SECONDS, pace=Pace(), life=Life.FINISHED)
        await _add(parts, "c", moved=31 * DAY_SECONDS, pace=Pace(), life=Life.ABANDONED)
        imported = replace(old.table, id="d" * 16, tags=())
        await parts.store.import_game(imported, old.game.moves)
        await keeping.sweep()
        assert await _is_there(parts, old.table.id), "its dice are to be counted first"
        await keeping.count_dice()
        await keeping.sweep()
        assert [await _is_there(parts, letter * 16) for letter in "bcd"] == [True, False, True]
        assert not await _is_there(parts, old.table.id)
        assert (disk.lines(old.table.id), disk.plies(old.table.id)) == (0, 0)


async def _is_there(parts: Parts, table_id: str) -> bool:
    try:
        await parts.tables.get(table_id)
    except NotFound:
        return False
    return True
