"""The database: reading from it, and one writer that commits what many tables append together.

It may be slow, full, locked or gone: nothing waits for it without end, a failure is an outage that the caller can tell
(`DatabaseUnavailable`), and nothing has to be done when it is back.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Select,
    TextClause,
    Update,
    bindparam,
    event,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.sql.base import Executable

from wormgrill.server.limits import is_done_within
from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.storage import schema
from wormgrill.server.storage.engines import Transactions

T = TypeVar("T")
log = logging.getLogger(__name__)

ATTEMPTS, PAUSE_SECONDS = 3, 0.3
"""How often a batch is tried, and how long the writer waits in between."""
READ_SECONDS = 4.0
HURRIED_SECONDS = 1.0
"""How long anybody waits for a database server once this one is about to stop."""
WRITE_SECONDS = 6.0
"""How long a caller waits for a write; the write itself may still be finished."""
OUTAGES = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
"""What SQLite says if not the statement is wrong, but the file, the disk or another process."""
POSTGRESQL_OUTAGES = ("08", "53", "57")
"""The same as classes of SQLSTATE: connections, resources such as the disk, and operators."""

_VERSIONS = (
    select(schema.tables.c.id, schema.tables.c.version)
    .where(schema.tables.c.id.in_(bindparam("keys", expanding=True)))
    .order_by(schema.tables.c.id)
    .with_for_update(key_share=True)  # rows that refer to a table, such as its chat, may be written meanwhile
)
_VALID_LEASES = (
    select(schema.leases)
    .where(schema.leases.c.table_id.in_(bindparam("keys", expanding=True)), schema.leases.c.until > func.now())
    .order_by(schema.leases.c.table_id)
    .with_for_update(read=True)
)
CHANNEL = "wormgrill"
"""On which processes that share a database hear of what the others have written."""
_LEAVE_NOTE = insert(schema.notes)
_MARK = text(
    f"""
    WITH marked AS (
        INSERT INTO commits (writer, number, at) VALUES (:writer, :number, :at)
        ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at
    )
    SELECT count(pg_notify('{CHANNEL}', message)) FROM unnest(CAST(:messages AS text[])) AS message
    """  # noqa: S608  # ours
)
"""Marks the transaction with its number, and tells other processes the news."""
_LAST_MARK = text(
    """
    INSERT INTO commits (writer, number, at) VALUES (:writer, 0, :at)
    ON CONFLICT (writer) DO UPDATE SET writer = excluded.writer RETURNING number
    """
)
"""The number of the last transaction that was committed; one that is still about to be is waited for."""
Write = tuple[Executable, dict[str, Any]]
"""A statement and its parameters. Its option `or_else` is what refuses everything if it changes no row."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a process to play for the bots of a table and to end its clocks."""

    table_id: str
    owner: str
    fence: int
    """Grows with every owner."""


class LeaseLost(Exception):
    """Another process has the lease now, or it has expired."""


class Conflict(Exception):
    """Somebody else has changed this table, or written this row, already."""


