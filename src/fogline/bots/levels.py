"""The five strengths that people choose from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A strength with a name. All are honest: they see what a player in their seat sees."""

    name: str
    title: str
    """Its name for people."""
    bot: str
    """The spec of the bot that plays it."""


LEVELS = (
    Level("beginner", "Beginner", "greedy"),
    Level("casual", "Casual", "one-step"),
    Level("skilled", "Skilled", "planner"),
    Level("strong", "Strong", "search:iterations=100"),
    Level("expert", "Expert", "search:iterations=2000"),
)
"""From weak to strong. None plays a bad move on purpose: the weaker ones look at less."""
