"""Housekeeping: sleeping tables are woken in time, what nobody plays any more is given up, and dice are counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import NotFound, TableSetAside
from wormgrill.server.model.table import DAY_SECONDS, Life, Table
from wormgrill.server.services.background import Background, survive
from wormgrill.server.services.driver import WAKE_SECONDS, Driver
from wormgrill.server.services.leases import RENEW_SECONDS
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import KEPT_SECONDS, TRANSFER_SECONDS
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.settings import Settings
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import Store

LOOK_SECONDS = 15.0
"""How often tables are looked for that must be woken: so often that every clock has its grace after a restart."""
ASK_SECONDS = 20.0
"""How often other processes are asked who is there."""
SWEEP_SECONDS = 600.0
COUNT_SECONDS = 60.0
"""How often the dice of the games that have ended since are counted."""


class Housekeeping:
    """What is done at the start and from time to time."""

    def __init__(
        self, store: Store, live_tables: LiveTables, driver: Driver, metrics: Metrics, settings: Settings
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._driver = driver
        self._metrics = metrics
        self._settings = settings
        self._background = Background()

    def open(self) -> None:
        """Begin, in the background."""
        if self._driver.leases:
            self._background.start(_repeat(self.take_over, RENEW_SECONDS))
            self._background.start(_repeat(self._live_tables.ask_for_people, ASK_SECONDS))
        else:
            self._background.start(_repeat(self.wake, LOOK_SECONDS))
        self._background.start(self._try_again())
        self._background.start(_repeat(self.count_dice, COUNT_SECONDS))
        self._background.start(_repeat(self.sweep, SWEEP_SECONDS))

    async def close(self) -> None:
        """End it."""
        await self._background.close()

    async def wake(self) -> None:
        """Load the tables at which something must happen soon, so that their bots and clocks go on."""
        for table_id in await self._store.list_due(time.time() + WAKE_SECONDS):
            if not self._driver.is_driving(table_id):
                await survive(self._with(table_id, self._drive))

    async def take_over(self) -> None:
        """Load tables at which something must happen soon and no process sees to it; the others do the same."""
        while self._driver.leases and (taken := await self._driver.leases.take_due(time.time() + WAKE_SECONDS)):
            for lease in taken:
                await survive(self._with(lease.table_id, self._drive))
                if not self._driver.is_driving(lease.table_id):
                    await self._driver.leases.release(lease)

    async def _drive(self, live: LiveTable) -> None:
        self._driver.drive(live)
        await live.store_due()

    async def try_again(self) -> None:
        """Look again at what was set aside: it may have been repaired, or this program may be a newer one."""
        for table_id in await self._store.list_set_aside():
            await self._with(table_id, self._take_back)

    async def _try_again(self) -> None:
        await survive(self.try_again())

    async def _take_back(self, live: LiveTable) -> None:
        await self._store.take_back(live.table.id)

    async def count_dice(self) -> None:
        """Count the dice of the games that have ended since: a few games at a time, so that nobody waits for it."""
        with suppress(Conflict):  # another server on the same database counts them
            is_more = True
            while is_more:
                is_more = await self._store.count_dice()

    async def sweep(self) -> None:
        """Give up what nobody plays any more, delete what has expired, and what is old if that is wanted, and count."""
        now = time.time()
        for table_id in await self._store.waiting_since(now - self._settings.waiting_days * DAY_SECONDS):
            await self._with(table_id, _abandon_waiting)
        still_since = now - self._settings.abandoned_days * DAY_SECONDS
        for table_id in await self._store.still_since(still_since):
            await self._with(table_id, lambda live: _abandon_still(live, still_since))
        if self._settings.finished_days is not None:
            for table_id in await self._store.over_since(now - self._settings.finished_days * DAY_SECONDS):
                await self._live_tables.delete(table_id)
        await self._store.delete_expired(now - TRANSFER_SECONDS, now - KEPT_SECONDS)
        for life, number in (await self._store.count_lives()).items():
            self._metrics.tables.labels(life).set(number)
        self._metrics.set_aside.set(len(await self._store.list_set_aside()))

    async def _with(self, table_id: str, do: Callable[[LiveTable], Awaitable[None]]) -> None:
        """Do something with a table; nothing if it cannot be read, or is not there any more."""
        with suppress(TableSetAside, NotFound):
            await do(await self._live_tables.get(table_id))


async def _repeat(work: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
    while True:
        await survive(work())
        await asyncio.sleep(seconds)


async def _abandon_waiting(live: LiveTable) -> None:
    await live.change(lambda table: replace(table, life=Life.ABANDONED) if table.life is Life.WAITING else table)


async def _abandon_still(live: LiveTable, before: float) -> None:
    """Give up a game, unless somebody has moved meanwhile."""

    def decide(table: Table) -> Table:
        is_still = table.life is Life.PLAYING and live.clock.due_at is None and live.clock.since < before
        return replace(table, life=Life.ABANDONED) if is_still else table

    await live.change(decide)
