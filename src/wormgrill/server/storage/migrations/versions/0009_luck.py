"""The luck that people had in games that were reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """No game counts as reviewed yet: its luck is added when somebody looks at its review."""
    for name in ("reviewed", "luck"):
        op.add_column("outcomes", sa.Column(name, sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """The luck is found out again when somebody looks at a review."""
    for name in ("reviewed", "luck"):
        op.drop_column("outcomes", name)
