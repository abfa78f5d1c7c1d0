"""The writer in an outage: a batch is tried again as a whole, and for a bounded time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError

from tests.server.storage.test_store import ROLL, TABLE, with_store
from tests.support.locking import locked
from tests.support.postgres import KILLABLE, Cluster, postgresql
from tests.support.services import ROUNDS, Disk, overtime
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.model.table import ChatLine
from wormgrill.server.storage.database import ATTEMPTS, PAUSE_SECONDS
from wormgrill.server.storage.engines import PostgreSQLTransactions
from wormgrill.server.storage.opening import BUSY_SECONDS
from wormgrill.server.storage.store import Store

T = TypeVar("T")
NUMBER = "SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)"
"""PostgreSQL's number of a transaction."""


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


def test_a_write_that_ends_in_the_round_in_which_its_time_is_up_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(store: Store) -> None:
        may_end, ended = asyncio.Event(), asyncio.Event()

        async def run(*_arguments: object, **_named: object) -> None:
            await may_end.wait()
            ended.set()

        async def is_rightly_answered() -> bool:
            try:
                await store._writer.write([], within=0.01)
            except DatabaseUnavailable:
                return not ended.is_set()
            return ended.is_set()

        for rounds in range(ROUNDS):
            with monkeypatch.context() as patch:
                patch.setattr(store._engine, "run", run)
                caller = asyncio.create_task(is_rightly_answered())
                await overtime(0.01, rounds)
                may_end.set()
                assert await caller, f"after {rounds} rounds"
                await ended.wait()
            may_end.clear()
            ended.clear()

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


@pytest.mark.parametrize("lost", ["after", "before"])
def test_whatever_was_committed_when_the_connection_broke_is_not_written_again(cluster: Cluster, lost: str) -> None:
    async def use(store: Store) -> None:
        run = store._engine.run
        breaks = 0

        async def break_once(work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
            """PostgreSQL commits, or does not, and goes away before it can say so."""
            nonlocal breaks

            def work_in_vain(connection: Connection) -> T:
                work(connection)
                raise ConnectionResetError

            if not is_writing or breaks:
                return await run(work, is_writing=is_writing)
            breaks += 1
            await run(work if lost == "after" else work_in_vain, is_writing=True)
            raise ConnectionResetError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store._engine, "run", break_once)
            await store.add_person(Person("ada", "Ada", "en"), "hash", 5.0)
            breaks = 0
            await store.add_table(TABLE)
            breaks = 0
            lines = [ChatLine(number, "ada", "Ada", "Hello!", 5.0) for number in range(2)]
            moves = (store.append(TABLE.id, 0, [ROLL], 5.0, version=0), *(store.say(TABLE.id, line) for line in lines))
            await asyncio.gather(*moves)
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert (len(stored.game.moves), len(stored.chat), stored.version) == (1, 2, 1)
        assert await store.find_person("hash") is not None

    with_store(cluster.new_database(), use)


def test_whatever_a_crash_has_lost_is_written_again_though_others_get_the_number_of_its_transaction() -> None:
    """PostgreSQL gives numbers of transactions twice if a crash is between."""

    async def use(store: Store, cluster: Cluster) -> None:
        assert isinstance(store._engine, PostgreSQLTransactions)
        run, connect = store._engine.run, store._engine.connect
        is_broken = False

        async def crash_once(work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
            """Crash before the commit; when PostgreSQL is back, another process is faster."""
            nonlocal is_broken
            if not is_writing or is_broken:
                return await run(work, is_writing=is_writing)
            is_broken = True
            number = 0

            def work_in_vain(connection: Connection) -> None:
                nonlocal number
                work(connection)
                number = connection.execute(text(NUMBER)).scalar_one()
                cluster.kill()

            with pytest.raises(DBAPIError):
                await run(work_in_vain, is_writing=True)
            cluster.start()
            other = await connect()
            while number >= await other.fetchval(NUMBER):
                pass
            await other.close()
            raise ConnectionResetError

        await store.add_table(TABLE)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store._engine, "run", crash_once)
            await store.append(TABLE.id, 0, [ROLL], 5.0, version=0)
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert len(stored.game.moves) == 1

    with postgresql(KILLABLE) as cluster:
        with_store(cluster.new_database(), lambda store: use(store, cluster))


@pytest.mark.parametrize("told", [None, asyncpg.InternalClientError("cannot switch to state 12")])
def test_a_connection_that_is_closed_while_it_is_made_or_within_a_query_is_an_outage(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, told: Exception | None
) -> None:
    """The driver tells it in ways of its own there."""

    async def use(store: Store) -> None:
        assert isinstance(store._engine, PostgreSQLTransactions)
        await store._engine.dispose()
        make = asyncpg.connection.Connection.set_type_codec

        async def close_first(connection: Any, *arguments: Any, **options: Any) -> None:
            connection.terminate()
            if told:
                raise told
            await make(connection, *arguments, **options)

        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.connection.Connection, "set_type_codec", close_first)
            with pytest.raises(DatabaseUnavailable):
                await store.load(TABLE.id)
        assert await store.load(TABLE.id) is None

    with_store(cluster.new_database(), use)
