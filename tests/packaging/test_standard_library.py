"""A game on the readable engine needs the standard library alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

GAME = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top != "fogline" and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is not in the standard library", name=name)

sys.meta_path.insert(0, Blocked())
sys.path.insert(0, sys.argv[1])

from fogline import legal_actions, new_game, to_json

for name in ("san-francisco", "old-west"):
    game = new_game(name, seats=2, seed=1)
    while game.outcome is None:
        seat = game.deciding[0]
        game.play(seat, legal_actions(game.view(seat))[0])
    assert to_json(game.log)
print("played")
"""


def test_a_game_needs_the_standard_library_alone() -> None:
    # Isolated (-I) and without site (-S): no installed package can be found, or start anything.
    done = subprocess.run(  # noqa: S603 (our own text)
        [sys.executable, "-I", "-S", "-c", GAME, str(SOURCE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("played\n", 0), done.stderr
