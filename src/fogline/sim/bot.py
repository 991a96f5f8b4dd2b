"""What every bot is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from fogline.core.messages import Action
from fogline.core.outcome import Outcome
from fogline.core.table import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ...


@runtime_checkable
class Guest(Protocol):
    """A bot that wants to know when its game is over, because it holds something open."""

    def leave(self, outcome: Outcome | None) -> None:
        """Hear how the game ended, if it has, and let go of everything."""
        ...


def dismiss(bots: Iterable[Bot], outcome: Outcome | None = None) -> None:
    """End a game for its bots, however it ends. Call this even if it was broken off."""
    for bot in bots:
        if isinstance(bot, Guest):
            bot.leave(outcome)


def fault_of(bot: Bot) -> str | None:
    """Say why a bot could not play on; `None` if it could."""
    fault = getattr(bot, "fault", None)
    return None if fault is None else str(fault)
