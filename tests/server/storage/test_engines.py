"""Transactions in threads: whole or not at all, and beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, text

from tests.support.services import in_loop
from wormgrill.server.storage.engines import CONNECTIONS, SQLiteTransactions


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[SQLiteTransactions]:
    """A database with a table, until the end of the block."""
    transactions = SQLiteTransactions(make_url(url), 1.0)
    try:
        await transactions.run(lambda connection: connection.execute(text("CREATE TABLE worms (number INTEGER)")))
        yield transactions
    finally:
        await transactions.dispose()


def add(connection: Connection) -> None:
    """Add a row."""
    connection.execute(text("INSERT INTO worms VALUES (1)"))


def count(connection: Connection) -> int:
    """How many rows there are."""
    return int(connection.execute(text("SELECT count(*) FROM worms")).scalar_one())


@in_loop
async def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(connection: Connection) -> None:
        add(connection)
        raise ZeroDivisionError

    async with opened(f"sqlite:///{tmp_path / 'worms.db'}") as transactions:
        with pytest.raises(ZeroDivisionError):
            await transactions.run(fail)
        assert await transactions.run(count) == 0
        await transactions.run(add)
        assert await transactions.run(count) == 1


@in_loop
async def test_readers_and_the_event_loop_go_on_while_a_transaction_takes_its_time(tmp_path: Path) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def dawdle(connection: Connection) -> None:
        add(connection)
        has_begun.set()
        assert may_end.wait(60)

    async with opened(f"sqlite:///{tmp_path / 'worms.db'}") as transactions:
        writing = asyncio.create_task(transactions.run(dawdle))
        await asyncio.to_thread(has_begun.wait, 60)
        assert await asyncio.gather(*(transactions.run(count) for _ in range(3 * CONNECTIONS))) == [0] * 3 * CONNECTIONS
        assert not writing.done()
        may_end.set()
        await writing
        assert await transactions.run(count) == 1


@in_loop
async def test_a_transaction_is_finished_though_its_caller_has_given_up(tmp_path: Path) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def dawdle(connection: Connection) -> None:
        has_begun.set()
        assert may_end.wait(60)
        add(connection)

    async with opened(f"sqlite:///{tmp_path / 'worms.db'}") as transactions:
        writing = asyncio.create_task(transactions.run(dawdle))
        await asyncio.to_thread(has_begun.wait, 60)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        may_end.set()
    async with opened_again(tmp_path) as transactions:
        assert await transactions.run(count) == 1


@asynccontextmanager
async def opened_again(path: Path) -> AsyncIterator[SQLiteTransactions]:
    """The same database once more, until the end of the block."""
    transactions = SQLiteTransactions(make_url(f"sqlite:///{path / 'worms.db'}"), 1.0)
    try:
        yield transactions
    finally:
        await transactions.dispose()


@in_loop
async def test_a_database_in_memory_is_one_for_all() -> None:
    async with opened("sqlite://") as transactions:
        await asyncio.gather(*(transactions.run(add) for _ in range(20)))
        assert await transactions.run(count) == 20
