"""The dice of hash chains: what a seat commits to, and the link with which dice were rolled."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Games that are being played or over keep their dice; tables that wait begin with the new ones."""
    op.add_column("tables", sa.Column("dice_scheme", sa.String(16), nullable=False, server_default="hmac-sha256/1"))
    op.add_column("seats", sa.Column("anchor", sa.String(64), nullable=False, server_default="-"))
    op.add_column("moves", sa.Column("link", sa.String(64)))
    op.execute("UPDATE tables SET dice_scheme = 'hash-chain/2' WHERE life = 'waiting'")
    op.execute("UPDATE seats SET seed = '-' WHERE table_id IN (SELECT id FROM tables WHERE life = 'waiting')")


def downgrade() -> None:
    """Not possible: games with these dice could not go on."""
    raise sa.exc.SQLAlchemyError("a program that old cannot roll the dice of the games in it")
