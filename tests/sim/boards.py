"""Games whose rules the compiled engine does not know, for tests."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path

from fogline import GameDefinition
from fogline.boards import read_board
from fogline.games import definitions

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def tidewick() -> GameDefinition:
    """Return Tidewick with its harbour cat, whether or not its package is installed."""
    return _example("town/tidewick/tidewick.toml", "tidewick.cat", "HarbourCat")


@cache
def saddlehorn() -> GameDefinition:
    """Return Saddlehorn with its tunnels, whether or not its package is installed."""
    return _example("tunnels/tunnels/saddlehorn.toml", "tunnels.rule", "Tunnels")


def _example(board: str, module: str, name: str) -> GameDefinition:
    folder = str(EXAMPLES / board.partition("/")[0])
    if folder not in sys.path:
        sys.path.append(folder)
    rule = getattr(import_module(module), name)  # examples are no part of the package
    known = definitions.known_rules
    definitions.known_rules = lambda: {**known(), rule.name: rule}
    try:
        file = read_board(EXAMPLES / board)
        return definitions.define_board(file, {}, board_text=file.text)
    finally:
        definitions.known_rules = known
