"""The scratch memory of a compiled player: one array of floats, laid out here."""

from __future__ import annotations

from fogline.fast.layout import CARDS, MOST_PLACES, MOST_ROUTES, MOST_TICKETS

FAR = 1e9
"""The cost of a route that cannot be had, and of a way that does not exist."""

COST = 0
"""What each route counts for on a way; FAR for those that cannot be had, 0 for what is planned."""
TURNS = COST + MOST_ROUTES
"""The turns each route takes to build."""
DIST = TURNS + MOST_ROUTES
"""The cheapest way to each place."""
VIA = DIST + MOST_PLACES
"""The route by which that way arrives."""
PLANNED = VIA + MOST_PLACES
"""1 for each route that is wanted for a ticket."""
WEIGHT = PLANNED + MOST_ROUTES
"""For each route what the tickets that want it are worth."""
VALUE = WEIGHT + MOST_ROUTES
"""For each route what claiming it is worth by itself."""
NEED = VALUE + MOST_ROUTES
"""For each kind of card how badly it is wanted."""
DROPPED = NEED + CARDS
"""1 for each ticket that is not worth its way."""
READY = DROPPED + MOST_TICKETS
"""1 while the plan may be followed."""
HUNGRY = READY + 1
"""1 if the plan is to draw tickets."""
SIZE = HUNGRY + 1
