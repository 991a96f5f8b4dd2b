"""The schema of the database. `migrations` brings older databases up to date."""

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
    # The unique constraint makes an action that is sent twice happen once.
    Column("request", String(100)),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "request", name="entries_request"),
)
"""The logs. Rows are added and never changed."""

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
)
"""The summaries of tables. They can be computed from the logs."""

MEMBERS = Table(
    "members",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)
"""The users who own a table or played at it."""

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)
"""The users who were invited to a table, whether they came or not."""

USERS = Table(
    "users",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("login", String(32), unique=True),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("ended", BigInteger),
)
"""Sessions of browsers. Only the SHA-256 of their secret is stored."""

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
)
"""Tokens of bots. Only their SHA-256 is stored."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    # Up to 1023 bytes, in base64url.
    Column("id", String(1400), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("label", String(64), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False, server_default="0"),
)
"""Passkeys of accounts: the public key and the use counter of the device."""

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

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    # The server that works on it, and when it last said so.
    Column("server", String(32), nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("failed", Boolean, nullable=False),
    Column("body", Text),
)
"""Reviews of finished games, as JSON; without a body while one is being made."""
