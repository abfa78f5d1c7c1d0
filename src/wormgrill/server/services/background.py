"""Work in the background: tasks that end with the server, and work that is tried again after a failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0


class Background:
    """Tasks that nobody waits for, until they are all ended together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work; it is kept from being garbage until it ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Cancel everything that still runs."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Finish the work even if the caller is cancelled: nothing is written and then not shown."""
    waiting: Awaitable[T] = asyncio.shield(asyncio.ensure_future(work))
    return await waiting


async def survive(work: Coroutine[Any, Any, None]) -> None:
    """Do work that will be done again, even if it fails this time, such as on a full disk."""
    try:
        await work
    except Exception:
        log.exception("something failed and will be tried again")
        await asyncio.sleep(RETRY_SECONDS)
