"""The store: people, tables, moves and chat, written durably and read back as values."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from wormgrill.game.moves import Move, parse_move
from wormgrill.game.rules import format_rules, parse_rules
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import ChatLine, Life, Presence, Seat, Table, parse_pace
from wormgrill.server.storage import schema
from wormgrill.server.storage.database import Write, Writer, open_engine

_INSERT_PERSON = insert(schema.people)
_UPDATE_PERSON = (
    update(schema.people)
    .where(schema.people.c.id == bindparam("key"))
    .values(name=bindparam("new_name"), language=bindparam("new_language"))
)
_INSERT_TOKEN = insert(schema.tokens)
_DELETE_TOKEN = delete(schema.tokens).where(schema.tokens.c.hash == bindparam("key"))
_INSERT_TABLE = insert(schema.tables)
_CHANGING = ("host", "has_chat", "life", "started_at", "finished_at", "rematch")
_UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("key"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)
_INSERT_SEAT = insert(schema.seats)
_DELETE_SEATS = delete(schema.seats).where(schema.seats.c.table_id == bindparam("key"))
_INSERT_MOVE = insert(schema.moves)
_INSERT_CHAT = insert(schema.chat)
_REWRITE_VERSION = text("UPDATE alembic_version SET version_num = version_num")
LISTED = 100
"""How many tables a list holds at most."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was left: with its moves, the time of the last one, and the chat."""

    table: Table
    moves: tuple[Move, ...]
    moved_at: float
    chat: tuple[ChatLine, ...]


class Store:
    """One database. Every writing method returns when its data is on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False) -> Store:
        """The store at a URL; `ValueError` with one line if it cannot be used, or is not there but must be."""
        return cls(await open_engine(url, must_exist=must_exist))

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        await self._writer.close()
        await self._engine.dispose()

    async def try_writing(self) -> None:
        """Write something that changes nothing, as durably as a move; raises what a move would."""
        await self._writer.write([(_REWRITE_VERSION, {})])

    # ---------------------------------------------------------------------------------------------------- people

    async def add_person(self, person: Person, token_hash: str, now: float) -> None:
        """Remember a new person and their first token."""
        row = {"id": person.id, "name": person.name, "language": person.language, "created_at": now}
        await self._writer.write([(_INSERT_PERSON, row), _token(token_hash, person.id, False, now)])

    async def change_person(self, person: Person) -> None:
        """Remember a person's new name and language."""
        row = {"key": person.id, "new_name": person.name, "new_language": person.language}
        await self._writer.write([(_UPDATE_PERSON, row)])

    async def add_token(self, token_hash: str, person: str, now: float, *, is_transfer: bool) -> None:
        """Remember one more token of a person."""
        await self._writer.write([_token(token_hash, person, is_transfer, now)])

    async def exchange_token(self, old_hash: str, new_hash: str, person: str, now: float) -> None:
        """Put a token in the place of a transfer code, which is used up."""
        await self._writer.write([(_DELETE_TOKEN, {"key": old_hash}), _token(new_hash, person, False, now)])

    async def find_person(self, token_hash: str, *, is_transfer: bool = False, since: float = 0) -> Person | None:
        """The person to whom a token was given, not longer ago than `since`."""
        people, tokens = schema.people.c, schema.tokens.c
        query = (
            select(people.id, people.name, people.language)
            .join(schema.tokens, tokens.person == people.id)
            .where(tokens.hash == token_hash, tokens.is_transfer == is_transfer, tokens.created_at >= since)
        )
        rows = await self._read(query)
        return Person(**rows[0]) if rows else None

    # ---------------------------------------------------------------------------------------------------- tables

    async def add_table(self, table: Table) -> None:
        """Remember a new table."""
        await self._writer.write(_new_table(table))

    async def change_table(self, table: Table, *, adding: Table | None = None) -> None:
        """Remember what has changed: life, host, seats; and, in the same transaction, a new table such as a rematch."""
        await self._writer.write([*_changed_table(table), *(_new_table(adding) if adding else ())])

    async def append(
        self, table_id: str, ply: int, moves: Sequence[Move], now: float, changed: Table | None = None
    ) -> None:
        """Append moves from a ply on, and the change they bring to the table; `Conflict` if a ply is taken."""
        writes: list[Write] = [
            (_INSERT_MOVE, {"table_id": table_id, "ply": ply + place, "move": str(move), "at": now})
            for place, move in enumerate(moves)
        ]
        if changed:
            writes += _changed_table(changed)
        await self._writer.write(writes)

    async def import_game(self, table: Table, moves: Sequence[Move]) -> None:
        """Remember a table whose game was played elsewhere."""
        writes = _new_table(table) + [
            (_INSERT_MOVE, {"table_id": table.id, "ply": ply, "move": str(move), "at": table.created_at})
            for ply, move in enumerate(moves)
        ]
        await self._writer.write(writes)

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
        await self._writer.write([(_INSERT_CHAT, row)])

    async def load(self, table_id: str) -> StoredTable | None:
        """A table with everything that belongs to it."""
        found = await self._tables(select(schema.tables).where(schema.tables.c.id == table_id))
        if not found:
            return None
        moves = schema.moves.c
        rows = await self._read(select(moves.move, moves.at).where(moves.table_id == table_id).order_by(moves.ply))
        chat = schema.chat.c
        lines = await self._read(
            select(chat.number, chat.person, chat.name, chat.text, chat.at)
            .where(chat.table_id == table_id)
            .order_by(chat.number)
        )
        table = found[0]
        moved_at = rows[-1]["at"] if rows else table.started_at or table.created_at
        played = tuple(parse_move(row["move"]) for row in rows)
        return StoredTable(table, played, moved_at, tuple(ChatLine(**line) for line in lines))

    async def list_ids(self, life: Life) -> list[str]:
        """The ids of all tables of this life, oldest first."""
        tables = schema.tables.c
        rows = await self._read(select(tables.id).where(tables.life == life).order_by(tables.created_at))
        return [row["id"] for row in rows]

    async def list_public(self) -> list[Table]:
        """The newest public tables that wait for people or are being played."""
        tables = schema.tables.c
        query = select(schema.tables).where(tables.is_public, tables.life.in_([Life.WAITING, Life.PLAYING]))
        return await self._tables(query.order_by(tables.created_at.desc()).limit(LISTED))

    async def list_of(self, person: str) -> list[Table]:
        """The newest tables at which a person sits or is the host."""
        tables = schema.tables.c
        seated = select(schema.seats.c.table_id).where(schema.seats.c.person == person)
        query = select(schema.tables).where((tables.host == person) | tables.id.in_(seated))
        return await self._tables(query.order_by(tables.created_at.desc()).limit(LISTED))

    async def count_hosted(self, person: str) -> int:
        """How many unfinished tables a person hosts."""
        tables = schema.tables.c
        query = select(func.count().label("number")).where(
            tables.host == person, tables.life.in_([Life.WAITING, Life.PLAYING])
        )
        rows = await self._read(query)
        return int(rows[0]["number"])

    async def count_lives(self) -> dict[str, int]:
        """How many tables there are of each life."""
        life = schema.tables.c.life
        rows = await self._read(select(life, func.count().label("number")).group_by(life))
        return {row["life"]: row["number"] for row in rows}

    async def waiting_since(self, before: float) -> list[str]:
        """The ids of the tables that were opened before and have not started."""
        tables = schema.tables.c
        rows = await self._read(select(tables.id).where(tables.life == Life.WAITING, tables.created_at < before))
        return [row["id"] for row in rows]

    async def has_game(self, table_id: str, secret: str | None) -> bool:
        """Whether a game is here already, under this id or with these dice."""
        tables = schema.tables.c
        is_same = tables.id == table_id
        rows = await self._read(select(tables.id).where(is_same | (tables.secret == secret) if secret else is_same))
        return bool(rows)

    async def archived(self) -> AsyncIterator[StoredTable]:
        """Every table whose game is finished or was imported as it was, oldest first."""
        tables = schema.tables.c
        is_archived = (tables.life == Life.FINISHED) | tables.tags.is_not(None)
        rows = await self._read(select(tables.id).where(is_archived).order_by(tables.created_at, tables.id))
        for row in rows:
            stored = await self.load(row["id"])
            if stored:
                yield stored

    # ---------------------------------------------------------------------------------------------------- reading

    async def _read(self, query: Select[Any]) -> Sequence[Mapping[str, Any]]:
        async with self._engine.connect() as connection:
            rows: Sequence[Mapping[str, Any]] = (await connection.execute(query)).mappings().all()
            return rows

    async def _tables(self, query: Select[Any]) -> list[Table]:
        rows = await self._read(query)
        seats = schema.seats.c
        ids = [row["id"] for row in rows]
        found = await self._read(select(schema.seats).where(seats.table_id.in_(ids)).order_by(seats.seat))
        by_table: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
        for row in found:
            by_table[row["table_id"]].append(_parse_seat(row))
        return [_parse_table(row, by_table[row["id"]]) for row in rows]


