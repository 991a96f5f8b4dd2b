"""Removal of what a seat does not know, and sampling of it, each possibility equally likely."""

from __future__ import annotations

from fogline.fast.jit import entry_point
from fogline.fast.mechanics import drawing, tickets


@entry_point
def forget(g, seat, hidden):
    """Remove everything that a seat does not know from a state, and count what was removed.

    Row 0 of `hidden` gets the unknown cards of each hand; row 1 the unknown tickets of the pack,
    of the pool, and of each hand.
    """
    drawing.forget_cards(g, seat, hidden[0])
    tickets.forget_tickets(g, seat, hidden[1])


@entry_point
def fill_in(g, hidden_cards, hidden_tickets):
    """Complete a state at random; the arguments count the unknowns, as `forget` does."""
    drawing.guess_cards(g, hidden_cards)
    tickets.guess_tickets(g, hidden_tickets)
