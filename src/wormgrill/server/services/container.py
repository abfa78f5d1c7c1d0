"""Everything that a server is made of, opened and closed together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from wormgrill.server.metrics import Metrics
from wormgrill.server.model.ids import random_bytes
from wormgrill.server.services.background import Background
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.driver import Driver
from wormgrill.server.services.history import History
from wormgrill.server.services.housekeeping import Housekeeping
from wormgrill.server.services.leases import Leases
from wormgrill.server.services.people import People
from wormgrill.server.services.personal import Personal
from wormgrill.server.services.readiness import Readiness
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.services.reviews import Reviews
from wormgrill.server.services.tables import Tables
from wormgrill.server.services.workers import Lines, Workers
from wormgrill.server.settings import Settings
from wormgrill.server.storage.sole_use import sole_use
from wormgrill.server.storage.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """What pages and API work with."""

    settings: Settings
    store: Store
    people: People
    live_tables: LiveTables
    tables: Tables
    workers: Workers
    asking: Lines
    """What API clients ask the bots, one thing at a time for each address: everybody's bots think there."""
    metrics: Metrics
    readiness: Readiness
    history: History
    reviews: Reviews
    personal: Personal

    def hurry(self) -> None:
        """End the streams and let nobody wait for long work: the server has been asked to stop."""
        self.live_tables.close_streams()
        self.workers.hurry()


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open the database, start the bots and go on with what was being played; close all of it at the end."""
    async with AsyncExitStack() as closing:
        metrics = Metrics()
        closing.enter_context(sole_use(settings.database))
        store = await Store.open(settings.database, is_alone=True)
        closing.push_async_callback(store.close)
        workers = Workers(settings)
        closing.push_async_callback(workers.close)
        bots = Bots(settings.bot_processes, logs_json=settings.log_format == "json")
        closing.push_async_callback(bots.close)
        leases = Leases(store) if store.is_shared else None
        if leases:
            leases.open()
            closing.push_async_callback(leases.close)
        driver = Driver(bots, metrics, settings.bot_pause_seconds, settings.reveal_seconds, leases)
        closing.push_async_callback(driver.close)
        live_tables = LiveTables(store, metrics, driver.drive)
        closing.push_async_callback(live_tables.close)
        closing.callback(live_tables.close_streams)
        people = People(store)
        listening = Background()
        closing.push_async_callback(listening.close)

        def hear(origin: str, kind: str, name: str) -> None:
            if kind == "person":
                people.forget(name)
            elif kind in ("table", "again"):
                live_tables.hear(name, is_again=kind == "again")
            else:
                live_tables.hear_of_people(origin, kind, name)

        async def catch_up() -> None:
            people.forget()
            await live_tables.catch_up()

        listening.start(store.listener(hear, catch_up).run())
        housekeeping = Housekeeping(store, live_tables, driver, metrics, settings)
        closing.push_async_callback(housekeeping.close)
        housekeeping.open()
        tables = Tables(store, live_tables, bots, settings, random_bytes(settings.test_seed))
        history, readiness = History(store, live_tables), Readiness(store)
        personal = Personal(store, live_tables, people, history)
        yield Services(
            settings,
            store,
            people,
            live_tables,
            tables,
            workers,
            Lines(),
            metrics,
            readiness,
            history,
            Reviews(workers, history),
            personal,
        )
