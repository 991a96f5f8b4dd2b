"""The facts of a reason, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.core.cards import Card
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import listing, number_of
from fogline.review.model import ReasonFact

_SENTENCES: Mapping[str, str] = {
    "pays-other": "Pays {player} {points}",
    "closes-last-way": "Closes the last way for the ticket {ticket}",
    "too-few-vehicles": "Leaves {vehicles}, and the ticket {ticket} needs {needed}",
    "wastes-wilds": "Spends {wilds} where {enough} would do",
    "keeps-ticket": "Keeps {ticket} ({points}, {spaces} to build)",
    "keeps-ticket-complete": "Keeps {ticket} ({points}, complete already)",
    "keeps-ticket-closed": "Keeps {ticket} ({points}, no way left)",
    "gives-ticket-back": "Gives {ticket} ({points}, {spaces} to build) back",
    "gives-ticket-back-complete": "Gives {ticket} ({points}, complete already) back",
    "gives-ticket-back-closed": "Gives {ticket} ({points}, no way left) back",
    "claims-later": "Claims {route}, {turns} later than possible",
    "claims-later-needed": (
        "Claims {route}, which the ticket {ticket} needs, {turns} later than possible"
    ),
    "leaves-route": "Leaves {route} to {player}",
    "leaves-route-needed": "Leaves {route}, which the ticket {ticket} needs, to {player}",
    "not-claimed": "Does not claim {route}",
    "not-claimed-needed": "Does not claim {route}, which the ticket {ticket} needs",
    "looks-for-tickets": "Looks for new tickets with {vehicles} left",
    "no-new-tickets": "Looks for no new tickets, although none of the old ones needs a route",
    "leaves-card": "Leaves {card} lying, which {route} needs",
    "no-ticket-nearer": "{route} brings no open ticket nearer",
    "poor-claim": "Wins {points} for a turn and {cards}",
    "costs": "Costs {amount} points on average",
    "wins-less-often": "Wins less often, though no points are lost on average",
}

KINDS = frozenset(_SENTENCES)
"""All kinds of facts."""


def say_reason(facts: Sequence[ReasonFact], book: Phrasebook, names: Sequence[str]) -> str:
    """Write facts in one sentence."""
    first, *rest = (_SENTENCES[fact.kind].format(**_named(fact, book, names)) for fact in facts)
    return f"{listing([first, *(text[:1].lower() + text[1:] for text in rest)])}."


def _named(fact: ReasonFact, book: Phrasebook, names: Sequence[str]) -> dict[str, str]:
    """Return the values of a fact as texts, by the names in the sentences."""
    texts: dict[str, str] = {}
    for name, value in fact.values.items():
        match name:
            case "seat":
                texts["player"] = names[int(value)]
            case "route":
                texts[name] = book.route(str(value))
            case "ticket":
                texts[name] = book.ticket(str(value))
            case "card":
                texts[name] = book.a_card(Card(str(value)))
            case "count":
                count = int(value)
                texts |= {f"{thing}s": book.count(count, thing) for thing in ("vehicle", "wild")}
                texts["turns"] = number_of(count, ("turn", "turns"))
            case "points" | "spaces" | "cards":
                texts["amount"] = str(value)
                texts[name] = number_of(int(value), (name.removesuffix("s"), name))
            case _:
                texts[name] = str(value)
    return texts
