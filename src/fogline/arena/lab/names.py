"""What the page calls rules, actions, events and categories of points."""

from __future__ import annotations

from functools import cached_property

from fogline.core import actions, events
from fogline.core.definition import GameDefinition
from fogline.core.events import Category
from fogline.core.messages import Action, Event
from fogline.core.rule import Rule

_CATEGORIES = {
    Category.ROUTES: "Routes",
    Category.TICKETS: "Complete tickets",
    Category.FAILED_TICKETS: "Failed tickets",
}
"""The categories that every game has."""


class Names:
    """The names for one game. They come from its rules; a key without a name is its own name."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def is_core(self, category: str) -> bool:
        """Whether every game has a category."""
        return category in _CATEGORIES

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that the game is known to have."""
        return tuple(map(str, _CATEGORIES))

    def category(self, key: str) -> str:
        """Name a category of points."""
        return _CATEGORIES.get(key, _plain(key))  # type: ignore[call-overload,no-any-return]

    def action(self, verb: str) -> str:
        """Name a kind of action."""
        return _plain(verb)

    def event(self, verb: str) -> str:
        """Name a kind of event."""
        return _plain(verb)

    def rule(self, name: str) -> str:
        """Name a rule."""
        return _plain(name)

    def rule_of_action(self, verb: str) -> str:
        """Find the rule that an action belongs to; nothing for what every game has."""
        kind = Action.kinds[verb]
        return "" if kind.__module__ == actions.__name__ else self._game.handlers[kind].name

    def rule_of_event(self, verb: str) -> str:
        """Find the rule that an event belongs to; nothing for what every game has."""
        kind = Event.kinds[verb]
        return "" if kind.__module__ == events.__name__ else self._rules.get(kind.__module__, "")

    @cached_property
    def _rules(self) -> dict[str, str]:
        """The name of the rule that a module defines; of several, one that has actions."""
        rules: dict[str, Rule] = {}
        for rule in self._game.rules:
            other = rules.setdefault(type(rule).__module__, rule)
            if rule.handles and not other.handles:
                rules[type(rule).__module__] = rule
        return {module: rule.name for module, rule in rules.items()}


def _plain(key: str) -> str:
    return key.replace("-", " ").capitalize()
