"""Where the server's bots think: in threads of their own, on views, never on the truth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog

from fogline.bots import RandomBot, make_bot
from fogline.core.chance import Chance
from fogline.core.records import Action
from fogline.core.table import View
from fogline.server.levels import level_named
from fogline.server.metrics import Metrics

_log = structlog.get_logger("fogline.bots")


class Thinkers:
    """A few threads for all bots. Compiled bots release the interpreter while they think."""

    def __init__(self, threads: int, metrics: Metrics, new_word: Callable[[], str]) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._metrics = metrics
        self._new_word = new_word

    async def choose(self, level: str, view: View) -> Action:
        """Return what a bot of that level does; if it fails, anything legal."""
        loop = asyncio.get_running_loop()
        seed = self._new_word()
        began = time.monotonic()
        try:
            return await loop.run_in_executor(self._pool, _choose, level, seed, view)
        except Exception as error:  # noqa: BLE001 (whatever a bot does wrong, the table goes on)
            _log.error("bot failed", level=level, game=view.game.name, error=repr(error))
            return RandomBot(Chance(seed)).choose(view)
        finally:
            self._metrics.bot_seconds.labels(level).observe(time.monotonic() - began)

    def stop(self) -> None:
        """Let nobody think any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(level: str, seed: str, view: View) -> Action:
    return make_bot(level_named(level).bot, seed).choose(view)
