"""Servers in processes of their own, to be killed; and players who never give up."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed

from fogline import Chance
from fogline.table.entries import Moved
from fogline.table.table_file import TableFile
from fogline.table.verification import verify
from tests.server.harness import NO_CERTIFICATES, Body, Client, Watching

_ROOT = Path(__file__).parents[2]


class Process:
    """A server of its own, to be killed."""

    def __init__(
        self,
        database: Path | str,
        program: Sequence[str] = ("-m", "tests.server.cold_server"),
        *,
        limits: bool = False,
        log: Path | None = None,
    ) -> None:
        self._database = database
        self._program = program
        self._more = () if limits else ("--no-limits",)
        self._log = log
        self.url = ""

    async def start(self) -> str:
        """Start it, and return its address once it answers."""
        with self._log.open("ab") if self._log else nullcontext() as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._program, "serve", "--json", "--host", "127.0.0.1",
                "--port", "0", "--database", str(self._database), *self._more, "--bot-delay", "0",
                stdout=asyncio.subprocess.PIPE, stderr=log, cwd=_ROOT,
            )  # fmt: skip
        assert self._process.stdout is not None
        greeting = json.loads(await self._process.stdout.readline())
        self.url = greeting["local"].rstrip("/")
        async with httpx.AsyncClient(base_url=self.url, verify=NO_CERTIFICATES) as client:
            while True:
                try:
                    answer = await client.get("/healthz")
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                else:
                    assert answer.status_code == 200
                    return self.url

    @property
    def pid(self) -> int:
        return self._process.pid

    async def end(self, how: signal.Signals) -> int:
        os.kill(self._process.pid, how)
        return await self._process.wait()


class Roamer:
    """Plays one seat over WebSockets, and goes to the next server when its own is gone."""

    def __init__(self, table: str, seat: int, cookies: dict[str, str], urls: list[str]) -> None:
        self.table = table
        self.seat = seat
        self._cookies = cookies
        self._urls = urls
        self._chance = Chance(f"{table} {seat}")
        self._pending: Body | None = None
        self._seen = -1
        self.acknowledged: dict[str, int] = {}
        self.entries: list[int] = []
        """The versions it was told of, each of which must come once and in order."""
        self.moves = 0

    async def play(self) -> Body:
        """Play the game to its end, and return the last view."""
        while True:
            client = Client(self._urls[0])
            client.http.cookies.update(self._cookies)
            query = f"seat={self.seat}" + (f"&since={self._seen}" if self._seen >= 0 else "")
            try:
                async with client.watch(self.table, query) as watching:
                    return await self._play(watching)
            except (ConnectionClosed, OSError):
                self._urls = [*self._urls[1:], self._urls[0]]
            finally:
                await client.http.aclose()

    async def _play(self, watching: Watching) -> Body:
        if self._pending is not None:
            # It is not known whether this was done: it is sent again, with its id.
            await watching.send(type="act", **self._pending)
        view: Body = {"status": "unknown", "legal": []}
        while view["status"] != "ended":
            message = await watching.next("view", "update", "done", "refused")
            if message["type"] in ("done", "refused"):
                self._settle(message)
            else:
                self.entries += [entry["version"] for entry in message.get("entries", [])]
                view = message if message["type"] == "view" else message["view"]
                self._seen = view["version"]
            if view["legal"] and self._pending is None:
                await self._act(watching, view)
        return view

    async def _act(self, watching: Watching, view: Body) -> None:
        self.moves += 1
        self._pending = {
            "id": f"move-{self.moves:06}",
            "version": view["version"],
            "seat": self.seat,
            "action": view["legal"][self._chance.below(len(view["legal"]))]["action"],
        }
        await watching.send(type="act", **self._pending)

    def _settle(self, message: Body) -> None:
        assert self._pending is not None
        assert message["id"] == self._pending["id"]
        assert message["type"] == "done", message
        self.acknowledged[message["id"]] = message["version"]
        self._pending = None


def check_log(file: TableFile, acknowledged: dict[str, int], user: str) -> int:
    """Every acknowledged move of a user is there once, at its version; return how many there are.

    And the whole log is one game.
    """
    moves = [logged for logged in file.log if isinstance(logged.entry, Moved)]
    at = {
        str(logged.request).partition(".")[2]: logged.version
        for logged in moves
        if str(logged.request).startswith(f"{user}.")
    }
    assert max(Counter(logged.request for logged in moves).values()) == 1
    for request, version in acknowledged.items():
        assert at[request] == version
    verify(file)
    return len(at)
