"""What a host looks at: spectators who write, and reports."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text, UniqueConstraint

from fogline.store.ownership import Export, Ownership
from fogline.store.projection import user_table
from fogline.store.schema import METADATA

SPEAKERS = user_table("speakers", exports_tables=True)
"""The spectators who have written to the chat of a table."""

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    # The version of a line of the chat, or the seat of a name.
    Column("number", Integer, nullable=False),
    Column("reporter", String(32), nullable=False, index=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("resolved", BigInteger),
    UniqueConstraint("table_id", "kind", "number", "reporter", name="reports_once"),
    info=Ownership(
        users=("reporter", "user_id"),
        table="table_id",
        export=Export(
            "reports",
            (
                "table_id",
                "kind",
                "number",
                "reporter",
                "user_id",
                "name",
                "text",
                "at",
                "id",
                "resolved",
            ),
            column="reporter",
        ),
    ).info,
)
"""Reports of names and of lines of the chat."""
