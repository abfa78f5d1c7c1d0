"""Engines: how a transaction is done without holding up the event loop.

SQLite's library is called from threads, a whole transaction at a time: each step of a driver for the event loop would
wait for its turn there, which takes long when there is much to do. PostgreSQL is asked over the network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")

CONNECTIONS = 15
"""They stay open: opening more of them in a rush would take longer than to wait for one of these."""
PAUSED_SECONDS = 3.0
"""So long PostgreSQL waits for a process in the middle of a transaction, then it ends it: a process that is stopped, or
whose machine is gone, must not keep its locks. Whoever waits for one of them waits a little longer."""


class Transactions(Protocol):
    """Does transactions on a database."""

    sync_engine: Engine
    """What the connections belong to."""

    async def run(self, work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
        """Do something in a transaction; it is rolled back if the work fails."""

    async def dispose(self) -> None:
        """Let go of the database."""


class SQLiteTransactions:
    """Transactions in threads."""

    def __init__(self, url: URL, busy_seconds: float) -> None:
        arguments: dict[str, Any] = {"pool_size": CONNECTIONS, "max_overflow": 0} if url.database else {}
        self.sync_engine = create_engine(
            url,
            hide_parameters=True,  # no names or hashes of tokens in the text of an error
            connect_args={"timeout": busy_seconds, "check_same_thread": False},
            **(arguments or {"poolclass": StaticPool}),  # a database in memory has one connection
        )
        event.listen(self.sync_engine, "connect", _make_durable)
        event.listen(self.sync_engine, "begin", _begin)
        self._threads = ThreadPoolExecutor(CONNECTIONS if url.database else 1, "database")

    async def run(self, work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
        """Do something in a transaction; it is finished even if nobody waits for it any more."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work, is_writing)

    def _run(self, work: Callable[[Connection], T], is_writing: bool) -> T:
        with self.sync_engine.connect() as connection:
            connection.execution_options(is_writing=is_writing)
            with connection.begin():
                return work(connection)

    async def dispose(self) -> None:
        """Close the file."""
        await asyncio.to_thread(self._threads.shutdown)
        self.sync_engine.dispose()


class PostgreSQLTransactions:
    """Transactions over the network."""

    def __init__(self, address: str, pool_seconds: float, **limits: float) -> None:
        self._how: dict[str, Any] = {"dsn": address, **limits}
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            hide_parameters=True,  # no names or hashes of tokens in the text of an error
            connect_args=self._how,
            pool_pre_ping=True,  # a server that was away has forgotten its connections
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=pool_seconds,
        )
        self.sync_engine = self._engine.sync_engine
        event.listen(self.sync_engine, "connect", _limit_pauses)
        # Whoever reads sees one moment, in all queries; whoever writes sees what others have written before a lock.
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def run(self, work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
        """Do something in a transaction; it is rolled back if the work fails."""
        import asyncpg  # noqa: PLC0415  # not needed with SQLite

        try:
            async with (self._engine if is_writing else self._reading).begin() as connection:
                return await connection.run_sync(work)
        except (asyncpg.InterfaceError, asyncpg.InternalClientError) as problem:
            # A connection that is closed while it is made, or between two steps of a query: SQLAlchemy wraps neither.
            raise ConnectionError(str(problem)) from problem

    async def connect(self) -> Any:
        """A connection of the driver, besides all others."""
        import asyncpg  # noqa: PLC0415  # not needed with SQLite

        return await asyncpg.connect(**self._how)

    async def dispose(self) -> None:
        """Disconnect."""
        await self._engine.dispose()


def _make_durable(connection: Any, _record: object) -> None:
    """A commit is on disk before it is acknowledged; readers do not wait for the writer."""
    connection.isolation_level = None  # the driver would begin too late to make a migration one transaction
    connection.text_factory = _decoded
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _limit_pauses(connection: Any, _record: object) -> None:
    """Let PostgreSQL end a transaction in which nothing happens."""
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {PAUSED_SECONDS * 1000:.0f}")
    cursor.close()
    connection.commit()  # what is set in a transaction ends with it


def _decoded(text: bytes) -> str:
    """A text, whatever its bytes: one that is damaged must not keep a whole list from being read."""
    return text.decode(errors="replace")


def _begin(connection: Connection) -> None:
    """Begin; whoever writes locks others out before reading what to write, so that nothing changes in between."""
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
