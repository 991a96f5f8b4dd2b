"""The page's names of rules, actions, events and categories of points."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from fogline.core import actions, events
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Event
from fogline.core.rule import Rule
from fogline.core.text.words import Template
from fogline.sim.categories import EVERYWHERE, categories_of

_GAP = re.compile(r"\{[^{}]*\}")


class Names:
    """The names in one game, from the words of its rules; a key without words is its own name."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    @property
    def categories(self) -> tuple[str, ...]:
        """Return the known categories of the game."""
        return categories_of(self._game)

    def is_core(self, category: str) -> bool:
        """Return whether every game has a category."""
        return category in EVERYWHERE

    def category(self, key: str) -> str:
        """Return the name of a category of points."""
        said = (rule.words.categories.get(key) for rule in self._game.rules)
        return _sentence(next((text for text in said if text), _plain(key)))

    def action(self, verb: str) -> str:
        """Return the name of a kind of action."""
        kind = Action.kinds[verb]
        return _label((rule.words.actions.get(kind) for rule in self._game.rules), verb)

    def event(self, verb: str) -> str:
        """Return the name of a kind of event."""
        kind = Event.kinds[verb]
        return _label((rule.words.events.get(kind) for rule in self._game.rules), verb)

    def rule(self, name: str) -> str:
        """Return the name of a rule."""
        return _plain(name)

    def rule_of_action(self, verb: str) -> str:
        """Return the rule that an action belongs to; empty for what every game has."""
        kind = Action.kinds[verb]
        return "" if kind.__module__ == actions.__name__ else self._game.plays[kind].rule.name

    def rule_of_event(self, verb: str) -> str:
        """Return the rule that an event belongs to; empty for what every game has."""
        kind = Event.kinds[verb]
        if kind.__module__ == events.__name__:
            return ""
        said = (rule.name for rule in self._game.rules if kind in rule.words.events)
        return next(said, self._rules.get(kind.__module__, ""))

    @cached_property
    def _rules(self) -> dict[str, str]:
        """Return the rule that each module defines; of several, one that has actions."""
        rules: dict[str, Rule] = {}
        active = [play.rule for play in self._game.plays.values()]
        for rule in (*active, *self._game.rules):
            rules.setdefault(type(rule).__module__, rule)
        return {module: rule.name for module, rule in rules.items()}


def _label(templates: Iterable[Template | None], verb: str) -> str:
    """Turn a template into a name: a player for the seat, an ellipsis for all other gaps."""
    said = next((each for each in templates if each), None)
    if said is None:
        return _plain(verb)
    barest = said if isinstance(said, str) else said[-1]
    text = _GAP.sub("…", barest.replace("{seat}", "a player")).removesuffix(".")
    return _sentence(text) if text else _plain(verb)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(key: str) -> str:
    return key.replace("-", " ").capitalize()
