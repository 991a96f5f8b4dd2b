"""The tables of the store itself. Features declare theirs in the same metadata.

`migrations` brings older databases up to date.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    # The unique constraint makes an action that is sent twice happen once.
    Column("request", String(100)),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "request", name="entries_request"),
)
"""The logs. Rows are added and never changed."""

SHARED_KEYS = Table(
    "facts",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Values that all servers on one database share, such as the key that signs sessions."""

BEATS = Table(
    "beats",
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""The last heartbeat of each server, so that no clock counts a downtime."""

NOTICES = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("version", Integer, nullable=False),
)
"""What `fogline admin` announces to the server on a SQLite file; PostgreSQL has NOTIFY for it."""
