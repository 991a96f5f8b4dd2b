"""Compiles bots once, in another process: compiling in the server would delay its tables.

`python -m fogline.server.live.bot_warmup LEVEL` writes the compiled code to the cache on disk. It
ends when its standard input is closed, so it does not outlive the server.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from fogline.bots import make_bot
from fogline.bots.compile_ahead import end_with_parent
from fogline.core.chance import Chance
from fogline.core.game import Game
from fogline.games import define
from fogline.server.live.levels import level_of
from fogline.sim.loading import COMPILER


def is_compiled(level: str) -> bool:
    """Whether the code of a level is in the cache; true if there is no cache at all."""
    mark = _mark(level)
    return mark is None or mark.exists()


def compile_bot(level: str) -> None:
    """Compile a level by one decision, and mark it as compiled."""
    try_bot(level)
    mark = _mark(level)
    if mark is not None:
        mark.touch()


def try_bot(level: str) -> None:
    """Load all code of a level, by one decision of its bot."""
    game = Game.start(define("san-francisco"), 2, Chance("compiling"))
    make_bot(level_of(game.state.game, level).bot, "compiling").choose(game.view(game.deciding[0]))


def _mark(level: str) -> Path | None:
    # The compiler takes a moment to load, and tables without these bots do not need it.
    with COMPILER:
        from fogline.fast import jit  # noqa: PLC0415

    if jit.CACHE_FOLDER is None:
        return None
    # Numba discards compiled code when its source file has changed or moved.
    home = Path(jit.__file__).parents[1]
    newest = max(file.stat().st_mtime_ns for file in jit.sources())
    stamp = hashlib.sha256(f"{home} {newest}".encode()).hexdigest()[:8]
    return jit.CACHE_FOLDER / f"{level}-{stamp}.compiled"


if __name__ == "__main__":
    end_with_parent()
    compile_bot(sys.argv[1])
