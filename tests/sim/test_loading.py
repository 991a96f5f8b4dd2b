"""The compiled engine can be imported from several threads at once."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
import threading

from fogline import define, new_game
from fogline.bots import make_bot
from fogline.sim import cannot_compile

sys.setswitchinterval(1e-6)
game = new_game("san-francisco", 2, 1)
faults = []
ready = threading.Barrier(4)


def load(bot: str | None) -> None:
    ready.wait()
    try:
        if bot is None:
            cannot_compile(define("old-west"), 2)
        else:
            make_bot(bot, 1)._make(game.definition, 2)
    except BaseException as error:
        faults.append(repr(error))


threads = [threading.Thread(target=load, args=(bot,)) for bot in (None, "planner", "search", None)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(faults)
"""


def test_threads_that_load_the_compiled_engine_at_once_do_not_disturb_each_other() -> None:
    done = subprocess.run(  # noqa: S603 (this very Python)
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n", done.stderr
