"""Sole use of a database: on SQLite one server at a time, because each holds its tables in memory."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from wormgrill.game.errors import quoted, shortened


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Be the only one who uses a SQLite file, until the end of the block; `ValueError` with one line if another is.

    The lock is one of the operating system on a file beside the database, so it ends with the process, however that
    ends. SQLite takes it for us, on every system alike. On Linux the database itself is locked as well: somebody may
    delete the file beside it. A database on a server needs no lock.
    """
    file = file_of(url)
    if file is None:
        yield
        return
    shown = f"the database {shortened(str(file))}"
    is_in_use = f"{shown} is in use by a server: stop that one first, or use another database"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as problem:
        raise ValueError(f"{shown} cannot be used: {problem} (another one: --database URL)") from None
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise ValueError(f"{shown} cannot be used: {problem} (its lock)") from None
            raise ValueError(is_in_use) from None
        if file.exists() and file.stat().st_nlink > 1:
            raise ValueError(
                f"{shown} has another name (a hard link), under which another server may use it: copy the file instead"
            )
        with _locked(file) as is_locked:
            if not is_locked:
                raise ValueError(is_in_use)
            yield


_opened: dict[tuple[int, int], int] = {}
"""By device and inode, the files that have been locked. They stay open: a process that closes a file loses all locks of
the other kind that it has on it, and SQLite's are of that kind."""


@contextmanager
def _locked(file: Path) -> Iterator[bool]:
    """Lock the file of a database, in a way that SQLite does not notice; False if another process has locked it.

    Only on Linux do the two kinds of locks not know of each other.
    """
    if sys.platform != "linux":
        yield True
        return
    import fcntl  # noqa: PLC0415  # not on Windows

    try:
        found = file.stat() if file.exists() else None
        opened = _opened.get((found.st_dev, found.st_ino)) if found else None
        if opened is None:
            opened = os.open(file, os.O_RDONLY | os.O_CREAT, 0o600)  # the secrets of dice to come will be in it
            status = os.fstat(opened)
            _opened[status.st_dev, status.st_ino] = opened
    except OSError as problem:
        raise ValueError(f"the database {shortened(str(file))} cannot be used: {problem.strerror}") from None
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
        return
    except OSError:  # a file system without such locks
        yield True
        return
    try:
        yield True
    finally:
        fcntl.flock(opened, fcntl.LOCK_UN)


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; a link to it is the same file. `ValueError` if a URL of SQLite itself names it."""
    try:
        parsed = make_url(url)
    except ArgumentError:  # told by whoever opens it
        return None
    if not (parsed.drivername.startswith("sqlite") and parsed.database):
        return None
    if parsed.database.startswith("file:") or "uri" in parsed.query:
        raise ValueError(f"{quoted(url)} is not supported: name the file itself, as in sqlite:///worms.db")
    return Path(parsed.database).resolve()
