"""What a seat does not know: cut out, and filled in, each possibility equally likely."""

from __future__ import annotations

from fogline.fast.jit import entry_point
from fogline.fast.mechanics import drawing, tickets


@entry_point
def forget(g, seat, hidden):
    """Cut everything out of a state that a seat does not know, and count what was cut.

    Row 0 of `hidden` gets the unknown cards of each hand; row 1 the unknown tickets of the pack,
    of the pool, and of each hand.
    """
    drawing.forget_cards(g, seat, hidden[0])
    tickets.forget_tickets(g, seat, hidden[1])


@entry_point
def fill_in(g, hidden_cards, hidden_tickets):
    """Turn what is known into a whole state that agrees with it; `forget` counts the same."""
    drawing.guess_cards(g, hidden_cards)
    tickets.guess_tickets(g, hidden_tickets)
