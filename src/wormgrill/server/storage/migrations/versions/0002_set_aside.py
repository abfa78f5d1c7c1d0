"""Tables that cannot be read are set aside, and every table says which version its rules text is of."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the list of what is set aside, and the version: all texts so far are of the first one."""
    op.add_column("tables", sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "set_aside",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
