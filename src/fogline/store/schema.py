"""The tables of the database. `migrations` brings an older database up to this."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    # What makes an action that is sent twice happen once.
    Column("request", String(100)),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "request", name="entries_request"),
)
"""The logs: rows are added, and never changed."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("clocked", Boolean, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    # When the next clock runs out, for servers that do not have the table in memory.
    Column("due", BigInteger),
    Index("tables_found", "status", "listed", "updated"),
    Index("tables_due", "due"),
)
"""What lists of tables show. It could be made anew from the logs."""

MEMBERS = Table(
    "members",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)
"""Who owns or has sat at which table."""

USERS = Table(
    "users",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("login", String(32), unique=True),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
)
"""Tokens of bots, of which only the SHA-256 is kept."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    # Up to 1023 bytes, written in base 64.
    Column("id", String(1400), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
)
"""Passkeys of accounts: the public key, and how often the device says it was used."""

SHARED_KEYS = Table(
    "facts",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all servers on one database share, such as the key that signs sessions."""

BEATS = Table(
    "beats",
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""When each server was last alive, so that no clock counts the time when none was."""
