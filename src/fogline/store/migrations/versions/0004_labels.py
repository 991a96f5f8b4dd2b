"""Names of passkeys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what their users call passkeys, and when they were registered."""
    label = sa.Column("label", sa.String(64), nullable=False, server_default="")
    created = sa.Column("created", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("passkeys", label)
    op.add_column("passkeys", created)
