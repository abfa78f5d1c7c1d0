"""Notes: what another process has changed in a SQLite file, for the server that uses it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "notes",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Earlier releases read none."""
    op.drop_table("notes")
