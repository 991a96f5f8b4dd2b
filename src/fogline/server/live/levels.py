"""The levels of bots that exist for a game: the one place that names bots for the server.

Strangers choose from these levels alone: a bot's spec can name any program of this machine.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fogline.bots import bot_levels as strengths
from fogline.bots.bot_levels import Level
from fogline.core.definition import GameDefinition
from fogline.table.problems import Code, Problem

RANDOM = Level("random", "Random", "random")
"""The level that every game has."""

EVERY_LEVEL = (RANDOM, *strengths.LEVELS)
"""The levels of the games of Fogline, from weak to strong. Other games have some of their names."""

_STAND_IN = "strong"
"""The level that plays for an absent player; in games that do not have it, the strongest does."""


@lru_cache(maxsize=64)
def levels_for(game: GameDefinition) -> tuple[Level, ...]:
    """List the levels whose bots can play a game, from weak to strong.

    The first call loads the compiler, which takes a moment: ask in a thread.
    """
    return (RANDOM, *strengths.levels_for(game))


def level_of(game: GameDefinition, name: str) -> Level:
    """Find a level of a game; raise a `Problem` if the game does not have it."""
    if name == RANDOM.name:
        return RANDOM
    levels = levels_for(game)
    for level in levels:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in levels)
    raise Problem(
        Code.MALFORMED, f"There is no level {name!r} for {game.title}; its levels are: {known}."
    )


async def find_level(game: GameDefinition, name: str) -> Level:
    """Find a level without keeping the tables of this server waiting."""
    return await asyncio.to_thread(level_of, game, name)


def stand_in(game: GameDefinition) -> Level:
    """Return the level that plays for a player who resigned or is absent.

    No opponent chooses it, and it is not a weak one.
    """
    levels = levels_for(game)
    return next((level for level in levels if level.name == _STAND_IN), levels[-1])


async def find_stand_in(game: GameDefinition) -> Level:
    """Find the stand-in without keeping the tables of this server waiting."""
    return await asyncio.to_thread(stand_in, game)


def compiled_like(level: Level) -> Level | None:
    """Return the first compiled level that runs the same code; `None` if none must be compiled."""
    if level not in strengths.LEVELS:
        return None
    kind = level.bot.partition(":")[0]
    return next(like for like in strengths.LEVELS if like.bot.partition(":")[0] == kind)
