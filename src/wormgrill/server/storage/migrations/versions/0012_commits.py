"""Commits: which transaction of each process was the last to be committed."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """None is known yet."""
    op.create_table(
        "commits",
        sa.Column("writer", sa.String(32), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Earlier releases do not ask."""
    op.drop_table("commits")
