"""Sentences for the actions, events, decisions, refusals and categories of rules.

A client shows them for rules that it has no texts for. This module is the one place where the
server asks the rules for their words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from fogline.core.codec import encode
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Event
from fogline.core.phrasebook import Phrasebook
from fogline.core.refusal import Refusal
from fogline.core.words import ENGLISH
from fogline.server.base_models import JsonObject


@dataclass(frozen=True)
class Wording:
    """The sentences for one table in one language, with the names of its players."""

    game: GameDefinition
    names: tuple[str, ...]
    """The name of the player of each seat."""
    language: str = ENGLISH
    """The language of the reader; a rule that does not have it answers in English."""

    @cached_property
    def _phrasebook(self) -> Phrasebook:
        # A game keeps its phrasebooks: clients must not fill it with languages that do not exist.
        known = any(self.language in rule.words.translations for rule in self.game.rules)
        return self.game.phrasebook(self.language if known else ENGLISH)

    def action(self, action: Action) -> str:
        """Say what an action does."""
        return str(self._phrasebook.sentence(action, self.names))

    def event(self, event: Event) -> str:
        """Say what happened; often nothing. The event must be redacted for the reader."""
        return str(self._phrasebook.sentence(event, self.names))

    def decision(self, decision: Decision) -> str:
        """Say what must be chosen now."""
        return str(self._phrasebook.sentence(decision, self.names))

    def refusal(self, refusal: Refusal) -> str:
        """Say why something is refused."""
        return self._phrasebook.explain(refusal)

    def categories(self, scored: Iterable[str]) -> dict[str, str]:
        """Name the categories of points: those of the rules, and others already scored."""
        named = {category: self._phrasebook.category(category) for category in scored}
        return {**self._phrasebook.categories, **named}


def event_json(event: Event, wording: Wording) -> JsonObject:
    """Write an event as JSON, with its sentence in `text`."""
    return {**cast("JsonObject", encode(event)), "text": wording.event(event)}
