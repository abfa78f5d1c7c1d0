"""What bots do on a whim follows from the table's secret, at tables that had not begun."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Games that have begun stay as they were: what their bots thought can be told again."""
    op.add_column("tables", sa.Column("has_secret_whims", sa.Boolean, nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("life", sa.String), sa.column("has_secret_whims", sa.Boolean))
    op.execute(tables.update().where(tables.c.life == "waiting").values(has_secret_whims=sa.true()))


def downgrade() -> None:
    """What bots thought cannot be told again for games that began since."""
    op.drop_column("tables", "has_secret_whims")
