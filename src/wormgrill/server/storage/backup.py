"""Backups of a SQLite file: copied while a server plays, checked, and put back in its place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from wormgrill.game.errors import shortened
from wormgrill.server.storage.opening import NEWEST
from wormgrill.server.storage.sole_use import file_of, sole_use

PAGES = 1000
"""So many pages are copied at a time, four million bytes."""
BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""What the names of files that belong to a database end with."""
Progress = Callable[[int, int], None]
"""Told how many pages are done, and how many there are."""
TOOLS = "use pg_dump and pg_restore, as docs/hosting.md shows"


def back_up(url: str, target: Path, show: Progress, *, may_replace: bool = False) -> int:
    """Copy a database as it is at one moment, without holding up whoever writes to it; how many games it has.

    The copy is checked, and readable for its owner alone: it holds the secrets of dice that are still to be rolled.
    """
    source = _file(url, "a backup of a database of PostgreSQL is not made here")
    if not source.is_file():
        raise ValueError(f"there is no database at {shortened(str(source))}")
    _check_target(target, source)
    if target.exists() and not may_replace:
        raise ValueError(f"{shortened(str(target))} is there already: choose another name, or add --replace")
    with _new_file(target) as new, _told_in_one_line(source, target):
        with closing(sqlite3.connect(f"file:{_quoted(source)}?mode=ro", uri=True, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            _check(connection, source)  # from here on this is the moment that is copied
            _copy(connection, new, show)
        with closing(sqlite3.connect(new)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it
            _check(copy, target)
            games: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    return games


def restore(url: str, source: Path, show: Progress, now: datetime | None = None) -> Path | None:
    """Put a backup in the place of a database that no server uses; where what was there is kept, if there was anything.

    Interrupted at any moment, the database is either the old one or the new one.
    """
    target = _file(url, "a database of PostgreSQL is not restored here")
    if not source.is_file():
        raise ValueError(f"there is no backup at {shortened(str(source))}")
    if target == source.resolve():
        raise ValueError("a backup must be another file than the database itself")
    with _told_in_one_line(source, target), closing(_opened(source)) as backup:
        _check(backup, source)
        with sole_use(url):
            kept = None
            if target.is_file() and target.stat().st_size:
                stamp = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
                kept = target.with_name(f"{target.name}.before-{stamp}")
                with _new_file(kept) as new, closing(sqlite3.connect(target)) as connection:
                    _copy(connection, new, lambda _done, _all: None)
            with closing(sqlite3.connect(target)) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                backup.backup(connection, pages=-1)  # in one transaction: all of it or nothing
                show(1, 1)
    return kept


def _file(url: str, otherwise: str) -> Path:
    file = file_of(url)
    if file is None:
        raise ValueError(f"{otherwise}: {TOOLS}")
    return file


def _check_target(target: Path, source: Path) -> None:
    """Fail with one line where no backup can be: it must not replace a part of the database, or what is no file."""
    shown = shortened(str(target))
    own = {source, *(source.with_name(f"{source.name}{ending}") for ending in BESIDE)}
    if target.resolve() in own:
        raise ValueError(f"{shown} belongs to the database itself: a backup must be another file")
    if not target.parent.is_dir():
        raise ValueError(f"there is no folder {shortened(str(target.parent))}")
    if target.exists() and not target.is_file():
        raise ValueError(f"{shown} is not a file: say which file the copy shall be")


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{_quoted(path.resolve())}?mode=ro", uri=True, isolation_level=None)


def _quoted(path: Path) -> str:
    """A path as part of a URI."""
    return path.as_uri().removeprefix("file://")


def _copy(connection: sqlite3.Connection, new: Path, show: Progress) -> None:
    """Copy a database into a new file."""
    with closing(sqlite3.connect(new)) as copy:
        connection.backup(copy, pages=PAGES, progress=lambda _code, left, pages: show(pages - left, pages))


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """A file beside a path, which takes its place at the end of the block, on disk as a whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        yield new
        _flush(new)
        new.replace(path)
        _flush(path.parent)
    finally:
        new.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """See to it that a file, or the names in a directory, are on disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _told_in_one_line(source: Path, target: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as problem:
        shown = f"{shortened(str(source))} to {shortened(str(target))}"
        raise ValueError(f"nothing was copied from {shown}: {problem}") from None


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Fail with one line if this is not a whole database of this program, and of a version that it can read."""
    shown = shortened(str(path))
    try:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        connection.execute("SELECT 1 FROM tables LIMIT 1")
        problem: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as failure:
        raise ValueError(f"{shown} is not a database of this program: {failure}") from None
    if problem != "ok":
        raise ValueError(f"{shown} is damaged: {shortened(problem)}")
    if version > NEWEST:
        raise ValueError(f"{shown} was written by a newer version of this program ({version}; this one knows {NEWEST})")
