"""Values as what is written to the database, and rows of it as values."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, delete, insert, text, update

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.fair_dice import FIRST_SCHEME, NONE, SCHEME, Chain
from wormgrill.game.moves import Dice, Move, parse_move
from wormgrill.game.record import Game
from wormgrill.game.rules import RULES_TEXT_VERSION, format_rules, parse_rules
from wormgrill.players.levels import level_named
from wormgrill.presentation.numbers import Numbers, Outcome, outcome_of
from wormgrill.presentation.story import Story
from wormgrill.server.model.play import DUE_AT_ONCE, Clock, replaying
from wormgrill.server.model.refusals import AnchorUsed
from wormgrill.server.model.table import (
    NOBODY,
    ChatLine,
    Life,
    Presence,
    Seat,
    Table,
    checked_anchor,
    is_counted,
    parse_pace,
    without_history,
)
from wormgrill.server.storage import schema
from wormgrill.server.storage.database import Write

NOTHING_SAID = "…"
"""What is left of a line of chat whose author has deleted their history."""
_INSERT_TOKEN = insert(schema.tokens)
_INSERT_TABLE = insert(schema.tables)
_CHANGING = ("host", "has_chat", "life", "started_at", "finished_at", "rematch", "removed", "muted")
_CLOCK = ("clock_from", "due_at")
_COUNT_UP = (
    update(schema.tables).where(schema.tables.c.id == bindparam("key")).values(version=schema.tables.c.version + 1)
)
_SWAP = _COUNT_UP.where(schema.tables.c.version == bindparam("old_version"))
"""What compares the version of a table and counts it up; the writer refuses everything if it is another one."""
_SWAP_CLOCK = _SWAP.values({name: bindparam(f"new_{name}") for name in _CLOCK})
_SWAP_TABLE = _SWAP_CLOCK.values({name: bindparam(f"new_{name}") for name in _CHANGING})
_INSERT_SEAT = insert(schema.seats)
_DELETE_SEATS = delete(schema.seats).where(schema.seats.c.table_id == bindparam("key"))
_DELETE_ANCHORS = delete(schema.anchors).where(schema.anchors.c.table_id == bindparam("key"))
_INSERT_ANCHOR = text(
    "INSERT INTO anchors (anchor, table_id) VALUES (:anchor, :table_id) ON CONFLICT DO NOTHING"
).execution_options(or_else=AnchorUsed)
_INSERT_MOVE = insert(schema.moves)
_INSERT_OUTCOME = insert(schema.outcomes)
_FORGET_SEAT = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("key"), schema.seats.c.seat == bindparam("number"))
    .values(name=bindparam("new_name"), person=None, is_client=False)
)
_FORGET_HOST = update(schema.tables).where(schema.tables.c.id == bindparam("key")).values(host=NOBODY)
_FORGET_CHAT = (
    update(schema.chat)
    .where(schema.chat.c.table_id == bindparam("key"), schema.chat.c.person == bindparam("who"))
    .values(name=bindparam("new_name"), person=NOBODY, text=NOTHING_SAID)
)
_DELETE_TABLE = tuple(
    delete(part).where(column == bindparam("key"))
    for part, column in (
        (schema.moves, schema.moves.c.table_id),
        (schema.chat, schema.chat.c.table_id),
        (schema.seats, schema.seats.c.table_id),
        (schema.set_aside, schema.set_aside.c.table_id),
        (schema.outcomes, schema.outcomes.c.table_id),
        (schema.leases, schema.leases.c.table_id),
        (schema.tables, schema.tables.c.id),
    )
)
ADDED = ("wins", "shared_wins", "worms", "turns", "fails", "steals", "stolen", "reviewed", "luck")
HIGHEST = ("most_points", "highest_tile")
"""The numbers of a person, as columns: those that add up, and those of which the highest counts."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was left: with its game and the chat."""

    table: Table
    game: Game
    clock: Clock
    chat: tuple[ChatLine, ...]
    version: int = 0
    """How often the table has been changed."""
    chains: Mapping[str, Chain] = field(default_factory=dict)
    """By anchor, how far the chains of the people who have rolled have come."""
    story: Story | None = None
    """The game told turn by turn, if it is long."""


