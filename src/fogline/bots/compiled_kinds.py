"""The bots that play in compiled code, with a number for each kind."""

from __future__ import annotations

from typing import NamedTuple

RANDOM, GREEDY, ONE_STEP, LONG_ROUTES, ROUTE_FOCUS, TICKET_HUNGRY, PLANNER = range(7)


class CompiledKind(NamedTuple):
    """A kind of compiled player."""

    kind: int
    summary: str
    """What it does, in one line."""


COMPILED = {
    "greedy": CompiledKind(GREEDY, "the most points now; else any card"),
    "one-step": CompiledKind(ONE_STEP, "one ticket at a time, by its cheapest way"),
    "long-routes": CompiledKind(LONG_ROUTES, "collects for the longest route there is"),
    "route-focus": CompiledKind(ROUTE_FOCUS, "all its tickets at once, by one cheap network"),
    "ticket-hungry": CompiledKind(
        TICKET_HUNGRY, "collects tickets first, then builds for all of them"
    ),
    "novice": CompiledKind(PLANNER, "a planner that builds at once whatever pays"),
    "apprentice": CompiledKind(PLANNER, "a planner that claims too early to collect"),
    "planner": CompiledKind(
        PLANNER, "weighs tickets, turns, vehicles and what a rule adds to them"
    ),
}
"""The bots by name, from weak to strong, without the random one."""
