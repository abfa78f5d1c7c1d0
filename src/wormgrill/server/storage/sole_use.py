"""Sole use of a database: on SQLite one server at a time, because each holds its tables in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from wormgrill.game.errors import shortened


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Be the only one who uses a SQLite file, until the end of the block; `ValueError` with one line if another is.

    The lock is one of the operating system on a file beside the database, so it ends with the process, however that
    ends. SQLite takes it for us, on every system alike. A database on a server needs none.
    """
    file = _file_of(url)
    if file is None:
        yield
        return
    shown = f"the database {shortened(str(file))}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as problem:
        raise ValueError(f"{shown} cannot be used: {problem}") from None
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise ValueError(f"{shown} cannot be used: {problem} (its lock)") from None
            raise ValueError(f"{shown} is in use by a server: stop that one first, or use another database") from None
        if file.exists() and file.stat().st_nlink > 1:
            raise ValueError(
                f"{shown} has another name (a hard link), under which another server may use it: copy the file instead"
            )
        yield


def _file_of(url: str) -> Path | None:
    """The file of a SQLite database; a link to it is the same file."""
    try:
        parsed = make_url(url)
    except ArgumentError:  # told by whoever opens it
        return None
    is_file = parsed.drivername.startswith("sqlite") and parsed.database
    return Path(parsed.database or "").resolve() if is_file else None
