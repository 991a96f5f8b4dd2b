"""Durability: a restart goes on, and `kill -9` at any instant loses nothing acknowledged."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from fogline import Chance
from fogline.cli import main
from fogline.store.transfer import opened, read_tables
from tests.server.harness import (
    ME,
    RANDOM,
    Body,
    Client,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)
from tests.server.processes import Process, check_log

KILLS = 3
TABLES = 6


@in_loop
async def test_a_restarted_server_goes_on_with_every_table(tmp_path: Path) -> None:
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, *seats)
        with_bot = await new_table(ann, ME, RANDOM)
        for path in (table, with_bot):
            await ann.post(f"/api/tables/{path}/start")
        await play_on(ann, table, 0, Chance(1), 1)
        before = await ann.get(f"/api/tables/{table}?seat=1")
        cookies = dict(ann.http.cookies)
    async with serving(settings_for(tmp_path)) as server:
        ann = server.stranger()
        ann.http.cookies.update(cookies)
        after = await ann.get(f"/api/tables/{table}?seat=1")
        assert {**after, "now": 0} == {**before, "now": 0}
        await play_on(ann, table, 1, Chance(1), 2)
        await play_on(ann, with_bot, 0, Chance(1), 3)
        # What was acknowledged before is not done again.
        body: Body = {"id": "action-1", "version": 0, "seat": 0, "action": "draw"}
        again = await ann.post(f"/api/tables/{table}/actions", body)
        assert again["version"] == before["version"]


@in_loop
async def test_a_stopping_server_lets_no_bot_begin_to_think(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with serving(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            tables = [await new_table(ann, RANDOM, RANDOM) for _ in range(20)]
            for table in tables:
                await ann.post(f"/api/tables/{table}/start")
    # A bot that cannot think would make any move rather than none.
    assert not [line for line in logs if line["log_level"] == "error"]


@in_loop
async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_delay=60_000)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        shown = await ann.change(f"/api/tables/{table}/start")
        assert shown["deciding"] == [0, 1]
    async with (
        serving(settings_for(tmp_path)) as server,
        server.stranger().watch(table) as watching,
    ):
        shown = await watching.next("view")
        while shown["status"] != "ended":
            shown = (await watching.next("update"))["view"]
        assert shown["outcome"]["winners"]


class Player:
    """Plays both seats of one table, remembers what was acknowledged, and never gives up."""

    def __init__(self, table: str, cookies: dict[str, str]) -> None:
        self.table = table
        self._cookies = cookies
        self._chance = Chance(table)
        self.acknowledged: dict[str, int] = {}
        self._pending: Body | None = None

    async def play(self, url: str) -> None:
        """Play until the server is gone."""
        client = Client(url)
        client.http.cookies.update(self._cookies)
        try:
            while True:
                await self._act(client)
        except httpx.TransportError:
            return
        finally:
            await client.http.aclose()

    async def _act(self, client: Client) -> None:
        path = f"/api/tables/{self.table}"
        if self._pending is None:
            shown = await client.get(path)
            if shown["status"] == "ended":
                await asyncio.sleep(0.05)
                return
            action = shown["legal"][self._chance.below(len(shown["legal"]))]["action"]
            self._pending = {
                "id": f"move-{len(self.acknowledged):06}",
                "version": shown["version"],
                "seat": shown["you"]["seat"],
                "action": action,
            }
        # After a kill it is not known whether this was done: it is sent again, with its id.
        done = await client.post(f"{path}/actions", self._pending)
        self.acknowledged[self._pending["id"]] = done["version"]
        self._pending = None


@in_loop
async def test_kill_9_under_load_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    process = Process(database)
    url = await process.start()
    ann = Client(url)
    user = (await ann.post("/api/session", {"name": "Ann"}))["user"]["id"]
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
    players = []
    for _ in range(TABLES):
        table = await new_table(ann, *seats, game="old-west")
        await ann.post(f"/api/tables/{table}/start")
        players.append(Player(table, dict(ann.http.cookies)))
    await ann.http.aclose()
    for kill in range(KILLS):
        playing = [asyncio.create_task(player.play(url)) for player in players]
        while sum(len(player.acknowledged) for player in players) < (kill + 1) * 60:
            await asyncio.sleep(0.01)
        await process.end(signal.SIGKILL)
        await asyncio.gather(*playing)
        url = await process.start()
    assert await process.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    async with opened(str(database)) as (_, log):
        files = {file.table: file for file in await read_tables(log, ())}
    for player in players:
        # At most the one move that was under way is there without having been acknowledged.
        there = check_log(files[player.table], player.acknowledged, user)
        assert there - len(player.acknowledged) in (0, 1)
    assert sum(len(player.acknowledged) for player in players) >= KILLS * 60


def test_tables_move_between_servers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one").mkdir()
    tables = asyncio.run(_two_tables(tmp_path / "one"))
    capsys.readouterr()
    here = ["--database", str(tmp_path / "one" / "tables.db")]
    there = ["--database", str(tmp_path / "two" / "tables.db")]
    folder = tmp_path / "files"
    assert main(["export", *here, "-o", str(folder), "--json"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)["tables"]) == sorted(tables)
    files = [str(path) for path in sorted(folder.glob("*.json"))]
    for known in (0, 2):
        assert main(["import", *there, *files, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["known"] == known
    assert main(["export", *there, "-o", str(tmp_path / "again"), *tables]) == 0
    for name in tables:
        assert (folder / f"{name}.json").read_text() == (
            tmp_path / "again" / f"{name}.json"
        ).read_text()
    assert main(["export", *there, "nothing", "-o", str(tmp_path)]) == 2
    capsys.readouterr()
    (tmp_path / "bad.json").write_text(Path(files[0]).read_text().replace("Ann", "Eve"))
    assert main(["import", *there, str(tmp_path / "bad.json")]) == 2
    assert "digest" in capsys.readouterr().err


async def _two_tables(folder: Path) -> list[str]:
    async with serving(settings_for(folder)) as server:
        ann = await server.guest("Ann")
        seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
        tables = [await new_table(ann, *seats), await new_table(ann, ME, RANDOM)]
        await ann.post(f"/api/tables/{tables[0]}/start")
        await play_on(ann, tables[0], 0, Chance(1), 1)
        return tables
