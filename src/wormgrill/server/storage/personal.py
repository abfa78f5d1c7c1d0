"""What is stored about a person: all of it as rows, and what deletes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, select, update

from wormgrill.presentation.labels import SOMEBODY
from wormgrill.server.model.table import NOBODY, Life
from wormgrill.server.storage import schema
from wormgrill.server.storage.database import Write, read_rows
from wormgrill.server.storage.rows import NOTHING_SAID

Rows = Sequence[Mapping[str, Any]]

_people, _tokens, _tables, _seats = schema.people.c, schema.tokens.c, schema.tables.c, schema.seats.c
_chat, _outcomes = schema.chat.c, schema.outcomes.c
_PERSON: BindParameter[str] = bindparam("of_person")
_SEATED = select(_seats.table_id).where(_seats.person == _PERSON)
_IS_NAMED = _tables.removed.contains(_PERSON) | _tables.muted.contains(_PERSON)
_IS_THEIRS = (_tables.host == _PERSON) | _tables.id.in_(_SEATED)
_TABLE = ("id", "rules", "life", "pace", "created_at", "started_at", "finished_at", "host", "removed", "muted")
_ABOUT = {
    "people": select(schema.people).where(_people.id == _PERSON),
    "tokens": select(_tokens.is_transfer, _tokens.created_at, _tokens.seen_at)
    .where(_tokens.person == _PERSON)
    .order_by(_tokens.created_at),
    "tables": select(*(_tables[name] for name in _TABLE))
    .where(_IS_THEIRS | _IS_NAMED)
    .order_by(_tables.created_at, _tables.id),
    "seats": select(_seats.table_id, _seats.seat, _seats.name, _seats.presence, _seats.bird)
    .where(_seats.person == _PERSON)
    .order_by(_seats.table_id, _seats.seat),
    "chat": select(_chat.table_id, _chat.name, _chat.text, _chat.at).where(_chat.person == _PERSON).order_by(_chat.at),
    "outcomes": select(schema.outcomes).where(_outcomes.person == _PERSON).order_by(_outcomes.finished_at),
}
UNFINISHED = select(_tables.id).where(_IS_THEIRS, _tables.life != Life.FINISHED)
FINISHED = (
    select(_tables.id).where(_tables.id.in_(_SEATED), _tables.life == Life.FINISHED).order_by(_tables.finished_at)
)
TALKED_AT = select(_chat.table_id).where(_chat.person == _PERSON).distinct()
_FORGET = (
    update(schema.chat).where(_chat.person == _PERSON).values(person=NOBODY, name=SOMEBODY, text=NOTHING_SAID),
    update(schema.tables)
    .where(_IS_NAMED)
    .values(removed=func.replace(_tables.removed, _PERSON, ""), muted=func.replace(_tables.muted, _PERSON, "")),
    update(schema.tables).where(_tables.host == _PERSON).values(host=NOBODY),
    update(schema.seats)
    .where(_seats.person == _PERSON, _seats.table_id.in_(select(schema.set_aside.c.table_id)))
    .values(person=None, name=SOMEBODY, is_client=False),
    delete(schema.outcomes).where(_outcomes.person == _PERSON),
    delete(schema.tokens).where(_tokens.person == _PERSON),
    delete(schema.people).where(_people.id == _PERSON),
)


def rows_about(person: str, connection: Connection) -> dict[str, Rows]:
    """All rows that are about a person, by the table of the database; of a token everything but its hash."""
    return {name: read_rows(query, connection, {"of_person": person}) for name, query in _ABOUT.items()}


def forgotten_person(person: str) -> list[Write]:
    """What deletes a person from everything but the tables that they have left before; those set aside included."""
    return [(statement, {"of_person": person}) for statement in _FORGET]
