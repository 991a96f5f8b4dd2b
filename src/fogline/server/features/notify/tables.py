"""Where users are notified of turns, and of which they were."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table, Text

from fogline.store.ownership import Export, Ownership
from fogline.store.schema import METADATA

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    info=Ownership(users=("user_id",), export=Export("email", ("email", "language"))).info,
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
    info=Ownership(
        users=("user_id",),
        export=Export("browsers", ("user_id", "endpoint", "key", "auth", "label", "language")),
    ).info,
)
"""Browsers that want turn notifications by web push."""

TOLD_TURNS = Table(
    "told_turns",
    METADATA,
    Column("user_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    info=Ownership(
        users=("user_id",),
        table="table_id",
        why_not="the table has the turn, and this only that a message was sent",
    ).info,
)
"""The last turn of which a user was notified at each table, by its version."""