# -------------------------------------------------------------------------------------------------- values and rows


def _token(token_hash: str, person: str, is_transfer: bool, now: float) -> Write:
    row = {"hash": token_hash, "person": person, "is_transfer": is_transfer, "created_at": now}
    return _INSERT_TOKEN, row


def _table_row(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "host": table.host,
        "rules": format_rules(table.rules),
        "secret": table.secret,
        "created_at": table.created_at,
        "pace": str(table.pace),
        "is_public": table.is_public,
        "has_hints": table.has_hints,
        "has_chat": table.has_chat,
        "life": table.life,
        "started_at": table.started_at,
        "finished_at": table.finished_at,
        "rematch": table.rematch,
        "tags": None if table.tags is None else json.dumps(table.tags),
    }


def _new_table(table: Table) -> list[Write]:
    return [(_INSERT_TABLE, _table_row(table)), *_seat_rows(table)]


def _changed_table(table: Table) -> list[Write]:
    changes = {f"new_{name}": getattr(table, name) for name in _CHANGING}
    key = {"key": table.id}
    return [(_UPDATE_TABLE, key | changes), (_DELETE_SEATS, key), *_seat_rows(table)]


def _seat_rows(table: Table) -> Iterable[Write]:
    for number, seat in enumerate(table.seats):
        row = {
            "table_id": table.id,
            "seat": number,
            "name": seat.name,
            "person": seat.person,
            "level": seat.level,
            "seed": seat.seed,
            "presence": seat.presence,
            "is_client": seat.is_client,
        }
        yield _INSERT_SEAT, row


def _parse_seat(row: Mapping[str, Any]) -> Seat:
    presence = Presence(row["presence"])
    return Seat(row["name"], row["person"], row["level"], row["seed"], presence, row["is_client"])


def _parse_table(row: Mapping[str, Any], seats: Iterable[Seat]) -> Table:
    tags = None if row["tags"] is None else tuple((name, value) for name, value in json.loads(row["tags"]))
    return Table(
        id=row["id"],
        host=row["host"],
        rules=parse_rules(row["rules"]),
        seats=tuple(seats),
        secret=row["secret"],
        created_at=row["created_at"],
        pace=parse_pace(row["pace"]),
        is_public=row["is_public"],
        has_hints=row["has_hints"],
        has_chat=row["has_chat"],
        life=Life(row["life"]),
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        rematch=row["rematch"],
        tags=tags,
    )
