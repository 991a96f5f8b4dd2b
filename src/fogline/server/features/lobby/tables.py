"""What the lobby keeps: summaries of tables, and who belongs to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text

from fogline.store.ownership import Export, Ownership
from fogline.store.projection import user_table
from fogline.store.schema import METADATA

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("clocked", Boolean, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    # When the next clock runs out, for tables that no server has in memory.
    Column("due", BigInteger),
    Index("tables_found", "status", "listed", "updated"),
    Index("tables_due", "due"),
    info=Ownership(table="id").info,
)
"""The summaries of tables. They can be computed from the logs."""

MEMBERS = user_table("members", exports_tables=True)
"""The users who own a table or played at it."""

INVITATIONS = user_table("invitations", Export("invitations", ("table_id",)))
"""The users who were invited to a table, whether they came or not."""
