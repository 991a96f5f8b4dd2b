"""Reviews of finished games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text

from fogline.store.ownership import Ownership
from fogline.store.schema import METADATA

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
    info=Ownership(table="table_id").info,
)
"""Reviews of finished games, as JSON; without a body while one is being made."""
