"""Public Numba alone compiles the kernels, too: nothing of `fogline.fast.numba` is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from fogline import Chance, Game, define
from fogline.bots import make_bot
from fogline.fast import compile_game
from fogline.fast.numba import PLAIN_VARIABLE
from fogline.fast.state_codec import to_block

PLAYING = """
import json, sys
from fogline import define
from fogline.fast import compile_game

state = compile_game(define("san-francisco"), 2).start(7)
for seat, code in json.load(sys.stdin):
    state.step(seat, code)
print(state.block.bytes.tobytes().hex())
print([name for name in sys.modules if name.startswith("fogline.fast.numba.")])
"""


def test_a_game_ends_in_the_same_way(tmp_path: Path) -> None:
    game, bot = Game.start(define("san-francisco"), 2, Chance(7)), make_bot("random", 7)
    engine = compile_game(game.definition, 2)
    codes = []
    while deciding := game.deciding:
        action = bot.choose(game.view(deciding[0]))
        codes.append((deciding[0], engine.code(action)))
        game.play(deciding[0], action)
    end = to_block(game.state, engine.lowered).bytes.tobytes().hex()
    environment = {
        **os.environ,
        PLAIN_VARIABLE: "1",
        "FOGLINE_CACHE": str(tmp_path),
        "NUMBA_OPT": "0",  # compiles faster
    }
    done = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-W", "ignore", "-c", PLAYING], input=json.dumps(codes),
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [end, "[]"]
