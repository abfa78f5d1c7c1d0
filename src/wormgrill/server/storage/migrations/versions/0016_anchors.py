"""Anchors: which hash chains have been committed to, and at which table."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """All that seats have committed to; where two tables share an anchor, one of them has it."""
    op.create_table(
        "anchors",
        sa.Column("anchor", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False, index=True),
    )
    op.execute("INSERT INTO anchors SELECT anchor, min(table_id) FROM seats WHERE anchor != '-' GROUP BY anchor")


def downgrade() -> None:
    """Earlier releases take every anchor."""
    op.drop_table("anchors")
