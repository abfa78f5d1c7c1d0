"""The store: migrations, batches, and one row for each ply."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from tests.support.services import Disk
from wormgrill.game import EDITIONS, parse_move
from wormgrill.game.fair_dice import FIRST_SCHEME, NONE, SCHEME, Chain
from wormgrill.presentation.tally import Tally
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import TableSetAside
from wormgrill.server.model.table import Life, Seat, Table
from wormgrill.server.storage.database import MIGRATIONS, NEWEST, Conflict, open_engine
from wormgrill.server.storage.schema import metadata
from wormgrill.server.storage.store import Store

ROLL = parse_move("roll")
TABLE = Table(
    "t" * 16,
    "ada",
    EDITIONS["deluxe-2018"],
    (Seat("Ada", "ada", anchor="a" * 64), Seat("Bo", level="greedy")),
    "0" * 64,
    1.0,
)


def with_store(path: Path, use: Callable[[Store], Awaitable[None]]) -> None:
    """Use a store in a loop of its own."""

    async def run() -> None:
        store = await Store.open(f"sqlite:///{path / 'worms.db'}")
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


def without_outcomes(connection: sqlite3.Connection) -> None:
    """Take away what the eighth migration adds."""
    connection.execute("DROP TABLE outcomes")


def without_birds(connection: sqlite3.Connection) -> None:
    """Take away what the seventh migration and later ones add."""
    without_outcomes(connection)
    for table in ("people", "seats"):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN bird")


def without_tallies(connection: sqlite3.Connection) -> None:
    """Take away what the sixth migration and later ones add."""
    without_birds(connection)
    connection.execute("DROP INDEX ix_tables_tally")
    connection.execute("ALTER TABLE tables DROP COLUMN tally")
    connection.execute("DROP TABLE tallies")


def test_the_newest_version_is_the_head_of_the_migrations() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == NEWEST


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    def differences(connection: Connection) -> list[object]:
        found: list[object] = compare_metadata(MigrationContext.configure(connection), metadata)
        return found

    async def compare() -> list[object]:
        engine = await open_engine(f"sqlite:///{tmp_path / 'worms.db'}")
        try:
            return await engine.run(differences)
        finally:
            await engine.dispose()

    assert asyncio.run(compare()) == []


def test_games_from_before_the_chains_keep_their_dice_and_tables_that_wait_get_new_ones(tmp_path: Path) -> None:
    async def upgraded(store: Store) -> None:
        for name, scheme, seed in (("playing", FIRST_SCHEME, "abc"), ("waiting", SCHEME, NONE)):
            stored = await store.load(name)
            assert stored is not None
            assert (stored.table.dice_scheme, stored.table.seats[0].seed, stored.chains) == (scheme, seed, {})
            assert stored.table.seats[0].anchor == NONE

    async def add(store: Store) -> None:
        for life in (Life.PLAYING, Life.WAITING):
            seats = (Seat("Ada", "ada", seed="abc"), Seat("Bo", "bo", seed="def"))
            await store.add_table(replace(TABLE, id=str(life), life=life, seats=seats))

    with_store(tmp_path, add)
    with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
        later = (("tables", "dice_scheme"), ("tables", "has_secret_whims"), ("seats", "anchor"), ("moves", "link"))
        for table, column in later:
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        without_tallies(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    with_store(tmp_path, upgraded)


def test_people_from_before_the_birds_get_theirs_by_name(tmp_path: Path) -> None:
    async def add(store: Store) -> None:
        await store.add_person(Person("ada", "Ada", "en"), "hash", 1.0)
        await store.add_table(TABLE)

    async def upgraded(store: Store) -> None:
        person, stored = await store.find_person("hash"), await store.load(TABLE.id)
        assert person == Person("ada", "Ada", "en", bird=None)
        assert stored is not None
        assert stored.table == TABLE
        await store.change_person(replace(person, bird="duck"))
        assert await store.find_person("hash") == replace(person, bird="duck")

    with_store(tmp_path, add)
    with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
        without_birds(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0006'")
    with_store(tmp_path, upgraded)


def test_a_table_comes_back_as_it_was_left(tmp_path: Path) -> None:
    table = replace(TABLE, seats=(replace(TABLE.seats[0], bird="duck"), *TABLE.seats[1:]))

    async def write(store: Store) -> None:
        await store.add_table(table)
        await store.append(TABLE.id, 0, [ROLL, parse_move("dice 1112345W")], 5.0, links={1: "1" * 64})

    async def read(store: Store) -> None:
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert stored.table == table
        assert [str(move) for move in stored.game.moves] == ["roll", "dice 1112345W"]
        assert stored.clock.since == 5.0
        assert stored.chains == {"a" * 64: Chain("a" * 64, "1" * 64)}
        assert await store.load("nothing") is None

    with_store(tmp_path, write)
    with_store(tmp_path, read)


def test_a_ply_is_written_once_and_others_in_the_batch_are_not_harmed(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        writes = [store.append(TABLE.id, ply, [ROLL], 5.0) for ply in (0, 0, 1)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert Disk(tmp_path / "worms.db").plies(TABLE.id) == 2

    with_store(tmp_path, use)


def test_all_of_an_append_is_written_or_nothing(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        await store.append(TABLE.id, 1, [ROLL], 5.0)
        with pytest.raises(Conflict):
            await store.append(TABLE.id, 0, [ROLL, ROLL], 6.0)
        assert Disk(tmp_path / "worms.db").plies(TABLE.id) == 1

    with_store(tmp_path, use)


def test_tables_are_listed_by_person_and_life(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        assert [table.id for table in await store.list_of("ada")] == [TABLE.id]
        assert await store.list_of("bo") == []
        assert await store.list_public() == []
        assert await store.list_ids(Life.WAITING) == [TABLE.id]
        assert await store.count_hosted("ada") == 1
        assert await store.count_lives() == {"waiting": 1}
        assert await store.waiting_since(2.0) == [TABLE.id]
        assert await store.waiting_since(0.5) == []

    with_store(tmp_path, use)


def test_people_are_found_by_the_hash_of_their_token(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        person = Person("ada", "Ada", "en")
        await store.add_person(person, "hash", 1.0)
        assert await store.find_person("hash") == person
        assert await store.find_person("other") is None
        await store.add_token("code", "ada", 10.0, is_transfer=True)
        assert await store.find_person("code") is None
        assert await store.find_person("code", is_transfer=True, since=11.0) is None
        assert await store.find_person("code", is_transfer=True, since=9.0) == person

    with_store(tmp_path, use)


# ---------------------------------------------------------------------------------------------------- dice


async def finish(store: Store, letter: str, *rolls: str, **changes: object) -> None:
    """Remember a table whose game is over, as far as the store can tell, with these rolls and a move between them."""
    table = replace(TABLE, id=letter * 16, **{"life": Life.FINISHED, **changes})  # type: ignore[arg-type]  # by name
    await store.add_table(table)
    moves = [move for roll in rolls for move in (ROLL, parse_move(f"dice {roll}"))]
    await store.append(table.id, 0, moves, 5.0)


def test_the_dice_of_finished_games_are_counted_once(tmp_path: Path) -> None:
    async def count(store: Store) -> None:
        assert await store.tally() == Tally()
        assert not await store.count_dice()
        await finish(store, "a", "1112345W", "1112345W", "22")
        await finish(store, "b", "3+3", "34+W")
        await finish(store, "c")
        await finish(store, "d", "4444", life=Life.PLAYING)
        await finish(store, "e", "4444", life=Life.ABANDONED)
        await finish(store, "f", "4444", tags=())
        assert await store.count_dice(2)
        assert await store.count_dice(2)
        assert not await store.count_dice(2)

    async def count_on(store: Store) -> None:
        assert await store.tally() == Tally(3, (6, 4, 4, 3, 2, 2))
        assert not await store.count_dice(), "after a restart nothing is counted again"
        await finish(store, "g", "5")
        assert await store.count_dice()
        assert await store.tally() == Tally(4, (6, 4, 4, 3, 3, 2))

    with_store(tmp_path, count)
    with_store(tmp_path, count_on)


def test_what_is_counted_stays_counted_when_the_game_is_deleted(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await finish(store, "a", "12345W")
        assert await store.over_since(100.0) == [], "it is to be counted first"
        await store.count_dice()
        assert await store.over_since(100.0) == ["a" * 16]
        await store.delete_table("a" * 16)
        assert not await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))

    with_store(tmp_path, use)


def test_two_who_count_at_once_count_a_game_once(tmp_path: Path) -> None:
    """The second one has read the number of the newest tally before the first one writes the next."""

    async def use(first: Store) -> None:
        second = await Store.open(f"sqlite:///{tmp_path / 'worms.db'}")
        try:
            await finish(first, "a", "12345W")
            read = second._newest_tally

            async def overtaken() -> tuple[int, Tally]:
                newest = await read()
                await first.count_dice()
                await finish(first, "b", "W")
                return newest

            second._newest_tally = overtaken  # type: ignore[method-assign]  # to be slower than the other one
            with pytest.raises(Conflict):
                await second.count_dice()
        finally:
            await second.close()
        assert await first.tally() == Tally(1, (1, 1, 1, 1, 1, 1))
        assert await first.count_dice()
        assert await first.tally() == Tally(2, (1, 1, 1, 1, 1, 2))

    with_store(tmp_path, use)


def test_a_count_that_cannot_be_written_is_made_later(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await finish(store, "a", "12345W")
        with Disk(tmp_path / "worms.db").broken("tallies"), pytest.raises(OperationalError):
            await store.count_dice()
        assert await store.tally() == Tally()
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))

    with_store(tmp_path, use)


def test_what_cannot_be_read_is_not_counted_and_harms_nothing(tmp_path: Path) -> None:
    async def add(store: Store) -> None:
        await finish(store, "a", "12345W", "1")
        await finish(store, "b", "2")

    async def count(store: Store) -> None:
        with pytest.raises(TableSetAside):
            await store.load("b" * 16)
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))
        assert await store.over_since(100.0) == ["a" * 16, "b" * 16]

    with_store(tmp_path, add)
    with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
        connection.execute("UPDATE moves SET move = 'dice x1' WHERE move = 'dice 1'")
        connection.execute("UPDATE moves SET move = 'dice x2' WHERE move = 'dice 2'")
    with_store(tmp_path, count)


def test_games_from_before_the_tallies_are_counted(tmp_path: Path) -> None:
    async def add(store: Store) -> None:
        await finish(store, "a", "12345W", "22")
        await finish(store, "b", "4444", life=Life.PLAYING)

    async def upgraded(store: Store) -> None:
        assert await store.tally() == Tally()
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 3, 1, 1, 1, 1))
        assert await store.list_ids(Life.PLAYING) == ["b" * 16]

    with_store(tmp_path, add)
    with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
        without_tallies(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0005'")
    with_store(tmp_path, upgraded)
