"""Export and deletion follow from what the SQL tables say about themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from fogline.server.features import FEATURES, SCHEMA
from fogline.server.features.people.users import Users
from fogline.store import Database
from fogline.store.ownership import export_rows, ownership_of, tables_of_user
from fogline.store.schema import BEATS, ENTRIES, METADATA, NOTICES, SHARED_KEYS
from fogline.store.transfer import opened
from tests.server.harness import in_loop
from tests.store.postgres import address, postgres
from tests.store.random_tables import random_steps

__all__ = ["address", "postgres"]

USER, OTHER, TABLE = "u_ann", "u_bea", "the-table"
NAMES = [table.name for table in SCHEMA.tables]


def test_features_declare_all_sql_tables() -> None:
    own = {ENTRIES, SHARED_KEYS, BEATS, NOTICES}
    assert set(METADATA.tables.values()) == own | set(SCHEMA.tables)
    assert len(NAMES) == len(set(NAMES))
    assert {each.table for each in SCHEMA.projections} <= set(SCHEMA.tables)


def test_features_are_folders() -> None:
    folder = Path(__file__).parents[2] / "src" / "fogline" / "server" / "features"
    folders = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert {feature.name for feature in FEATURES} == folders


@pytest.mark.parametrize("table", SCHEMA.tables, ids=NAMES)
def test_columns_with_users_and_tables_are_named(table: sa.Table) -> None:
    ownership = ownership_of(table)
    named = {*ownership.users, ownership.table}
    assert {"user_id", "table_id", "reporter"} & {*table.columns.keys()} <= named
    if ownership.users:
        ways = (ownership.export is not None, bool(ownership.why_not), ownership.exports_tables)
        assert sum(ways) == 1, "its rows are exported, or it says why not"


def row_for(table: sa.Table, user: str, number: int) -> dict[str, object]:
    """Make a row that belongs to a user and a table."""
    row: dict[str, object] = {}
    ownership = ownership_of(table)
    for column in table.columns:
        if column.name in ownership.users:
            row[column.name] = user
        elif column.name == ownership.table:
            row[column.name] = TABLE if column.name != "id" else f"{TABLE}-{user}"
        elif isinstance(column.type, sa.Boolean):
            row[column.name] = False
        elif isinstance(column.type, sa.Integer):
            row[column.name] = number
        elif isinstance(column.type, sa.LargeBinary):
            row[column.name] = b"key"
        else:
            row[column.name] = f"{column.name}-{number}"[: getattr(column.type, "length", 99)]
    return row


async def fill(database: Database) -> None:
    async with database.engine.begin() as connection:
        for table in SCHEMA.tables:
            for number, user in enumerate((USER, OTHER)):
                if ownership_of(table).users:
                    await connection.execute(sa.insert(table), row_for(table, user, number))


async def dump(database: Database) -> dict[str, str]:
    async with database.engine.connect() as connection:
        return {
            table.name: str((await connection.execute(sa.select(table))).all())
            for table in SCHEMA.tables
        }


@in_loop
async def test_nothing_of_a_deleted_account_is_left(address: str) -> None:
    async with opened(address, SCHEMA) as (database, _):
        await fill(database)
        before = await dump(database)
        assert all(USER in before[t.name] for t in SCHEMA.tables if ownership_of(t).users)
        await Users(database).delete(USER, SCHEMA.tables)
        after = await dump(database)
        assert not any(USER in text for text in after.values())
        assert all(OTHER in after[t.name] for t in SCHEMA.tables if ownership_of(t).users)


@in_loop
async def test_a_user_is_given_what_is_exported_and_nothing_of_others(address: str) -> None:
    async with opened(address, SCHEMA) as (database, _):
        await fill(database)
        async with database.engine.connect() as connection:
            found = await export_rows(connection, SCHEMA.tables, USER)
            assert await tables_of_user(connection, SCHEMA.tables, USER) == [TABLE]
        exports = [ownership_of(table).export for table in SCHEMA.tables]
        assert set(found) == {export.name for export in exports if export is not None}
        assert OTHER not in str(found)
        for secret in ("password-0", "digest-0", "secret"):
            assert secret not in str(found)
        # Sessions that have ended are kept for their cookies alone.
        assert [name for name, rows in found.items() if not rows] == ["sessions"]


@in_loop
async def test_nothing_of_a_deleted_table_is_left(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        for step in random_steps("ownership"):
            await log.append(step.before, step.after, step.news)
        table = step.after.id
        async with database.engine.begin() as connection:
            for each in SCHEMA.tables:
                if ownership_of(each).table is not None and ownership_of(each).table != "id":
                    row = row_for(each, USER, 0) | {str(ownership_of(each).table): table}
                    await connection.execute(sa.delete(each))
                    await connection.execute(sa.insert(each), row)
        assert sum(table in text for text in (await dump(database)).values()) >= 7
        assert await log.delete(table, 1)
        assert not any(table in text for text in (await dump(database)).values())
        assert await log.all_tables() == []
