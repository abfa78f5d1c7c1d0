"""The database: opening it, bringing it up to date, and one writer that commits what many tables append together."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Delete, Insert, Update, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.base import Executable

from wormgrill.game.errors import quoted, shortened

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0003"
"""The version of the database that this program needs; a test compares it with the migrations."""
BUSY_SECONDS = 30

Write = tuple[Executable, dict[str, Any]]
"""A statement and its parameters."""


class Conflict(Exception):
    """Somebody else has written this ply, or this row, already."""


async def open_engine(url: str, *, must_exist: bool = False) -> AsyncEngine:
    """An engine on a database of the newest version; `ValueError` with one line if that cannot be.

    What is not there is made, file and tables, unless it must exist.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"{quoted(url)} is not a database URL such as sqlite:///worms.db") from None
    driver = DRIVERS.get(parsed.drivername, parsed.drivername)
    if driver not in DRIVERS.values():
        raise ValueError(f"databases of {quoted(parsed.drivername)} are not supported: sqlite and postgresql are")
    shown = shortened(parsed.render_as_string(hide_password=True))
    is_sqlite = driver == DRIVERS["sqlite"]
    if is_sqlite and must_exist and not _is_there(parsed.database):
        raise ValueError(f"there is no database at {shown}")
    engine = create_async_engine(
        parsed.set(drivername=driver),
        connect_args={"timeout": BUSY_SECONDS} if is_sqlite else {},
        hide_parameters=True,  # no names or hashes of tokens in the text of an error
    )
    if is_sqlite:
        event.listen(engine.sync_engine, "connect", _make_durable)
        event.listen(engine.sync_engine, "begin", _begin)
    try:
        if is_sqlite and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            sqlite3.connect(parsed.database).close()  # where this fails, aiosqlite might leave a thread that complains
        async with engine.begin() as connection:
            if must_exist and await connection.run_sync(_version) is None:
                raise SQLAlchemyError("it is not one of this program")
            await connection.run_sync(_migrate)
    except Exception as problem:  # drivers raise what they like: it is told in one line
        await engine.dispose()
        cause = problem.orig if isinstance(problem, DBAPIError) else problem
        reason = (isinstance(cause, OSError) and cause.strerror) or str(cause).partition("\n")[0]
        raise ValueError(f"the database {shown} cannot be used: {reason}") from None
    return engine


def _is_there(file: str | None) -> bool:
    """Whether a file has anything in it; SQLite would take an empty one for a new database."""
    try:
        return file is not None and Path(file).is_file() and Path(file).stat().st_size > 0
    except OSError:  # such as a name that is too long
        return False


def _make_durable(connection: Any, _record: object) -> None:
    """A commit is on disk before it is acknowledged; readers do not wait for the writer."""
    connection.isolation_level = None  # the driver would begin too late to make a migration one transaction
    connection.driver_connection.text_factory = _decoded
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _decoded(text: bytes) -> str:
    """A text, whatever its bytes: one that is damaged must not keep a whole list from being read."""
    return text.decode(errors="replace")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _migrate(connection: Connection) -> None:
    if _version(connection) == NEWEST:
        return
    from alembic import command  # noqa: PLC0415  # a third of a second that most starts can do without
    from alembic.config import Config  # noqa: PLC0415  # the same
    from alembic.util import CommandError  # noqa: PLC0415  # the same

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        raise SQLAlchemyError(f"it was made by another version of this program ({problem})") from None


def _version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version


class Writer:
    """Commits in batches: while one transaction is being made durable, the next one gathers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Sequence[Write], asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="database writer")
        self._is_closing = False

    async def write(self, writes: Sequence[Write]) -> None:
        """Write all of this or nothing; returns when it is on disk. Raises `Conflict` if a row is there already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((writes, done))
        self._wake.set()
        await asyncio.shield(done)

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._is_closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._is_closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._commit_batch(batch)

    async def _commit_batch(self, batch: list[tuple[Sequence[Write], asyncio.Future[None]]]) -> None:
        """One transaction for all; if one of them cannot be, each gets its own."""
        try:
            async with self._engine.begin() as connection:
                await _execute(connection, [write for writes, _ in batch for write in writes])
        except Exception as problem:  # whatever it is, the callers that wait must get it
            if len(batch) > 1:
                for item in batch:
                    await self._commit_batch([item])
            else:
                batch[0][1].set_exception(Conflict() if isinstance(problem, IntegrityError) else problem)
            return
        for _, done in batch:
            done.set_result(None)


async def _execute(connection: AsyncConnection, writes: Iterable[Write]) -> None:
    """Execute each statement once for all rows that it writes; what one table writes does not depend on another one."""
    rows: dict[Executable, list[dict[str, Any]]] = {}
    for statement, row in writes:
        rows.setdefault(statement, []).append(row)
    for statement in sorted(rows, key=_rank):
        await connection.execute(statement, rows[statement])


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
