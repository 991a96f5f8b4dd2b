"""What the columns of counts mean, to compiled code and to what reads them."""

from __future__ import annotations

TIMES, GAMES, PLAYERS, WINS, SCORES, OWN, OTHERS, PAID, N_COUNTS = range(9)
"""What is counted of a choice or an event: how often it was met, in how many games, by how many
players; the victories of these players, in parts of `WHOLE`, and their final points. Of a choice
also the points that it brought at once to the player who made it and to all others, and how
often that was counted: not for the last decision of a game, which final scoring follows."""
REPEATED = OWN
"""Of an event instead: how often it only repeated the action before it."""

SWEPT, BLANK, NO_CARDS, NO_TICKETS, PASSED, N_ODD = range(6)
"""What is counted in each game: sweeps of the display; the turns that began with no card on
display, no card to draw, no ticket to draw; and those that were passed."""
WAS_OFFERED, WAS_KEPT = range(2)
TO_CHOOSER, TO_OTHERS = range(2)