@dataclass(frozen=True, slots=True)
class News:
    """What another process has written to a table since it was read."""

    table: Table
    clock: Clock
    version: int
    moves: tuple[Move, ...]
    links: Mapping[int, str]
    """By ply, the links with which dice were rolled."""
    chat: tuple[ChatLine, ...]


def deleted_table(table_id: str) -> list[Write]:
    """What forgets a table and everything that belongs to it."""
    return [(statement, {"key": table_id}) for statement in _DELETE_TABLE]


def new_token(token_hash: str, person: str, is_transfer: bool, now: float) -> Write:
    """What remembers a token of a person."""
    row = {"hash": token_hash, "person": person, "is_transfer": is_transfer, "created_at": now, "seen_at": now}
    return _INSERT_TOKEN, row


def new_moves(table_id: str, first: int, moves: Sequence[Move], now: float, links: Mapping[int, str]) -> list[Write]:
    """What appends moves from a ply on, and by ply the links with which dice were rolled."""
    return [
        (_INSERT_MOVE, {"table_id": table_id, "ply": ply, "move": str(move), "at": now, "link": links.get(ply)})
        for ply, move in enumerate(moves, start=first)
    ]


def parse_rolls(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Dice, int]]:
    """Every roll in the texts of moves, and how often it was made; what is damaged is no roll."""
    for row in rows:
        try:
            move = parse_move(row["move"])
        except InvalidNotation:
            continue
        if isinstance(move, Dice):
            yield move, int(row["times"])


def _table_row(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "host": table.host,
        "rules": format_rules(table.rules),
        "rules_version": RULES_TEXT_VERSION,
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
        "has_secret_whims": table.has_secret_whims,
        "clock_from": table.started_at or table.created_at,
        "due_at": DUE_AT_ONCE if table.life is Life.PLAYING else None,
        "dice_scheme": table.dice_scheme,
        "removed": " ".join(table.removed),
        "muted": " ".join(table.muted),
    }


def new_table(table: Table) -> list[Write]:
    """What remembers a table with its seats."""
    return [(_INSERT_TABLE, _table_row(table)), *_seat_rows(table), *_anchor_rows(table)]


def changed_table(table: Table, clock: Clock, version: int) -> list[Write]:
    """What takes over all of a table of this version that can change."""
    new = _table_row(table)
    changes = {f"new_{name}": new[name] for name in _CHANGING}
    _, row = changed_clock(table.id, clock, version)
    writes = [(_SWAP_TABLE, row | changes), (_DELETE_SEATS, {"key": table.id}), *_seat_rows(table)]
    if table.started_at is None:  # later nobody can commit, and what was committed to is used up
        writes += [(_DELETE_ANCHORS, {"key": table.id}), *_anchor_rows(table)]
    return writes


def changed_clock(table_id: str, clock: Clock | None, version: int) -> Write:
    """What remembers what a table of this version waits for, if that has changed; its version is counted up anyway."""
    row = {"key": table_id, "old_version": version}
    return (_SWAP_CLOCK, row | {"new_clock_from": clock.since, "new_due_at": clock.due_at}) if clock else (_SWAP, row)


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
            "anchor": seat.anchor,
            "bird": seat.bird,
        }
        yield _INSERT_SEAT, row


def _anchor_rows(table: Table) -> Iterable[Write]:
    for anchor in {seat.anchor for seat in table.seats} - {NONE}:
        yield _INSERT_ANCHOR, {"anchor": anchor, "table_id": table.id}


def new_outcomes(table: Table, story: Story) -> list[Write]:
    """How a finished game ended for every seat of a person."""
    return [
        (_INSERT_OUTCOME, _outcome_row(table, number, seat.person, outcome_of(story, number)))
        for number, seat in enumerate(table.seats)
        if seat.person
    ]


def _outcome_row(table: Table, seat: int, person: str, outcome: Outcome) -> dict[str, Any]:
    return {
        "table_id": table.id,
        "seat": seat,
        "person": person,
        "finished_at": table.finished_at or table.created_at,
        "is_counted": is_counted(table, seat),
        "edition": outcome.edition,
        "players": outcome.players,
        "place": outcome.place,
        **{name: getattr(outcome.numbers, name) for name in (*ADDED, *HIGHEST)},
    }


