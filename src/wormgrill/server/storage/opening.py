"""Opening a database: which one a URL names, whether it can be used, and bringing it up to date."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, Connection, func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from wormgrill.game.errors import quoted, shortened
from wormgrill.server.storage.database import READ_SECONDS, reason_of
from wormgrill.server.storage.engines import PostgreSQLTransactions, SQLiteTransactions, Transactions
from wormgrill.server.storage.sole_use import file_of, sole_use

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0016"
"""The version of the database that this program needs; a test compares it with the migrations."""
OLDEST = "0004"
"""The oldest version to which a database can be brought back."""
BUSY_SECONDS = 1.0
"""How long SQLite waits for a lock that another process holds."""
CONNECT_SECONDS = 3
"""How long PostgreSQL may take to answer a new connection, unless its URL says otherwise (`connect_timeout`)."""
STATEMENT_SECONDS = 4
UNSUPPORTED = frozenset(
    {"channel_binding", "gssencmode", "sslcompression", "sslsni", "tcp_user_timeout"}
    | {"keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval"}
)
"""Options of URLs of PostgreSQL that the driver does not know; managed databases give some of them to everybody."""
log = logging.getLogger(__name__)


async def open_engine(url: str, *, must_exist: bool = False, is_alone: bool = False) -> Transactions:
    """An engine on a database of the newest version; `ValueError` with one line if that cannot be.

    What is not there is made, file and tables, unless it must exist. A database that a server of an older version is
    using is not brought up to date.
    """
    async with _opening(url, must_exist=must_exist) as engine:
        version = await engine.run(_version)
        if must_exist and version is None:
            raise SQLAlchemyError("it is not one of this program")
        if version != NEWEST:
            with nullcontext() if is_alone else sole_use(url):
                await engine.run(migrate, is_writing=True)
        if isinstance(engine, PostgreSQLTransactions):
            await engine.dispose()  # whoever uses it (`Wires`) sees all of its connections made
        return engine


async def migrate_database(url: str, to: str | None = None) -> tuple[str | None, str]:
    """Bring a database to a version, the newest if none is given; from which one, and to which."""
    versions = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    if to is not None and to not in versions:
        raise ValueError(f"there is no version {quoted(to)} of the database: {OLDEST} to {versions[-1]} are there")
    if to is not None and to < OLDEST:
        raise ValueError(
            f"a program as old as version {to} cannot roll the dice of today's games: {OLDEST} is the oldest"
        )
    wanted = to or NEWEST
    async with _opening(url) as engine:
        with sole_use(url):
            before = await engine.run(_version)
            await engine.run(partial(migrate, to=wanted), is_writing=True)
        await engine.dispose()
    return before, wanted


@asynccontextmanager
async def _opening(url: str, *, must_exist: bool = False) -> AsyncIterator[Transactions]:
    """An engine on a database of any version; whatever is wrong is told in one line, as a `ValueError`."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"{quoted(url)} is not a database URL such as sqlite:///worms.db") from None
    driver = DRIVERS.get(parsed.drivername, parsed.drivername)
    if driver not in DRIVERS.values():
        raise ValueError(f"databases of {quoted(parsed.drivername)} are not supported: sqlite and postgresql are")
    shown = shortened(parsed.render_as_string(hide_password=True))
    is_sqlite = driver == DRIVERS["sqlite"]
    file_of(url)
    if is_sqlite and must_exist and not _is_there(parsed.database):
        raise ValueError(f"there is no database at {shown}")
    engine: Transactions = (
        SQLiteTransactions(parsed.set(drivername=driver), BUSY_SECONDS) if is_sqlite else _postgresql(parsed)
    )
    try:
        if is_sqlite and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            _check_file(parsed.database, is_written=not must_exist)
        yield engine
    except Exception as problem:  # drivers raise what they like: it is told in one line
        await engine.dispose()
        raise ValueError(f"the database {shown} cannot be used: {reason_of(problem)}") from None


def _postgresql(url: URL) -> PostgreSQLTransactions:
    """An engine for a URL as managed databases give it; the driver itself reads `sslmode`, several hosts and others."""
    if find_spec("asyncpg") is None:
        raise ValueError("databases of PostgreSQL need asyncpg: pip install 'wormgrill[postgresql]'")
    query = dict(url.query)
    seconds = query.pop("connect_timeout", "0")
    if not str(seconds).isdecimal():
        raise ValueError(f"the database's connect_timeout must be a number of seconds, not {quoted(str(seconds))}")
    for name in UNSUPPORTED & query.keys():
        log.warning("the option %s in the URL of the database is not supported and means nothing here", name)
        del query[name]
    address = url.set(drivername="postgresql", query=query).render_as_string(hide_password=False)
    limits = {"timeout": int(str(seconds)) or CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
    return PostgreSQLTransactions(address, READ_SECONDS, **limits)


def _check_file(file: str, *, is_written: bool) -> None:
    """Fail if a file cannot be opened or written; SQLite would tell so later."""
    with closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        if is_written:
            if not os.access(file, os.W_OK):
                raise PermissionError("it is read-only")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")


def _is_there(file: str | None) -> bool:
    """Whether a file has anything in it; SQLite would take an empty one for a new database."""
    try:
        return file is not None and Path(file).is_file() and Path(file).stat().st_size > 0
    except OSError:  # such as a name that is too long
        return False


MIGRATING = 0x776F726D
"""The number of the lock under which a database of PostgreSQL is brought up to date: one process at a time does it."""


def migrate(connection: Connection, to: str = NEWEST) -> None:
    """Bring a database to a version; whoever has waited while another process did finds nothing left to do."""
    from alembic import command  # noqa: PLC0415  # a third of a second that most starts can do without
    from alembic.config import Config  # noqa: PLC0415  # the same
    from alembic.util import CommandError  # noqa: PLC0415  # the same

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # migrations may think for long
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    before = _version(connection)
    if before is None and connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise SQLAlchemyError("it is the file of another program")
    is_older = to < (before or "")
    try:
        (command.downgrade if is_older else command.upgrade)(config, to)
    except CommandError as problem:
        raise SQLAlchemyError(f"it was made by another version of this program ({problem})") from None


def _version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version
