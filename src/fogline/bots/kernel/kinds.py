"""The kinds of compiled players."""

from __future__ import annotations

RANDOM, GREEDY, ONE_STEP, LONG_ROUTES, ROUTE_FOCUS, TICKET_HUNGRY, PLANNER = range(7)
