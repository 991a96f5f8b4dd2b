"""Who must choose what now. Other rules define their own kinds in their own files."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.messages import Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that one or more seats must choose before the game goes on."""

    seats: tuple[Seat, ...]
    """The seats that have not chosen yet."""


@dataclass(frozen=True, slots=True)
class FirstTickets(Decision):
    """All seats choose at the same time, in secret, which of the dealt tickets to keep."""


@dataclass(frozen=True, slots=True)
class Turn(Decision):
    """A seat chooses its action: draw cards, claim a route, or draw tickets."""


@dataclass(frozen=True, slots=True)
class SecondCard(Decision):
    """A seat that has drawn one card chooses its second."""


@dataclass(frozen=True, slots=True)
class TicketOffer(Decision):
    """A seat that drew tickets chooses which to keep."""
