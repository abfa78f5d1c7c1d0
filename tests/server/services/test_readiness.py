"""Readiness: however often it is asked, the log tells of an outage once, and once when it is over."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.support.services import Disk, in_loop, services
from wormgrill.server.services.readiness import Readiness


def broken(database: Path) -> AbstractContextManager[None]:
    """A database that refuses a statement."""
    return Disk(database).broken("alembic_version")


@contextmanager
def gone(database: Path) -> Iterator[None]:
    """A database whose file has been moved away."""
    elsewhere = database.rename(database.with_suffix(".elsewhere"))
    try:
        yield
    finally:
        elsewhere.rename(database)


@pytest.mark.parametrize("trouble", [broken, gone])
@in_loop
async def test_the_log_tells_once_of_each_outage_and_of_its_end(
    database: Path, caplog: pytest.LogCaptureFixture, trouble: Callable[[Path], AbstractContextManager[None]]
) -> None:
    async with services(database) as parts:
        readiness = Readiness(parts.store)
        for outages in (1, 2):
            with trouble(database):
                for _ in range(3):
                    assert await readiness.problem() == "the database cannot be written to"
            for _ in range(2):
                assert await readiness.problem() is None
            told = [record.getMessage() for record in caplog.records]
            assert [text.startswith("the database cannot be written") for text in told] == [True, False] * outages
            assert all("again" in text for text in told[1::2])


@in_loop
async def test_a_write_that_fails_when_nobody_waits_for_it_any_more_is_told_in_one_line(
    database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wormgrill.server.services.readiness.READY_SECONDS", 0.01)
    may_fail = asyncio.Event()

    async def fail_late() -> None:
        await may_fail.wait()
        raise OSError("the disk is gone")

    async with services(database) as parts:
        monkeypatch.setattr(parts.store, "try_writing", fail_late)
        readiness = Readiness(parts.store)
        assert await readiness.problem() == "the database does not write in time"
        may_fail.set()
        for _ in range(3):
            await asyncio.sleep(0)
        del readiness
        gc.collect()
    assert [record.getMessage() for record in caplog.records] == ["the database cannot be written to: the disk is gone"]
