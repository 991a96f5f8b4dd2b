"""A player that plans: its weights, and its memory in one row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from fogline.fast.constants import CARDS, MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from fogline.fast.jit import cut, flats, kernel

FAR = 1e9
"""The cost of a route that cannot be claimed, and of a path that does not exist."""


@flats
class Planner(NamedTuple):
    """A player that plans. Kernels read parts of its memory as members, too: `p.cost[route]`."""

    weights: npt.NDArray[Any]
    """Its weights, by the indices of `weights` and of the modules of advice."""
    memory: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    """Memory for a list of codes."""


class Memory(NamedTuple):
    """The layout of a planner's memory: the size of each part."""

    cost: int = MOST_ROUTES
    """The cost of each route on a path: FAR if it cannot be claimed, 0 if it is planned."""
    turns: int = MOST_ROUTES
    """The turns each route takes to build."""
    distance: int = MOST_PLACES
    """The cost of the cheapest path to each place."""
    via: int = MOST_PLACES
    """The last route of that path."""
    planned: int = MOST_ROUTES
    """1 for each route that a ticket needs."""
    weight: int = MOST_ROUTES
    """For each route the worth of the tickets that need it."""
    value: int = MOST_ROUTES
    """For each route the worth of claiming it by itself."""
    need: int = CARDS
    """For each kind of card how much it is needed."""
    dropped: int = MOST_TICKETS
    """1 for each ticket that is not worth its path."""
    plan: int = 3
    """More about the plan, by the indices below."""


cut(Planner, Memory()._asdict())
PLAN_SIZE = sum(Memory())
"""The size of a planner's memory."""

READY, HUNGRY, TURNS_LEFT = range(3)
"""The number of turns for which the plan remains valid; 1 if the plan is to draw tickets; and the
number of turns that the player expects to have."""
_PLAN = PLAN_SIZE - Memory().plan


@kernel
def forget_plans(memories):
    """Make the players of some rows of memory plan again at their next choice."""
    for row in range(memories.shape[0]):
        memories[row, _PLAN + READY] = 0.0
