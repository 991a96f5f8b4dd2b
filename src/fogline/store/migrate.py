"""Migrates a database to the current schema, by the steps in `migrations/versions`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from fogline.core.errors import FoglineError

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x666F676C
"""The key of the lock that lets only one server at a time migrate a PostgreSQL database."""


class NewerDatabase(FoglineError):
    """A newer version of Fogline has migrated the database, which alone can use it."""


def migrate(connection: Connection) -> None:
    """Run all missing steps."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    _check_known(config, connection)
    command.upgrade(config, "head")


def _check_known(config: Config, connection: Connection) -> None:
    found = MigrationContext.configure(connection).get_current_revision()
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    if found is not None and found not in steps:
        raise NewerDatabase(
            f"the database is of a newer version of Fogline: it has step {found}, "
            f"and this one knows those up to {steps[0]}; nothing was changed"
        )
