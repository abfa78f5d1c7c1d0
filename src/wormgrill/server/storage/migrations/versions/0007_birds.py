"""People choose a bird as their face, and sit at a table with it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nobody has chosen one yet: their names give them one."""
    for table in ("people", "seats"):
        op.add_column(table, sa.Column("bird", sa.String(32)))


def downgrade() -> None:
    """Everybody loses the bird of their choice."""
    for table in ("people", "seats"):
        op.drop_column(table, "bird")
