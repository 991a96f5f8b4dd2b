"""The bots that a table can have, by level: the one place that names them for the server."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.server.problems import Code, Problem


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to choose."""

    name: str
    title: str
    """Its name for people."""
    bot: str
    """The bot behind it, as `fogline.bots.make_bot` knows it."""


LEVELS = (
    Level("random", "Random", "random"),
    Level("easy", "Easy", "greedy"),
    Level("medium", "Medium", "one-step"),
    Level("hard", "Hard", "planner"),
)
STAND_IN = "easy"
"""Who plays on for a seat that resigned."""


def level_named(name: str) -> Level:
    """Find a level."""
    for level in LEVELS:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise Problem(Code.MALFORMED, f"There is no level {name!r}; expected one of: {known}.")
