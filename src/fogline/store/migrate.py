"""Bringing a database up to date, by the numbered steps in `migrations/versions`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x666F676C
"""Of several servers that start together on one PostgreSQL, one migrates."""


def migrate(connection: Connection) -> None:
    """Take all steps that were not taken yet."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
