"""Reviews of finished games, made in turn with the decisions of bots."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.core.log import GameLog, Move
from fogline.saves import to_json
from fogline.server import review_worker
from fogline.server.fair_queue import FairQueue
from fogline.server.table_state import TableState
from fogline.server.timing import Timing
from fogline.store import TableLog
from fogline.store.entries import Dealt
from fogline.store.reviews import Reviews, StoredReview
from fogline.store.undo import lasting_moves

_log = structlog.get_logger("fogline.reviews")

WORKER = (sys.executable, "-m", review_worker.__name__)
DEPTH = "standard"
_BEAT = 10.0
"""Seconds between two signs of life of a review."""
_LONGEST = 2**26
"""The most bytes that a review may have."""


class ReviewFailed(Exception):
    """The process that made a review has ended without one."""


class ReviewRunner:
    """Makes each review once, in a process of its own; a few at a time, one owner after another."""

    def __init__(  # noqa: PLR0913, PLR0917 (services)
        self,
        reviews: Reviews,
        log: TableLog,
        queue: FairQueue,
        timing: Timing,
        server: str,
        places: int,
    ) -> None:
        self._reviews, self._entries, self._timing = reviews, log, timing
        self._queue = queue
        """Where a review waits for each of its turns, as bots do for each decision."""
        self._beginning = FairQueue(places)
        """Where it waits to begin: each review in progress takes the memory of a process."""
        self._server = server
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def find(self, table: str) -> StoredReview | None:
        """Find the review of a table; `None` if nobody has made it or works on it."""
        return await self._reviews.find(table, self._timing.now())

    async def start(self, table: TableState, *, again: bool) -> None:
        """Start the review of a finished game, unless it is there or somebody works on it.

        With `again`, also one that has failed.
        """
        now = self._timing.now()
        if await self._reviews.claim(table.id, self._server, now, again=again):
            task = asyncio.create_task(self._run(table), name=f"review of {table.id}")
            self._tasks[table.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    async def stop(self) -> None:
        """Stop all reviews; the next request starts them again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table: TableState) -> None:
        progress = [0, 0]
        beating = asyncio.create_task(self._keep_alive(table.id, progress))
        body = None
        try:
            async with self._beginning.place(table.created.owner, table.id):
                body = await self._make(table, progress)
        except asyncio.CancelledError:
            with suppress(SQLAlchemyError, OSError):
                await asyncio.shield(self._reviews.give_up(table.id, self._server))
            raise
        except Exception as error:  # noqa: BLE001 (whoever asks is told that it failed)
            _log.error("a review failed", game=table.game.name, error=str(error))
        finally:
            beating.cancel()
        await self._reviews.finish(table.id, self._server, body)

    async def _keep_alive(self, table: str, progress: list[int]) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            with suppress(SQLAlchemyError, OSError):
                await self._reviews.beat(table, self._server, self._timing.now(), *progress)

    async def _make(self, table: TableState, progress: list[int]) -> str:
        game = await asyncio.to_thread(to_json, await self._game(table))
        async with _worker() as process:
            await _send(process, game)
            told = await _hear(process)
            while "review" not in told:
                progress[:] = told["done"], told["steps"]
                now = self._timing.now()
                await self._reviews.beat(table.id, self._server, now, *progress)
                async with self._queue.place(table.created.owner, table.id):
                    await _send(process, "")
                    told = await _hear(process)
        return json.dumps(told["review"], ensure_ascii=False, separators=(",", ":"))

    async def _game(self, table: TableState) -> GameLog:
        entries = [logged.entry for logged in await self._entries.read(table.id)]
        (dealt,) = (entry for entry in entries if isinstance(entry, Dealt))
        moves = [Move(each.seat, each.action, each.events) for each in lasting_moves(entries)]
        return GameLog(table.game, table.created.seats, dealt.events, tuple(moves))


@asynccontextmanager
async def _worker() -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *WORKER, DEPTH, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _send(process: Process, line: str) -> None:
    if process.stdin is None:
        raise ReviewFailed("it cannot be told anything")
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()


async def _hear(process: Process) -> dict[str, Any]:
    if process.stdout is None:
        raise ReviewFailed("it cannot say anything")
    line = await process.stdout.readline()
    if not line:
        raise ReviewFailed(f"its process ended with status {await process.wait()}")
    told: dict[str, Any] = json.loads(line)
    if "error" in told:
        raise ReviewFailed(str(told["error"]))
    return told
