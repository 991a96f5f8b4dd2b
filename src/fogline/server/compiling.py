"""Compiling bots once, in a process of its own: a compiler in this one would hold tables up.

`python -m fogline.server.compiling LEVEL` leaves the compiled code on disk, where threads find it.
"""

from __future__ import annotations

import sys

from fogline.bots import make_bot
from fogline.core.chance import Chance
from fogline.core.game import Game
from fogline.games import define
from fogline.server.levels import level_named


def compile_bot(level: str) -> None:
    """Let a bot of a level choose once."""
    game = Game.start(define("san-francisco"), 2, Chance("compiling"))
    make_bot(level_named(level).bot, "compiling").choose(game.view(game.deciding[0]))


if __name__ == "__main__":
    compile_bot(sys.argv[1])
