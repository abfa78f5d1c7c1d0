"""The store: migrations, batches, and one row for each ply."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from wormgrill.game import EDITIONS, parse_move
from wormgrill.game.fair_dice import FIRST_SCHEME, NONE, SCHEME, Chain
from wormgrill.presentation.tally import Tally
from wormgrill.server.model.people import Person
from wormgrill.server.model.play import Clock
from wormgrill.server.model.refusals import AnchorUsed, TableSetAside
from wormgrill.server.model.table import ChatLine, Life, Seat, Table
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.opening import MIGRATIONS, NEWEST, migrate, open_engine
from wormgrill.server.storage.schema import metadata
from wormgrill.server.storage.store import Store

ROLL = parse_move("roll")
TABLE = Table(
    "t" * 16,
    "ada",
    EDITIONS["deluxe-2018"],
    (Seat("Ada", "ada"), Seat("Bo", level="greedy")),
    "0" * 64,
    1.0,
)


def with_store(database: str, use: Callable[[Store], Awaitable[None]]) -> None:
    """Use a store in a loop of its own."""

    async def run() -> None:
        store = await Store.open(database)
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


async def execute(store: Store, *statements: str) -> int:
    """Execute something past the store; the number that the last of it tells."""

    def run(connection: Connection) -> int:
        for statement in statements:
            result = connection.exec_driver_sql(statement)
        return int(result.scalar_one()) if result.returns_rows else 0

    return await store._engine.run(run, is_writing=True)


async def plies(store: Store) -> int:
    """How many plies are stored."""
    return await execute(store, "SELECT count(*) FROM moves")


@asynccontextmanager
async def broken(store: Store, name: str) -> AsyncIterator[None]:
    """Make every write to a table of the database fail in the block."""
    await execute(store, f"ALTER TABLE {name} RENAME TO broken")
    try:
        yield
    finally:
        await execute(store, f"ALTER TABLE broken RENAME TO {name}")


async def take_back(store: Store, version: str) -> None:
    """Make a database one of an earlier version."""
    await store._engine.run(partial(migrate, to=version), is_writing=True)


def test_the_newest_version_is_the_head_of_the_migrations() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == NEWEST


def test_the_migrations_make_the_schema(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        found: list[object] = compare_metadata(MigrationContext.configure(connection), metadata)
        return found

    async def compare() -> list[object]:
        engine = await open_engine(database)
        try:
            return await engine.run(differences)
        finally:
            await engine.dispose()

    assert asyncio.run(compare()) == []


def test_games_from_before_the_chains_keep_their_dice_and_tables_that_wait_get_new_ones(database: str) -> None:
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

        await take_back(store, "0004")
        later = (("tables", "dice_scheme"), ("seats", "anchor"), ("moves", "link"))
        drops = (f"ALTER TABLE {table} DROP COLUMN {column}" for table, column in later)
        await execute(store, *drops, "UPDATE alembic_version SET version_num = '0003'")

    with_store(database, add)
    with_store(database, upgraded)


def test_people_from_before_the_birds_get_theirs_by_name(database: str) -> None:
    async def add(store: Store) -> None:
        await store.add_person(Person("ada", "Ada", "en"), "hash", 1.0)
        await store.add_table(TABLE)
        await take_back(store, "0006")

    async def upgraded(store: Store) -> None:
        person, stored = await store.find_person("hash"), await store.load(TABLE.id)
        assert person == Person("ada", "Ada", "en", bird=None)
        assert stored is not None
        assert stored.table == TABLE
        await store.change_person(replace(person, bird="duck"))
        assert await store.find_person("hash") == replace(person, bird="duck")

    with_store(database, add)
    with_store(database, upgraded)


def test_a_database_is_taken_back_and_brought_up_to_date_again_with_all_its_games(database: str) -> None:
    async def add(store: Store) -> None:
        await store.add_person(Person("ada", "Ada", "en"), "hash", 1.0)
        await store.add_table(TABLE)
        await store.append(TABLE.id, 0, [ROLL, parse_move("dice 1112345W")], 5.0, version=0, links={1: "1" * 64})
        await store.say(TABLE.id, ChatLine(0, "ada", "Ada", "Hello", 6.0))
        await take_back(store, "0004")
        with pytest.raises(SQLAlchemyError, match="a program that old cannot roll the dice"):
            await take_back(store, "0003")

    async def read(store: Store) -> None:
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert (stored.table, stored.version) == (TABLE, 0)
        assert [str(move) for move in stored.game.moves] == ["roll", "dice 1112345W"]
        assert [line.text for line in stored.chat] == ["Hello"]
        assert await store.find_person("hash") == Person("ada", "Ada", "en")

    with_store(database, add)
    with_store(database, read)


def seated(table_id: str, *anchors: str) -> Table:
    """A table that waits, at which people have committed to these."""
    seats = tuple(Seat(f"P{number}", f"p{number}", anchor=anchor) for number, anchor in enumerate(anchors))
    return replace(TABLE, id=table_id, seats=seats)


def test_an_anchor_belongs_to_one_table_for_ever_once_the_game_has_begun(database: str) -> None:
    async def use(store: Store) -> None:
        own, theirs, third = ("a" * 64, "b" * 64, "c" * 64)
        await store.add_table(seated("one", own, own, NONE))
        await store.add_table(seated("two", theirs, NONE))
        for refused in (
            store.add_table(seated("three", third, own)),
            store.change_table(seated("two", theirs, own), Clock(1.0, None), 0),
            store.change_table(seated("two", theirs), Clock(1.0, None), 0, adding=seated("four", own)),
        ):
            with pytest.raises(AnchorUsed):
                await refused
        assert await execute(store, "SELECT count(*) FROM tables") == 2
        stored = await store.load("two")
        assert stored is not None
        assert (stored.version, stored.table.seats) == (0, seated("two", theirs, NONE).seats)
        playing = replace(seated("one", own, own, NONE), life=Life.PLAYING, started_at=2.0)
        await store.change_table(playing, Clock(2.0, None), 0)
        await store.delete_table("one")
        with pytest.raises(AnchorUsed):
            await store.add_table(seated("five", own))

    with_store(database, use)


def test_an_anchor_that_is_taken_back_before_the_start_is_free_again(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_table(seated("one", "a" * 64, NONE))
        await store.change_table(seated("one", "a" * 64, "b" * 64), Clock(1.0, None), 0)
        await store.change_table(seated("one", "c" * 64, "b" * 64), Clock(1.0, None), 1)
        await store.add_table(seated("two", "a" * 64))
        assert await execute(store, "SELECT count(*) FROM anchors") == 3

    with_store(database, use)


def test_of_many_processes_one_gets_the_anchor(database: str) -> None:
    async def use(store: Store) -> None:
        others = [await Store.open(database) for _ in range(3)]
        try:
            writes = [each.add_table(seated(str(number), "a" * 64)) for number, each in enumerate((store, *others))]
            results = await asyncio.gather(*writes, return_exceptions=True)
        finally:
            for other in others:
                await other.close()
        assert sorted(map(str, map(type, results))) == sorted(map(str, [type(None), *[AnchorUsed] * 3]))

    with_store(database, use)


def test_a_database_from_before_knows_the_anchors_of_its_tables(database: str) -> None:
    async def add(store: Store) -> None:
        await store.add_table(seated("one", "a" * 64, "a" * 64, NONE))
        await store.add_table(seated("two", "b" * 64))
        await take_back(store, "0015")
        await execute(store, f"UPDATE seats SET anchor = '{'a' * 64}' WHERE table_id = 'two'")

    async def upgraded(store: Store) -> None:
        assert await execute(store, "SELECT count(*) FROM anchors") == 1
        with pytest.raises(AnchorUsed):
            await store.add_table(seated("three", "a" * 64))
        await store.add_table(seated("three", "b" * 64))

    with_store(database, add)
    with_store(database, upgraded)


def test_whoever_decides_on_an_older_version_of_a_table_is_refused(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        clock = Clock(1.0, None)
        await store.change_table(replace(TABLE, life=Life.PLAYING), clock, 0)
        writes = (
            store.change_table(replace(TABLE, host="bo"), clock, 0),
            store.change_clock(TABLE.id, Clock(9.0, 9.0), 0),
            store.append(TABLE.id, 0, [ROLL], 5.0, version=0),
            store.append(TABLE.id, 0, [ROLL], 5.0, version=2),
        )
        assert {type(each) for each in await asyncio.gather(*writes, return_exceptions=True)} == {Conflict}
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert (stored.version, stored.table) == (1, replace(TABLE, life=Life.PLAYING))
        assert (stored.clock, stored.game.moves) == (clock, ())
        await store.append(TABLE.id, 0, [ROLL], 5.0, version=1)
        await store.delete_table(TABLE.id)
        with pytest.raises(Conflict):
            await store.append(TABLE.id, 1, [ROLL], 5.0, version=2)

    with_store(database, use)


def test_of_many_who_decide_on_the_same_version_one_does(database: str) -> None:
    async def use(store: Store) -> None:
        others = [await Store.open(database) for _ in range(3)]
        try:
            await store.add_table(TABLE)
            for version in range(10):
                writes = [each.append(TABLE.id, version, [ROLL], 5.0, version=version) for each in (store, *others)]
                results = await asyncio.gather(*writes, return_exceptions=True)
                assert sorted(map(str, map(type, results))) == sorted(map(str, [type(None), *[Conflict] * 3]))
            assert await plies(store) == 10
        finally:
            for other in others:
                await other.close()

    with_store(database, use)


def test_only_what_is_new_is_read(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        await store.append(TABLE.id, 0, [ROLL, parse_move("dice 1112345W")], 5.0, version=0, links={1: "1" * 64})
        await store.append(TABLE.id, 2, [parse_move("keep 1")], 6.0, version=1)
        for number in range(3):
            await store.say(TABLE.id, ChatLine(number, "ada", "Ada", str(number), 6.0))
        news = await store.load_news(TABLE.id, 1, 2)
        assert news is not None
        assert (news.table, news.version, news.links) == (TABLE, 2, {1: "1" * 64})
        assert [str(move) for move in news.moves] == ["dice 1112345W", "keep 1"]
        assert [line.text for line in news.chat] == ["2"]
        assert await store.load_news("nothing", 0, 0) is None

    with_store(database, use)


def test_a_transfer_code_is_used_once_whoever_is_faster(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_person(Person("ada", "Ada", "en"), "hash", 1.0)
        await store.add_token("code", "ada", 1.0, is_transfer=True)
        other = await Store.open(database)
        try:
            both = (store.exchange_token("code", "new0", "ada", 2.0), other.exchange_token("code", "new1", "ada", 2.0))
            results = await asyncio.gather(*both, return_exceptions=True)
        finally:
            await other.close()
        assert {type(each) for each in results} == {type(None), Conflict}
        assert [await store.find_person("new0"), await store.find_person("new1")].count(None) == 1
        with pytest.raises(Conflict):
            await store.exchange_token("hash", "new3", "ada", 3.0)

    with_store(database, use)


def test_a_table_comes_back_as_it_was_left(database: str) -> None:
    table = replace(TABLE, seats=(replace(TABLE.seats[0], anchor="a" * 64, bird="duck"), *TABLE.seats[1:]))

    async def write(store: Store) -> None:
        await store.add_table(table)
        await store.append(TABLE.id, 0, [ROLL, parse_move("dice 1112345W")], 5.0, version=0, links={1: "1" * 64})

    async def read(store: Store) -> None:
        stored = await store.load(TABLE.id)
        assert stored is not None
        assert stored.table == table
        assert [str(move) for move in stored.game.moves] == ["roll", "dice 1112345W"]
        assert stored.clock.since == 5.0
        assert stored.chains == {"a" * 64: Chain("a" * 64, "1" * 64)}
        assert await store.load("nothing") is None

    with_store(database, write)
    with_store(database, read)


def test_a_ply_is_written_once_and_others_in_the_batch_are_not_harmed(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        writes = [store.append(TABLE.id, ply, [ROLL], 5.0, version=ply) for ply in (0, 0, 1)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert await plies(store) == 2

    with_store(database, use)


def test_all_of_an_append_is_written_or_nothing(database: str) -> None:
    async def use(store: Store) -> None:
        await store.add_table(TABLE)
        await store.append(TABLE.id, 1, [ROLL], 5.0, version=0)
        with pytest.raises(Conflict):
            await store.append(TABLE.id, 0, [ROLL, ROLL], 6.0, version=1)
        assert await plies(store) == 1

    with_store(database, use)


def test_tables_are_listed_by_person_and_life(database: str) -> None:
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

    with_store(database, use)


def test_people_are_found_by_the_hash_of_their_token(database: str) -> None:
    async def use(store: Store) -> None:
        person = Person("ada", "Ada", "en")
        await store.add_person(person, "hash", 1.0)
        assert await store.find_person("hash") == person
        assert await store.find_person("other") is None
        await store.add_token("code", "ada", 10.0, is_transfer=True)
        assert await store.find_person("code") is None
        assert await store.find_person("code", is_transfer=True, since=11.0) is None
        assert await store.find_person("code", is_transfer=True, since=9.0) == person

    with_store(database, use)


# ---------------------------------------------------------------------------------------------------- dice


async def finish(store: Store, letter: str, *rolls: str, **changes: object) -> None:
    """Remember a table whose game is over, as far as the store can tell, with these rolls and a move between them."""
    table = replace(TABLE, id=letter * 16, **{"life": Life.FINISHED, **changes})  # type: ignore[arg-type]  # by name
    await store.add_table(table)
    moves = [move for roll in rolls for move in (ROLL, parse_move(f"dice {roll}"))]
    await store.append(table.id, 0, moves, 5.0, version=0)


def test_the_dice_of_finished_games_are_counted_once(database: str) -> None:
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

    with_store(database, count)
    with_store(database, count_on)


def test_what_is_counted_stays_counted_when_the_game_is_deleted(database: str) -> None:
    async def use(store: Store) -> None:
        await finish(store, "a", "12345W")
        assert await store.over_since(100.0) == [], "it is to be counted first"
        await store.count_dice()
        assert await store.over_since(100.0) == ["a" * 16]
        await store.delete_table("a" * 16)
        assert not await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))

    with_store(database, use)


def test_two_who_count_at_once_count_a_game_once(database: str) -> None:
    """The second one has read the number of the newest tally before the first one writes the next."""

    async def use(first: Store) -> None:
        second = await Store.open(database)
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

    with_store(database, use)


def test_a_count_that_cannot_be_written_is_made_later(database: str) -> None:
    async def use(store: Store) -> None:
        await finish(store, "a", "12345W")
        async with broken(store, "tallies"):
            with pytest.raises(DBAPIError):
                await store.count_dice()
        assert await store.tally() == Tally()
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))

    with_store(database, use)


def test_what_cannot_be_read_is_not_counted_and_harms_nothing(database: str) -> None:
    async def add(store: Store) -> None:
        await finish(store, "a", "12345W", "1")
        await finish(store, "b", "2")
        for roll in ("1", "2"):
            await execute(store, f"UPDATE moves SET move = 'dice x{roll}' WHERE move = 'dice {roll}'")

    async def count(store: Store) -> None:
        with pytest.raises(TableSetAside):
            await store.load("b" * 16)
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 1, 1, 1, 1, 1))
        assert sorted(await store.over_since(100.0)) == ["a" * 16, "b" * 16]

    with_store(database, add)
    with_store(database, count)


def test_games_from_before_the_tallies_are_counted(database: str) -> None:
    async def add(store: Store) -> None:
        await finish(store, "a", "12345W", "22")
        await finish(store, "b", "4444", life=Life.PLAYING)
        await take_back(store, "0005")

    async def upgraded(store: Store) -> None:
        assert await store.tally() == Tally()
        assert await store.count_dice()
        assert await store.tally() == Tally(1, (1, 3, 1, 1, 1, 1))
        assert await store.list_ids(Life.PLAYING) == ["b" * 16]

    with_store(database, add)
    with_store(database, upgraded)
