"""Every table says when its clock was last set but by a move, and when something must happen there by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both, and an index; a game that is being played is due, so that it is looked at once."""
    op.add_column("tables", sa.Column("clock_from", sa.Double, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due_at", sa.Double))
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.execute("UPDATE tables SET clock_from = coalesce(finished_at, started_at, created_at)")
    op.execute("UPDATE tables SET due_at = 0 WHERE life = 'playing'")
