"""A bot that is made at its first view, because only then its game is known.

Bots are named before a game exists. The bot of a name may depend on the game: compiled bots cannot
play every board, and a level is played by a bot that can play there.
"""

from __future__ import annotations

from collections.abc import Callable

from fogline.core.definition import GameDefinition
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.sim import cannot_compile
from fogline.sim.bot_interface import Bot, Thinking, thinking
from fogline.sim.guard import CannotPlay

Make = Callable[[GameDefinition, int], Bot]
"""Makes a bot for a game and its number of players."""


class PerGame:
    """Plays as the bot for the game."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._bots: dict[tuple[GameDefinition, int], Bot] = {}

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        return self._bot_for(view).choose(view)

    def thinking(self, view: View) -> Thinking[Action]:
        """Choose, and yield where the bot can be interrupted."""
        return thinking(self._bot_for(view), view)

    def _bot_for(self, view: View) -> Bot:
        key = (view.game, len(view.players))
        if key not in self._bots:
            self._bots[key] = self._make(*key)
        return self._bots[key]


def check_compiled(name: str, game: GameDefinition, seats: int) -> None:
    """Raise `CannotPlay` if compiled code cannot play a game."""
    reason = cannot_compile(game, seats)
    if reason is not None:
        raise CannotPlay(
            f"the bot {name!r} cannot play {game.title}: {reason.rstrip('.')};"
            " plain-planner, search and random can."
        )
