"""Blocked users, links, reports, notices, spectators who spoke, and where to send turns."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what `fogline admin` and turn notifications store."""
    op.add_column("users", sa.Column("blocked", sa.BigInteger))
    op.create_table(
        "links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.String(32), nullable=False, index=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("value", sa.String(400), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False, index=True),
        sa.Column("user_id", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("resolved", sa.BigInteger),
        sa.UniqueConstraint("table_id", "kind", "number", "reporter", name="reports_once"),
    )
    op.create_table(
        "addresses",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.String(32), nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "told_turns",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    speakers = op.create_table(
        "speakers",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )
    _find_speakers(op.get_bind(), speakers)


def _find_speakers(connection: sa.Connection, speakers: sa.Table) -> None:
    """Find the spectators who have written to the chat of a table."""
    entries = sa.table("entries", sa.column("table_id"), sa.column("body"))
    query = sa.select(entries).where(entries.c.body.like('%"type":"said"%'))
    found: set[tuple[str, str]] = set()
    for table, body in connection.execute(query):
        try:
            said = json.loads(body)
        except ValueError:
            continue  # a damaged row is none of this step's business
        if said.get("seat") is None and isinstance(said.get("user"), str):
            found.add((said["user"], table))
    if found:
        rows = [{"user_id": user, "table_id": table} for user, table in sorted(found)]
        connection.execute(sa.insert(speakers), rows)
