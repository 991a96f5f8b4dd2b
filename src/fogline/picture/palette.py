"""The inks: colours of cards and players that stay apart for every eye, and two grounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fogline.core.cards import Card

INK = "#2b2622"
PAPER = "#fbf6ea"
GRAY = "#b9b1a3"

CARD_INKS: Mapping[Card, str] = {
    Card.RED: "#b8302f",
    Card.ORANGE: "#e5822a",
    Card.YELLOW: "#f2d264",
    Card.GREEN: "#3f9168",
    Card.BLUE: "#2a55a8",
    Card.PURPLE: "#b97fce",
    Card.BLACK: "#2c2a31",
    Card.WHITE: "#fdfaf2",
}
"""Any two differ by 19 or more (CIE76), also with protan, deutan and tritan colour vision."""


@dataclass(frozen=True, slots=True)
class PlayerInk:
    """The colour of a player."""

    ink: str
    on: str
    """The ink of words upon it."""


PLAYER_INKS = (
    PlayerInk("#d33c17", "#ffffff"),
    PlayerInk("#62d3e0", INK),
    PlayerInk("#2a0f66", PAPER),
    PlayerInk("#d2e2aa", INK),
    PlayerInk("#823e5a", PAPER),
    PlayerInk("#5a66ee", "#ffffff"),
)
"""In the order of the seats: far from each other, and from the cards, for every eye."""

_PALE_SYMBOLS = {Card.RED, Card.BLUE, Card.BLACK, Card.GREEN}


def space_ink(colour: Card | None) -> str:
    """Choose the ink of a space; gray ones have no colour."""
    return GRAY if colour is None else CARD_INKS[colour]


def symbol_ink(colour: Card) -> str:
    """Choose the ink of the symbol on a space of that colour: the one that stands out more."""
    return PAPER if colour in _PALE_SYMBOLS else INK


@dataclass(frozen=True, slots=True)
class Tone:
    """The background colours of one sheet."""

    sheet: str
    """The margin and the band at the foot."""
    land: str
    far: str
    """Land far from the sea."""
    water: str
    deep: str
    """Deep water."""
    park: str
    line: str
    """Borders, ridges, rivers' banks."""
    river: str
    bed: str
    """The bed of the tracks."""
    halo: str
    """Around labels."""
    button: str
    """The enamel of a place."""
    mark: str
    """The ring around a place that a rule singles out."""
    rust: str
    """Iron and rock."""
    green: str
    """Plants."""
    glow: str
    """The low sun."""


TONES: Mapping[str, Tone] = {
    "morning": Tone(
        sheet="#f7efdf",
        land="#f1e4c8",
        far="#eedcb8",
        water="#bcd6da",
        deep="#8fb9c6",
        park="#cfd6ac",
        line="#c9b48d",
        river="#9dbfc8",
        bed="#fbf6ea",
        halo="#fbf6ea",
        button="#23596b",
        mark="#d9722e",
        rust="#b5533c",
        green="#7d9a6b",
        glow="#f0b45c",
    ),
    "dusk": Tone(
        sheet="#f6e7d0",
        land="#f0d1a0",
        far="#e3b07c",
        water="#b9a7bd",
        deep="#9d8fb3",
        park="#d9b27a",
        line="#bd8450",
        river="#a795b4",
        bed="#f9ecd6",
        halo="#fbf0dc",
        button="#8a3b24",
        mark="#3f7a4d",
        rust="#a9583a",
        green="#7b8a55",
        glow="#f2a65a",
    ),
}
