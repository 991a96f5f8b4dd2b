"""Projections that are made again from the logs: in the background of a server, and by its host."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from fogline.cli import main
from fogline.server.features import SCHEMA
from fogline.server.features.results.tables import RESULTS
from fogline.server.support import projection_fill
from fogline.server.support.projection_fill import SLICE, fill_projections, keep_filling
from fogline.store import Database, TableLog
from fogline.store.projection import Projection
from fogline.store.schema import ENTRIES
from fogline.store.shared_keys import SharedKeys
from fogline.store.transfer import opened
from tests.fixtures.conftest import OldDatabase, old_database, old_folder, old_sqlite
from tests.fixtures.tables import PASSWORD
from tests.server.harness import Body, in_loop, serving, settings_for
from tests.server.test_results import BEA, begun, resigned, results_of, rows_in
from tests.store.postgres import address, postgres

__all__ = ["address", "old_database", "old_folder", "old_sqlite", "postgres"]


@in_loop
async def test_a_database_of_an_older_version_is_filled_while_it_is_served(
    tmp_path: Path, old_database: OldDatabase
) -> None:
    async with serving(settings_for(tmp_path, database=old_database.address)) as server:
        ann = server.stranger()
        await ann.post("/api/login", {"login": "ann", "password": PASSWORD})
        while not await is_filled(server.services.shared_keys):
            await results_of(ann)  # it answers with what there is
        ended = {
            each["table"]
            for each in (await ann.get("/api/tables?mine=true"))["tables"]
            if each["status"] == "ended"
        }
        assert {each["table"] for each in await results_of(ann)} == ended != set()


async def is_filled(keys: SharedKeys) -> bool:
    return all(each["complete"] for each in await progress_in(keys))


async def progress_in(keys: SharedKeys) -> list[Body]:
    found = await keys.get(each.key for each in SCHEMA.projections)
    return [json.loads(found.get(each.key, '{"complete": false}')) for each in SCHEMA.projections]


class Watched(TableLog):
    """A log that can stop while it is folded."""

    def __init__(self, database: Database, stop_after: int | None = None) -> None:
        super().__init__(database, SCHEMA)
        self.seen: list[str] = []
        self.stopped = asyncio.Event()
        self._stop_after = stop_after

    async def rebuild(self, table: str, projections: Sequence[Projection]) -> bool:
        if len(self.seen) == self._stop_after:
            self.stopped.set()
            await asyncio.Event().wait()
        self.seen.append(table)
        return await super().rebuild(table, projections)


TABLES = 3 * SLICE


async def old_tables(log: TableLog, database: Database) -> list[str]:
    """Write finished games as an older version would have left them."""
    for number in range(TABLES):
        game = begun(name=f"game-{number:03}")
        game.do(BEA.resign(1, "random"))
        assert await log.add(game.table.id, game.log)
    tables = await log.all_tables()
    async with database.engine.begin() as connection:
        for projection in SCHEMA.projections:
            await connection.execute(delete(projection.table))
    return tables


@in_loop
async def test_a_fill_that_was_killed_goes_on_where_it_was(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        tables = await old_tables(log, database)
        keys = SharedKeys(database)
        first = Watched(database, stop_after=SLICE + 5)
        filling = asyncio.create_task(fill_projections(first, keys))
        await first.stopped.wait()
        filling.cancel()  # as if it was killed: nothing more is written
        assert len(await rows_in(database)) == 2 * (SLICE + 5)
        assert not await is_filled(keys)
        second = Watched(database)
        with capture_logs() as logged:
            await fill_projections(second, keys)
        assert first.seen + second.seen == [*tables[: SLICE + 5], *tables[SLICE:]]
        assert len(await rows_in(database)) == 2 * TABLES
        assert await is_filled(keys)
        assert logged[0]["event"] == "filling projections"
        assert (logged[0]["tables"], logged[0]["of"]) == (SLICE, TABLES)
        assert logged[-1] == {
            "event": "filled projections", "tables": TABLES, "skipped": 0, "log_level": "info",
        }  # fmt: skip
        third = Watched(database)
        await fill_projections(third, keys)
        assert third.seen == []
        # Those that are not equally far begin again together.
        some, others, *_ = SCHEMA.projections
        await keys.put({some.key: "{}", others.key: json.dumps({"after": tables[SLICE]})})
        await fill_projections(third, keys)
        assert third.seen == tables


@in_loop
async def test_several_servers_fill_the_same_rows(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        await old_tables(log, database)
        keys = SharedKeys(database)
        await asyncio.gather(*(fill_projections(log, keys) for _ in range(3)))
        assert len(await rows_in(database)) == 2 * TABLES
        assert await is_filled(keys)


@in_loop
async def test_a_fill_outlasts_a_database_that_is_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(address, SCHEMA) as (database, log):
        await old_tables(log, database)
        rebuild, calls = log.rebuild, 0

        async def failing(table: str, projections: Sequence[Projection]) -> bool:
            nonlocal calls
            calls += 1
            if calls in {3, 4, SLICE + 9}:
                raise OperationalError("DELETE", None, Exception("the database is away"))
            return await rebuild(table, projections)

        monkeypatch.setattr(log, "rebuild", failing)
        monkeypatch.setattr(projection_fill, "_RETRY", 0)
        with capture_logs() as logged:
            await keep_filling(log, SharedKeys(database))
        assert len(await rows_in(database)) == 2 * TABLES
        events = [each["event"] for each in logged if "fill" in each["event"]]
        assert events.count("cannot fill projections") == 1
        assert events[-2:] == ["filled projections", "over: cannot fill projections"]


async def damage(database: Database, tables: Sequence[str]) -> None:
    """Damage logs in several ways: no JSON, a game without rules, an event that cannot happen."""
    broken, ruleless, wrong = tables
    async with database.engine.begin() as connection:
        of = ENTRIES.c.table_id
        created = (of == ruleless) & (ENTRIES.c.version == 0)
        body = (await connection.execute(select(ENTRIES.c.body).where(created))).scalar_one()
        gone = json.dumps(json.loads(body) | {"rule_set": "mars"})
        for where, text in ((of == broken, "{"), (created, gone)):
            await connection.execute(update(ENTRIES).where(where).values(body=text))
        events = [{"type": "kept", "seat": 7, "tickets": [], "returned": []}]
        entry = {"type": "moved", "schema": 1, "at": 1, "seat": 7, "action": {"type": "draw"}}
        moved = json.dumps(entry | {"events": events})
        await connection.execute(
            update(ENTRIES).where((of == wrong) & (ENTRIES.c.version == 4)).values(body=moved)
        )


@in_loop
async def test_damaged_tables_are_skipped_and_counted(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        tables = await old_tables(log, database)
        await damage(database, tables[:3])
        keys = SharedKeys(database)
        with capture_logs() as logged:
            await fill_projections(log, keys)
        assert len(await rows_in(database)) == 2 * (TABLES - 3)
        assert [each["skipped"] for each in await progress_in(keys)] == [3] * 5
        assert logged[-1]["skipped"] == 3
        warnings = [each for each in logged if each["log_level"] == "warning"]
        assert len(warnings) == 3
        assert not any(table in repr(warnings) for table in tables)


@in_loop
async def test_rows_are_rebuilt_while_a_server_runs(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def rebuild(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main(["admin", "rebuild", *words, "--database", address])
        return status, *capsys.readouterr()

    async with serving(settings_for(tmp_path, database=address)) as server:
        database = server.services.database
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        tables = sorted([await resigned(ann, bea) for _ in range(4)])
        rows = await rows_in(database)
        async with database.engine.begin() as connection:
            await connection.execute(delete(RESULTS).where(RESULTS.c.table_id == tables[0]))
            await connection.execute(update(RESULTS).values(rank=7))
        status, out, err = await asyncio.to_thread(rebuild, "results", "--json")
        assert (status, err) == (0, "")
        assert json.loads(out) == {"rebuilt": ["results"], "tables": 4, "skipped": []}
        assert await rows_in(database) == rows
        await damage(database, tables[:3])
        status, out, err = await asyncio.to_thread(rebuild)
        assert (status, err) == (0, "")
        names = ", ".join(each.table.name for each in SCHEMA.projections)
        assert f"Rebuilt {names} from the logs of 1 table." in out
        assert f"Skipped 3 tables whose logs cannot be read: {', '.join(tables[:3])}" in out
        assert await rows_in(database) == rows  # those that are damaged keep what they have
        status, out, err = await asyncio.to_thread(rebuild, "ratings")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "no projection 'ratings'; expected" in err
