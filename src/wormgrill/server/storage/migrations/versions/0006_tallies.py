"""The dice of all games that were finished here, counted by face."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nothing is counted yet: the server does so while it runs, with the games that are there."""
    op.create_table(
        "tallies",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("ones", sa.BigInteger, nullable=False),
        sa.Column("twos", sa.BigInteger, nullable=False),
        sa.Column("threes", sa.BigInteger, nullable=False),
        sa.Column("fours", sa.BigInteger, nullable=False),
        sa.Column("fives", sa.BigInteger, nullable=False),
        sa.Column("worms", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("tally", sa.Integer))
    op.create_index("ix_tables_tally", "tables", ["tally"])


def downgrade() -> None:
    """What was counted is lost, for games that have been deleted since as well."""
    op.drop_index("ix_tables_tally", "tables")
    op.drop_column("tables", "tally")
    op.drop_table("tallies")
