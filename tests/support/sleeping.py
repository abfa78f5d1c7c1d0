"""Many games at once: copies of one, put into a database in a second."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from wormgrill.server.model.ids import new_id

PARTS = {"tables": "id", "seats": "table_id", "moves": "table_id", "chat": "table_id"}


def copy_table(database: Path, table_id: str, number: int) -> list[str]:
    """The ids of so many copies of a table, with all that belongs to it."""
    source = Random(table_id).randbytes
    ids = [new_id(source) for _ in range(number)]
    with closing(sqlite3.connect(database)) as connection:
        for part, key in PARTS.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({part})") if row[1] != key]
            names = ", ".join(columns)
            statement = f"INSERT INTO {part} ({key}, {names}) SELECT ?, {names} FROM {part} WHERE {key} = ?"
            connection.executemany(statement, [(new, table_id) for new in ids])
        connection.commit()
    return ids
