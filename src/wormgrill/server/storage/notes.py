"""Notes: on SQLite, how the server hears of what an operator's command has changed meanwhile.

PostgreSQL tells it by itself (`listening`). In a file the command leaves a note in the same transaction; the server,
the only one that reads them, looks every second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import bindparam, delete, select

from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.storage import schema
from wormgrill.server.storage.database import Reader, Writer

LOOK_SECONDS = 1.0
_NOTES = select(schema.notes).order_by(schema.notes.c.number)
_DELETE_READ = delete(schema.notes).where(schema.notes.c.number <= bindparam("last"))


class NoteReader:
    """Reads the notes, tells of them and throws them away."""

    def __init__(self, reader: Reader, writer: Writer, heard: Callable[[str, str, str], None]) -> None:
        self._reader = reader
        self._writer = writer
        self._heard = heard

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            with suppress(DatabaseUnavailable):  # whatever is noted stays
                await self._look()
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        notes = await self._reader.read(_NOTES)
        if not notes:
            return
        for note in notes:
            self._heard(*note["text"].split(" ", 2))
        await self._writer.write([(_DELETE_READ, {"last": notes[-1]["number"]})])
