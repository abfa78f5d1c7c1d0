"""Readiness: whether the server can write to its database, tried out each time that it is asked."""

from __future__ import annotations

import asyncio
import logging

from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.storage.store import Store

log = logging.getLogger(__name__)

READY_SECONDS = 2.0
"""A database that takes longer for a small write is not ready."""


class Readiness:
    """Tries a small write; however many ask meanwhile, there is one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: asyncio.Task[None] | None = None
        self._is_told = False
        """Whether the log says already that nothing can be written."""

    async def problem(self) -> str | None:
        """Why the server is not ready; None if it is."""
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._store.try_writing())
            self._writing.add_done_callback(self._tell)
        done, _ = await asyncio.wait([self._writing], timeout=READY_SECONDS)
        if not done:
            return "the database does not write in time"
        return "the database cannot be written to" if self._writing.exception() else None

    def _tell(self, writing: asyncio.Task[None]) -> None:
        """Tell the log, once until it is over, also if nobody waits any more; of an outage the storage has told it."""
        error = None if writing.cancelled() else writing.exception()
        if error is None and self._is_told:
            log.warning("the database can be written to again")
            self._is_told = False
        elif error and not self._is_told and not isinstance(error, DatabaseUnavailable):
            log.warning("the database cannot be written to: %s", error)
            self._is_told = True
