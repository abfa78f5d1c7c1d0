"""Listening to a real PostgreSQL: whatever happens to the connection, it is made again."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from tests.server.storage.test_store import TABLE, with_store
from tests.support.postgres import Cluster
from wormgrill.server.storage import listening
from wormgrill.server.storage.store import Store


def test_whatever_the_driver_says_when_a_connection_is_lost_it_is_made_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that is closed between two steps of its first query is told as a fault of the driver itself."""
    monkeypatch.setattr(listening, "RETRY_SECONDS", 0.01)
    add = asyncpg.connection.Connection.add_listener
    problems = [asyncpg.InternalClientError("cannot switch to state 12"), asyncpg.InterfaceError("closed"), OSError()]

    async def lose_first(connection: Any, *arguments: Any) -> None:
        if problems:
            raise problems.pop()
        await add(connection, *arguments)

    monkeypatch.setattr(asyncpg.connection.Connection, "add_listener", lose_first)

    async def use(store: Store) -> None:
        heard, resumed = asyncio.Event(), asyncio.Event()

        async def resume() -> None:
            resumed.set()

        task = asyncio.create_task(store.listener(lambda _origin, _kind, _name: heard.set(), resume).run())
        other = await Store.open(url)
        try:
            async with asyncio.timeout(20):
                await resumed.wait()
                await other.add_table(TABLE)
                await other.delete_table(TABLE.id)
                await heard.wait()
        finally:
            task.cancel()
            await other.close()

    url = cluster.new_database()
    with_store(url, use)
    assert not problems