def parse_outcome(row: Mapping[str, Any]) -> Outcome:
    """How a game ended for a seat."""
    return Outcome(row["edition"], row["players"], row["place"], parse_numbers(row, 1))


def parse_numbers(row: Mapping[str, Any], games: int) -> Numbers:
    """The numbers of so many games."""
    return Numbers(games, **{name: int(row[name]) for name in (*ADDED, *HIGHEST)})


def forgotten(table: Table, person: str) -> Iterator[Write]:
    """What deletes a person's finished game, or takes them out of it."""
    without = without_history(table, person)
    if without is None:
        yield from deleted_table(table.id)
        return
    names = [without.seats[seat].name for seat in table.seats_named(person)]
    for seat, name in zip(table.seats_named(person), names, strict=True):
        yield _FORGET_SEAT, {"key": table.id, "number": seat, "new_name": name}
    if names:
        yield _FORGET_CHAT, {"key": table.id, "who": person, "new_name": names[0]}
    if without.host != table.host:
        yield _FORGET_HOST, {"key": table.id}
    yield _COUNT_UP, {"key": table.id}


def parsing(
    row: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    moves: Sequence[Mapping[str, Any]],
    chat: Iterable[Mapping[str, Any]],
) -> Generator[None, None, StoredTable]:
    """A table whose game has been played again to its last position, part by part; any exception if it cannot be."""
    table = parse_table(row, seats)
    _check_numbers(move["ply"] for move in moves)
    links = {move["ply"]: move["link"] for move in moves if move["link"]}
    game, chains, story = yield from replaying(table, [move["move"] for move in moves], links)
    table.record(game, chains)  # fails for a tag or secret that is none
    lines = tuple(ChatLine(**line) for line in chat)
    return StoredTable(table, game, _parse_clock(row, moves), lines, row["version"], chains, story)


def parse_news(
    row: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    moves: Sequence[Mapping[str, Any]],
    chat: Iterable[Mapping[str, Any]],
) -> News:
    """What is new at a table: of its moves and its chat what has not been read before."""
    links = {move["ply"]: move["link"] for move in moves if move["link"]}
    played = tuple(parse_move(move["move"]) for move in moves)
    lines = tuple(ChatLine(**line) for line in chat)
    return News(parse_table(row, seats), _parse_clock(row, moves), row["version"], played, links, lines)


def _parse_clock(row: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> Clock:
    since = max(float(row["clock_from"]), float(moves[-1]["at"]) if moves else 0.0)
    return Clock(since, row["due_at"])


def _parse_seat(row: Mapping[str, Any]) -> Seat:
    if row["level"] is not None:
        level_named(row["level"])
    presence = Presence(row["presence"])
    anchor = checked_anchor(row["anchor"])
    return Seat(row["name"], row["person"], row["level"], row["seed"], presence, row["is_client"], anchor, row["bird"])


def _check_numbers(numbers: Iterable[int]) -> None:
    """Fail if a row is missing."""
    for place, number in enumerate(numbers):
        if place != number:
            raise ValueError(f"number {place} is missing")


def parse_table(row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> Table:
    """The table of a row and those of its seats; any exception if there is none."""
    if row["rules_version"] > RULES_TEXT_VERSION:
        raise ValueError("its rules were written by a newer version of this program")
    if row["dice_scheme"] not in (SCHEME, FIRST_SCHEME):
        raise ValueError("its dice are of a kind that this program does not know")
    _check_numbers(seat["seat"] for seat in seats)
    tags = None if row["tags"] is None else tuple((name, value) for name, value in json.loads(row["tags"]))
    return Table(
        id=row["id"],
        host=row["host"],
        rules=parse_rules(row["rules"]),
        seats=tuple(map(_parse_seat, seats)),
        secret=row["secret"],
        created_at=float(row["created_at"]),
        pace=parse_pace(row["pace"]),
        is_public=row["is_public"],
        has_hints=row["has_hints"],
        has_chat=row["has_chat"],
        life=Life(row["life"]),
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        rematch=row["rematch"],
        tags=tags,
        dice_scheme=row["dice_scheme"],
        has_secret_whims=row["has_secret_whims"],
        removed=tuple(row["removed"].split()),
        muted=tuple(row["muted"].split()),
    )
