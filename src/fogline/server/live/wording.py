"""Sentences for the actions, events, decisions, refusals and categories of rules.

A client shows them for rules that it has no texts for. This module is the one place where the
server asks the rules for their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import orjson

from fogline.core.codec import encode, encode_outside
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Event
from fogline.core.refusal import Refusal
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH
from fogline.server.wire.base_models import JsonObject
from fogline.store.json_writer import trimmed, write


@dataclass(frozen=True)
class Wording:
    """The sentences for one table in one language, with the names of its players."""

    game: GameDefinition
    names: tuple[str, ...]
    """The name of the player of each seat."""
    language: str = ENGLISH
    """The language of the reader; a rule that does not have it answers in English."""

    @cached_property
    def phrasebook(self) -> Phrasebook:
        """The words of the game in the language of the reader."""
        return _phrasebook(self.game, self.language)

    @cached_property
    def names_by_kind(self) -> Mapping[type, tuple[str, ...] | None]:
        """The names of the players for each kind of message whose words name any, else `None`."""
        return _NamesByKind(self.phrasebook, self.names)

    def action(self, action: Action) -> str:
        """Say what an action does."""
        return str(self.phrasebook.sentence(action, self.names))

    def event(self, event: Event) -> str:
        """Say what happened; often nothing. The event must be redacted for the reader."""
        return str(self.phrasebook.sentence(event, self.names))

    def decision(self, decision: Decision) -> str:
        """Say what must be chosen now."""
        return str(self.phrasebook.sentence(decision, self.names))

    def refusal(self, refusal: Refusal) -> str:
        """Say why something is refused."""
        return self.phrasebook.explain(refusal)


class _NamesByKind(dict[type, tuple[str, ...] | None]):
    def __init__(self, phrasebook: Phrasebook, names: tuple[str, ...]) -> None:
        super().__init__()
        self._phrasebook = phrasebook
        self._names = names

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        found = self[kind] = self._names if self._phrasebook.names_players(kind) else None
        return found


wording_for = lru_cache(maxsize=1024)(Wording)
"""Makes the same wording only once, because it is needed after every move."""


@lru_cache(maxsize=1024)
def known_language(game: GameDefinition, language: str) -> str:
    """Return a language if a rule of the game has it, else English: clients invent any number."""
    known = any(language in rule.words.translations for rule in game.rules)
    return language if known else ENGLISH


@lru_cache(maxsize=1024)
def _phrasebook(game: GameDefinition, language: str) -> Phrasebook:
    # A game keeps its phrasebooks: clients must not fill it with languages that do not exist.
    return game.phrasebook(known_language(game, language))


def named_categories(phrasebook: Phrasebook, scored: Iterable[str]) -> dict[str, str]:
    """Name the categories of points: those of the rules, and others already scored."""
    named = {category: phrasebook.category(category) for category in scored}
    return {**phrasebook.categories, **named}


def event_json(event: Event, wording: Wording) -> JsonObject:
    """Write an event as JSON, with its sentence in `text`."""
    return {**cast("JsonObject", encode(event)), "text": wording.event(event)}


def write_event(event: Event, wording: Wording) -> bytes:
    """Write the JSON of an event; the same ones come again and again."""
    try:
        return _write_event(wording.phrasebook, wording.names_by_kind[type(event)], event)
    except TypeError:  # the rules of a package may have events that cannot be hashed
        return orjson.dumps(event_json(event, wording))


@lru_cache(maxsize=1 << 14)
def _write_event(phrasebook: Phrasebook, names: tuple[str, ...] | None, event: Event) -> bytes:
    record = encode_outside(event)
    record["text"] = str(phrasebook.sentence(event, names))
    return trimmed(write(record))
