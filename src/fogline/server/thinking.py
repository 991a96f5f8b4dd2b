"""Where the server's bots think: in threads of their own, on views, never on the truth."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog

from fogline.bots import Bot, RandomBot, make_bot
from fogline.core.chance import Chance
from fogline.core.records import Action
from fogline.core.table import View
from fogline.server import compiling
from fogline.server.levels import level_named
from fogline.server.metrics import Metrics

_log = structlog.get_logger("fogline.bots")


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

    def new_mind(self, level: str) -> Mind:
        """Return a bot of a level that has seen nothing yet."""
        return Mind(level, self._new_word())

    async def choose(self, mind: Mind, view: View) -> Action:
        """Return what a bot does; if it fails, anything legal."""
        loop = asyncio.get_running_loop()
        began = time.monotonic()
        try:
            if level_named(mind.level).bot != "random":
                await self._compile(mind.level)
            return await loop.run_in_executor(self._pool, mind.choose, view)
        except Exception as error:  # noqa: BLE001 (whatever a bot does wrong, the table goes on)
            _log.error("bot failed", level=mind.level, game=view.game.name, error=repr(error))
            return RandomBot(Chance(self._new_word())).choose(view)
        finally:
            self._metrics.bot_seconds.labels(mind.level).observe(time.monotonic() - began)

    async def _compile(self, level: str) -> None:
        """Wait until a bot is compiled, which is done once on each machine."""
        if level not in self._compiling:
            self._compiling[level] = asyncio.create_task(self._compile_if_needed(level))
        await asyncio.shield(self._compiling[level])

    async def _compile_if_needed(self, level: str) -> None:
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(self._pool, compiling.is_compiled, level):
            await self._compile_elsewhere(level)

    async def _compile_elsewhere(self, level: str) -> None:
        # One after the other: levels share most of their code.
        async with self._one_compiler:
            _log.info("compiling a bot", level=level)
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", compiling.__name__, level, stdout=DEVNULL, stderr=DEVNULL
            )
            try:
                status = await process.wait()
                _log.info("compiled a bot", level=level, status=status)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def stop(self) -> None:
        """Let nobody think any more."""
        for task in self._compiling.values():
            task.cancel()
        await asyncio.gather(*self._compiling.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
