"""Work in the background: tasks that end with the server, and work that is tried again after a failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from wormgrill.server.limits import is_done_within
from wormgrill.server.model.refusals import DatabaseUnavailable

T = TypeVar("T")
log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
PATIENCE_SECONDS = 6.0
"""How long a caller waits for what must be finished; it may take as long as it needs."""


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
    """Finish the work even if the caller is cancelled or has no patience: nothing is written and then not shown.

    A caller who has waited for long is refused, though nobody knows yet whether the work will be done.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(look_at)
    if not await is_done_within(task, PATIENCE_SECONDS):
        raise DatabaseUnavailable
    return task.result()


def look_at(task: asyncio.Task[Any]) -> None:
    """See how a task ended, so that nobody complains if its caller has gone."""
    if not task.cancelled():
        task.exception()


async def survive(work: Coroutine[Any, Any, None]) -> None:
    """Do work that will be done again, even if it fails this time, such as on a full disk."""
    try:
        await work
    except DatabaseUnavailable:  # the log has been told
        await asyncio.sleep(RETRY_SECONDS)
    except Exception:
        log.exception("something failed and will be tried again")
        await asyncio.sleep(RETRY_SECONDS)
