"""The tables of the database. Moves are rows of the one text format; positions are never stored."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(16), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("bird", String(32)),
    Column("is_muted", Boolean, nullable=False, server_default=false()),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("is_transfer", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, server_default="0"),
)
"""`seen_at` is right to a day."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(32), nullable=False, index=True),
    Column("rules", Text, nullable=False),
    Column("rules_version", Integer, nullable=False, server_default="1"),
    Column("secret", String(64), nullable=False, index=True),
    Column("created_at", Double, nullable=False),
    Column("pace", String(16), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("has_hints", Boolean, nullable=False),
    Column("has_chat", Boolean, nullable=False),
    Column("life", String(16), nullable=False, index=True),
    Column("started_at", Double),
    Column("finished_at", Double),
    Column("rematch", String(32)),
    Column("tags", Text),
    Column("clock_from", Double, nullable=False, server_default="0"),
    Column("due_at", Double, index=True),
    Column("dice_scheme", String(16), nullable=False, server_default="hmac-sha256/1"),
    Column("has_secret_whims", Boolean, nullable=False, server_default=false()),
    Column("tally", Integer, index=True),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("removed", Text, nullable=False, server_default=""),
    Column("muted", Text, nullable=False, server_default=""),
)
"""`version` counts the changes of a table: whoever decides on one of them says on which version, and nothing is
written if another process was faster. `tally` is the number of the tally in which the dice of a finished game were
counted first. `removed` and `muted` hold ids of people, with spaces between them."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("person", String(32)),
    Column("level", String(32)),
    Column("seed", String(64), nullable=False),
    Column("presence", String(16), nullable=False),
    Column("is_client", Boolean, nullable=False),
    Column("anchor", String(64), nullable=False, server_default="-"),
    Column("bird", String(32)),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_seats_person", "person"),
)

anchors = Table(
    "anchors",
    metadata,
    Column("anchor", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
)
"""Where each hash chain has been committed to. When the game begins the chain is used up, and stays so when the table
is deleted: its record shows the links to everybody."""

moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("move", String(32), nullable=False),
    Column("at", Double, nullable=False),
    Column("link", String(64)),
    PrimaryKeyConstraint("table_id", "ply"),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)

set_aside = Table(
    "set_aside",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
)
"""What cannot be read any more, and why."""

notes = Table(
    "notes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)
"""What an operator's command has changed in a SQLite file while a server uses it; PostgreSQL tells it by itself."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("owner", String(32), nullable=False, index=True),
    Column("fence", BigInteger, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
)
"""Which process plays for the bots of a table and ends its clocks, and until when, by the clock of the database.
`fence` grows with every owner: whoever has an older one cannot write. SQLite, which one process uses, needs none."""

commits = Table(
    "commits",
    metadata,
    Column("writer", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
)
"""The number of the last transaction that each process has committed, by which it learns what became of one if the
connection breaks. SQLite needs none."""

tallies = Table(
    "tallies",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("games", BigInteger, nullable=False),
    Column("ones", BigInteger, nullable=False),
    Column("twos", BigInteger, nullable=False),
    Column("threes", BigInteger, nullable=False),
    Column("fours", BigInteger, nullable=False),
    Column("fives", BigInteger, nullable=False),
    Column("worms", BigInteger, nullable=False),
)
"""The white dice of the games that were finished here. Each row has everything that was counted until then, so that the
newest one says it all; a game that is deleted later stays counted."""

outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("finished_at", Double, nullable=False),
    Column("is_counted", Boolean, nullable=False),
    Column("edition", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("shared_wins", Integer, nullable=False),
    Column("worms", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("fails", Integer, nullable=False),
    Column("steals", Integer, nullable=False),
    Column("stolen", Integer, nullable=False),
    Column("most_points", Integer, nullable=False),
    Column("highest_tile", Integer, nullable=False),
    Column("reviewed", Integer, nullable=False, server_default="0"),
    Column("luck", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_outcomes_person_finished_at", "person", "finished_at", "table_id"),
)
"""How finished games ended for the people in them: derived from the moves, which take too long to play again whenever
somebody looks at their numbers. `is_counted` says whether the game belongs to these. `luck` is in millionths of the
chance to win, and known where `reviewed` is 1."""
