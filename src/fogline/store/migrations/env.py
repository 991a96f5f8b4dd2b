"""Alembic's entry point. It uses the connection that `migrate` passes."""

from alembic import context

from fogline.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
