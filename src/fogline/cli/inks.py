"""Cards on a terminal: a symbol, a name and, where there is colour, an ink."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.style import Style
from rich.text import Text

from fogline.cli.words import Words, card_name
from fogline.core.cards import COLOURS, Card
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

_STYLES: Mapping[Card, Style] = {
    **{card: Style(color=symbol_ink(card), bgcolor=CARD_INKS[card]) for card in COLOURS},
    Card.WILD: Style(color=PAPER, bgcolor="#7d6b57"),
}
_GRAY = Style(color=INK, bgcolor="#b9b1a3")
_COLOUR_WORD = re.compile(rf"\b({'|'.join(COLOURS)}|gray)\b")


def chip(card: Card, words: Words, count: int | None = None) -> Text:
    """Draw a card, or several equal ones, as a small label."""
    number = "" if count is None else f"{count} "
    return Text(f" {SYMBOLS[card]} {number}{card_name(card, words)} ", style=_STYLES[card])


def inked(sentence: str) -> Text:
    """Print the names of colours in their inks."""
    text = Text(sentence)
    for found in _COLOUR_WORD.finditer(sentence):
        word = found[0]
        text.stylize(_GRAY if word == "gray" else _STYLES[Card(word)], *found.span())
    return text
