"""The words of one game in one language, collected from its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from string import Formatter
from typing import NamedTuple

from fogline.core.board import Board, PlaceId, RouteId, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.decisions import Decision
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule
from fogline.core.table import Table
from fogline.core.text.words import Minor, Template, Words, listing, number_of

_THINGS: Mapping[str, tuple[str, str]] = {
    "wild": ("wild card", "wild cards"),
    "vehicle": ("vehicle", "vehicles"),
    "place": ("place", "places"),
}
_NOTHING: Mapping[str, object] = {}


class Phrasebook:
    """The texts for everything in a game. `GameDefinition.phrasebook` makes it."""

    def __init__(self, board: Board, rules: Iterable[Rule], language: str) -> None:
        self.board = board
        self.language = language
        self._templates: dict[type, tuple[Template, Rule]] = {}
        self._notes: dict[type, tuple[Template, Rule]] = {}
        self._refusals: dict[str, str] = {}
        self._naming: dict[type, bool] = {}
        self.things: dict[str, tuple[str, str]] = {}
        """What the game calls its things: one of them, and several."""
        self.terms: dict[str, str] = {}
        """Words for other values."""
        self.categories: dict[str, str] = {}
        """What points are for, in the order of the rules."""
        for rule in rules:
            for words in (rule.words.translations.get(language), rule.words):
                if words is not None:
                    self._add(rule, words)
        self.things = {**_THINGS, **self.things}

    def _add(self, rule: Rule, words: Words) -> None:
        """Add words that are not there yet."""
        for by_kind in (words.actions, words.events, words.decisions):
            for kind, template in by_kind.items():
                self._templates.setdefault(kind, (template, rule))
        for event, template in words.notes.items():
            self._notes.setdefault(event, (template, rule))
        self._refusals = {**words.refusals, **self._refusals}
        self.things = {**words.things, **self.things}
        self.terms = {**words.terms, **self.terms}
        self.categories.update(
            (category, name)
            for category, name in words.categories.items()
            if category not in self.categories
        )

    def knows(self, kind: type[Action] | type[Event] | type[Decision]) -> bool:
        """Return whether a rule has words for this kind of message."""
        return kind in self._templates

    def speaker(self, kind: type[Action] | type[Event] | type[Decision]) -> Rule | None:
        """Return the rule that has words for this kind of message, if one has."""
        return self._templates[kind][1] if kind in self._templates else None

    def names_players(self, kind: type[Action] | type[Event] | type[Decision]) -> bool:
        """Return whether the words for this kind of message name players."""
        if kind not in self._naming:
            template, _ = self._templates.get(kind, ("", None))
            choices = (template,) if isinstance(template, str) else template
            self._naming[kind] = any(_names_players(each) for each in choices)
        return self._naming[kind]

    def sentence(
        self,
        message: Action | Event | Decision,
        names: Sequence[str] | None = None,
        *,
        reader: Seat | None = None,
        table: Table | None = None,
        instead: Mapping[str, str] = {},
    ) -> str:
        """Return the sentence for a message, or the notation of a message without words.

        The result is a `Minor` if the template is. `instead` gives texts for some of the fields.
        """
        found = self._templates.get(type(message))
        if found is None:
            return "What do you choose?" if isinstance(message, Decision) else str(message)
        return self._fill(found, message, _Reader(names, reader), table, instead)

    def note(self, event: Event, table: Table) -> str:
        """Return in a few words what an event would add to a claim; often nothing."""
        found = self._notes.get(type(event))
        return self._fill(found, event, _Reader(None, None), table, {}) if found else ""

    def explain(self, refusal: Refusal) -> str:
        """Return why an action was refused."""
        return self._refusals.get(refusal, refusal.explain)

    def category(self, category: str) -> str:
        """Return what points are for."""
        return self.categories.get(category, category.replace("-", " "))

    def count(self, count: int, thing: str) -> str:
        """Return a number of things of the game: `2 cable cars`."""
        return number_of(count, self.things[thing])

    def place(self, place: PlaceId) -> str:
        """Name a place as printed."""
        return self.board.place[place].name

    def route(self, route: RouteId) -> str:
        """Name a route by its two places."""
        return self._between(self.board.route[route].ends)

    def ticket(self, ticket: TicketId) -> str:
        """Name a ticket by its two places."""
        return self._between(self.board.ticket[ticket].ends)

    def _between(self, ends: tuple[PlaceId, PlaceId]) -> str:
        places = self.board.place
        return f"{places[ends[0]].name} – {places[ends[1]].name}"

    def card(self, card: Card) -> str:
        """Name a card."""
        return self.things["wild"][0] if card is Card.WILD else self.terms.get(card, str(card))

    def a_card(self, card: Card) -> str:
        """Name a card as one of many: `a red card`, `a locomotive`."""
        name = self.card(card) if card is Card.WILD else f"{self.card(card)} card"
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    def cards(self, cards: Cards) -> str:
        """Name cards: `2 red and 1 ferry card`."""
        parts = [
            self.count(count, "wild") if card is Card.WILD else f"{count} {self.card(card)}"
            for card, count in cards
        ]
        if cards.hidden:
            parts.append(f"{cards.hidden} unseen")
        return self._listing(parts) or "nothing"

    def _name(self, seat: object, reader: _Reader, *, at_start: bool) -> str:
        if not isinstance(seat, int):
            return "?"
        if seat == reader.seat:
            you = self.terms.get("you", "you")
            return you[:1].upper() + you[1:] if at_start else you
        return f"Player {seat + 1}" if reader.names is None else reader.names[seat]

    def _listing(self, items: Sequence[str], last: str = "and") -> str:
        return listing(items, self.terms.get(last, last))

    def _fill(
        self,
        found: tuple[Template, Rule],
        message: Action | Event | Decision,
        reader: _Reader,
        table: Table | None,
        instead: Mapping[str, str],
    ) -> str:
        template, rule = found
        details = _NOTHING if table is None else rule.details(table, message)

        def value_of(name: str) -> object:
            if name in details:
                return details[name]
            value = getattr(message, name, _NOTHING)
            return self._thing(name) if value is _NOTHING else value

        if isinstance(template, str):
            chosen = template
        else:
            fitting = (each for each in template[:-1] if _fits(each, value_of))
            chosen = next(fitting, template[-1])
        text = self._say_all(chosen, value_of, reader, instead)
        return Minor(text) if isinstance(chosen, Minor) else text

    def _say_all(
        self,
        template: str,
        value_of: Callable[[str], object],
        reader: _Reader,
        instead: Mapping[str, str],
    ) -> str:
        text = ""
        for before, name, how, is_seat, has_gaps in _parsed(template):
            text += before
            if name is None:
                continue
            if name in instead:
                said = instead[name]
            elif is_seat:
                text += self._name(value_of(name), reader, at_start=not text)
                continue
            else:
                nested = self._say_all(how, value_of, reader, instead) if has_gaps else how
                said = self.value(name, value_of(name), nested)
            text += said if text else said[:1].upper() + said[1:]
        return text

    def value(self, name: str, value: object, how: str = "") -> str:
        """Return the text for the value of a field, as it fills a gap of a template."""
        if how:
            if "#" in how:
                count = _count(value)
                forms = how.split("|")
                return forms[0 if count == 1 else -1].replace("#", str(count))
            if how.startswith("+"):
                positive, _, other = how[1:].partition("|")
                return positive if isinstance(value, int) and value > 0 else other
        match value:
            case None:
                return "?"
            case Card():
                return self.a_card(value) if how == "a" else self.card(value)
            case Cards():
                return self.cards(value)
            case str():
                return self.category(value) if name == "category" else self._word(value)
            case tuple():
                each = "a" if how == "a" else ""
                known = [self.value(name, item, each) for item in value if item is not None]
                unseen = len(value) - len(known)
                items = [*known, f"{unseen} unseen"] if unseen else known
                return self._listing(items, "or" if how == "or" else "and") or "nothing"
            case _:
                return str(value)

    def _thing(self, name: str) -> str | None:
        """Return what the game calls a thing, by the name of a gap: `wild` or `wilds`."""
        if name in self.things:
            return _Said(self.things[name][0])
        singular = name.removesuffix("s")
        return _Said(self.things[singular][1]) if singular in self.things else None

    def _word(self, value: str) -> str:
        if isinstance(value, _Said):
            return str(value)
        return self._words.get(value) or str(value)

    @cached_property
    def _words(self) -> dict[str, str]:
        """Return the texts for values; later entries override earlier ones."""
        board = self.board
        return {
            **{ticket.id: self._between(ticket.ends) for ticket in board.tickets},
            **{route.id: self._between(route.ends) for route in board.routes},
            **{place.id: place.name for place in board.places},
            **self.terms,
        }


class _Said(str):
    """A text to be used unchanged."""

    __slots__ = ()


class _Reader(NamedTuple):
    """The reader of a sentence, and the names of all players."""

    names: Sequence[str] | None
    seat: Seat | None


class _Gap(NamedTuple):
    """A part of a template: a text, and the gap after it."""

    before: str
    name: str | None
    """`None` at the end of a template that ends in a text."""
    how: str
    """How to fill it."""
    is_seat: bool
    """Whether it is filled with the name of a player."""
    has_gaps: bool
    """Whether `how` has gaps itself."""


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[_Gap, ...]:
    parts = [(text, name, how or "") for text, name, how, _ in Formatter().parse(template)]
    return tuple(
        _Gap(text, name, how, "seat" in (name, how), "{" in how or "}" in how)
        for text, name, how in parts
    )


def _names_players(template: str) -> bool:
    return any(gap.is_seat or _names_players(gap.how) for gap in _parsed(template))


def _fits(template: str, value_of: Callable[[str], object]) -> bool:
    """Return whether the values of all gaps are known and not empty."""
    for _, name, how, *_ in _parsed(template):
        if name is None:
            continue
        value = value_of(name)
        if value is None or value == ():
            return False
        if "#" in how:
            continue
        if value.hidden > 0 if isinstance(value, Cards) else _lacks_some(value):
            return False
    return True


def _lacks_some(value: object) -> bool:
    return isinstance(value, tuple) and None in value


def _count(value: object) -> int:
    match value:
        case int():
            return value
        case Cards():
            return value.total
        case tuple():
            return len(value)
        case _:
            return 0
