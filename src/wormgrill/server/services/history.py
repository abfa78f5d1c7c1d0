"""History: the finished games of a person, the numbers about them, and how both are deleted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from wormgrill.presentation.numbers import Numbers
from wormgrill.presentation.story import story_of
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import TableSetAside
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import FinishedGame, Store

CATCH_UP_SECONDS = 1.0
"""So long somebody waits for older games, which were finished before it was written down how they ended."""


class History:
    """What people have played."""

    def __init__(self, store: Store, live_tables: LiveTables) -> None:
        self._store = store
        self._live_tables = live_tables

    async def catch_up(self, person: Person) -> int:
        """Find out how older games of a person ended, the newest first; how many are left for the next time."""
        ids = await self._store.list_without_outcomes(person.id)
        end = time.monotonic() + CATCH_UP_SECONDS
        for done, table_id in enumerate(ids):
            if time.monotonic() > end:
                return len(ids) - done
            with suppress(TableSetAside, Conflict):
                stored = await self._store.load(table_id)
                if stored:
                    await self._store.add_outcomes(stored.table, stored.story or story_of(stored.game))
        return 0

    async def numbers(self, person: Person) -> Mapping[tuple[str, int], Numbers]:
        """The numbers of a person by edition and number of players, of all games that count for them."""
        return await self._store.numbers_of(person.id)

    async def count(self, person: Person) -> int:
        """How many games a person has finished, whether they count or not."""
        return await self._store.count_finished(person.id)

    async def add_luck(self, table_id: str, luck: Sequence[float]) -> None:
        """Remember the luck of everybody in a finished game that was reviewed."""
        await self._store.add_luck(table_id, luck)

    async def games(self, person: Person, number: int, before: tuple[float, str] | None = None) -> list[FinishedGame]:
        """So many finished games of a person, the newest first; older ones than the one with this time and id."""
        return await self._store.list_finished(person.id, number, before)

    async def forget(self, person: Person) -> None:
        """Delete the finished games of a person and their numbers; where others played, they become somebody.

        The dice are counted first: those of deleted games stay counted.
        """
        with suppress(Conflict):  # another server on the same database counts them
            while await self._store.count_dice():
                pass
        for table_id in await self._store.forget_history(person.id):
            with suppress(TableSetAside):
                await self._live_tables.reload(table_id)
