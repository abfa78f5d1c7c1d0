"""What is stored about a person: shown to them, taken along, and deleted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from wormgrill.game.record import Game
from wormgrill.server.model import table as model
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import NotFound, TableSetAside
from wormgrill.server.model.table import Life, Table
from wormgrill.server.services.history import History
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import People
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.storage.store import Store

TIMES = frozenset({"created_at", "started_at", "finished_at", "seen_at", "at"})


class Personal:
    """What people can learn of themselves, and how they go."""

    def __init__(self, store: Store, live_tables: LiveTables, people: People, history: History) -> None:
        self._store = store
        self._live_tables = live_tables
        self._people = people
        self._history = history

    async def about(self, person: Person) -> dict[str, Any]:
        """All that is stored about a person, for them to read; the moves are in the records of their games."""
        rows = await self._store.about(person.id)
        tables = [_shown(row) for row in rows["tables"]]
        for table in tables:
            table["are_you_host"] = table.pop("host") == person.id
            table["are_you_removed"] = person.id in table.pop("removed").split()
            table["are_you_muted"] = person.id in table.pop("muted").split()
            table["your_seats"] = [
                {name: value for name, value in seat.items() if name != "table_id"}
                for seat in rows["seats"]
                if seat["table_id"] == table["id"]
            ]
        devices = [_shown(row) for row in rows["tokens"] if not row["is_transfer"]]
        return {
            "person": _shown(rows["people"][0]) if rows["people"] else {},
            "devices": [{name: device[name] for name in ("created_at", "seen_at")} for device in devices],
            "transfer_codes": sum(bool(row["is_transfer"]) for row in rows["tokens"]),
            "tables": tables,
            "chat": [_shown(row) for row in rows["chat"]],
            "results": [_shown(row) for row in rows["outcomes"]],
        }

    async def records(self, person: Person) -> AsyncIterator[Game]:
        """The finished games of a person as their records tell them, oldest first; not those that cannot be read."""
        for table_id in await self._store.list_finished_ids(person.id):
            with suppress(TableSetAside):
                if stored := await self._store.load(table_id):
                    yield stored.table.record(stored.game, stored.chains)

    async def delete(self, person: Person) -> None:
        """Delete a person and all that is stored about them; where others play, or have played, they become somebody.

        Interrupted, it can be done again.
        """
        for table_id in await self._store.list_unfinished(person.id):
            with suppress(TableSetAside, NotFound):
                await self._leave(await self._live_tables.get(table_id), person)
        await self._history.forget(person)
        for table_id in await self._store.forget_person(person.id):
            with suppress(TableSetAside):
                await self._live_tables.reload(table_id)
        self._people.forget(person.id)

    async def _leave(self, live: LiveTable, person: Person) -> None:
        is_empty = False

        def decide(table: Table) -> Table:
            nonlocal is_empty
            if table.life is Life.FINISHED:  # by now: it is part of their history
                return table
            without = model.without_trace(table, person.id)
            is_empty = without is None
            return without or table

        await live.change(decide)
        if is_empty:
            await self._live_tables.delete(live.table.id)


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its times as people write them."""
    return {
        name: datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds") if name in TIMES and value else value
        for name, value in row.items()
    }
