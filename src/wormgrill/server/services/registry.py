"""The registry: which tables are in memory, each as one live table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from cachetools import LRUCache

from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import DatabaseUnavailable, NotFound, TableSetAside
from wormgrill.server.services.background import RETRY_SECONDS, Background, finish
from wormgrill.server.services.live import LiveTable
from wormgrill.server.storage.store import Store

AT_ONCE = 8
"""So many tables are read again at a time."""
RECENT_TABLES = 500
"""Tables kept in memory besides those that are watched, and those where something will happen soon."""


class LiveTables:
    """Loads tables when they are asked for, and forgets those that are not needed any more."""

    def __init__(self, store: Store, metrics: Metrics, published: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._metrics = metrics
        self._published = published
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._recent: LRUCache[str, LiveTable] = LRUCache(RECENT_TABLES)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_closed = False
        self._background = Background()
        self._heard_of: set[str] = set()
        """Of which tables something was heard that has not begun to be read."""
        metrics.live_tables.set_function(lambda: len(self._live))

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id; there is never more than one object for it."""
        live = self._live.get(table_id)
        if live is None:
            live = await finish(self._loaded(table_id))
        self._recent[table_id] = live
        return live

    async def _loaded(self, table_id: str) -> LiveTable:
        """The table, loaded by one at a time."""
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            return self._live.get(table_id) or await self._load(table_id)

    async def delete(self, table_id: str) -> None:
        """Delete a table for good; streams of it end."""
        await self._store.delete_table(table_id)
        self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        self._recent.pop(table_id, None)
        live = self._live.pop(table_id, None)
        if live:
            live.close_streams()

    async def reload(self, table_id: str) -> None:
        """Take over what was written to a table past its live table, if it is in memory; streams end if it is gone."""
        live = self._live.get(table_id)
        if live is None:
            return
        try:
            await live.reload()
        except NotFound:
            self._forget(table_id)

    # ------------------------------------------------------------------------------------ what other processes write

    def hear(self, table_id: str, *, is_again: bool = False) -> None:
        """Another process has written to a table; `is_again` if it has also changed what was read before."""
        is_here = table_id in self._live or table_id in self._loading
        if is_here and table_id not in self._heard_of and not self._is_closed:
            self._heard_of.add(table_id)
            self._background.start(self._take_over(table_id, is_again))

    def hear_of_people(self, origin: str, kind: str, name: str) -> None:
        """Another process says who follows one of its tables, or asks."""
        table_id, _, person = name.partition(" ")
        live = self._live.get(table_id)
        if live:
            live.hear(origin, kind, person)

    async def ask_for_people(self) -> None:
        """Ask who follows the tables that are followed here: a process that has died says nothing of those who left."""
        for live in list(self._live.values()):
            if live.is_watched:
                live.ask()

    async def catch_up(self) -> None:
        """Read everything again of which nothing was heard for a while, some tables at a time."""
        await self.ask_for_people()
        waiting = list({*self._live, *self._loading})  # what is being loaded may be as old

        async def take_over_some() -> None:
            while waiting:
                live = self._live.get(table_id := waiting.pop())
                is_over = live is not None and live.table.is_over
                await self._take_over(table_id, is_over)  # only what is over changes afterwards

        await asyncio.gather(*(take_over_some() for _ in range(AT_ONCE)))

    async def _take_over(self, table_id: str, is_again: bool) -> None:
        async with self._loading.setdefault(table_id, asyncio.Lock()):  # while it is loaded it is not here yet
            live = self._live.get(table_id)
        self._heard_of.discard(table_id)
        while live:
            try:
                await (live.reload() if is_again else live.catch_up())
            except (NotFound, TableSetAside):
                self._forget(table_id)
            except DatabaseUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            return

    async def close(self) -> None:
        """Take over nothing more."""
        await self._background.close()

    def close_streams(self) -> None:
        """End all streams; called as soon as the server is asked to stop."""
        self._is_closed = True
        self._store.hurry()
        for live in list(self._live.values()):
            live.close_streams()

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._store.load(table_id)
        if stored is None:
            raise NotFound("There is no such table.")
        live = LiveTable(stored, self._store, self._metrics, self._published)
        self._live[table_id] = live
        live.ask()
        if self._is_closed:
            live.close_streams()
        self._published(live)
        return live
