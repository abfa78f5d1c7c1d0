"""Lists of tables and people for the people who run a server, as tables for the terminal or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as Listing
from rich.text import Text

from wormgrill.game.rules import format_rules
from wormgrill.server.model.table import Seat, Table
from wormgrill.server.storage.store import SetAside, StoredPerson

LONG = frozenset({"name", "rules", "seats", "reason"})
"""The columns that are folded where the terminal is narrow."""


def print_tables(tables: Sequence[Table], *, is_json: bool) -> None:
    """Print tables: where they are in their lives, and who sits there."""
    rows: list[dict[str, Any]] = [
        {
            "id": table.id,
            "life": str(table.life),
            "opened": _day(table.created_at),
            "rules": format_rules(table.rules),
            "seats": [_seat(number, seat, table) for number, seat in enumerate(table.seats, start=1)],
        }
        for table in tables
    ]
    if is_json:
        _print_json(rows)
        return
    shown = (
        (row["id"], row["life"], row["opened"], row["rules"], "\n".join(_seat_text(seat) for seat in row["seats"]))
        for row in rows
    )
    _print("id", "life", "opened", "rules", "seats", rows=shown, nothing="there are no such tables")


def _seat(number: int, seat: Seat, table: Table) -> dict[str, Any]:
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name or None,
        "person": seat.person,
        "level": seat.level,
        "presence": str(seat.presence),
        "is_removed": seat.person in table.removed,
        "is_muted": seat.person in table.muted,
    }


def _seat_text(seat: dict[str, Any]) -> str:
    if seat["kind"] == "open":
        return f"{seat['seat']} open"
    notes = [
        *(["bot"] if seat["level"] else []),
        *([seat["presence"]] if seat["presence"] != "here" and not seat["is_removed"] else []),
        *(name.removeprefix("is_") for name in ("is_removed", "is_muted") if seat[name]),
    ]
    return f"{seat['seat']} {seat['name']}" + (f" ({', '.join(notes)})" if notes else "")


def print_people(people: Sequence[StoredPerson], *, is_json: bool) -> None:
    """Print people: since when they are known, and when they were last here."""
    if is_json:
        _print_json(
            asdict(person) | {"created_at": _day(person.created_at), "seen_at": _day(person.seen_at)}
            for person in people
        )
        return
    shown = (
        (
            person.id,
            person.name + (" (muted)" if person.is_muted else ""),
            _day(person.created_at),
            _day(person.seen_at) or "-",
            str(person.devices),
            str(person.tables),
        )
        for person in people
    )
    headings = ("id", "name", "since", "last here", "devices", "tables")
    _print(*headings, rows=shown, nothing="there are no such people")


def print_set_aside(tables: Sequence[SetAside], *, is_json: bool) -> None:
    """Print the tables that cannot be read."""
    if is_json:
        _print_json({"id": table.table_id, "since": _day(table.at), "reason": table.reason} for table in tables)
        return
    shown = ((table.table_id, _day(table.at) or "-", table.reason) for table in tables)
    _print("id", "since", "reason", rows=shown, nothing="every table can be read")


def _day(seconds: float | None) -> str | None:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat() if seconds else None


def _print_json(rows: Iterable[dict[str, Any]]) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def _print(*headings: str, rows: Iterable[tuple[str | None, ...]], nothing: str) -> None:
    """Print a line for each row, or that there is none; ids are never folded, so that they can be copied."""
    listing = Listing(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        listing.add_column(heading, no_wrap=heading not in LONG, overflow="fold")
    for row in rows:
        listing.add_row(*(Text(cell or "") for cell in row))
    if listing.row_count:
        Console().print(listing)
    else:
        print(nothing)
