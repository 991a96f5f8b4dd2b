"""Sentences for the actions, events, decisions, refusals and categories of rules.

A client shows them for rules that it has no texts for. One that has texts for all rules that come
with Fogline can do without their sentences.
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
Words = tuple[Phrasebook | None, tuple[str, ...] | None]
"""How a kind of message is put into words: by a phrasebook, if at all, and with names, if any."""


@dataclass(frozen=True)
class Wording:
    """The sentences for one table in one language, with the names of its players."""

    game: GameDefinition
    names: tuple[str, ...]
    """The name of the player of each seat."""
    language: str = ENGLISH
    """The language of the reader; a rule that does not have it answers in English."""
    words: bool = True
    """Whether actions and events of all rules have sentences, or only those of other packages."""

    @cached_property
    def phrasebook(self) -> Phrasebook:
        """The words of the game in the language of the reader."""
        # A game keeps its phrasebooks: clients must not fill it with languages that do not exist.
        return self.game.phrasebook(known_language(self.game, self.language))

    @cached_property
    def by_kind(self) -> Mapping[type, Words]:
        """How each kind of message is put into words."""
        return _ByKind(self)

    def decision(self, decision: Decision) -> str:
        """Return what must be chosen now."""
        return str(self.phrasebook.sentence(decision, self.names))

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused."""
        return self.phrasebook.explain(refusal)

    def event(self, event: Event) -> EventValue:
        """Return an event as JSON, with its sentence in `text`."""
        try:
            return _event(*self.by_kind[type(event)], event)
        except TypeError:  # the rules of a package may have events that cannot be hashed
            return _event.__wrapped__(*self.by_kind[type(event)], event)


class _ByKind(dict[type, Words]):
    def __init__(self, wording: Wording) -> None:
        super().__init__()
        self._wording = wording

    def __missing__(self, kind: type) -> Words:
        wording, phrasebook = self._wording, self._wording.phrasebook
        names = wording.names if phrasebook.names_players(kind) else None
        # A client knows the rules that come with Fogline, and so what they have words for.
        is_known = comes_with_fogline(type(phrasebook.speaker(kind)))
        found = self[kind] = (phrasebook, names) if wording.words or not is_known else (None, None)
        return found


def comes_with_fogline(kind: type) -> bool:
    """Return whether a rule, or a kind of message, comes with Fogline."""
    return kind.__module__.startswith("fogline.")


def sentence(
    phrasebook: Phrasebook | None,
    names: tuple[str, ...] | None,
    message: Action | Event,
) -> str | None:
    """Return the sentence for a message; `None` if it is not to be put into words."""
    return None if phrasebook is None else str(phrasebook.sentence(message, names))


@lru_cache(maxsize=1 << 14)
def _event(
    phrasebook: Phrasebook | None, names: tuple[str, ...] | None, event: Event
) -> EventValue:
    text = sentence(phrasebook, names, event)
    return {**cast("dict[str, Json]", encode(event)), "text": text}


wording_for = lru_cache(maxsize=1024)(Wording)
"""Makes the same wording only once, because it is needed after every move."""


def wording_at(table: TableState, language: str = ENGLISH, *, words: bool = True) -> Wording:
    """Return the sentences for a table, in a language."""
    names = [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(table.chairs)]
    return wording_for(table.game, tuple(names), language, words)


@lru_cache(maxsize=1024)
def known_language(game: GameDefinition, language: str) -> str:
    """Return a language if a rule of the game has it, else English: clients invent any number."""
    known = any(language in rule.words.translations for rule in game.rules)
    return language if known else ENGLISH


def named_categories(phrasebook: Phrasebook, scored: Iterable[str]) -> dict[str, str]:
    """Return the names of categories: those of the rules, and others already scored."""
    named = {category: phrasebook.category(category) for category in scored}
    return {**phrasebook.categories, **named}
