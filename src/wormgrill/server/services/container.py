"""Everything that a server is made of, opened and closed together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from wormgrill.server.metrics import Metrics
from wormgrill.server.model.ids import random_bytes
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.driver import Keeper
from wormgrill.server.services.people import Identity
from wormgrill.server.services.tables import Tables
from wormgrill.server.settings import Settings
from wormgrill.server.storage.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """What pages and API work with."""

    settings: Settings
    store: Store
    identity: Identity
    keeper: Keeper
    tables: Tables
    metrics: Metrics


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open the database, start the bots and go on with what was being played; close all of it at the end."""
    store = await Store.open(settings.database)
    try:
        bots = Bots(settings.bot_processes)
        try:
            metrics = Metrics()
            keeper = Keeper(store, bots, settings, metrics)
            try:
                keeper.open()
                tables = Tables(keeper, random_bytes(settings.test_seed))
                yield Services(settings, store, Identity(store), keeper, tables, metrics)
            finally:
                await keeper.close()
        finally:
            await bots.close()
    finally:
        await store.close()
