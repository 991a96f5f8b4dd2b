"""Sentences for the actions, events, decisions, refusals and categories of rules.

A client shows them for rules that it has no texts for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, cast

from fogline.core.codec import Json, encode
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Event
from fogline.core.refusal import Refusal
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH
from fogline.table.table_state import TableState

EventValue = Annotated[Mapping[str, object], Event]
"""An event as JSON, redacted for its reader, with its sentence in `text`."""


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

    def sentence(self, message: Action | Event | Decision) -> str:
        """Return what an action does, what happened or what must be chosen; often nothing.

        An event must be redacted for the reader.
        """
        return str(self.phrasebook.sentence(message, self.names))

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused."""
        return self.phrasebook.explain(refusal)

    def event(self, event: Event) -> EventValue:
        """Return an event as JSON, with its sentence in `text`."""
        try:
            return _event(self.phrasebook, self.names_by_kind[type(event)], event)
        except TypeError:  # the rules of a package may have events that cannot be hashed
            return _event.__wrapped__(self.phrasebook, self.names, event)


class _NamesByKind(dict[type, tuple[str, ...] | None]):
    def __init__(self, phrasebook: Phrasebook, names: tuple[str, ...]) -> None:
        super().__init__()
        self._phrasebook = phrasebook
        self._names = names

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        found = self[kind] = self._names if self._phrasebook.names_players(kind) else None
        return found


@lru_cache(maxsize=1 << 14)
def _event(phrasebook: Phrasebook, names: tuple[str, ...] | None, event: Event) -> EventValue:
    text = str(phrasebook.sentence(event, names))
    return {**cast("dict[str, Json]", encode(event)), "text": text}


wording_for = lru_cache(maxsize=1024)(Wording)
"""Makes the same wording only once, because it is needed after every move."""


def wording_at(table: TableState, language: str = ENGLISH) -> Wording:
    """Return the sentences for a table, in a language."""
    names = [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(table.chairs)]
    return wording_for(table.game, tuple(names), language)


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
