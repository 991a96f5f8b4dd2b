"""Typed reasons why an action is not legal."""

from __future__ import annotations

from typing import ClassVar

from fogline.core.errors import FoglineError


class Refusal(str):
    """Why an action was refused: a code for programs, with a sentence for a person.

    The refusals of every such game are attributes of this class. A rule defines its own as
    constants of its module: `SUNKEN = Refusal("sunken", "The ferry has sunk.")`.
    """

    explain: str
    """The sentence: the reason, and a remedy where there is one."""
    temporary: bool
    """Whether the reason may go away later, as when the seat's network grows."""

    GAME_OVER: ClassVar[Refusal]
    NOT_DECIDING: ClassVar[Refusal]
    NOT_NOW: ClassVar[Refusal]
    MUST_ACT: ClassVar[Refusal]

    NO_CARD_LEFT: ClassVar[Refusal]
    CARD_NOT_DISPLAYED: ClassVar[Refusal]
    WILD_AS_SECOND: ClassVar[Refusal]

    UNKNOWN_PLACE: ClassVar[Refusal]
    UNKNOWN_ROUTE: ClassVar[Refusal]
    ROUTE_TAKEN: ClassVar[Refusal]
    TWIN_IS_YOURS: ClassVar[Refusal]
    TWIN_TAKEN: ClassVar[Refusal]
    TOO_FEW_VEHICLES: ClassVar[Refusal]
    NOT_CONNECTED: ClassVar[Refusal]

    CARDS_NOT_IN_HAND: ClassVar[Refusal]
    WRONG_NUMBER_OF_CARDS: ClassVar[Refusal]
    MIXED_COLOURS: ClassVar[Refusal]
    WRONG_COLOUR: ClassVar[Refusal]
    TOO_FEW_WILDS: ClassVar[Refusal]

    NO_TICKET_LEFT: ClassVar[Refusal]
    TICKET_NOT_OFFERED: ClassVar[Refusal]
    TOO_FEW_TICKETS: ClassVar[Refusal]

    def __new__(cls, code: str, explain: str, *, temporary: bool = False) -> Refusal:
        """Make a refusal from its code, in small letters and hyphens, and its sentence."""
        refusal = super().__new__(cls, code)
        refusal.explain = explain
        refusal.temporary = temporary
        return refusal

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (str(self), self.explain), {"temporary": self.temporary}

    def __repr__(self) -> str:
        return f"Refusal({str(self)!r})"


Refusal.GAME_OVER = Refusal("game-over", "The game has ended.")
Refusal.NOT_DECIDING = Refusal("not-deciding", "It is not this seat's turn to choose.")
Refusal.NOT_NOW = Refusal("not-now", "This is not one of the things to choose from now.")
Refusal.MUST_ACT = Refusal("must-act", "Passing is only allowed when nothing else can be done.")

Refusal.NO_CARD_LEFT = Refusal(
    "no-card-left", "The deck and the discards are empty: take a card from the display."
)
Refusal.CARD_NOT_DISPLAYED = Refusal("card-not-displayed", "There is no such card in the display.")
Refusal.WILD_AS_SECOND = Refusal(
    "wild-as-second", "A displayed wild card cannot be the second card of a turn."
)

Refusal.UNKNOWN_PLACE = Refusal("unknown-place", "There is no such place on this board.")
Refusal.UNKNOWN_ROUTE = Refusal("unknown-route", "There is no such route on this board.")
Refusal.ROUTE_TAKEN = Refusal("route-taken", "This route is taken.")
Refusal.TWIN_IS_YOURS = Refusal(
    "twin-is-yours", "You own a track beside it; nobody may own two parallel routes."
)
Refusal.TWIN_TAKEN = Refusal(
    "twin-taken", "A track beside it is taken; with so few players only one may be used."
)
Refusal.TOO_FEW_VEHICLES = Refusal(
    "too-few-vehicles", "You have fewer vehicles than the route has spaces."
)
Refusal.NOT_CONNECTED = Refusal(
    "not-connected",
    "It does not touch your network; build outwards from your start city.",
    temporary=True,
)

Refusal.CARDS_NOT_IN_HAND = Refusal("cards-not-in-hand", "You do not hold all of these cards.")
Refusal.WRONG_NUMBER_OF_CARDS = Refusal(
    "wrong-number-of-cards", "Pay exactly one card for each space."
)
Refusal.MIXED_COLOURS = Refusal(
    "mixed-colours", "All cards must be of one colour, apart from wild cards."
)
Refusal.WRONG_COLOUR = Refusal("wrong-colour", "The cards must be of the route's colour, or wild.")
Refusal.TOO_FEW_WILDS = Refusal(
    "too-few-wilds", "The payment needs a wild card for each ferry symbol."
)

Refusal.NO_TICKET_LEFT = Refusal("no-ticket-left", "The ticket deck is empty.")
Refusal.TICKET_NOT_OFFERED = Refusal(
    "ticket-not-offered", "Only tickets that were just shown to you can be kept."
)
Refusal.TOO_FEW_TICKETS = Refusal(
    "too-few-tickets", "Keep more tickets: this is fewer than the smallest number."
)


class IllegalAction(FoglineError):
    """Raised when an action is refused; the game is unchanged."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        self.refusal = refusal
        """The typed reason."""
        super().__init__(f"{refusal.explain} {detail}".rstrip())
