"""Where the server's bots think: in threads of their own, on views, never on the truth."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from fogline.bots import Bot, RandomBot, make_bot
from fogline.core.chance import Chance
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.server import compiling
from fogline.server.levels import LEVELS, level_named, with_same_code
from fogline.server.metrics import Metrics

_log = structlog.get_logger("fogline.bots")

P = TypeVar("P")
T = TypeVar("T")


class Mind:
    """The bot of one seat, with what it remembers from one decision to the next."""

    def __init__(self, level: str, seed: str) -> None:
        self.level = level
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, view: View) -> Action:
        """Choose, in whatever thread; if that fails the next decision begins with a fresh bot."""
        bot = self._bot or make_bot(level_named(self.level).bot, self._seed)
        self._bot = None
        action = bot.choose(view)
        self._bot = bot
        return action


class Thinkers:
    """A few threads for all bots. Compiled bots release the interpreter while they think."""

    def __init__(self, threads: int, metrics: Metrics, new_word: Callable[[], str]) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._metrics = metrics
        self._new_word = new_word
        self._compiling: dict[str, asyncio.Task[None]] = {}
        self._one_compiler = asyncio.Lock()
        self._warming: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Begin to load what all levels need, and to compile what was not: nobody shall wait."""
        self._warming = asyncio.create_task(self._warm_up(), name="warming up")

    async def _warm_up(self) -> None:
        for level in dict.fromkeys(with_same_code(level) for level in LEVELS):
            try:
                await self._compile(level.name)
                await self._run(compiling.try_bot, level.name)
            except Exception as error:  # noqa: BLE001 (tables can do without)
                _log.error("a bot cannot be tried", level=level.name, error=repr(error))

    def new_mind(self, level: str) -> Mind:
        """Return a bot of a level that has seen nothing yet."""
        return Mind(level, self._new_word())

    async def choose(self, mind: Mind, view: View) -> Action:
        """Return what a bot does; if it fails, anything legal."""
        began = time.monotonic()
        try:
            await self._compile(with_same_code(level_named(mind.level)).name)
            return await self._run(mind.choose, view)
        except Exception as error:  # noqa: BLE001 (whatever a bot does wrong, the table goes on)
            _log.error("bot failed", level=mind.level, game=view.game.name, error=repr(error))
            return RandomBot(Chance(self._new_word())).choose(view)
        finally:
            self._metrics.bot_seconds.labels(mind.level).observe(time.monotonic() - began)

    async def _compile(self, level: str) -> None:
        """Wait until a bot is compiled, which is done once on each machine."""
        if level_named(level).bot == "random":
            return
        if level not in self._compiling:
            self._compiling[level] = asyncio.create_task(self._compile_if_needed(level))
        await asyncio.shield(self._compiling[level])

    async def _compile_if_needed(self, level: str) -> None:
        if not await self._run(compiling.is_compiled, level):
            await self._compile_elsewhere(level)

    async def _compile_elsewhere(self, level: str) -> None:
        # One after the other: levels share most of their code.
        async with self._one_compiler:
            _log.info("compiling a bot", level=level)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", compiling.__name__, level),
                stdin=PIPE,
                stdout=DEVNULL,
                stderr=DEVNULL,
            )
            try:
                status = await process.wait()
                _log.info("compiled a bot", level=level, status=status)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def _run(self, work: Callable[[P], T], given: P) -> T:
        """Let something be done in a thread for bots."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, given)

    async def stop(self) -> None:
        """Let nobody think any more."""
        tasks = [*self._compiling.values(), *filter(None, [self._warming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
