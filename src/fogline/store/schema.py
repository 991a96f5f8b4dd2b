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

SPEAKERS = Table(
    "speakers",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)
"""The spectators who have written to the chat of a table."""

USERS = Table(
    "users",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("login", String(32), unique=True),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    # When the host blocked the user.
    Column("blocked", BigInteger),
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

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("purpose", String(16), nullable=False),
    Column("value", String(400), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Links that work once. Only the SHA-256 of their secret is stored."""

NOTICES = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("version", Integer, nullable=False),
)
"""What `fogline admin` tells the server on a SQLite file; PostgreSQL has NOTIFY for it."""

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
)
"""Reports of names and of lines of the chat."""

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("language", String(8), nullable=False),
)
"""Confirmed e-mail addresses, for turn notifications."""

PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    # The SHA-256 of the endpoint.
    Column("id", String(64), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("label", String(64), nullable=False),
    Column("language", String(8), nullable=False),
)
"""Browsers that want turn notifications by web push."""

TOLD_TURNS = Table(
    "told_turns",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
)
"""The last turn of which a user was notified at each table, by its version."""

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
