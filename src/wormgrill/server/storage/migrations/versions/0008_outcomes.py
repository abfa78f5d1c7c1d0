"""How finished games ended for the people in them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nothing is there yet: a game is added when it ends, and an older one when one of its people looks at theirs."""
    op.create_table(
        "outcomes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("finished_at", sa.Double, nullable=False),
        sa.Column("is_counted", sa.Boolean, nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("shared_wins", sa.Integer, nullable=False),
        sa.Column("worms", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("fails", sa.Integer, nullable=False),
        sa.Column("steals", sa.Integer, nullable=False),
        sa.Column("stolen", sa.Integer, nullable=False),
        sa.Column("most_points", sa.Integer, nullable=False),
        sa.Column("highest_tile", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("ix_outcomes_person_finished_at", "outcomes", ["person", "finished_at", "table_id"])


def downgrade() -> None:
    """How games ended is found out again from their moves."""
    op.drop_table("outcomes")
