"""The categories that points of a game are scored in."""

from __future__ import annotations

from fogline.core.definition import GameDefinition
from fogline.core.events import Category

EVERYWHERE: tuple[str, ...] = (Category.ROUTES, Category.TICKETS, Category.FAILED_TICKETS)
"""The categories of every game."""


def categories_of(game: GameDefinition) -> tuple[str, ...]:
    """List the categories of a game: those of every game, then those that its rules name."""
    named = [str(key) for rule in game.rules for key in rule.words.categories]
    return tuple(dict.fromkeys([*map(str, EVERYWHERE), *named]))
