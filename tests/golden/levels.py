"""What the levels of bots choose, in fixed positions. When it changes, so must their versions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from fogline import View
from fogline.bots import Level, levels_for, make_bot
from tests.play import Variant

PATH = Path(__file__).with_name("levels.txt")
HEAD = """\
# What each level of bots, with its version, chooses in fixed positions: the first of their choices
# and a digest of all. A level that plays differently gets a new version, in `bots/bot_levels.py`,
# and then `make golden` writes this again.
"""
_VARIANTS = (Variant("san-francisco", 4), Variant("old-west", 3, (("alvin", True),)))
_POSITIONS = 24
_APART = 4
"""How many decisions lie between two positions."""


def write_choices() -> str:
    """Write the choices of all levels."""
    rows = [
        f"{variant} {level.name} version {level.version}: {_choices(level, list(_views(variant)))}"
        for variant in _VARIANTS
        for level in levels_for(variant.definition)
    ]
    return "\n".join([HEAD, *rows, ""])


def _views(variant: Variant) -> Iterator[View]:
    """Yield what the seats know that must choose, at times of a game between planners."""
    game = variant.deal("levels")
    bots = [make_bot("planner", f"levels/{seat}") for seat in range(variant.seats)]
    for nth in range(_POSITIONS * _APART):
        seat = game.deciding[0]
        if nth % _APART == 0:
            yield game.view(seat)
        game.play(seat, bots[seat].choose(game.view(seat)))


def _choices(level: Level, views: list[View]) -> str:
    if level.bot.startswith("search"):
        views = views[1::6]  # it takes its time
    choices = [str(make_bot(level.bot, nth).choose(view)) for nth, view in enumerate(views)]
    digest = hashlib.sha256("\n".join(choices).encode()).hexdigest()
    return f"{digest[:16]}, first {choices[0]}"
