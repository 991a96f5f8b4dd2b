"""Guesses and playouts for reviews: the planner plays all seats to the end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots import compiled_kinds as kinds
from fogline.bots.kernel.choosers import choose
from fogline.bots.kernel.tree_search import guess, policy_of, stream
from fogline.fast import board
from fogline.fast.jit import entry_point
from fogline.fast.kernel import play
from fogline.fast.kernel.records import copy, load, save, score
from fogline.fast.mechanics import ending, turns

SCORE, TIE_BREAK = range(2)
"""The results of each seat at the end: points, and the number that breaks ties."""


class PlayoutStart(NamedTuple):
    """The start of playouts."""

    states: npt.NDArray[np.uint64]
    """Positions, one in each row."""
    plans: npt.NDArray[np.float64]
    """The plans of the players, a row for each seat."""
    seat: int
    code: int
    """The seat's first action; a negative code is the planner's choice."""


class LuckRows(NamedTuple):
    """The dice of playouts: those with the same base and number have the same luck."""

    base: npt.NDArray[np.uint64]
    first: int
    """The number of the first of them."""


@entry_point
def guess_starts(g, known, first, starts):
    """Write guesses from a seat's knowledge, from the given number on, one to each row."""
    for number in range(starts.shape[0]):
        guess(g, known, first + number)
        save(g, starts[number])


@entry_point
def play_outs(g, planner, policies, start, luck, ends):
    """Play on from the states of a start in turn, once for each row of `ends`.

    `planner` is the address of the planner. Each row has separate dice for each turn, whatever was
    played before.
    """
    seats = board.seats(g)
    for number in range(ends.shape[0]):
        load(start.states[number % start.states.shape[0]], g)
        for other in range(seats):
            copy(start.plans[other], policies.plans[other])
        turn = turns.ended(g)
        stream(luck.base, luck.first + number, turn, g.rng)
        if start.code >= 0:
            play.step(g, start.seat, start.code)
        while not play.is_over(g):
            if turns.ended(g) != turn:
                turn = turns.ended(g)
                stream(luck.base, luck.first + number, turn, g.rng)
            actor = play.acting(g)
            code = choose(planner, kinds.PLANNER, g, actor, policy_of(policies, actor))
            play.step(g, actor, code)
        for other in range(seats):
            ends[number, other, SCORE] = score(g, other)
            ends[number, other, TIE_BREAK] = ending.tie_break(g, other)
