"""Action codes: the integers that stand for actions in a simulator."""

from __future__ import annotations

from fogline.core.actions import KeepTickets
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action

KEEP = 1 << 62
"""A code with this bit keeps tickets: it has one more bit for each, in the order of the ids."""


class ActionCodes:
    """The codes of one game's actions.

    Actions that the rules list in advance (`Rule.every_action`) have the first codes. Any other
    action gets the next free code when it is first met.
    """

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self._tickets = sorted(game.board.ticket)
        self._keep = max(KEEP, 1 << len(self._tickets))
        self._bits = {ticket: 1 << bit for bit, ticket in enumerate(self._tickets)}
        self._actions: list[Action] = []
        self._codes: dict[Action, int] = {}
        for rule in game.rules:
            for action in rule.every_action(game, seats):
                self.code(action)

    def __len__(self) -> int:
        return len(self._actions)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        if isinstance(action, KeepTickets):
            return self._keep | sum(self._bits[ticket] for ticket in action.tickets)
        code = self._codes.get(action)
        if code is None:
            code = self._codes[action] = len(self._actions)
            self._actions.append(action)
        return code

    def action(self, code: int) -> Action:
        """Return the action that a code stands for."""
        if code & self._keep:
            return KeepTickets(tuple(t for t, bit in self._bits.items() if code & bit))
        return self._actions[code]
