"""What the lobby keeps: summaries of tables, and who belongs to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text

from fogline.store.ownership import Export, Ownership
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

MEMBERS = Table(
    "members",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    info=Ownership(users=("user_id",), table="table_id", exports_tables=True).info,
)
"""The users who own a table or played at it."""

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    info=Ownership(
        users=("user_id",), table="table_id", export=Export("invitations", ("table_id",))
    ).info,
)
"""The users who were invited to a table, whether they came or not."""
