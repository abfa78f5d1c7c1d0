"""Housekeeping: games go on after a restart, tables that nobody starts are given up, and the counts are kept."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace

from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import NotFound, TableSetAside
from wormgrill.server.model.table import DAY_SECONDS, Life, Table
from wormgrill.server.services.background import Background, survive
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.storage.store import Store

SWEEP_SECONDS = 600.0


class Housekeeping:
    """What is done at the start and from time to time."""

    def __init__(self, store: Store, live_tables: LiveTables, metrics: Metrics, waiting_days: float) -> None:
        self._store = store
        self._live_tables = live_tables
        self._metrics = metrics
        self._waiting_days = waiting_days
        """A table that has not started by then is abandoned."""
        self._background = Background()

    def open(self) -> None:
        """Begin, in the background."""
        self._background.start(self._resume())
        self._background.start(survive(self.try_again()))
        self._background.start(self._sweep_on())

    async def close(self) -> None:
        """End it."""
        await self._background.close()

    async def _resume(self) -> None:
        """Load every game that was being played, so that its bots and clocks go on."""
        for table_id in await self._store.list_ids(Life.PLAYING):
            await survive(self._load(table_id))

    async def _load(self, table_id: str) -> None:
        with suppress(TableSetAside, NotFound):
            await self._live_tables.get(table_id)

    async def try_again(self) -> None:
        """Look again at what was set aside: it may have been repaired, or this program may be a newer one."""
        for table_id in await self._store.list_set_aside():
            with suppress(TableSetAside, NotFound):
                await self._live_tables.get(table_id)
                await self._store.take_back(table_id)

    async def _sweep_on(self) -> None:
        while True:
            await survive(self.sweep())
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Abandon tables that nobody has started for days, and count what there is."""
        for table_id in await self._store.waiting_since(time.time() - self._waiting_days * DAY_SECONDS):
            with suppress(TableSetAside, NotFound):
                live = await self._live_tables.get(table_id)
                await live.change(_abandoned)
        for life, number in (await self._store.count_lives()).items():
            self._metrics.tables.labels(life).set(number)
        self._metrics.set_aside.set(len(await self._store.list_set_aside()))


def _abandoned(table: Table) -> Table:
    return replace(table, life=Life.ABANDONED) if table.life is Life.WAITING else table
