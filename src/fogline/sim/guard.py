"""A guard around a bot: the game continues whatever the bot does, and the fault is recorded."""

from __future__ import annotations

from collections.abc import Callable

from fogline.core.engine import refusal_of
from fogline.core.errors import FoglineError, readable
from fogline.core.messages import Action
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.sim.bot_interface import Bot, dismiss

StandIn = Callable[[View], Bot]
"""Makes the replacement, from the first view that the failed bot did not answer."""

_LONGEST = 200


class BotFailed(FoglineError):
    """Raised when a bot does not choose a legal action; the message says why, in one line."""


class CannotPlay(FoglineError):
    """Raised when a bot cannot play a game; the message says why, and which bot can."""


class Guarded:
    """Plays as a bot as long as it chooses legal actions in time; then as its stand-in.

    `fault` says why the stand-in plays. Without a stand-in `BotFailed` is raised. A bot that
    cannot play the game at all is an error of the caller, so `CannotPlay` is raised.
    """

    def __init__(self, bot: Bot, stand_in: StandIn | None) -> None:
        self._bot = bot
        self._make = stand_in
        self._stand_in: Bot | None = None
        self.fault: str | None = None

    def choose(self, view: View) -> Action:
        """Return a legal action of the bot, or of its stand-in."""
        if self._stand_in is None:
            try:
                return ask(self._bot, view)
            except BotFailed as failed:
                if self._make is None:
                    raise
                self.fault = str(failed)
                dismiss([self._bot])
            self._stand_in = self._make(view)
        return self._stand_in.choose(view)

    def leave(self, outcome: Outcome | None = None) -> None:
        """End the game for the bot that plays."""
        dismiss([self._bot if self._stand_in is None else self._stand_in], outcome)


def ask(bot: Bot, view: View) -> Action:
    """Ask a bot for a legal action; raise `BotFailed` for anything else."""
    try:
        action: object = bot.choose(view)
    except (BotFailed, CannotPlay):
        raise
    except Exception as error:
        raise BotFailed(in_one_line(f"raised {type(error).__name__}: {error}")) from error
    if not isinstance(action, Action):
        raise BotFailed(in_one_line(f"chose {action!r}, which is not an action"))
    refusal = refusal_of(view, action)
    if refusal is not None:
        raise BotFailed(in_one_line(f"chose {action}, which is not legal: {refusal.explain}"))
    return action


def in_one_line(text: str, longest: int = _LONGEST) -> str:
    """Return any text as one short line."""
    line = readable(" ".join(text.split()))
    return line if len(line) <= longest else f"{line[: longest - 2]} …"
