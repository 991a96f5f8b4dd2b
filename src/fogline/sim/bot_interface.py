"""The interface of bots."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Protocol, TypeVar, runtime_checkable

from fogline.core.messages import Action
from fogline.core.outcome import Outcome
from fogline.core.table import View

T = TypeVar("T")
Thinking = Generator[None, None, T]
"""Work that can be interrupted wherever it yields; the pauses do not change its result."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A bot that thinks for a while and can be interrupted."""

    def thinking(self, view: View) -> Thinking[Action]:
        """Yield every few milliseconds; return the action that `choose` would return."""
        ...


@runtime_checkable
class Guest(Protocol):
    """A bot that must be informed of the end of its game, because it holds resources."""

    def leave(self, outcome: Outcome | None) -> None:
        """Release all resources; `outcome` says how the game ended, if it did."""
        ...


def thinking(bot: Bot, view: View) -> Thinking[Action]:
    """Choose by any bot; one that cannot be interrupted does not yield."""
    if isinstance(bot, Thinker):
        return (yield from bot.thinking(view))
    return bot.choose(view)


def finish(work: Thinking[T]) -> T:
    """Run some work to its end, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def dismiss(bots: Iterable[Bot], outcome: Outcome | None = None) -> None:
    """End a game for its bots. Call this even if the game was abandoned."""
    for bot in bots:
        if isinstance(bot, Guest):
            bot.leave(outcome)


def fault_of(bot: Bot) -> str | None:
    """Return why a bot failed, or `None`."""
    fault = getattr(bot, "fault", None)
    return None if fault is None else str(fault)
