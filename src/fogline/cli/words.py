"""The games' own words, by which rules a game has; and cards, routes and tickets in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fogline.core.board import Board, PlaceId, RouteId, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.definition import GameDefinition
from fogline.core.events import Category
from fogline.core.table import EndReason
from fogline.rules.alvin import ALVIN_POINTS
from fogline.rules.city_markers import CityMarkers
from fogline.rules.tourist_tokens import TOKEN_POINTS, TouristTokens


@dataclass(frozen=True, slots=True)
class Words:
    """What a game calls its things, each as one and as many."""

    wild: tuple[str, str] = ("wild card", "wild cards")
    vehicle: tuple[str, str] = ("vehicle", "vehicles")
    place: tuple[str, str] = ("place", "places")


_BY_RULE: Mapping[str, Words] = {
    TouristTokens.name: Words(
        wild=("ferry card", "ferry cards"),
        vehicle=("cable car", "cable cars"),
    ),
    CityMarkers.name: Words(
        wild=("locomotive", "locomotives"),
        vehicle=("train car", "train cars"),
        place=("city", "cities"),
    ),
}

CATEGORIES: Mapping[str, str] = {
    Category.ROUTES: "routes",
    Category.TICKETS: "complete tickets",
    Category.FAILED_TICKETS: "failed tickets",
    TOKEN_POINTS: "tourist tokens",
    Category.BONUSES: "most complete tickets",
    ALVIN_POINTS: "Alvin",
}

REASONS: Mapping[EndReason, str] = {
    EndReason.LAST_ROUND: "The last round has been played.",
    EndReason.ALL_PASSED: "Nobody could do anything any more.",
}


def words_of(game: GameDefinition) -> Words:
    """Return the words of a game."""
    found = (_BY_RULE[rule.name] for rule in game.rules if rule.name in _BY_RULE)
    return next(found, Words())


def category_name(category: str) -> str:
    """Say what points are for; rules of other packages have words of their own."""
    return CATEGORIES.get(category, category.replace("-", " "))


def number_of(count: int, forms: tuple[str, str]) -> str:
    """Count something: `1 city`, `2 cities`."""
    return f"{count} {forms[0] if count == 1 else forms[1]}"


def points(count: int) -> str:
    """Count points."""
    return number_of(count, ("point", "points"))


def pts(count: int) -> str:
    """Count points where there is little room."""
    return number_of(count, ("pt", "pts"))


def listing(items: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def card_name(card: Card, words: Words) -> str:
    """Name a card."""
    return words.wild[0] if card is Card.WILD else str(card)


def a_card(card: Card | None, words: Words) -> str:
    """Name a card as one of many: `a red card`, `a locomotive`."""
    if card is None:
        return "a card"
    name = words.wild[0] if card is Card.WILD else f"{card} card"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def cards_in_words(cards: Cards, words: Words) -> str:
    """Name cards: `2 red and 1 ferry card`."""
    parts = [
        number_of(count, words.wild) if card is Card.WILD else f"{count} {card}"
        for card, count in cards
    ]
    if cards.hidden:
        parts.append(f"{cards.hidden} unseen")
    return listing(parts) or "nothing"


def place_name(board: Board, place: PlaceId) -> str:
    """Name a place as printed."""
    return board.place[place].name


def route_name(board: Board, route: RouteId) -> str:
    """Name a route by its two places."""
    return " – ".join(place_name(board, end) for end in board.route[route].ends)


def ticket_name(board: Board, ticket: TicketId) -> str:
    """Name a ticket by its two places."""
    return " – ".join(place_name(board, end) for end in board.ticket[ticket].ends)


def spaces(board: Board, route_id: RouteId, words: Words) -> str:
    """Say what a route asks for: `3 gray, 1 ferry card`."""
    route = board.route[route_id]
    demand = f", {number_of(route.ferries, words.wild)}" if route.ferries else ""
    return f"{route.length} {route.colour or 'gray'}{demand}"
