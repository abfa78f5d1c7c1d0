"""Versions of tables, so that several processes can change them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Every table begins with version 0."""
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """One process at a time needs no versions."""
    op.drop_column("tables", "version")
