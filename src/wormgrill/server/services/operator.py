"""What the people who run a server do at its tables: from a process of their own, while it plays or not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from wormgrill.server.metrics import Metrics
from wormgrill.server.model import table as model
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import NotFound, Refusal, TableSetAside
from wormgrill.server.model.table import Life, Table
from wormgrill.server.services.history import History
from wormgrill.server.services.people import People
from wormgrill.server.services.personal import Personal
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.storage.store import SetAside, Store, StoredPerson


class Operator:
    """Looks after tables and people; whoever serves them hears of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live_tables = LiveTables(store, Metrics(), lambda _live: None)
        people = People(store)
        self._personal = Personal(store, self._live_tables, people, History(store, self._live_tables))

    async def tables(self, life: Life | None, number: int) -> Sequence[Table]:
        """So many tables, the newest first."""
        return await self._store.list_newest(life, number)

    async def people(self, name: str, number: int) -> Sequence[StoredPerson]:
        """So many people with this in their names, whoever was here last first."""
        return await self._store.list_people(name, number)

    async def set_aside(self) -> Sequence[SetAside]:
        """The tables that cannot be read, and why."""
        return await self._store.list_reasons()

    async def end(self, table_id: str) -> None:
        """End a game for good, or close a table that has not begun."""
        live = await self._live_tables.get(table_id)
        await live.change(model.with_everybody_removed)

    async def remove(self, table_id: str, seat: int) -> str:
        """Remove the person at a seat for good; their name."""
        live = await self._live_tables.get(table_id)
        person = model.other_person(live.table, seat, "")
        name = live.table.seats[seat].name
        await live.change(lambda table: model.with_removal(table, person))
        return name

    async def mute(self, person_id: str, *, is_muted: bool) -> Person:
        """Take the chat of all tables from a person, or give it back."""
        person = await self._person(person_id)
        await self._store.mute(person_id, is_muted=is_muted)
        return person

    async def delete_table(self, table_id: str) -> None:
        """Delete a table with its game, readable or not."""
        with suppress(TableSetAside):
            await self._live_tables.get(table_id)  # refuses what is not there
        await self._live_tables.delete(table_id)

    async def delete_person(self, person_id: str) -> Person:
        """Delete a person and all that is stored about them, as they could themselves."""
        person = await self._person(person_id)
        await self._personal.delete(person)
        return person

    async def _person(self, person_id: str) -> Person:
        rows = (await self._store.about(person_id))["people"]
        if not rows:
            raise NotFound("There is no such person.")
        return Person(rows[0]["id"], rows[0]["name"], rows[0]["language"])

    async def close(self) -> None:
        """End what is left to do."""
        await self._live_tables.close()


@asynccontextmanager
async def operating(url: str) -> AsyncIterator[Operator]:
    """An operator at a database, until the end of the block; what is refused is a `ValueError` with one line."""
    store = await Store.open(url, must_exist=True)
    operator = Operator(store)
    try:
        yield operator
    except Refusal as refusal:
        raise ValueError(str(refusal)) from None
    finally:
        await operator.close()
        await store.close()
