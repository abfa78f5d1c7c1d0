"""Order at the tables: whom a host has removed or muted, and whom the operator has muted everywhere."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody is removed or muted yet."""
    op.add_column("tables", sa.Column("removed", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("muted", sa.Text, nullable=False, server_default=""))
    op.add_column("people", sa.Column("is_muted", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Earlier releases let everybody come back and talk."""
    op.drop_column("people", "is_muted")
    op.drop_column("tables", "muted")
    op.drop_column("tables", "removed")
