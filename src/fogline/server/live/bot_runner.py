"""Runs the server's bots in threads. A bot sees the view of its seat and nothing else."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from fogline.bots import Bot, RandomBot, Thinking, make_bot, thinking
from fogline.bots.bot_levels import Level
from fogline.core.chance import Chance
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.server.live import bot_warmup
from fogline.server.live.levels import EVERY_LEVEL, compiled_like, find_level, level_of
from fogline.server.support.fair_queue import FairQueue
from fogline.server.support.metrics import Metrics
from fogline.server.support.routines import child

_log = structlog.get_logger("fogline.bots")

P = TypeVar("P")
T = TypeVar("T")

_NICE = 10
"""By how much the priority of bots is lower. Not as low as possible: the server waits for a bot
that has Python's interpreter, even if other programs keep that bot from its processor."""
SLICE = 0.02
"""Seconds after which a bot that thinks lets others have its thread, if it is their turn."""


class BotSession:
    """The bot of one seat, with what it remembers from one decision to the next."""

    def __init__(self, level: str, seed: str) -> None:
        self.level = level
        self.failed = False
        """Whether the bot has raised an error, which is logged once."""
        self.found: Level | None = None
        """The level, once it was looked up, which takes a thread."""
        self._seed = seed
        self._bot: Bot | None = None

    def thinking(self, view: View) -> Thinking[Action]:
        """Choose an action, in any thread; after an error the next decision starts a new bot."""
        bot = self._bot or make_bot(level_of(view.game, self.level).bot, self._seed)
        self._bot = None
        action = yield from thinking(bot, view)
        self._bot = bot
        return action


class BotRunner:
    """A thread pool for all bots. Compiled bots release the GIL while they think."""

    def __init__(self, threads: int, metrics: Metrics, new_token: Callable[[], str]) -> None:
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix="bot", initializer=_lower_priority
        )
        self.queue = FairQueue(threads)
        """Who may use a processor next: bots, and reviews of their games."""
        self._metrics = metrics
        self._new_token = new_token
        self._compiling: dict[str, asyncio.Task[None]] = {}
        self._one_compiler = asyncio.Lock()
        self._warming: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Start to load all levels, and to compile them if necessary, before anybody needs them."""
        self._warming = asyncio.create_task(self._warm_up(), name="warming up")

    async def _warm_up(self) -> None:
        for level in dict.fromkeys(compiled_like(level) or level for level in EVERY_LEVEL):
            try:
                await self._compile(level)
                await self._run(bot_warmup.try_bot, level.name)
            except Exception as error:  # noqa: BLE001 (tables work without it)
                _log.error("cannot load a bot", level=level.name, error=repr(error))

    def new_session(self, level: str) -> BotSession:
        """Return a new bot of a level."""
        return BotSession(level, self._new_token())

    async def choose(self, session: BotSession, view: View, payer: str, table: str) -> Action:
        """Return the action that a bot chooses; if the bot fails, any legal action.

        The threads are shared fairly among the owners of tables, by their addresses: who waits
        for one gets it after a slice of somebody else's decision.
        """
        began = time.monotonic()
        try:
            if session.found is None:
                session.found = await find_level(view.game, session.level)
            await self._compile(session.found)
            deciding = session.thinking(view)
            async with self.queue.place(payer, table) as pause:
                while (action := await self._run(_think_on, deciding)) is None:
                    await pause()
                return action
        except Exception:  # noqa: BLE001 (the table continues, whatever a bot does)
            if not session.failed:
                session.failed = True
                _log.exception("bot failed", level=session.level, game=view.game.name)
            return RandomBot(Chance(self._new_token())).choose(view)
        finally:
            self._metrics.bot_seconds.labels(session.level).observe(time.monotonic() - began)

    async def _compile(self, level: Level) -> None:
        """Wait until the code of a level is compiled, which happens once on each machine."""
        like = compiled_like(level)
        if like is None:
            return
        if like.name not in self._compiling:
            self._compiling[like.name] = asyncio.create_task(self._compile_if_needed(like.name))
        await asyncio.shield(self._compiling[like.name])

    async def _compile_if_needed(self, level: str) -> None:
        if await self._run(bot_warmup.is_compiled, level):
            return
        compiling = (sys.executable, "-m", bot_warmup.__name__, level)
        # One at a time: levels share most of their code.
        async with self._one_compiler:
            _log.info("compiling a bot", level=level)
            async with child(*compiling, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL) as process:
                status = await process.wait()
            _log.info("compiled a bot", level=level, status=status)

    async def _run(self, work: Callable[[P], T], given: P) -> T:
        """Run a function in a thread for bots."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, given)

    async def stop(self) -> None:
        """Stop all bots."""
        tasks = [*self._compiling.values(), *filter(None, [self._warming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _think_on(deciding: Thinking[Action]) -> Action | None:
    """Continue a decision for a slice of time; return the action once it is chosen."""
    until = time.monotonic() + SLICE
    try:
        while True:
            next(deciding)
            if time.monotonic() >= until:
                return None
    except StopIteration as end:
        if not isinstance(end.value, Action):
            raise TypeError("the bot did not choose an action") from None
        return end.value


def _lower_priority() -> None:
    """Lower the priority of a thread, so that moves of players come before bots."""
    if sys.platform == "linux":  # elsewhere it would be that of the whole server
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICE)
