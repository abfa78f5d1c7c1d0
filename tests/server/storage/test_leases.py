"""Leases: one process at a time plays for others, and whoever was away too long cannot write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from tests.server.storage.test_store import ROLL, TABLE, execute, plies
from tests.support.postgres import Cluster
from wormgrill.server.model.play import Clock
from wormgrill.server.model.table import Life
from wormgrill.server.storage.database import LeaseLost
from wormgrill.server.storage.store import Store

PLAYING = replace(TABLE, life=Life.PLAYING)
EXPIRE = "UPDATE leases SET until = now() - interval '1 second'"


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
