"""The levels of bots that exist for a game: the one place that names bots for the server.

Strangers choose from these levels alone: a bot's spec can name any program of this machine.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fogline.bots.levels import LEVELS as COMPILED
from fogline.bots.levels import Level
from fogline.core.definition import DefinitionError, GameDefinition
from fogline.server.problems import Code, Problem

RANDOM = Level("random", "Random", "random")
"""The level that every game has."""

EVERY_LEVEL = (RANDOM, *COMPILED)
"""All levels that some game has, from weak to strong."""

_STAND_IN = "casual"


@lru_cache(maxsize=64)
def levels_for(game: GameDefinition) -> tuple[Level, ...]:
    """List the levels whose bots can play a game, from weak to strong.

    The first call loads the compiler, which takes a moment: ask in a thread.
    """
    return EVERY_LEVEL if _compiles(game) else (RANDOM,)


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
    """Return the level that plays on for a player who resigned."""
    levels = levels_for(game)
    return next((level for level in levels if level.name == _STAND_IN), levels[-1])


def with_same_code(level: Level) -> Level:
    """Return the first level whose bot runs the same code, however long it thinks."""
    kind = level.bot.partition(":")[0]
    return next(like for like in EVERY_LEVEL if like.bot.partition(":")[0] == kind)


def _compiles(game: GameDefinition) -> bool:
    """Whether the compiled engine, which all bots but the random one need, can play a game."""
    # Loading the compiler takes a moment that games without these bots need not spend.
    from fogline.fast.lower import CannotLower, lower  # noqa: PLC0415

    try:
        lower(game, game.seats[1])
    except (CannotLower, DefinitionError):
        return False
    return True