def reason_of(problem: BaseException) -> str:
    """Why, in one line."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
    strerror = cause.strerror if isinstance(cause, OSError) else None
    return strerror or str(cause).partition("\n")[0] or type(cause).__name__


class Wires:
    """The connections to a database server, which can be cut: it may be frozen, and a goodbye would wait for it too.

    SQLite has none: it is no server, and waits for nobody longer than it is told.
    """

    def __init__(self, engine: Transactions) -> None:
        self._drivers: WeakSet[Any] = WeakSet()
        self._used_since: dict[object, float] = {}
        self._hurried_since: float | None = None
        self._are_cut = False
        if engine.sync_engine.dialect.name == "postgresql":
            event.listen(engine.sync_engine, "connect", self._add)
            event.listen(engine.sync_engine, "do_connect", self._check)

    def _add(self, connection: Any, _record: object) -> None:
        self._drivers.add(connection.driver_connection)

    def _check(self, *_connecting: object) -> None:
        if self._are_cut:
            raise ConnectionAbortedError("the server stops")

    @contextmanager
    def use(self) -> Iterator[None]:
        """Note that somebody waits for the database."""
        self._check()
        key = object()
        self._used_since[key] = asyncio.get_running_loop().time()
        try:
            yield
        finally:
            del self._used_since[key]

    def hurry(self) -> None:
        """Let nobody wait for longer than a moment from now on."""
        if self._hurried_since is None:
            self._hurried_since = asyncio.get_running_loop().time()
            self._look()

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        latest = loop.time() - HURRIED_SECONDS
        if any(max(since, self._hurried_since or 0.0) < latest for since in self._used_since.values()):
            self.cut()
        elif not self._are_cut:
            loop.call_later(HURRIED_SECONDS / 4, self._look)

    def cut(self) -> None:
        """End all connections without a goodbye; nothing can be done over them any more."""
        self._are_cut = self._are_cut or bool(self._drivers)
        for driver in list(self._drivers):
            driver.terminate()


class _Access:
    """Reading from a database or writing to it: tells outages from other errors, and the log of their begin and end."""

    def __init__(self, engine: Transactions, wires: Wires, doing: str) -> None:
        self._wires = wires
        self._doing = doing
        """What is done, for the log: `read` or `written`."""
        self._is_out = False
        is_file = engine.sync_engine.dialect.name == "sqlite" and bool(engine.sync_engine.url.database)
        self._file = Path(engine.sync_engine.url.database or "") if is_file else None
        self._opened = self._inode()

    @contextmanager
    def use(self) -> Iterator[None]:
        """Use the database; raises `Conflict`, `DatabaseUnavailable`, or whatever else is wrong with a statement."""
        try:
            if self._inode() != self._opened:  # what is written to a file without a name is lost
                raise FileNotFoundError(f"the file {self._file} is not the one that was opened")
            with self._wires.use():
                yield
        except IntegrityError:
            raise Conflict from None
        except Exception as problem:
            if not _is_outage(problem):
                raise
            if not self._is_out:
                log.error("the database cannot be %s: %s", self._doing, reason_of(problem))
            self._is_out = True
            raise DatabaseUnavailable from problem
        if self._is_out:
            log.warning("the database can be %s again", self._doing)
            self._is_out = False

    def _inode(self) -> int | None:
        try:
            return self._file.stat().st_ino if self._file else None
        except OSError:
            return None


def _is_outage(problem: Exception) -> bool:
    """Whether the database, and not a statement or our program, is to blame."""
    if isinstance(problem, DBAPIError):
        code = getattr(problem.orig, "sqlite_errorcode", None)
        state = getattr(problem.orig, "sqlstate", None) or ""
        is_down = problem.connection_invalidated or state[:2] in POSTGRESQL_OUTAGES
        return is_down if code is None else code & 0xFF in OUTAGES
    return isinstance(problem, OSError | TimeoutError | PoolTimeout)


class Reader:
    """Reads, within a time."""

    def __init__(self, engine: Transactions, wires: Wires) -> None:
        self._engine = engine
        self._access = _Access(engine, wires, "read")

    async def read(self, query: Select[Any], values: Mapping[str, Any] | None = None) -> Sequence[Mapping[str, Any]]:
        """The rows of a query."""
        return await self.run(partial(read_rows, query, values=values))

    async def run(self, work: Callable[[Connection], T], *, is_writing: bool = False) -> T:
        """Do several queries of which one follows from the other."""
        with self._access.use():
            reading = asyncio.ensure_future(self._engine.run(work, is_writing=is_writing))
            try:
                if not await is_done_within(reading, READ_SECONDS):
                    raise TimeoutError
                return reading.result()
            finally:
                reading.cancel()


def read_rows(
    query: Select[Any] | TextClause, connection: Connection, values: Mapping[str, Any] | None = None
) -> Sequence[Mapping[str, Any]]:
    """The rows of a query within a transaction."""
    rows: Sequence[Any] = connection.execute(query, values).mappings().all()
    return rows


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody wants to be written, and waits for."""

    writes: Sequence[Write]
    news: tuple[str, ...]
    lease: Lease | None
    done: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class _Mark:
    """What a transaction leaves in PostgreSQL, so that it can be found out whether it was committed.

    A connection may break before the answer to a commit is there. PostgreSQL's own number of the transaction would not
    tell: after a crash it gives numbers again which it had given to transactions that were not committed.
    """

    writer: str
    number: int

    def put(self, connection: Connection, messages: Sequence[str]) -> None:
        """Leave it, with the news for other processes."""
        row = {"writer": self.writer, "number": self.number, "at": time.time(), "messages": messages}
        connection.execute(_MARK, row)

    def is_committed(self, connection: Connection) -> bool:
        """Whether an earlier try was committed; SQLite, which breaks off nowhere, has told."""
        if connection.dialect.name != "postgresql":
            return False
        last = connection.execute(_LAST_MARK, {"writer": self.writer, "at": time.time()}).scalar_one()
        return bool(last == self.number)


