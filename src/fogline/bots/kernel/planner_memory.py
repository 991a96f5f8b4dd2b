"""A player that plans: what it weighs and what it remembers, in a row of memory."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.constants import CARDS, MOST_PLACES, MOST_ROUTES, MOST_TICKETS
from fogline.fast.flat import of_flats, part
from fogline.fast.jit import kernel

Floats = npt.NDArray[np.float64]

FAR = 1e9
"""The cost of a route that cannot be had, and of a way that does not exist."""


@of_flats
class Planner(NamedTuple):
    """A player that plans: what it weighs, and what it remembers."""

    weights: npt.NDArray[Any]
    """What things are worth to it, by the indices of `weights` and of the modules of advice."""
    codes: npt.NDArray[Any]
    """Room for a list of codes."""
    cost: npt.NDArray[Any]
    """What each route counts for on a way: FAR if it cannot be had, 0 if it is planned."""
    turns: npt.NDArray[Any]
    """The turns each route takes to build."""
    planned: npt.NDArray[Any]
    """1 for each route that is wanted for a ticket."""
    weight: npt.NDArray[Any]
    """For each route what the tickets that want it are worth."""
    value: npt.NDArray[Any]
    """For each route what claiming it is worth by itself."""
    distance: npt.NDArray[Any]
    """The cheapest way to each place."""
    via: npt.NDArray[Any]
    """The route by which that way arrives."""
    need: npt.NDArray[Any]
    """For each kind of card how badly it is wanted."""
    dropped: npt.NDArray[Any]
    """1 for each ticket that is not worth its way."""
    plan: npt.NDArray[Any]
    """More about its plan, by the indices below."""


READY, HUNGRY, TURNS_LEFT = range(3)
"""For how many more turns the plan may be followed; 1 if the plan is to draw tickets; and how many
turns the player expects to have."""

_SIZES = (*[MOST_ROUTES] * 5, *[MOST_PLACES] * 2, CARDS, MOST_TICKETS, 3)
"""How many numbers each member has, from `cost` on."""
_AT = tuple(accumulate(_SIZES, initial=0))
PLAN_SIZE = _AT[-1]
"""How many numbers a player remembers: the members follow one another in one row of memory."""


def planner_of(weights: Floats, memory: Floats, codes: npt.NDArray[Any]) -> Planner:
    """Return the player that remembers by a row of memory."""
    return Planner(weights, codes, *np.split(memory, _AT[1:-1]))


@kernel
def planner_in(weights, memory, codes):
    """Do the same as `planner_of`, in kernels."""
    return Planner(
        weights,
        codes,
        part(memory, _AT[0], MOST_ROUTES),
        part(memory, _AT[1], MOST_ROUTES),
        part(memory, _AT[2], MOST_ROUTES),
        part(memory, _AT[3], MOST_ROUTES),
        part(memory, _AT[4], MOST_ROUTES),
        part(memory, _AT[5], MOST_PLACES),
        part(memory, _AT[6], MOST_PLACES),
        part(memory, _AT[7], CARDS),
        part(memory, _AT[8], MOST_TICKETS),
        part(memory, _AT[9], 3),
    )


@kernel
def forget_plans(memories):
    """Make the players of some rows of memory plan again when they are asked next."""
    for row in range(memories.shape[0]):
        memories[row, _AT[9] + READY] = 0.0
