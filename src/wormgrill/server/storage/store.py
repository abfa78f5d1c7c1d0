"""The store: people, tables, moves and chat, written durably and read back as values."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Select, TextClause, bindparam, delete, func, insert, select, text, update

from wormgrill.game.moves import Move
from wormgrill.presentation.numbers import Numbers, Outcome
from wormgrill.presentation.story import Story
from wormgrill.presentation.tally import Tally, tally_rolls
from wormgrill.server.model.people import Person
from wormgrill.server.model.play import Clock
from wormgrill.server.model.refusals import DatabaseUnavailable, TableSetAside
from wormgrill.server.model.table import (
    ChatLine,
    Life,
    Table,
)
from wormgrill.server.storage import schema
from wormgrill.server.storage.database import (
    Conflict,
    Lease,
    Reader,
    Wires,
    Write,
    Writer,
    read_rows,
)
from wormgrill.server.storage.engines import PostgreSQLTransactions, Transactions
from wormgrill.server.storage.leasing import LEASE_SECONDS, RELEASE_LEASE, RENEW_LEASES, TAKE_DUE, TAKE_LEASE
from wormgrill.server.storage.notes import NoteReader
from wormgrill.server.storage.opening import open_engine
from wormgrill.server.storage.personal import FINISHED, TALKED_AT, UNFINISHED, forgotten_person, rows_about
from wormgrill.server.storage.rows import (
    ADDED,
    HIGHEST,
    News,
    StoredTable,
    changed_clock,
    changed_table,
    deleted_table,
    forgotten,
    new_moves,
    new_outcomes,
    new_table,
    new_token,
    parse_news,
    parse_numbers,
    parse_outcome,
    parse_rolls,
    parse_table,
    parsing,
)

if TYPE_CHECKING:
    from wormgrill.server.storage.listening import Heard, Listener

T = TypeVar("T")
Rows = Sequence[Mapping[str, Any]]
log = logging.getLogger(__name__)

_INSERT_PERSON = insert(schema.people)
_UPDATE_PERSON = (
    update(schema.people)
    .where(schema.people.c.id == bindparam("key"))
    .values(name=bindparam("new_name"), language=bindparam("new_language"), bird=bindparam("new_bird"))
)
_USE_CODE = (
    delete(schema.tokens)
    .where(schema.tokens.c.hash == bindparam("key"), schema.tokens.c.is_transfer)
    .execution_options(or_else=Conflict)
)
_MUTE_PERSON = (
    update(schema.people).where(schema.people.c.id == bindparam("key")).values(is_muted=bindparam("new_is_muted"))
)
_SAW_TOKEN = update(schema.tokens).where(schema.tokens.c.hash == bindparam("key")).values(seen_at=bindparam("now"))
_DELETE_OTHER_TOKENS = delete(schema.tokens).where(
    schema.tokens.c.person == bindparam("of_person"), schema.tokens.c.hash != bindparam("key")
)
_DELETE_EXPIRED = delete(schema.tokens).where(
    (schema.tokens.c.is_transfer & (schema.tokens.c.created_at < bindparam("codes_before")))
    | (schema.tokens.c.seen_at < bindparam("tokens_before"))
)
_DELETE_COMMITS = delete(schema.commits).where(schema.commits.c.at < bindparam("commits_before"))
_DELETE_UNREACHABLE = delete(schema.people).where(
    *(
        ~select(place).where(place == schema.people.c.id).exists()
        for place in (schema.tokens.c.person, schema.seats.c.person, schema.tables.c.host)
    )
)
"""Forgets people who have no token any more, and no part in any table."""
_INSERT_CHAT = insert(schema.chat)
_INSERT_TALLY = insert(schema.tallies)
_MARK_COUNTED = update(schema.tables).where(schema.tables.c.id == bindparam("key")).values(tally=bindparam("new_tally"))
_LUCK = (
    update(schema.outcomes)
    .where(schema.outcomes.c.table_id == bindparam("key"), schema.outcomes.c.seat == bindparam("of_seat"))
    .values(luck=bindparam("new_luck"), reviewed=1)
)
_DELETE_OUTCOMES = delete(schema.outcomes).where(schema.outcomes.c.person == bindparam("key"))
_FACES = ("ones", "twos", "threes", "fours", "fives", "worms")
_REWRITE_VERSION = text("UPDATE alembic_version SET version_num = version_num")
_INSERT_SET_ASIDE = insert(schema.set_aside)
_DELETE_SET_ASIDE = delete(schema.set_aside).where(schema.set_aside.c.table_id == bindparam("key"))
_IS_READABLE = schema.tables.c.id.not_in(select(schema.set_aside.c.table_id))
_IS_TO_BE_COUNTED = (
    schema.tables.c.tally.is_(None) & (schema.tables.c.life == Life.FINISHED) & schema.tables.c.tags.is_(None)
)
MAX_REASON = 200
LISTED = 100
"""How many tables a list holds at most."""
_NEWEST = select(schema.tables).where(_IS_READABLE).order_by(schema.tables.c.created_at.desc()).limit(LISTED)
_PUBLIC = _NEWEST.where(schema.tables.c.is_public, schema.tables.c.life.in_([Life.WAITING, Life.PLAYING]))
_SEATED = select(schema.seats.c.table_id).where(schema.seats.c.person == bindparam("person"))
_OF_PERSON = _NEWEST.where((schema.tables.c.host == bindparam("person")) | schema.tables.c.id.in_(_SEATED))
_GOES_ON = schema.tables.c.life.in_([Life.WAITING, Life.PLAYING]) | (
    (schema.tables.c.life == Life.ABANDONED) & schema.tables.c.started_at.is_not(None)
)
_FINISHED_OF_PERSON = select(schema.tables).where(
    schema.tables.c.life == Life.FINISHED,
    (schema.tables.c.host == bindparam("person")) | schema.tables.c.id.in_(_SEATED),
)
_SEATS = (
    select(schema.seats)
    .where(schema.seats.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(schema.seats.c.seat)
)
MOVES_AT_ONCE = 1000
"""How many moves of a game are read at a time."""
COUNTED = 100
"""Of how many games the dice are counted at once."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of a person."""

    table: Table
    finished_at: float
    outcomes: Mapping[int, Outcome]
    """By seat, for all seats of this person."""


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A person as the people who run a server see them."""

    id: str
    name: str
    language: str
    created_at: float
    is_muted: bool
    seen_at: float | None
    """When they were last here, to a day; None if no device of theirs is known any more."""
    devices: int
    tables: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """A table that cannot be read."""

    table_id: str
    reason: str
    at: float


class Store:
    """One database. Every writing method returns when its data is on disk; an outage refuses (`DatabaseUnavailable`).

    What a live table writes is awaited without a limit: it must know what is on disk.
    """

    def __init__(self, engine: Transactions, *, is_guest: bool = False) -> None:
        self._engine = engine
        self._wires = Wires(engine)
        self._reader = Reader(engine, self._wires)
        self._writer = Writer(engine, self._wires, leaves_notes=is_guest)
        self._turn = asyncio.Lock()
        """Of whoever does longer work, part by part."""
        self._origin = secrets.token_hex(6)
        """By this other processes are told apart from this one."""

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False, is_alone: bool = False) -> Store:
        """The store at a URL; `ValueError` with one line if it cannot be used, or is not there but must be.

        Whoever has sole use of it is alone. Whoever has not is a guest: a server may use it at the same time.
        """
        return cls(await open_engine(url, must_exist=must_exist, is_alone=is_alone), is_guest=not is_alone)

    def hurry(self) -> None:
        """Refuse at once what cannot be written at once: the server is about to stop."""
        self._writer.hurry()
        self._wires.hurry()

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        self._wires.hurry()
        await self._writer.close()
        self._wires.cut()
        await self._engine.dispose()

    def listener(self, heard: Heard, resumed: Callable[[], Awaitable[None]]) -> Listener | NoteReader:
        """What hears of that which other processes write."""
        if not isinstance(self._engine, PostgreSQLTransactions):
            return NoteReader(self._reader, self._writer, heard)
        from wormgrill.server.storage.listening import Listener  # noqa: PLC0415  # its driver is not needed with SQLite

        return Listener(self._engine.connect, self._origin, heard, resumed)

    async def tell(self, kind: str, name: str) -> None:
        """Tell other processes something that is not stored, if there are any and they can be told now."""
        if self.is_shared:
            with suppress(DatabaseUnavailable):
                await self._writer.write([], news=self._news(kind, name))

    def _news(self, kind: str, *names: str) -> tuple[str, ...]:
        """What others hear of something that is written; `again` if also what they have read already has changed."""
        return tuple(f"{self._origin} {kind} {name}" for name in names)

    async def try_writing(self) -> None:
        """Write something that changes nothing, as durably as a move; raises what a move would."""
        await self._writer.write([(_REWRITE_VERSION, {})])

    # ---------------------------------------------------------------------------------------------------- people

    async def add_person(self, person: Person, token_hash: str, now: float) -> None:
        """Remember a new person and their first token."""
        row = {"id": person.id, "name": person.name, "language": person.language, "created_at": now}
        await self._writer.write([(_INSERT_PERSON, row), new_token(token_hash, person.id, False, now)])

    async def change_person(self, person: Person) -> None:
        """Remember a person's new name, language and bird."""
        row = {"key": person.id, "new_name": person.name, "new_language": person.language, "new_bird": person.bird}
        await self._writer.write([(_UPDATE_PERSON, row)], news=self._news("person", person.id))

    async def add_token(self, token_hash: str, person: str, now: float, *, is_transfer: bool) -> None:
        """Remember one more token of a person."""
        await self._writer.write([new_token(token_hash, person, is_transfer, now)])

    async def saw(self, token_hash: str, now: float) -> None:
        """Remember that a token has been used."""
        await self._writer.write([(_SAW_TOKEN, {"key": token_hash, "now": now})])

    async def keep_only(self, token_hash: str, person: str) -> None:
        """Forget all other tokens of a person, and the codes with which a device would get one."""
        row = {"of_person": person, "key": token_hash}
        await self._writer.write([(_DELETE_OTHER_TOKENS, row)], news=self._news("person", person))

    async def delete_expired(self, codes_before: float, tokens_before: float) -> None:
        """Forget codes made before a time, tokens not seen since another, and people who have nothing left here.

        What a process has committed last is forgotten with tokens: by then it has long been dead.
        """
        bounds = {"codes_before": codes_before, "tokens_before": tokens_before}
        commits = (_DELETE_COMMITS, {"commits_before": tokens_before})
        await self._writer.write([(_DELETE_EXPIRED, bounds), (_DELETE_UNREACHABLE, {}), commits])

    async def exchange_token(self, old_hash: str, new_hash: str, person: str, now: float) -> None:
        """Put a token in the place of a transfer code, which is used up; `Conflict` if it was used up before."""
        await self._writer.write([(_USE_CODE, {"key": old_hash}), new_token(new_hash, person, False, now)])

    async def find_person(self, token_hash: str, *, is_transfer: bool = False, since: float = 0) -> Person | None:
        """The person to whom a token was given, not longer ago than `since`."""
        people, tokens = schema.people.c, schema.tokens.c
        query = (
            select(people.id, people.name, people.language, people.bird, people.is_muted, tokens.seen_at)
            .join(schema.tokens, tokens.person == people.id)
            .where(tokens.hash == token_hash, tokens.is_transfer == is_transfer, tokens.created_at >= since)
        )
        rows = await self._reader.read(query)
        return Person(**rows[0]) if rows else None

    # ---------------------------------------------------------------------------------------------------- tables

    async def add_table(self, table: Table) -> None:
        """Remember a new table."""
        await self._writer.write(new_table(table))

    # Whatever changes a table is decided on a version of it: `Conflict` if it has been changed since.

    async def change_table(
        self,
        table: Table,
        clock: Clock,
        version: int,
        *,
        adding: Table | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Remember what has changed: life, host, seats; and, in the same transaction, a new table such as a rematch."""
        changes = changed_table(table, clock, version)
        added = new_table(adding) if adding else ()
        await self._writer.write([*changes, *added], news=self._news("table", table.id), lease=lease, within=None)

    async def change_clock(self, table_id: str, clock: Clock, version: int) -> None:
        """Remember what a table waits for."""
        news = self._news("table", table_id)
        await self._writer.write([changed_clock(table_id, clock, version)], news=news, within=None)

    async def append(  # noqa: PLR0913  # all that a move brings
        self,
        table_id: str,
        ply: int,
        moves: Sequence[Move],
        now: float,
        *,
        version: int,
        clock: Clock | None = None,
        changed: Table | None = None,
        links: Mapping[int, str] | None = None,
        story: Story | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Append moves from a ply on, and by ply the links with which dice were rolled.

        The clock is given if something else is due now; the table, with its clock, if it changes with the moves; its
        story as well if the game has ended.
        """
        writes = new_moves(table_id, ply, moves, now, links or {})
        if changed and clock:
            writes += changed_table(changed, clock, version)
        else:
            writes.append(changed_clock(table_id, clock, version))
        if changed and story:
            writes += new_outcomes(changed, story)
        await self._writer.write(writes, news=self._news("table", table_id), lease=lease, within=None)

    async def import_game(self, table: Table, moves: Sequence[Move]) -> None:
        """Remember a table whose game was played elsewhere."""
        await self._writer.write(new_table(table) + new_moves(table.id, 0, moves, table.created_at, {}))

    async def delete_table(self, table_id: str) -> None:
        """Forget a table and everything that belongs to it."""
        await self._writer.write(deleted_table(table_id), news=self._news("table", table_id))

    async def say(self, table_id: str, line: ChatLine) -> None:
        """Remember a line of chat."""
        row = {
            "table_id": table_id,
            "number": line.number,
            "person": line.person,
            "name": line.name,
            "text": line.text,
            "at": line.at,
        }
        await self._writer.write([(_INSERT_CHAT, row)], news=self._news("table", table_id), within=None)

    async def load(self, table_id: str) -> StoredTable | None:
        """A table with everything that belongs to it; set aside, and refused, if that cannot be read."""
        rows = await self._reader.run(partial(_rows_of, table_id, 0, 0))
        if rows is None:
            return None
        try:
            return await self._in_turns(parsing(*rows))
        except Exception as problem:  # whatever is wrong with it
            await self._set_aside(table_id, problem)
            raise TableSetAside(
                "This table cannot be opened any more: what is stored of it cannot be read."
                " The people who run this server can see the reason."
            ) from problem

    async def load_news(self, table_id: str, ply: int, line: int) -> News | None:
        """A table with what belongs to it from a ply and a line of chat on; None if it is not there any more."""
        rows = await self._reader.run(partial(_rows_of, table_id, ply, line))
        return parse_news(*rows) if rows else None

    async def _in_turns(self, work: Generator[None, None, T]) -> T:
        """Do something part by part, with others in between; of all that has several parts, one thing at a time."""
        try:
            next(work)
            async with self._turn:
                while True:
                    await asyncio.sleep(0)
                    next(work)
        except StopIteration as end:
            result: T = end.value
            return result

    # ---------------------------------------------------------------------------------------------------- leases

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use this database at once."""
        return isinstance(self._engine, PostgreSQLTransactions)

    async def take_lease(self, table_id: str) -> Lease | None:
        """A lease of a table for this process; None if another one has it, or there is no such table."""
        rows = await self._lease(TAKE_LEASE, table_id=table_id)
        return Lease(table_id, self._origin, rows[0]["fence"]) if rows else None

    async def take_due(self, before: float) -> list[Lease]:
        """Leases of some tables at which something must happen before a time, and which nobody has."""
        rows = await self._lease(TAKE_DUE, before=before)
        return [Lease(row["table_id"], self._origin, row["fence"]) for row in rows]

    async def renew_leases(self) -> set[str]:
        """Renew all leases of this process; of which tables it still has them."""
        return {row["table_id"] for row in await self._lease(RENEW_LEASES)}

    async def release_lease(self, lease: Lease) -> None:
        """Let others take a lease at once."""
        await self._lease(RELEASE_LEASE, table_id=lease.table_id, fence=lease.fence)

    async def _lease(self, statement: TextClause, **values: object) -> Rows:
        work = partial(read_rows, statement, values={"owner": self._origin, "seconds": LEASE_SECONDS} | values)
        return await self._reader.run(work, is_writing=True)

    # ---------------------------------------------------------------------------------------------------- set aside

    async def list_set_aside(self) -> list[str]:
        """The ids of the tables that cannot be read."""
        return [row["table_id"] for row in await self._reader.read(select(schema.set_aside.c.table_id))]

    async def list_reasons(self) -> list[SetAside]:
        """The tables that cannot be read, and why, the newest first."""
        rows = await self._reader.read(select(schema.set_aside).order_by(schema.set_aside.c.at.desc()))
        return [SetAside(**row) for row in rows]

    async def take_back(self, table_id: str) -> None:
        """A table that was set aside can be read again."""
        await self._writer.write([(_DELETE_SET_ASIDE, {"key": table_id})])

    async def _set_aside(self, table_id: str, problem: Exception) -> None:
        """Remember that a table cannot be read, and why; lists leave it out from now on."""
        kind = type(problem).__name__
        reason, where = f"{kind}: {problem}"[:MAX_REASON], "the database's table set_aside says why"
        try:
            await self._writer.write([(_INSERT_SET_ASIDE, {"table_id": table_id, "reason": reason, "at": time.time()})])
        except Conflict:  # it is known already
            return
        except Exception as failure:  # it will be noted the next time
            where = f"why cannot be stored: {type(failure).__name__}"
        # The reason may quote what people have written, which no log does.
        log.error("table %s cannot be read and is set aside: %s (%s)", table_id, kind, where)

    # ---------------------------------------------------------------------------------------------------- lists

    async def list_ids(self, life: Life) -> list[str]:
        """The ids of all tables of this life, oldest first."""
        tables = schema.tables.c
        query = select(tables.id).where(tables.life == life, _IS_READABLE).order_by(tables.created_at)
        rows = await self._reader.read(query)
        return [row["id"] for row in rows]

    async def list_public(self) -> list[Table]:
        """The newest public tables that wait for people or are being played."""
        return await self._tables(_PUBLIC)

    async def list_of(self, person: str) -> list[Table]:
        """The newest tables at which a person sits or is the host."""
        return await self._tables(_OF_PERSON, person=person)

    async def list_running(self, person: str) -> list[Table]:
        """The newest of these whose game waits, is played, or was left and can be taken up again."""
        return await self._tables(_OF_PERSON.where(_GOES_ON), person=person)

    async def count_hosted(self, person: str) -> int:
        """How many unfinished tables a person hosts."""
        tables = schema.tables.c
        query = select(func.count().label("number")).where(
            tables.host == person, tables.life.in_([Life.WAITING, Life.PLAYING])
        )
        rows = await self._reader.read(query)
        return int(rows[0]["number"])

    async def count_lives(self) -> dict[str, int]:
        """How many tables there are of each life."""
        life = schema.tables.c.life
        rows = await self._reader.read(select(life, func.count().label("number")).group_by(life))
        return {row["life"]: row["number"] for row in rows}

    async def waiting_since(self, before: float) -> list[str]:
        """The ids of the tables that were opened before and have not started."""
        tables = schema.tables.c
        is_old = tables.created_at < before
        rows = await self._reader.read(select(tables.id).where(tables.life == Life.WAITING, is_old, _IS_READABLE))
        return [row["id"] for row in rows]

    async def list_due(self, before: float) -> list[str]:
        """The ids of the tables at which something must happen by itself before a time, the most urgent first."""
        tables = schema.tables.c
        query = select(tables.id).where(tables.due_at < before, _IS_READABLE).order_by(tables.due_at)
        return [row["id"] for row in await self._reader.read(query)]

    async def still_since(self, before: float) -> list[str]:
        """The ids of the tables where a person who has no clock has had to move since before."""
        tables, moves = schema.tables.c, schema.moves.c
        is_still = (tables.life == Life.PLAYING) & (tables.clock_from < before) & tables.due_at.is_(None)
        moved_at = select(moves.at).where(moves.table_id == tables.id).order_by(moves.ply.desc()).limit(1)
        is_without_moves = func.coalesce(moved_at.scalar_subquery(), 0.0) < before
        query = select(tables.id).where(is_still, is_without_moves, _IS_READABLE)
        return [row["id"] for row in await self._reader.read(query)]

    async def over_since(self, before: float) -> list[str]:
        """The ids of the tables whose games ended here before a time; not those whose dice are still to be counted."""
        tables = schema.tables.c
        is_over = tables.life.in_([Life.FINISHED, Life.ABANDONED]) & (tables.clock_from < before)
        query = select(tables.id).where(is_over, tables.tags.is_(None), ~(_IS_TO_BE_COUNTED & _IS_READABLE))
        return [row["id"] for row in await self._reader.read(query)]

    async def has_game(self, table_id: str, secret: str | None) -> bool:
        """Whether a game is here already, under this id or with these dice."""
        tables = schema.tables.c
        is_same = tables.id == table_id
        rows = await self._reader.read(
            select(tables.id).where(is_same | (tables.secret == secret) if secret else is_same)
        )
        return bool(rows)

    async def archived(self) -> AsyncIterator[StoredTable]:
        """Every table whose game is finished or was imported as it was, oldest first; not what cannot be read."""
        tables = schema.tables.c
        is_archived = (tables.life == Life.FINISHED) | tables.tags.is_not(None)
        rows = await self._reader.read(select(tables.id).where(is_archived).order_by(tables.created_at, tables.id))
        for row in rows:
            try:
                stored = await self.load(row["id"])
            except TableSetAside:
                continue
            if stored:
                yield stored

    # ---------------------------------------------------------------------------------------------------- history

    async def list_finished(
        self, person: str, number: int, before: tuple[float, str] | None = None
    ) -> list[FinishedGame]:
        """So many finished games of a person, the newest first; those that ended before a time and have a lower id."""
        outcomes = schema.outcomes.c
        query = select(outcomes.table_id, outcomes.finished_at).where(outcomes.person == person)
        if before:
            at, table_id = before
            is_older = (outcomes.finished_at == at) & (outcomes.table_id < table_id)
            query = query.where((outcomes.finished_at < at) | is_older)
        newest = (outcomes.finished_at.desc(), outcomes.table_id.desc())
        found = await self._reader.read(query.distinct().order_by(*newest).limit(number))
        ids = [row["table_id"] for row in found]
        listed = await self._tables(select(schema.tables).where(schema.tables.c.id.in_(ids)))
        tables = {table.id: table for table in listed}
        mine = select(schema.outcomes).where(outcomes.person == person, outcomes.table_id.in_(ids))
        seats: dict[str, dict[int, Outcome]] = {table_id: {} for table_id in ids}
        for row in await self._reader.read(mine.order_by(outcomes.seat)):
            seats[row["table_id"]][row["seat"]] = parse_outcome(row)
        return [
            FinishedGame(tables[row["table_id"]], float(row["finished_at"]), seats[row["table_id"]])
            for row in found
            if row["table_id"] in tables
        ]

    async def numbers_of(self, person: str) -> dict[tuple[str, int], Numbers]:
        """The numbers of a person by edition and number of players: of the games that count for them."""
        outcomes = schema.outcomes.c
        sums = (func.sum(outcomes[name]).label(name) for name in ADDED)
        highest = (func.max(outcomes[name]).label(name) for name in HIGHEST)
        query = select(outcomes.edition, outcomes.players, func.count().label("games"), *sums, *highest)
        is_mine = (outcomes.person == person) & outcomes.is_counted
        rows = await self._reader.read(query.where(is_mine).group_by(outcomes.edition, outcomes.players))
        return {(row["edition"], row["players"]): parse_numbers(row, int(row["games"])) for row in rows}

    async def count_finished(self, person: str) -> int:
        """How many finished games a person has, whether they count or not."""
        games = func.count(schema.outcomes.c.table_id.distinct()).label("games")
        rows = await self._reader.read(select(games).where(schema.outcomes.c.person == person))
        return int(rows[0]["games"])

    async def list_without_outcomes(self, person: str) -> list[str]:
        """The ids of the finished games of a person of which it is not known yet how they ended, the newest first."""
        tables, seats, outcomes = schema.tables.c, schema.seats.c, schema.outcomes.c
        is_known = select(outcomes.seat).where(outcomes.table_id == seats.table_id, outcomes.seat == seats.seat)
        query = select(tables.id, tables.finished_at).join(schema.seats, seats.table_id == tables.id)
        query = query.where(seats.person == person, tables.life == Life.FINISHED, ~is_known.exists(), _IS_READABLE)
        rows = await self._reader.read(query.distinct().order_by(tables.finished_at.desc()))
        return [row["id"] for row in rows]

    async def add_outcomes(self, table: Table, story: Story) -> None:
        """Remember how a finished game ended for its people; `Conflict` if that is known."""
        await self._writer.write(new_outcomes(table, story))

    async def add_luck(self, table_id: str, luck: Sequence[float]) -> None:
        """Remember what the dice brought to the people in a finished game, by seat."""
        rows = ({"key": table_id, "of_seat": seat, "new_luck": round(1e6 * each)} for seat, each in enumerate(luck))
        await self._writer.write([(_LUCK, row) for row in rows])

    async def forget_history(self, person: str) -> list[str]:
        """Delete the finished games of a person, or take them out of those where others played; the ids of all of them.

        Their dice must have been counted before. Whoever has a table in memory must load it again.
        """
        writes: list[Write] = [(_DELETE_OUTCOMES, {"key": person})]
        tables = await self._tables(_FINISHED_OF_PERSON, person=person)
        for table in tables:
            writes += forgotten(table, person)
        ids = [table.id for table in tables]
        await self._writer.write(writes, news=self._news("again", *ids))
        return ids

    # ---------------------------------------------------------------------------------------------------- operators

    async def list_newest(self, life: Life | None, number: int) -> list[Table]:
        """So many tables of a life, or of all, the newest first; not those that cannot be read."""
        tables = schema.tables.c
        query = select(schema.tables).where(_IS_READABLE).order_by(tables.created_at.desc(), tables.id).limit(number)
        return await self._tables(query.where(tables.life == life) if life else query)

    async def list_people(self, name: str, number: int) -> list[StoredPerson]:
        """So many people with this in their names, whoever was here last first."""
        people, tokens, seats = schema.people.c, schema.tokens.c, schema.seats.c
        is_device = (tokens.person == people.id) & ~tokens.is_transfer
        seen_at = select(func.max(tokens.seen_at)).where(is_device).scalar_subquery()
        devices = select(func.count()).where(is_device).scalar_subquery()
        tables = select(func.count(seats.table_id.distinct())).where(seats.person == people.id).scalar_subquery()
        query = select(
            *(people.id, people.name, people.language, people.created_at, people.is_muted),
            *(seen_at.label("seen_at"), devices.label("devices"), tables.label("tables")),
        )
        query = query.where(people.name.icontains(name, autoescape=True)).order_by(seen_at.desc(), people.id)
        return [StoredPerson(**row) for row in await self._reader.read(query.limit(number))]

    async def mute(self, person: str, *, is_muted: bool) -> None:
        """Remember whether a person may talk anywhere."""
        row = {"key": person, "new_is_muted": is_muted}
        await self._writer.write([(_MUTE_PERSON, row)], news=self._news("person", person))

    # ---------------------------------------------------------------------------------------------------- personal

    async def about(self, person: str) -> dict[str, Rows]:
        """All rows that are about a person, by the table of the database."""
        return await self._reader.run(partial(rows_about, person))

    async def list_unfinished(self, person: str) -> list[str]:
        """The ids of the tables of a person whose games are not finished, waiting and abandoned ones included."""
        return [row["id"] for row in await self._reader.read(UNFINISHED, {"of_person": person})]

    async def list_finished_ids(self, person: str) -> list[str]:
        """The ids of the finished games in which a person sat, oldest first."""
        return [row["id"] for row in await self._reader.read(FINISHED, {"of_person": person})]

    async def forget_person(self, person: str) -> list[str]:
        """Delete a person who has left all tables; the ids of those where their lines of chat are emptied now."""
        ids = [row["table_id"] for row in await self._reader.read(TALKED_AT, {"of_person": person})]
        news = (*self._news("person", person), *self._news("again", *ids))
        await self._writer.write(forgotten_person(person), news=news)
        return ids

    # ---------------------------------------------------------------------------------------------------- dice

    async def tally(self) -> Tally:
        """The dice of the games that were finished here, as far as they have been counted."""
        return (await self._newest_tally())[1]

    async def count_dice(self, games: int = COUNTED) -> bool:
        """Count the dice of so many more games; False if there were none. `Conflict` if others count them just now.

        The number of the newest tally is read first: if somebody else has counted meanwhile, the next one is taken.
        """
        number, before = await self._newest_tally()
        tables, moves = schema.tables.c, schema.moves.c
        found = await self._reader.read(select(tables.id).where(_IS_TO_BE_COUNTED, _IS_READABLE).limit(games))
        if not found:
            return False
        ids = [row["id"] for row in found]
        query = select(moves.move, func.count().label("times")).where(
            moves.table_id.in_(ids), moves.move.like("dice %")
        )
        rows = await self._reader.read(query.group_by(moves.move))
        after = before + Tally(len(ids), tally_rolls(parse_rolls(rows)))
        row = {"number": number + 1, "games": after.games, **dict(zip(_FACES, after.counts, strict=True))}
        marks = [(_MARK_COUNTED, {"key": table_id, "new_tally": number + 1}) for table_id in ids]
        await self._writer.write([(_INSERT_TALLY, row), *marks])
        return True

    async def _newest_tally(self) -> tuple[int, Tally]:
        """The number of the newest tally, and what it says."""
        rows = await self._reader.read(select(schema.tallies).order_by(schema.tallies.c.number.desc()).limit(1))
        if not rows:
            return 0, Tally()
        ones, twos, threes, fours, fives, worms = (int(rows[0][face]) for face in _FACES)
        return int(rows[0]["number"]), Tally(int(rows[0]["games"]), (ones, twos, threes, fours, fives, worms))

    # ---------------------------------------------------------------------------------------------------- reading

    async def _tables(self, query: Select[Any], **values: str) -> list[Table]:
        rows, seats = await self._reader.run(partial(_with_seats, query, values))
        by_table: dict[str, list[Mapping[str, Any]]] = {row["id"]: [] for row in rows}
        for row in seats:
            by_table[row["table_id"]].append(row)
        tables = []
        for row in rows:
            try:
                tables.append(parse_table(row, by_table[row["id"]]))
            except Exception as problem:  # whatever is wrong with one of them, the others are listed
                await self._set_aside(row["id"], problem)
        return tables


def _with_seats(
    query: Select[Any], values: Mapping[str, str], connection: Connection
) -> tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
    """The rows of tables, and those of all their seats."""
    rows = read_rows(query, connection, values)
    return (rows, read_rows(_SEATS, connection, {"tables": [row["id"] for row in rows]})) if rows else ((), ())


def _rows_of(
    table_id: str, ply: int, line: int, connection: Connection
) -> tuple[Mapping[str, Any], Rows, Rows, Rows] | None:
    """A table, its seats, its moves from a ply on and its chat from a line on, all of one moment."""
    found = read_rows(select(schema.tables).where(schema.tables.c.id == table_id), connection)
    if not found:
        return None
    seats, chat = schema.seats.c, schema.chat.c
    lines = select(chat.number, chat.person, chat.name, chat.text, chat.at).where(
        chat.table_id == table_id, chat.number >= line
    )
    return (
        found[0],
        read_rows(select(schema.seats).where(seats.table_id == table_id).order_by(seats.seat), connection),
        _moves_from(table_id, ply, connection),
        read_rows(lines.order_by(chat.number), connection),
    )


def _moves_from(table_id: str, ply: int, connection: Connection) -> Rows:
    """The moves of a game from a ply on, read as many at a time as hold up nobody."""
    rows = list[Mapping[str, Any]]()
    while True:
        found = read_rows(_moves_of(table_id, ply + len(rows)), connection)
        rows += found
        if len(found) < MOVES_AT_ONCE:
            return rows


def _moves_of(table_id: str, first: int) -> Select[Any]:
    moves = schema.moves.c
    query = select(moves.ply, moves.move, moves.at, moves.link).where(moves.table_id == table_id, moves.ply >= first)
    return query.order_by(moves.ply).limit(MOVES_AT_ONCE)
