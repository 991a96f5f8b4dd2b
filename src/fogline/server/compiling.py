"""Compiling bots once, in a process of its own: a compiler in this one would hold tables up.

`python -m fogline.server.compiling LEVEL` leaves the compiled code on disk, where threads find it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fogline.bots import make_bot
from fogline.core.chance import Chance
from fogline.core.game import Game
from fogline.games import define
from fogline.server.levels import level_named


def is_compiled(level: str) -> bool:
    """Whether all that a bot of a level needs is on disk, if there is a place for it at all."""
    mark = _mark(level)
    return mark is None or mark.exists()


def compile_bot(level: str) -> None:
    """Let a bot of a level choose once, and leave a mark that it could."""
    game = Game.start(define("san-francisco"), 2, Chance("compiling"))
    make_bot(level_named(level).bot, "compiling").choose(game.view(game.deciding[0]))
    mark = _mark(level)
    if mark is not None:
        mark.touch()


def _mark(level: str) -> Path | None:
    # Loading the compiler takes a moment that tables without these bots need not spend.
    from fogline.fast.jit import CACHE_FOLDER  # noqa: PLC0415

    return None if CACHE_FOLDER is None else CACHE_FOLDER / f"{level}.compiled"


if __name__ == "__main__":
    compile_bot(sys.argv[1])
