"""The levels of strength that people choose from."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.definition import GameDefinition
from fogline.sim import cannot_compile


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength. All levels are fair: they see what a player in their seat sees."""

    name: str
    title: str
    """Its name for people."""
    bot: str
    """The spec of the bot that plays it."""
    version: int = 1
    """Raised when the level plays differently: results are kept by it."""


LEVELS = (
    Level("beginner", "Beginner", "long-routes"),
    Level("casual", "Casual", "novice"),
    Level("skilled", "Skilled", "apprentice"),
    Level("strong", "Strong", "planner"),
    Level("expert", "Expert", "search:iterations=100"),
    Level("master", "Master", "search:iterations=2000"),
)
"""From weak to strong. None plays badly on purpose: weaker ones consider less."""

READABLE_LEVELS = (
    Level("beginner", "Beginner", "plain-greedy"),
    Level("strong", "Strong", "plain-planner"),
    Level("expert", "Expert", "search:seconds=1"),
)
"""The same for boards that compiled code cannot play."""


def levels_for(game: GameDefinition) -> tuple[Level, ...]:
    """Return the levels that exist for a game, from weak to strong."""
    return LEVELS if cannot_compile(game, game.seats[1]) is None else READABLE_LEVELS


def find_level(name: str, game: GameDefinition) -> Level | None:
    """Return a level of a game by its name; `None` if the game does not have it."""
    return next((level for level in levels_for(game) if level.name == name), None)