class Writer:
    """Commits in batches: while one transaction is being made durable, the next one gathers."""

    def __init__(self, engine: Transactions, wires: Wires, *, leaves_notes: bool = False) -> None:
        self._engine = engine
        self._leaves_notes = leaves_notes
        """Whether another process, which uses the same SQLite file, must be told."""
        self._access = _Access(engine, wires, "written")
        self._name = secrets.token_hex(8)
        self._number = 0
        """Of the newest batch."""
        self._waiting: list[_Asked] = []
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="database writer")
        self._is_hurried = False
        self._is_closing = False

    async def write(
        self,
        writes: Sequence[Write],
        *,
        news: Iterable[str] = (),
        lease: Lease | None = None,
        within: float | None = WRITE_SECONDS,
    ) -> None:
        """Write all of this or nothing, and return when it is on disk; other processes hear the news, if there are any.

        Raises `Conflict` if a row is there already, and `DatabaseUnavailable` if it cannot be written now. Whoever must
        know what came of it, however long that takes, waits without a limit. With a lease it is written only while that
        is valid, else `LeaseLost`.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(writes, tuple(news), lease, done))
        self._wake.set()
        if not await is_done_within(done, within):
            raise DatabaseUnavailable
        done.result()

    def hurry(self) -> None:
        """Try everything only once from now on: the server is about to stop."""
        self._is_hurried = True

    async def close(self) -> None:
        """Write what waits, if that can be done at once, then stop."""
        self.hurry()
        self._is_closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._is_closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._write_batch(batch)

    async def _write_batch(self, batch: list[_Asked]) -> None:
        """One transaction for all, tried again as a whole in an outage; if one of them cannot be, each gets its own."""
        self._number += 1
        mark = _Mark(self._name, self._number)
        problem = await self._commit(batch, mark)
        for _ in range(ATTEMPTS - 1):
            if self._is_hurried or not isinstance(problem, DatabaseUnavailable):
                break
            await asyncio.sleep(PAUSE_SECONDS)
            problem = await self._commit(batch, mark, is_again=True)
        if problem and not isinstance(problem, DatabaseUnavailable) and len(batch) > 1:
            for item in batch:
                await self._write_batch([item])
            return
        for asked in batch:
            if problem:
                asked.done.set_exception(problem)
                asked.done.exception()  # somebody who has stopped waiting need not look at it
            else:
                asked.done.set_result(None)

    async def _commit(self, batch: Sequence[_Asked], mark: _Mark, *, is_again: bool = False) -> Exception | None:
        """One transaction; what was wrong with it."""
        try:
            with self._access.use():
                work = partial(_execute, batch, mark, is_again=is_again, leaves_notes=self._leaves_notes)
                await self._engine.run(work, is_writing=True)
        except Exception as problem:  # whatever it is, the callers that wait must get it
            return problem
        return None


def _execute(
    batch: Sequence[_Asked], mark: _Mark, connection: Connection, *, is_again: bool, leaves_notes: bool
) -> None:
    """Execute each statement once for all rows that it writes; what one table writes does not depend on another one."""
    if is_again and mark.is_committed(connection):
        return
    rows: dict[Executable, list[dict[str, Any]]] = {}
    for statement, row in (write for asked in batch for write in asked.writes):
        rows.setdefault(statement, []).append(row)
    _compare_versions((row for group in rows.values() for row in group if "old_version" in row), connection)
    _check_leases({asked.lease for asked in batch if asked.lease}, connection)
    for statement in sorted(rows, key=_rank):
        if problem := statement.get_execution_options().get("or_else"):
            for row in rows[statement]:
                if connection.execute(statement, row).rowcount == 0:
                    raise problem
        else:
            connection.execute(statement, rows[statement])
    messages = sorted({message for asked in batch for message in asked.news})
    if connection.dialect.name == "postgresql":
        mark.put(connection, messages)
    elif messages and leaves_notes:
        connection.execute(_LEAVE_NOTE, [{"text": message} for message in messages])


def _compare_versions(swaps: Iterable[Mapping[str, Any]], connection: Connection) -> None:
    """Keep others from changing the tables whose versions are compared; `Conflict` if somebody has changed one already.

    Drivers do not tell how many rows each of many updates has changed. Everybody locks in the same order, so that
    nobody waits for somebody who waits for them.
    """
    expected = {(row["key"], row["old_version"]) for row in swaps}
    if not expected:
        return
    found = connection.execute(_VERSIONS, {"keys": [table_id for table_id, _ in expected]})
    if {(row.id, row.version) for row in found} != expected:
        raise Conflict


def _check_leases(leases: set[Lease], connection: Connection) -> None:
    """Keep others from taking over what is leased until this is written; `LeaseLost` if somebody has already."""
    if not leases:
        return
    found = connection.execute(_VALID_LEASES, {"keys": [lease.table_id for lease in leases]})
    if not leases <= {Lease(row.table_id, row.owner, row.fence) for row in found}:
        raise LeaseLost


def _rank(statement: Executable) -> int:
    """What goes first: whatever makes room, then rows that others refer to, then changes, then all the rest."""
    match statement:
        case Delete():
            return 0
        case Insert() if not statement.table.foreign_keys:
            return 1
        case Update():
            return 2
    return 3
