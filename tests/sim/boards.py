"""Games whose rules the compiled engine does not know, for tests."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path

from fogline import GameDefinition
from fogline.boards import read_board
from fogline.games import definitions

TOWN = Path(__file__).parents[2] / "examples" / "town"


@cache
def tidewick() -> GameDefinition:
    """Return Tidewick with its harbour cat, whether or not its package is installed."""
    if str(TOWN) not in sys.path:
        sys.path.append(str(TOWN))
    rule = import_module("tidewick.cat").HarbourCat  # examples are no part of the package

    known = definitions.known_rules
    definitions.known_rules = lambda: {**known(), rule.name: rule}
    try:
        file = read_board(TOWN / "tidewick" / "tidewick.toml")
        return definitions.define_board(file, {}, board_text=file.text)
    finally:
        definitions.known_rules = known
