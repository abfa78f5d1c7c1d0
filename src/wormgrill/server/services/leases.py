"""Leases: of several processes on one database, one plays for the bots of a table and ends its clocks."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.services.background import Background, survive
from wormgrill.server.storage.database import Lease
from wormgrill.server.storage.store import Store

RENEW_SECONDS = 2.0
"""How often leases are renewed, and those that have expired are looked for."""


class Leases:
    """The leases of this process. They end by themselves if it does not renew them, by the clock of the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: dict[str, Lease] = {}
        self._background = Background()

    def open(self) -> None:
        """Begin to renew them."""
        self._background.start(self._renew_always())

    async def close(self) -> None:
        """Give all of them back, so that others need not wait."""
        await self._background.close()
        with suppress(DatabaseUnavailable):
            for lease in list(self._held.values()):
                await self.release(lease)

    def holds(self, lease: Lease | None) -> bool:
        """Whether a lease is still ours, as far as we know; the database decides when something is written."""
        return lease is not None and self._held.get(lease.table_id) == lease

    async def take(self, table_id: str) -> Lease | None:
        """A lease of a table; None if another process has it."""
        lease = await self._store.take_lease(table_id)
        if lease:
            self._held[table_id] = lease
        return lease

    async def take_due(self, before: float) -> list[Lease]:
        """Leases of some tables at which something must happen before a time, and for which nobody sees to it."""
        leases = await self._store.take_due(before)
        self._held.update({lease.table_id: lease for lease in leases})
        return leases

    async def release(self, lease: Lease) -> None:
        """Give a lease back."""
        self.lose(lease)
        await self._store.release_lease(lease)

    def lose(self, lease: Lease) -> None:
        """The database has said that a lease is not ours any more."""
        if self._held.get(lease.table_id) == lease:
            del self._held[lease.table_id]

    async def _renew_always(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await survive(self._renew())

    async def _renew(self) -> None:
        before = dict(self._held)
        if before:
            kept = await self._store.renew_leases()
            for table_id, lease in before.items():
                if table_id not in kept:
                    self.lose(lease)
