"""Results of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table; a server fills it from the logs while it runs."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.String(32)),
        sa.Column("level", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rule_set", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("board_digest", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("rank", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("drawn", sa.Text, nullable=False),
        sa.Column("kept", sa.Text, nullable=False),
        sa.Column("completed", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("out_of_time", sa.Boolean, nullable=False),
        sa.Column("stand_in", sa.Boolean, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("origin", sa.Text),
    )
    op.create_index("results_of_user", "results", ["user_id", "ended", "table_id", "seat"])
