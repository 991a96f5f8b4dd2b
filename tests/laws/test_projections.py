"""Law 10: a rebuilt projection equals the incremental one, and nothing else is needed for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select

from fogline.server.features import SCHEMA
from fogline.server.features.people.account_data import forget_user
from fogline.server.features.results.tables import RESULTS
from fogline.store import Database, TableLog
from fogline.store.projection import folded, upserts_of
from fogline.store.transfer import opened
from fogline.table.entries import Entry, Logged
from fogline.table.table_file import read_log
from tests.fixtures.conftest import OldDatabase, old_database, old_folder, old_sqlite
from tests.server.harness import in_loop
from tests.soak import amount
from tests.store.postgres import address, postgres
from tests.store.random_tables import USERS, random_steps

__all__ = ["address", "old_database", "old_folder", "old_sqlite", "postgres"]

LOGS = sorted((Path(__file__).parents[1] / "store" / "logs").glob("*.json"))
SEEDS = [f"projections-{number}" for number in range(amount(40, 400))]
Found = dict[str, list[tuple[object, ...]]]


async def rows_in(database: Database) -> Found:
    """Read the rows of all projections."""
    async with database.engine.connect() as connection:
        return {
            each.table.name: sorted(
                map(tuple, (await connection.execute(select(each.table))).all()), key=repr
            )
            for each in SCHEMA.projections
        }


async def spoil(database: Database) -> None:
    """Delete some rows of all projections, and add one that nothing follows from."""
    async with database.engine.begin() as connection:
        for each in SCHEMA.projections:
            found = (await connection.execute(select(each.table))).mappings().all()
            await connection.execute(delete(each.table))
            for row in found[: len(found) // 2]:
                await connection.execute(insert(each.table), dict(row))


async def rebuild(log: TableLog) -> None:
    for table in await log.all_tables():
        assert await log.rebuild(table, SCHEMA.projections)


async def write(log: TableLog, seed: str) -> Counter[str]:
    """Write a random table as a server does; return what happened there."""
    words: Counter[str] = Counter()
    for step in random_steps(seed):
        words.update(each.entry.type for each in step.news)
        assert await log.append(step.before, step.after, step.news)
    return words


@in_loop
async def test_random_tables(address: str) -> None:
    words: Counter[str] = Counter()
    async with opened(address, SCHEMA) as (database, log):
        for seed in SEEDS:
            words += await write(log, seed)
        incremental = await rows_in(database)
        await rebuild(log)
        assert await rows_in(database) == incremental
        await spoil(database)
        assert await rows_in(database) != incremental
        await rebuild(log)
        assert await rows_in(database) == incremental
    assert all(incremental.values()), "some projection had nothing to keep"
    # Otherwise the test would prove less than it says.
    assert set(words) == set(Entry.kinds)
    reasons = RESULTS.columns.keys().index("reason")
    assert {row[reasons] for row in incremental["results"]} >= {"resigned", "closed"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_log_gives_what_its_steps_give(seed: str) -> None:
    """Entries that are written together change what they change one by one."""
    rows: dict[tuple[str, tuple[object, ...]], object] = {}
    log: list[Logged] = []
    for step in random_steps(seed):
        log += step.news
        changed = upserts_of(SCHEMA.projections, step.before, step.after, step.news)
        for table, news in changed.items():
            keys = table.primary_key.columns.keys()
            rows |= {(table.name, tuple(row[key] for key in keys)): row for row in news}
    _, whole = folded(SCHEMA.projections, step.after.id, log)
    assert sorted(map(repr, rows.values())) == sorted(
        repr(row) for found in whole.values() for row in found
    )


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@in_loop
async def test_recorded_logs(path: Path, address: str) -> None:
    file = read_log(path.read_bytes())
    async with opened(address, SCHEMA) as (database, log):
        assert await log.add(file.table, file.log)
        whole = await rows_in(database)
        await spoil(database)
        await rebuild(log)
        assert await rows_in(database) == whole


@in_loop
async def test_databases_of_older_versions(old_database: OldDatabase) -> None:
    async with opened(old_database.address, SCHEMA) as (database, log):
        before = await rows_in(database)
        await rebuild(log)
        after = await rows_in(database)
        # The oldest versions took users who were invited for members.
        assert set(after["members"]) <= set(before["members"])
        assert set(after["invitations"]) >= set(before["invitations"])
        assert after["speakers"] == before["speakers"]
        # They took a pause for a change of the summary as well.
        kept = [[row[:4] + row[6:] for row in found["tables"]] for found in (after, before)]
        assert kept[0] == kept[1]
        await rebuild(log)
        assert await rows_in(database) == after


@in_loop
async def test_a_rebuild_while_games_go_on(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        async with asyncio.TaskGroup() as tasks:
            writing = [tasks.create_task(write(log, seed)) for seed in SEEDS[:8]]
            while not all(each.done() for each in writing):
                await rebuild(log)
                await asyncio.sleep(0)
        incremental = await rows_in(database)
        await rebuild(log)
        assert await rows_in(database) == incremental


@in_loop
async def test_accounts_that_were_deleted(address: str) -> None:
    """Nothing in the logs leads to the user, and rebuilding brings no row back."""
    async with opened(address, SCHEMA) as (database, log):
        for seed in SEEDS[:2]:
            await write(log, seed)
        for user in USERS[:2]:
            for table in await log.all_tables():
                await forget_user(log, table, user)
        incremental = await rows_in(database)
        assert not any(user in repr(incremental) for user in USERS[:2])
        await rebuild(log)
        assert await rows_in(database) == incremental
