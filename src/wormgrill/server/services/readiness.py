"""Readiness: whether the server can write to its database, tried out each time that it is asked."""

from __future__ import annotations

import asyncio
import logging

from wormgrill.server.storage.store import Store

log = logging.getLogger(__name__)

READY_SECONDS = 2.0
"""A database that takes longer for a small write is not ready."""


class Readiness:
    """Tries a small write; however many ask meanwhile, there is one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: asyncio.Task[None] | None = None

    async def problem(self) -> str | None:
        """Why the server is not ready; None if it is."""
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._store.try_writing())
        done, _ = await asyncio.wait([self._writing], timeout=READY_SECONDS)
        if not done:
            return "the database does not write in time"
        error = self._writing.exception()
        if error:
            log.warning("the database cannot be written to: %s", error)
            return "the database cannot be written to"
        return None
