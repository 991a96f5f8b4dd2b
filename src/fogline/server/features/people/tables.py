"""Users, and how they sign in."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table

from fogline.store.ownership import Export, Ownership
from fogline.store.schema import METADATA

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
    info=Ownership(
        users=("id",),
        export=Export("user", ("id", "name", "login"), column="id"),
    ).info,
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
    info=Ownership(
        users=("user_id",),
        export=Export(
            "sessions", ("id", "user_id", "label", "created", "seen", "ended"), unless="ended"
        ),
    ).info,
)
"""Sessions of browsers. Only the SHA-256 of their secret is stored."""

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    info=Ownership(users=("user_id",), export=Export("tokens", ("id", "label"))).info,
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
    info=Ownership(users=("user_id",), export=Export("passkeys", ("label", "created"))).info,
)
"""Passkeys of accounts: the public key and the use counter of the device."""

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("purpose", String(16), nullable=False),
    Column("value", String(400), nullable=False),
    Column("expires", BigInteger, nullable=False),
    info=Ownership(
        users=("user_id",), why_not="their addresses are secrets, and they expire within a day"
    ).info,
)
"""Links that work once. Only the SHA-256 of their secret is stored."""
