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
    first, *rest = (_SAID[fact.kind](_Told(fact, book, names)) for fact in facts)
    return f"{listing([first, *(text[:1].lower() + text[1:] for text in rest)])}."


class _Told:
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


_SAID: dict[str, Callable[[_Told], str]] = {
    "pays-other": lambda told: f"Pays {told.player} {told.points}",
    "closes-last-way": lambda told: f"Closes the last way for the ticket {told.ticket}",
    "too-few-vehicles": lambda told: (
        f"Leaves {told.things('vehicle')}, and the ticket {told.ticket} needs "
        f"{told.amount('needed')}"
    ),
    "wastes-wilds": lambda told: (
        f"Spends {told.things('wild')} where {told.amount('enough')} would do"
    ),
    "keeps-ticket": lambda told: (
        f"Keeps {told.ticket} ({told.points}, {told.number('spaces', _SPACES)} to build)"
    ),
    "keeps-ticket-complete": lambda told: f"Keeps {told.ticket} ({told.points}, complete already)",
    "keeps-ticket-closed": lambda told: f"Keeps {told.ticket} ({told.points}, no way left)",
    "gives-ticket-back": lambda told: (
        f"Gives {told.ticket} ({told.points}, {told.number('spaces', _SPACES)} to build) back"
    ),
    "gives-ticket-back-complete": lambda told: (
        f"Gives {told.ticket} ({told.points}, complete already) back"
    ),
    "gives-ticket-back-closed": lambda told: (
        f"Gives {told.ticket} ({told.points}, no way left) back"
    ),
    "claims-later": lambda told: (
        f"Claims {told.route}, {told.number('count', _TURNS)} later than possible"
    ),
    "claims-later-needed": lambda told: (
        f"Claims {told.needed}, {told.number('count', _TURNS)} later than possible"
    ),
    "leaves-route": lambda told: f"Leaves {told.route} to {told.player}",
    "leaves-route-needed": lambda told: f"Leaves {told.needed}, to {told.player}",
    "not-claimed": lambda told: f"Does not claim {told.route}",
    "not-claimed-needed": lambda told: f"Does not claim {told.needed}",
    "looks-for-tickets": lambda told: f"Looks for new tickets with {told.things('vehicle')} left",
    "no-new-tickets": lambda _: (
        "Looks for no new tickets, although none of the old ones needs a route"
    ),
    "leaves-card": lambda told: f"Leaves {told.card} lying, which {told.route} needs",
    "no-ticket-nearer": lambda told: f"{told.route} brings no open ticket nearer",
    "poor-claim": lambda told: f"Wins {told.points} for a turn and {told.number('cards', _CARDS)}",
    "costs": lambda told: f"Costs {told.amount('points')} points on average",
    "wins-less-often": lambda _: "Wins less often, though no points are lost on average",
}

KINDS = frozenset(_SAID)
"""All kinds of facts."""
