"""The facts of a reason, in English."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fogline.core.cards import Card
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import listing, number_of
from fogline.review.model import ReasonFact

_CARDS = ("card", "cards")
_POINTS = ("point", "points")
_SPACES = ("space", "spaces")
_TURNS = ("turn", "turns")


def say_reason(facts: Sequence[ReasonFact], book: Phrasebook, names: Sequence[str]) -> str:
    """Write facts in one sentence."""
    first, *rest = (_SENTENCES[fact.kind](_NamedFact(fact, book, names)) for fact in facts)
    return f"{listing([first, *(text[:1].lower() + text[1:] for text in rest)])}."


class _NamedFact:
    """A fact whose values can be named."""

    def __init__(self, fact: ReasonFact, book: Phrasebook, names: Sequence[str]) -> None:
        self._values, self._book, self._names = fact.values, book, names

    def number(self, name: str, nouns: tuple[str, str]) -> str:
        return number_of(int(self._values[name]), nouns)

    def amount(self, name: str) -> str:
        return str(self._values[name])

    def things(self, thing: str) -> str:
        return self._book.count(int(self._values["count"]), thing)

    @property
    def player(self) -> str:
        return self._names[int(self._values["seat"])]

    @property
    def route(self) -> str:
        return self._book.route(str(self._values["route"]))

    @property
    def ticket(self) -> str:
        return self._book.ticket(str(self._values["ticket"]))

    @property
    def card(self) -> str:
        return self._book.a_card(Card(str(self._values["card"])))

    @property
    def points(self) -> str:
        return self.number("points", _POINTS)

    @property
    def needed(self) -> str:
        return f"{self.route}, which the ticket {self.ticket} needs"


_SENTENCES: dict[str, Callable[[_NamedFact], str]] = {
    "pays-other": lambda fact: f"Pays {fact.player} {fact.points}",
    "closes-last-way": lambda fact: f"Closes the last way for the ticket {fact.ticket}",
    "too-few-vehicles": lambda fact: (
        f"Leaves {fact.things('vehicle')}, and the ticket {fact.ticket} needs "
        f"{fact.amount('needed')}"
    ),
    "wastes-wilds": lambda fact: (
        f"Spends {fact.things('wild')} where {fact.amount('enough')} would do"
    ),
    "keeps-ticket": lambda fact: (
        f"Keeps {fact.ticket} ({fact.points}, {fact.number('spaces', _SPACES)} to build)"
    ),
    "keeps-ticket-complete": lambda fact: f"Keeps {fact.ticket} ({fact.points}, complete already)",
    "keeps-ticket-closed": lambda fact: f"Keeps {fact.ticket} ({fact.points}, no way left)",
    "gives-ticket-back": lambda fact: (
        f"Gives {fact.ticket} ({fact.points}, {fact.number('spaces', _SPACES)} to build) back"
    ),
    "gives-ticket-back-complete": lambda fact: (
        f"Gives {fact.ticket} ({fact.points}, complete already) back"
    ),
    "gives-ticket-back-closed": lambda fact: (
        f"Gives {fact.ticket} ({fact.points}, no way left) back"
    ),
    "claims-later": lambda fact: (
        f"Claims {fact.route}, {fact.number('count', _TURNS)} later than possible"
    ),
    "claims-later-needed": lambda fact: (
        f"Claims {fact.needed}, {fact.number('count', _TURNS)} later than possible"
    ),
    "leaves-route": lambda fact: f"Leaves {fact.route} to {fact.player}",
    "leaves-route-needed": lambda fact: f"Leaves {fact.needed}, to {fact.player}",
    "not-claimed": lambda fact: f"Does not claim {fact.route}",
    "not-claimed-needed": lambda fact: f"Does not claim {fact.needed}",
    "looks-for-tickets": lambda fact: f"Looks for new tickets with {fact.things('vehicle')} left",
    "no-new-tickets": lambda _: (
        "Looks for no new tickets, although none of the old ones needs a route"
    ),
    "leaves-card": lambda fact: f"Leaves {fact.card} lying, which {fact.route} needs",
    "no-ticket-nearer": lambda fact: f"{fact.route} brings no open ticket nearer",
    "poor-claim": lambda fact: f"Wins {fact.points} for a turn and {fact.number('cards', _CARDS)}",
    "costs": lambda fact: f"Costs {fact.amount('points')} points on average",
    "wins-less-often": lambda _: "Wins less often, though no points are lost on average",
}

KINDS = frozenset(_SENTENCES)
"""All kinds of facts."""
