"""The backups of docs/hosting.md: its commands are run, on a server that is being played on."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.harness import Body, Client, in_loop, new_table
from tests.server.processes import Process
from tests.store.postgres import Postgres, postgres, programs

__all__ = ["postgres"]

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")


def commands(section: str) -> list[str]:
    """The blocks of commands of a section: how to make a backup, and how to restore it."""
    text = re.split(r"^##+ ", HOSTING.partition(f"\n### {section}\n")[2], flags=re.MULTILINE)[0]
    return re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(script: str, folder: Path, path: str) -> str:
    """Run a block as its reader would."""
    bin_ = folder / "bin"
    bin_.mkdir(exist_ok=True)
    fogline = bin_ / "fogline"
    fogline.write_text(f'#!/bin/sh\nexec {sys.executable} -m fogline "$@"\n', encoding="utf-8")
    fogline.chmod(0o755)
    shell = shutil.which("bash")
    assert shell is not None
    done = subprocess.run(  # noqa: S603 (our own)
        [shell, "-euc", script],
        cwd=folder,
        env={**os.environ, "PATH": f"{bin_}:{path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Table:
    """A table that goes on while backups are made."""

    def __init__(self, cookies: dict[str, str], table: str) -> None:
        self._cookies = cookies
        self._table = table
        self._moves = 0

    @classmethod
    async def begin(cls, url: str) -> Table:
        client = Client(url)
        await client.post("/api/session", {"name": "Ann"})
        table = await new_table(client, {"kind": "me"}, {"kind": "me", "name": "Bea"})
        await client.post(f"/api/tables/{table}/start")
        await client.http.aclose()
        return cls(dict(client.http.cookies), table)

    async def play(self, url: str, moves: int) -> int:
        """Make moves, and return the version."""
        client = Client(url)
        client.http.cookies.update(self._cookies)
        path = f"/api/tables/{self._table}"
        shown: Body = await client.get(path)
        for _ in range(moves):
            self._moves += 1
            seat = shown["deciding"][0]
            shown = await client.get(f"{path}?seat={seat}")
            action = shown["legal"][0]["action"]
            body = {"id": f"action-{self._moves}", "version": shown["version"]}
            await client.post(f"{path}/actions", {**body, "seat": seat, "action": action})
            shown = await client.get(path)
        await client.http.aclose()
        return int(shown["version"])


@in_loop
async def test_a_backup_of_sqlite_is_made_and_restored(tmp_path: Path) -> None:
    if shutil.which("sqlite3") is None:
        pytest.skip("there is no sqlite3 on this machine")
    make, restore = commands("SQLite")
    server = Process(tmp_path / "tables.db")
    url = await server.start()
    table = await Table.begin(url)
    before = await table.play(url, 6)
    assert (await asyncio.to_thread(run, make, tmp_path, "")).strip() == "ok"
    assert await table.play(url, 4) > before
    await server.end(signal.SIGKILL)
    told = await asyncio.to_thread(run, restore, tmp_path, "")
    assert "1  tables that are playing" in told
    url = await server.start()
    try:
        assert await table.play(url, 0) == before
        assert await table.play(url, 4) > before
    finally:
        await server.end(signal.SIGTERM)


@in_loop
async def test_a_backup_of_postgresql_is_made_and_restored(
    tmp_path: Path, postgres: Postgres
) -> None:
    folder = programs()
    if folder is None or not (folder / "pg_dump").is_file():
        pytest.skip("this PostgreSQL has no pg_dump")
    database = await postgres.new_database()
    restored = postgres.url("restored")

    def here(script: str) -> str:
        script = script.replace("postgresql://fogline@db/fogline", f"'{database}'")
        return script.replace("postgresql://fogline@db/restored", f"'{restored}'")

    make, restore = map(here, commands("PostgreSQL"))
    server = Process(database)
    url = await server.start()
    table = await Table.begin(url)
    before = await table.play(url, 6)
    await asyncio.to_thread(run, make, tmp_path, str(folder))
    assert await table.play(url, 4) > before
    await server.end(signal.SIGKILL)
    told = await asyncio.to_thread(run, restore, tmp_path, str(folder))
    assert "1  tables that are playing" in told
    server = Process(restored)
    url = await server.start()
    try:
        assert await table.play(url, 0) == before
        assert await table.play(url, 4) > before
    finally:
        await server.end(signal.SIGTERM)
