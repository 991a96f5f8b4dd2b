"""Sentences for the actions, events, decisions, refusals and categories of rules.

A client shows them for rules that it has no texts for. This module is the one place where the
server asks the rules for their words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from fogline.core.codec import encode
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.events import Category
from fogline.core.messages import Action, Event
from fogline.core.refusal import Refusal
from fogline.server.base_models import JsonObject

ENGLISH = "en"
"""The language that every rule has words in."""


@dataclass(frozen=True)
class Wording:
    """The sentences for one table in one language, with the names of its players."""

    game: GameDefinition
    names: tuple[str, ...]
    """The name of the player of each seat."""
    language: str = ENGLISH
    """The language of the reader; a rule that does not have it answers in English."""

    def action(self, action: Action) -> str:
        """Say what an action does."""
        return str(action)

    def event(self, event: Event) -> str:
        """Say what happened. The event must be redacted for the reader."""
        return _summary(event)

    def decision(self, decision: Decision) -> str:
        """Say what must be chosen now."""
        return _summary(decision)

    def refusal(self, refusal: Refusal) -> str:
        """Say why something is refused."""
        return refusal.explain

    def categories(self, scored: Iterable[str]) -> dict[str, str]:
        """Name the categories of points: those of the game, and those already scored."""
        known = (*map(str, Category), *scored)
        return {category: category.replace("-", " ").capitalize() for category in known}


def event_json(event: Event, wording: Wording) -> JsonObject:
    """Write an event as JSON, with its sentence in `text`."""
    return {**cast("JsonObject", encode(event)), "text": wording.event(event)}


def _summary(record: Event | Decision) -> str:
    return (type(record).__doc__ or type(record).__name__).partition("\n")[0]
