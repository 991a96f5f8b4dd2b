"""A phrasebook that speaks the languages of the catalogs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.catalogs import Catalog
from fogline.core.board import Route
from fogline.core.cards import Card, Cards
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.events import CardDrawn
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import Refusal
from fogline.core.table import Table
from fogline.core.text.phrasebook import Phrasebook

_ACTIONS: Mapping[str, str] = {
    "draw": "table.turn.draw",
    "take": "table.market.take",
    "claim": "tty.claim",
    "tickets": "table.turn.tickets",
    "keep": "table.tickets.keep",
    "pass": "table.turn.pass",
    "start-city": "table.place.start-in",
    "mark": "table.marker.buy",
    "no-marker": "table.marker.none",
    "move-alvin": "table.place.alvin-to",
    "place-stack": "table.place.stack-on",
    "token": "table.place.token-of",
}
_EVENTS = {
    "first", "swept", "shuffled", "drew", "took", "claimed", "offered", "chose", "kept", "passed",
    "last-round", "ended", "scored", "started", "marked", "captured-alvin", "moved-alvin", "stack",
    "took-token",
}  # fmt: skip
"""Events that the catalog describes: `table.log.VERB`."""
_QUIET = {
    "dealt", "turned-up", "shuffled-tickets", "revealed", "ticket", "turn", "end-turn",
    "marked-none", "stack-aside", "token-choice",
}  # fmt: skip
"""Events that are seen on the table, and not described."""
_NOTES: Mapping[str, str] = {
    "captured-alvin": "table.route.alvin",
    "took-token": "table.route.token",
    "token-choice": "table.route.token-choice",
}
_DECISIONS: Mapping[str, str] = {
    "FirstTickets": "table.tickets.choose",
    "TicketOffer": "table.tickets.choose",
    "Turn": "table.turn.yours",
    "SecondCard": "table.turn.second",
    "StartCity": "table.place.start",
    "MarkerOffer": "table.marker.ask",
    "AlvinsMove": "table.place.alvin",
    "StackPlacement": "table.place.stack",
    "TokenChoice": "table.place.token",
}


class CatalogBook(Phrasebook):
    """Describes what the catalog can, and the rest in the words of the rules."""

    def __init__(self, game: GameDefinition, catalog: Catalog) -> None:
        super().__init__(game.board, game.rules, catalog.language)
        self.catalog = catalog.of(game.name)
        self.say = self.catalog.say

    def sentence(
        self,
        message: Action | Event | Decision,
        names: Sequence[str] | None = None,
        *,
        reader: Seat | None = None,
        table: Table | None = None,
        instead: Mapping[str, str] = {},
    ) -> str:
        """Return the sentence of a message; what the catalog lacks, in the words of the rules."""
        match message:
            case Decision():
                key = _DECISIONS.get(type(message).__name__)
            case Action():
                key = _ACTIONS.get(message.verb)
            case CardDrawn(card=Card()):
                key = "table.log.drew-known"
            case Event(verb="stack") if getattr(message, "seat", None) is None:
                return ""
            case _:
                if message.verb in _QUIET:
                    return ""
                key = f"table.log.{message.verb}" if message.verb in _EVENTS else None
        if key is None:
            return super().sentence(message, names, reader=reader, table=table, instead=instead)
        return self.say(key, **{**self._values(message, names), **_renamed(instead)})

    def speaks(self, kind: type[Action] | type[Event]) -> bool:
        """Whether the catalog has words for this kind of message, or passes over it on purpose."""
        return kind.verb in (_ACTIONS if issubclass(kind, Action) else _EVENTS | _QUIET)

    def note(self, event: Event, table: Table) -> str:
        """Return in a few words what an event would add to a claim."""
        key = _NOTES.get(event.verb)
        return super().note(event, table) if key is None else self.say(key, **self._values(event))

    def explain(self, refusal: Refusal) -> str:
        """Return why an action was refused."""
        return self.catalog.name(f"table.refusal.{refusal}", super().explain(refusal))

    def category(self, category: str) -> str:
        """Return what points are for."""
        return self.catalog.name(f"table.category.{category}", super().category(category))

    def card(self, card: Card) -> str:
        """Name a card."""
        return self.say(f"table.card.{card}")

    def cards(self, cards: Cards) -> str:
        """Name cards: `2 red and 1 ferry card`."""
        parts = [self.say(f"table.count.{card}", count=count) for card, count in cards]
        return self.catalog.listing(parts)

    def term(self, word: str) -> str:
        """Name a thing that lies on the board."""
        thing = self.catalog.name(f"tty.term.{word}", self.terms.get(word, word))
        return self.catalog.name(f"table.token.{word}", thing)

    def spaces(self, route: Route) -> str:
        """Return what a route asks for: `3 red spaces`, and its wild cards."""
        length = self.say(f"table.spaces.{route.colour or 'gray'}", count=route.length)
        if not route.ferries:
            return length
        return f"{length}. {self.say('table.route.ferries', count=route.ferries)}"

    def _values(
        self, message: Action | Event | Decision, names: Sequence[str] | None = None
    ) -> dict[str, object]:
        """Return the values of a message by the names that the catalogs use."""
        values: dict[str, object] = {}
        for name in getattr(message, "__dataclass_fields__", {}):
            value = getattr(message, name)
            match name, value:
                case "seat", int():
                    number = value + 1
                    known = self.say("table.player", number=number)
                    values["player"] = names[value] if names else known
                case "card", Card():
                    values["card"] = self.card(value)
                case _, Cards():
                    values["cards"], values["count"] = self.cards(value), value.total
                case "tickets", tuple():
                    values["count"] = len(value)
                case "points" | "height", int():
                    values["count"] = value
                case "symbol", str():
                    values["token"] = self.term(value)
                case "city" | "place", str():
                    values[name] = self.place(value)
                case "route", str():
                    values[name] = self.route(value)
        return values


def _renamed(instead: Mapping[str, str]) -> dict[str, str]:
    """Call fields what the catalogs call them."""
    return {{"payment": "cards", "symbol": "token"}.get(k, k): text for k, text in instead.items()}
