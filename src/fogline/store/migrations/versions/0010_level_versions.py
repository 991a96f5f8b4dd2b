"""The versions of the levels of bots, in results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; a server fills it from the logs while it runs."""
    op.add_column("results", sa.Column("level_version", sa.Integer))
