"""Leases: one process at a time plays for others, and whoever was away too long cannot write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.server.storage.test_store import ROLL, TABLE, execute, plies
from tests.support.postgres import Cluster
from wormgrill.server.model.play import Clock
from wormgrill.server.model.table import Life
from wormgrill.server.storage import engines
from wormgrill.server.storage.database import LeaseLost, _is_outage
from wormgrill.server.storage.engines import PostgreSQLTransactions
from wormgrill.server.storage.store import Store

PLAYING = replace(TABLE, life=Life.PLAYING)
EXPIRE = "UPDATE leases SET until = now() - interval '1 second'"
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def with_two(cluster: Cluster, use: Callable[[Store, Store], Awaitable[None]]) -> None:
    """Use a database as two processes do."""

    async def run() -> None:
        database = cluster.new_database()
        stores = [await Store.open(database) for _ in range(2)]
        try:
            await use(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


def test_a_lease_is_given_to_one_process_until_it_expires_or_is_given_back(cluster: Cluster) -> None:
    async def use(one: Store, other: Store) -> None:
        await one.add_table(PLAYING)
        assert await one.take_lease("nothing") is None
        first = await one.take_lease(TABLE.id)
        assert first is not None
        assert await other.take_lease(TABLE.id) is None
        assert (await one.renew_leases(), await other.renew_leases()) == ({TABLE.id}, set())
        await execute(one, EXPIRE)
        assert await one.renew_leases() == set(), "what has expired is taken anew, or by others"
        second = await other.take_lease(TABLE.id)
        assert second is not None
        assert second.fence > first.fence
        await one.release_lease(first)
        assert await one.take_lease(TABLE.id) is None, "an old lease gives nothing back"
        await other.release_lease(second)
        assert await one.take_lease(TABLE.id) is not None
        await one.delete_table(TABLE.id)

    with_two(cluster, use)


def test_a_process_that_was_paused_cannot_write(cluster: Cluster) -> None:
    async def use(one: Store, other: Store) -> None:
        await one.add_table(PLAYING)
        lease = await one.take_lease(TABLE.id)
        await one.append(TABLE.id, 0, [ROLL], 1.0, version=0, lease=lease)
        await execute(one, EXPIRE)
        with pytest.raises(LeaseLost):
            await one.append(TABLE.id, 1, [ROLL], 1.0, version=1, lease=lease)
        new = await other.take_lease(TABLE.id)
        with pytest.raises(LeaseLost):
            await one.change_table(PLAYING, Clock(1.0, None), 1, lease=lease)
        await other.append(TABLE.id, 1, [ROLL], 1.0, version=1, lease=new)
        assert await plies(one) == 2

    with_two(cluster, use)


def test_what_is_due_is_shared_and_nobody_waits_for_the_other(cluster: Cluster) -> None:
    async def use(one: Store, other: Store) -> None:
        ids = [f"{number:016}" for number in range(50)]
        for table_id in ids:
            await one.add_table(replace(PLAYING, id=table_id))
        await one.add_table(replace(TABLE, id="w" * 16))
        found = list[str]()
        while len(found) < len(ids):
            for share in await asyncio.gather(one.take_due(1.0), other.take_due(1.0)):
                found += [lease.table_id for lease in share]
        assert sorted(found) == ids, "each once, and not the one that waits for people"

    with_two(cluster, use)


def test_renewing_leases_and_writing_under_them_do_not_wait_for_each_other(cluster: Cluster) -> None:
    async def use(one: Store, other: Store) -> None:
        assert isinstance(other._engine, PostgreSQLTransactions)
        for table_id in ("b", "a"):  # so they lie in the database
            await one.add_table(replace(PLAYING, id=table_id))
            await one.take_lease(table_id)
        connection = await other._engine.connect()
        lock = "SELECT 1 FROM leases WHERE table_id = $1 FOR SHARE"
        async with connection.transaction():
            await connection.execute(lock, "a")
            renewing = asyncio.create_task(one.renew_leases())
            while not await connection.fetchval(WAITING):  # noqa: ASYNC110  # the database tells no event
                await asyncio.sleep(0.01)
            await connection.execute(lock, "b")
        assert await renewing == {"a", "b"}
        await connection.close()

    with_two(cluster, use)


def test_a_move_does_not_wait_for_a_line_of_chat_that_is_being_written(cluster: Cluster) -> None:
    async def use(one: Store, other: Store) -> None:
        assert isinstance(other._engine, PostgreSQLTransactions)
        await one.add_table(PLAYING)
        connection = await other._engine.connect()
        async with connection.transaction():
            line = "INSERT INTO chat (table_id, number, person, name, text, at) VALUES ($1, 0, 'bo', 'Bo', 'Hello!', 5)"
            await connection.execute(line, TABLE.id)
            await one.append(TABLE.id, 0, [ROLL], 5.0, version=0)
        await connection.close()
        stored = await one.load(TABLE.id)
        assert stored is not None
        assert (len(stored.game.moves), len(stored.chat)) == (1, 1)

    with_two(cluster, use)


def test_a_process_that_is_paused_in_the_middle_of_a_transaction_does_not_keep_its_locks(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PAUSED_SECONDS", 0.2)

    async def use(one: Store, other: Store) -> None:
        assert isinstance(one._engine, PostgreSQLTransactions)
        assert await one.load(TABLE.id) is None, "a transaction that is rolled back, by the same connection"
        await one.add_table(PLAYING)
        async with one._engine._engine.connect() as paused:
            for name in ("tables", "leases"):
                await paused.execute(text(f"LOCK TABLE {name} IN EXCLUSIVE MODE"))
            lease = await other.take_lease(TABLE.id)
            await other.append(TABLE.id, 0, [ROLL], 5.0, version=0, lease=lease)
            with pytest.raises(DBAPIError) as problem:
                await paused.execute(text("SELECT 1"))
            assert _is_outage(problem.value), "what it wrote is tried again"

    with_two(cluster, use)
