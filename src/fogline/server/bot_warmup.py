"""Compiling bots once, in a process of its own: a compiler in this one would hold tables up.

`python -m fogline.server.bot_warmup LEVEL` leaves the compiled code on disk, where threads find it.
It ends with whoever started it, which holds the other end of its input.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from pathlib import Path

from fogline.bots import make_bot
from fogline.core.chance import Chance
from fogline.core.game import Game
from fogline.games import define
from fogline.server.levels import level_of


def is_compiled(level: str) -> bool:
    """Whether all that a bot of a level needs is on disk, if there is a place for it at all."""
    mark = _mark(level)
    return mark is None or mark.exists()


def compile_bot(level: str) -> None:
    """Let a bot of a level choose once, and leave a mark that it could."""
    try_bot(level)
    mark = _mark(level)
    if mark is not None:
        mark.touch()


def try_bot(level: str) -> None:
    """Let a bot of a level choose once, which loads all it needs."""
    game = Game.start(define("san-francisco"), 2, Chance("compiling"))
    make_bot(level_of(game.state.game, level).bot, "compiling").choose(game.view(game.deciding[0]))


def _mark(level: str) -> Path | None:
    # Loading the compiler takes a moment that tables without these bots need not spend.
    from fogline.fast import jit  # noqa: PLC0415

    if jit.CACHE_FOLDER is None:
        return None
    # Numba takes compiled code for stale once the file it came from was written anew or moved.
    home = Path(jit.__file__).parents[1]
    newest = max(file.stat().st_mtime_ns for file in jit.sources())
    stamp = hashlib.sha256(f"{home} {newest}".encode()).hexdigest()[:8]
    return jit.CACHE_FOLDER / f"{level}-{stamp}.compiled"


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_bot(sys.argv[1])
