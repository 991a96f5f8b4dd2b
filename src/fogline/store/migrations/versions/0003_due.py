"""When the next clock of each table runs out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the time when the next clock runs out; for existing tables, check once whether it has."""
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.create_index("tables_due", "tables", ["due"])
    tables = sa.table("tables", sa.column("due"), sa.column("clocked"), sa.column("status"))
    running = tables.c.clocked.is_(sa.true()) & (tables.c.status == "playing")
    op.execute(tables.update().where(running).values(due=0))
