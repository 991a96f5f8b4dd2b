"""Reviews of finished games, made in turn with the decisions of bots."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from contextlib import suppress

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.core.log import GameLog, Move
from fogline.saves import to_json
from fogline.server.features.reviews import review_worker
from fogline.server.features.reviews.review_store import Reviews, StoredReview
from fogline.server.live.live_table import LiveTable
from fogline.server.services import Services
from fogline.server.support.fair_queue import FairQueue
from fogline.server.support.routines import child
from fogline.table.entries import Dealt
from fogline.table.past_moves import lasting_moves

_log = structlog.get_logger("fogline.reviews")

WORKER = (sys.executable, "-m", review_worker.__name__)
DEPTH = "standard"
_BEAT = 10
"""Seconds between two signs of life of a review that waits."""
_LONGEST = 2**26
"""The most bytes that a review may have."""


class ReviewFailed(Exception):
    """The process that made a review has ended without one."""


class ReviewRunner:
    """Makes each review once, in a process of its own; a few at a time, and one for each payer.

    The payer is the address that asks. Its reviews take turns with its bots, and with what others
    ask for.
    """

    def __init__(self, services: Services) -> None:
        self._reviews = Reviews(services.database)
        self._timing = services.settings.timing
        self._queue = services.bot_runner.queue
        """Where a review waits for each of its turns, as bots do for each decision."""
        self._beginning = FairQueue(services.settings.bot_threads + 1, most=1)
        """Where it waits to begin: each review in progress takes the memory of a process."""
        self._server = services.server
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.unfinished: Counter[str] = Counter()
        """How many reviews each payer has started that are not finished."""

    async def find(self, table: str) -> StoredReview | None:
        """Find the review of a table; `None` if nobody has made it or works on it."""
        return await self._reviews.find(table, self._timing.now())

    async def start(self, live: LiveTable, payer: str, *, again: bool) -> None:
        """Start the review of a finished game, unless it is there or somebody works on it.

        With `again`, also one that has failed.
        """
        self.unfinished[payer] += 1  # at once: others of this payer may be asked for meanwhile
        task = None
        try:
            table, now = live.table.id, self._timing.now()
            if await self._reviews.claim(table, self._server, now, again=again):
                task = asyncio.create_task(self._run(live, payer), name=f"review of {table}")
                self._tasks[table] = task
                task.add_done_callback(lambda _: self._tasks.pop(table, None))
                task.add_done_callback(lambda _: self._finished(payer))
        finally:
            if task is None:
                self._finished(payer)

    def _finished(self, payer: str) -> None:
        self.unfinished[payer] -= 1
        if not self.unfinished[payer]:
            del self.unfinished[payer]

    async def stop(self) -> None:
        """Stop all reviews; the next request starts them again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, live: LiveTable, payer: str) -> None:
        table, progress = live.table, [0, 0]
        beating = asyncio.create_task(self._keep_alive(table.id, progress))
        body = None
        try:
            async with self._beginning.place(payer, table.id):
                body = await self._make(live, payer, progress)
        except asyncio.CancelledError:
            with suppress(SQLAlchemyError, OSError):
                await asyncio.shield(self._reviews.give_up(table.id, self._server))
            raise
        except Exception as error:  # noqa: BLE001 (its status says that it failed)
            _log.error("a review failed", game=table.game.name, error=str(error))
        finally:
            beating.cancel()
        await self._reviews.finish(table.id, self._server, body)

    async def _keep_alive(self, table: str, progress: list[int]) -> None:
        """Store how far a review is: a second after progress, and every few seconds."""
        while True:
            before = list(progress)
            for _ in range(_BEAT):
                await asyncio.sleep(1)
                if progress != before:
                    break
            with suppress(SQLAlchemyError, OSError):
                await self._beat(table, progress)

    async def _beat(self, table: str, progress: list[int]) -> None:
        await self._reviews.beat(table, self._server, self._timing.now(), *progress)

    async def _make(self, live: LiveTable, payer: str, progress: list[int]) -> str:
        table = live.table.id
        game = await asyncio.to_thread(to_json, await _game_of(live))
        worker = child(*WORKER, DEPTH, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST)
        async with worker as process:
            kind, value = await _ask(process, game)
            progress[:] = json.loads(value)
            await self._beat(table, progress)
            async with self._queue.place(payer, table) as pause:
                while kind == "progress":
                    kind, value = await _ask(process, "")
                    if kind == "progress":
                        progress[:] = json.loads(value)
                        await pause()
        return value


async def _game_of(live: LiveTable) -> GameLog:
    table, past = live.table, await live.past.of(live.table)
    entries = [logged.entry for logged in await past.log()]
    (dealt,) = (entry for entry in entries if isinstance(entry, Dealt))
    moves = [Move(each.seat, each.action, each.events) for each in lasting_moves(entries)]
    return GameLog(table.game, table.created.seats, dealt.events, tuple(moves))


async def _ask(process: Process, line: str) -> tuple[str, str]:
    """Write a line to a worker, and return its answer: what it is, and JSON."""
    if process.stdin is None or process.stdout is None:
        raise ReviewFailed("its process has no standard input or output")
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()
    answer = await process.stdout.readline()
    if not answer:
        raise ReviewFailed(f"its process ended with status {await process.wait()}")
    kind, _, value = answer.decode().rstrip("\n").partition(" ")
    if kind == "failed":
        raise ReviewFailed(json.loads(value))
    return kind, value
