"""A player that plans: what it weighs and what it remembers, in a row of memory."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from fogline.fast.constants import CARDS, MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from fogline.fast.jit import cut, kernel, of_flats

FAR = 1e9
"""The cost of a route that cannot be had, and of a way that does not exist."""


@of_flats
class Planner(NamedTuple):
    """A player that plans. Kernels read parts of its memory as members, too: `p.cost[route]`."""

    weights: npt.NDArray[Any]
    """What things are worth to it, by the indices of `weights` and of the modules of advice."""
    memory: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    """Room for a list of codes."""


class Memory(NamedTuple):
    """What a planner remembers: the number of numbers in each part."""

    cost: int = MOST_ROUTES
    """What each route counts for on a way: FAR if it cannot be had, 0 if it is planned."""
    turns: int = MOST_ROUTES
    """The turns each route takes to build."""
    distance: int = MOST_PLACES
    """The cheapest way to each place."""
    via: int = MOST_PLACES
    """The route by which that way arrives."""
    planned: int = MOST_ROUTES
    """1 for each route that is wanted for a ticket."""
    weight: int = MOST_ROUTES
    """For each route what the tickets that want it are worth."""
    value: int = MOST_ROUTES
    """For each route what claiming it is worth by itself."""
    need: int = CARDS
    """For each kind of card how badly it is wanted."""
    dropped: int = MOST_TICKETS
    """1 for each ticket that is not worth its way."""
    plan: int = 3
    """More about the plan, by the indices below."""


cut(Planner, Memory()._asdict())
PLAN_SIZE = sum(Memory())
"""How many numbers a planner remembers."""

READY, HUNGRY, TURNS_LEFT = range(3)
"""For how many more turns the plan may be followed; 1 if the plan is to draw tickets; and how many
turns the player expects to have."""
_PLAN = PLAN_SIZE - Memory().plan


@kernel
def forget_plans(memories):
    """Make the players of some rows of memory plan again when they are asked next."""
    for row in range(memories.shape[0]):
        memories[row, _PLAN + READY] = 0.0
