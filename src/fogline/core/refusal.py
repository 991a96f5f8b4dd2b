"""Typed reasons why an action is not legal."""

from __future__ import annotations

from enum import StrEnum

from fogline.core.errors import FoglineError


class Refusal(StrEnum):
    """Why an action was refused. `explain` gives the sentence for a person."""

    GAME_OVER = "game-over"
    NOT_DECIDING = "not-deciding"
    NOT_NOW = "not-now"
    MUST_ACT = "must-act"

    NO_CARD_LEFT = "no-card-left"
    CARD_NOT_DISPLAYED = "card-not-displayed"
    WILD_AS_SECOND = "wild-as-second"

    UNKNOWN_ROUTE = "unknown-route"
    ROUTE_TAKEN = "route-taken"
    TWIN_IS_YOURS = "twin-is-yours"
    TWIN_TAKEN = "twin-taken"
    TOO_FEW_VEHICLES = "too-few-vehicles"
    NOT_CONNECTED = "not-connected"

    CARDS_NOT_IN_HAND = "cards-not-in-hand"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    MIXED_COLOURS = "mixed-colours"
    WRONG_COLOUR = "wrong-colour"
    TOO_FEW_WILDS = "too-few-wilds"

    NO_TICKET_LEFT = "no-ticket-left"
    TICKET_NOT_OFFERED = "ticket-not-offered"
    TOO_FEW_TICKETS = "too-few-tickets"

    UNKNOWN_PLACE = "unknown-place"
    STACK_NOT_ASIDE = "stack-not-aside"
    PLACE_HAS_STACK = "place-has-stack"
    NO_SUCH_TOKEN = "no-such-token"  # noqa: S105 (a tourist token, not a password)

    CITY_HAS_MARKER = "city-has-marker"
    CITY_OFF_ROUTE = "city-off-route"
    CITY_NOT_YOURS = "city-not-yours"
    ALVINS_HOME = "alvins-home"

    FORBIDDEN_BY_RULE = "forbidden-by-rule"
    """For the rules of other packages, which say more in the message."""

    @property
    def explain(self) -> str:
        """Say in a sentence why, and where possible what would help."""
        return _SENTENCES[self]


_SENTENCES = {
    Refusal.GAME_OVER: "The game has ended.",
    Refusal.NOT_DECIDING: "It is not this seat's turn to choose.",
    Refusal.NOT_NOW: "This is not one of the things to choose from now.",
    Refusal.MUST_ACT: "Passing is only allowed when nothing else can be done.",
    Refusal.NO_CARD_LEFT: "The deck and the discards are empty: take a card from the display.",
    Refusal.CARD_NOT_DISPLAYED: "No such card lies in the display.",
    Refusal.WILD_AS_SECOND: "A displayed wild card cannot be the second card of a turn.",
    Refusal.UNKNOWN_ROUTE: "There is no such route on this board.",
    Refusal.ROUTE_TAKEN: "This route is taken.",
    Refusal.TWIN_IS_YOURS: "You own a track beside it; nobody may own two parallel routes.",
    Refusal.TWIN_TAKEN: "A track beside it is taken; with so few players only one may be used.",
    Refusal.TOO_FEW_VEHICLES: "You have fewer vehicles than the route has spaces.",
    Refusal.NOT_CONNECTED: "It does not touch your network; build outwards from your start city.",
    Refusal.CARDS_NOT_IN_HAND: "You do not hold all of these cards.",
    Refusal.WRONG_NUMBER_OF_CARDS: "Pay exactly one card for each space.",
    Refusal.MIXED_COLOURS: "All cards must be of one colour, apart from wild cards.",
    Refusal.WRONG_COLOUR: "The cards must be of the route's colour, or wild.",
    Refusal.TOO_FEW_WILDS: "The payment needs a wild card for each ferry symbol.",
    Refusal.NO_TICKET_LEFT: "The ticket deck is empty.",
    Refusal.TICKET_NOT_OFFERED: "Only tickets that were just shown to you can be kept.",
    Refusal.TOO_FEW_TICKETS: "Keep more tickets: this is fewer than the smallest number.",
    Refusal.UNKNOWN_PLACE: "There is no such place on this board.",
    Refusal.STACK_NOT_ASIDE: "That stack of tokens is not waiting to be placed.",
    Refusal.PLACE_HAS_STACK: "There are tokens on that place already.",
    Refusal.NO_SUCH_TOKEN: "No token can be taken there now.",
    Refusal.CITY_HAS_MARKER: "There is a marker on that city already.",
    Refusal.CITY_OFF_ROUTE: "The marker must go on one of the two cities of the claimed route.",
    Refusal.CITY_NOT_YOURS: "Alvin can only move to a city that you control.",
    Refusal.ALVINS_HOME: "This is where Alvin starts; nobody may put a marker here.",
    Refusal.FORBIDDEN_BY_RULE: "A rule of this game forbids it.",
}


class IllegalAction(FoglineError):
    """An action was refused; the game is as it was before."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        self.refusal = refusal
        """The typed reason."""
        super().__init__(f"{refusal.explain} {detail}".rstrip())
