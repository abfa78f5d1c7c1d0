"""Listening: one connection to PostgreSQL on which a process hears what other processes have written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from wormgrill.server.storage.database import CHANNEL, reason_of

log = logging.getLogger(__name__)

BEAT_SECONDS = 5.0
"""How often the connection is tried: a line may be dead without a word."""
RETRY_SECONDS = 0.5

Heard = Callable[[str, str, str], None]
"""Told who says something, of which kind it is (`table`, `again` or `person`, and who is at a table), and of what."""


class Listener:
    """Hears what others have written; after a break in which nothing was heard, somebody reads everything again."""

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], origin: str, heard: Heard, resumed: Callable[[], Awaitable[None]]
    ) -> None:
        self._connect = connect
        self._origin = origin
        """What this process itself has written is no news."""
        self._heard = heard
        self._resumed = resumed
        self._is_told = False
        """Whether the log says already that nothing can be heard."""

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._listen()
                problem: Exception = ConnectionError("the connection was closed")
            except Exception as found:  # whatever it is: a process that hears nothing any more would not know it
                problem = found
            if not self._is_told:
                log.error("nothing is heard from the database: %s", reason_of(problem))
                self._is_told = True
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        connection, lost = await self._connect(), asyncio.Event()
        try:
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, self._hear)
            await self._resumed()
            if self._is_told:
                log.warning("the database is heard again")
                self._is_told = False
            while not lost.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT_SECONDS):
                        await lost.wait()
                if not lost.is_set():
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _hear(self, _connection: object, _process: int, _channel: str, message: str) -> None:
        origin, kind, name = message.split(" ", 2)
        if origin != self._origin:
            self._heard(origin, kind, name)
