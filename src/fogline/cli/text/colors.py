"""Cards on a terminal: a symbol, a name and, where there is colour, their colour."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.style import Style
from rich.text import Text

from fogline.core.board import Route
from fogline.core.cards import COLOURS, Card, Cards
from fogline.core.text.phrasebook import Phrasebook
from fogline.picture.palette import CARD_INKS, INK, PAPER, symbol_ink

SYMBOLS: Mapping[Card, str] = {
    Card.RED: "●",
    Card.ORANGE: "◆",
    Card.YELLOW: "★",
    Card.GREEN: "♣",
    Card.BLUE: "≈",
    Card.PURPLE: "×",
    Card.BLACK: "■",
    Card.WHITE: "○",
    Card.WILD: "✦",
}
ANY = "∙"
"""The symbol of a space that takes any colour."""

_STYLES: Mapping[Card, Style] = {
    **{card: Style(color=symbol_ink(card), bgcolor=CARD_INKS[card]) for card in COLOURS},
    Card.WILD: Style(color=PAPER, bgcolor="#7d6b57"),
}
_GRAY = Style(color=INK, bgcolor="#b9b1a3")
_COLOUR_WORD = re.compile(rf"\b({'|'.join(COLOURS)}|gray)\b")


def chip(card: Card, book: Phrasebook, count: int | None = None) -> Text:
    """Draw a card, or several equal ones, as a small label."""
    name = book.card(card) if count is None else book.cards(Cards.of({card: count}))
    return Text(f" {SYMBOLS[card]} {name} ", style=_STYLES[card])


def card_style(card: Card) -> Style:
    """How a card is printed."""
    return _STYLES[card]


def few_letters(cards: Cards) -> str:
    """Name cards where there is little room: `2 red, 1 ✦`."""
    parts = [f"{count} {SYMBOLS[card] if card is Card.WILD else card}" for card, count in cards]
    return ", ".join(parts)


def few_symbols(cards: Cards) -> str:
    """Show cards by their symbols: `●●✦`."""
    return "".join(SYMBOLS[card] * count for card, count in cards)


def space_symbols(route: Route) -> str:
    """Show the spaces of a route by their symbols, those for wild cards last: `∙∙✦`."""
    open_spaces = max(0, route.length - route.ferries)
    sign = ANY if route.colour is None else SYMBOLS[route.colour]
    return sign * open_spaces + SYMBOLS[Card.WILD] * min(route.ferries, route.length)


def spaces(route: Route) -> str:
    """Return in few letters what a route asks for: `3 gray, 1 ✦`."""
    demand = f", {route.ferries} {SYMBOLS[Card.WILD]}" if route.ferries else ""
    return f"{route.length} {route.colour or 'gray'}{demand}"


def colored(sentence: str) -> Text:
    """Print the names of colours in these colours."""
    text = Text(sentence)
    for found in _COLOUR_WORD.finditer(sentence):
        word = found[0]
        text.stylize(_GRAY if word == "gray" else _STYLES[Card(word)], *found.span())
    return text
