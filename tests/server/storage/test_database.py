"""The writer in an outage: a batch is tried again as a whole, and for a bounded time."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.server.storage.test_store import ROLL, TABLE, with_store
from tests.support.locking import locked
from tests.support.services import Disk
from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.storage.database import ATTEMPTS, PAUSE_SECONDS
from wormgrill.server.storage.opening import BUSY_SECONDS
from wormgrill.server.storage.store import Store


def test_a_short_lock_is_waited_for(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        with ExitStack() as lock:
            await asyncio.to_thread(lock.enter_context, locked(tmp_path / "worms.db"))
            writing = asyncio.gather(*(store.append(TABLE.id, ply, [ROLL], 5.0, version=ply) for ply in range(20)))
            await asyncio.sleep(BUSY_SECONDS + PAUSE_SECONDS)
            assert not writing.done()
        await writing
        assert Disk(tmp_path / "worms.db").plies(TABLE.id) == 20

    with_store(f"sqlite:///{tmp_path / 'worms.db'}", use)


def test_a_long_lock_refuses_the_whole_batch_in_the_time_of_one(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        with locked(tmp_path / "worms.db"):
            begin = time.monotonic()
            writes = (store.append(TABLE.id, ply, [ROLL], 5.0, version=ply) for ply in range(20))
            results = await asyncio.gather(*writes, return_exceptions=True)
            assert {type(result) for result in results} == {DatabaseUnavailable}
            assert time.monotonic() - begin < 2 * ATTEMPTS * (BUSY_SECONDS + PAUSE_SECONDS)
            assert await store.count_lives() == {"waiting": 1}  # whoever only reads does not notice
        assert Disk(tmp_path / "worms.db").plies(TABLE.id) == 0
        await store.append(TABLE.id, 0, [ROLL], 5.0, version=0)

    with_store(f"sqlite:///{tmp_path / 'worms.db'}", use)


def test_a_database_that_turns_read_only_is_an_outage_until_it_can_be_written_again(tmp_path: Path) -> None:
    is_read_only = False

    def check_out(connection: Any, _record: object, _proxy: object) -> None:
        """SQLite refuses as on a read-only disk; the kernel makes none of a disk with files open for writing."""
        connection.cursor().execute(f"PRAGMA query_only={is_read_only:d}")

    async def use(store: Store) -> None:
        nonlocal is_read_only
        event.listen(store._engine.sync_engine, "checkout", check_out)
        await store.add_table(TABLE)
        is_read_only = True
        with pytest.raises(DatabaseUnavailable):
            await store.append(TABLE.id, 0, [ROLL], 5.0, version=0)
        assert await store.count_lives() == {"waiting": 1}  # whoever only reads does not notice
        is_read_only = False
        await store.append(TABLE.id, 0, [ROLL], 5.0, version=0)
        assert Disk(tmp_path / "worms.db").plies(TABLE.id) == 1

    with_store(f"sqlite:///{tmp_path / 'worms.db'}", use)


def test_a_writer_that_is_hurried_tries_once(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        store.hurry()
        with locked(tmp_path / "worms.db"):
            begin = time.monotonic()
            with pytest.raises(DatabaseUnavailable):
                await store.append(TABLE.id, 0, [ROLL], 5.0, version=0)
            assert time.monotonic() - begin < ATTEMPTS * BUSY_SECONDS

    with_store(f"sqlite:///{tmp_path / 'worms.db'}", use)
