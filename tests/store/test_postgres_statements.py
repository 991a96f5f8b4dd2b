"""What can be said of PostgreSQL without one: every statement is one that it understands."""

from __future__ import annotations

import pytest
from sqlalchemy import Table
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.schema import CreateTable

from fogline.store import Database, database_url
from fogline.store.schema import METADATA
from fogline.store.writer import Writer
from tests.server.harness import in_loop


@in_loop
async def test_the_writer_speaks_postgres() -> None:
    engine = create_async_engine(database_url("postgresql://u@nowhere/db"))
    database = Database(engine)
    assert database.is_postgres
    writer = Writer(database)
    entries = str(writer._insert_entries.compile(dialect=engine.dialect))
    assert "ON CONFLICT DO NOTHING RETURNING" in " ".join(entries.split())
    tables = str(writer._upsert_tables.compile(dialect=engine.dialect))
    assert "ON CONFLICT (id) DO UPDATE SET" in tables
    await engine.dispose()


@pytest.mark.parametrize("table", METADATA.sorted_tables, ids=str)
@in_loop
async def test_every_table_can_be_created_there(table: Table) -> None:
    engine = create_async_engine(database_url("postgresql://u@nowhere/db"))
    text = str(CreateTable(table).compile(dialect=engine.dialect))
    assert text.strip().startswith(f"CREATE TABLE {table.name}")
    await engine.dispose()
