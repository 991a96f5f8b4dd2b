"""The bots that a table can have, by level: the one place that names them for the server."""

from __future__ import annotations

from fogline.bots.levels import LEVELS as STRENGTHS
from fogline.bots.levels import Level
from fogline.server.problems import Code, Problem

LEVELS = (Level("random", "Random", "random"), *STRENGTHS)
"""Strangers choose from these alone: a bot's spec can name any program of this machine."""

STAND_IN = "casual"
"""Who plays on for a seat that resigned."""


def level_named(name: str) -> Level:
    """Find a level."""
    for level in LEVELS:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise Problem(Code.MALFORMED, f"There is no level {name!r}; expected one of: {known}.")


def with_same_code(level: Level) -> Level:
    """Return the first level whose bot runs the same code, however long it thinks."""
    kind = level.bot.partition(":")[0]
    return next(like for like in LEVELS if like.bot.partition(":")[0] == kind)
