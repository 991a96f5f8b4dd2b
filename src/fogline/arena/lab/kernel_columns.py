"""The columns of counts, for compiled code and for its readers."""

from __future__ import annotations

TIMES, GAMES, PLAYERS, WINS, SCORES, OWN, OTHERS, PAID, N_COUNTS = range(9)
"""The counts of a choice or an event: its number, its games and its players; the victories of these
players, in parts of `WHOLE`, and their final points. A choice also has the points that it brought
at once to the player who made it and to all others, and how often these were counted: not for the
last decision of a game, which final scoring follows."""
REPEATED = OWN
"""For an event instead: how often it only repeated the action before it."""

SWEPT, BLANK, NO_CARDS, NO_TICKETS, PASSED, N_ODD = range(6)
"""The oddities of each game: sweeps of the display; turns that began with no card on display, with
no card to draw, with no ticket to draw; and turns that were passed."""
WAS_OFFERED, WAS_KEPT = range(2)
TO_CHOOSER, TO_OTHERS = range(2)
