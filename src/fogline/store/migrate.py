"""Migrates a database to the current schema, by the steps in `migrations/versions`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x666F676C
"""The key of the lock that lets only one server at a time migrate a PostgreSQL database."""


def migrate(connection: Connection) -> None:
    """Run all missing steps."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
