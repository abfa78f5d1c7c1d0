"""When a token was seen last, so that those which nobody has any more can go."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """All that are there count as seen now: it is not known which of them are used."""
    op.add_column("tokens", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE tokens SET seen_at = :now").bindparams(now=time.time()))


def downgrade() -> None:
    """Earlier releases keep every token."""
    op.drop_column("tokens", "seen_at")
