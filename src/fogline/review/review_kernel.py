"""Guesses and playouts for reviews: the planner plays a game to its end, on all seats."""

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
"""What is kept of each seat at the end: points, and what decides between equal points."""


class PlayoutStart(NamedTuple):
    """How playouts begin."""

    states: npt.NDArray[np.uint64]
    """Positions, one in each row."""
    plans: npt.NDArray[np.float64]
    """The plans that the players have, a row for each seat."""
    seat: int
    code: int
    """What the seat does first; a negative code is what the planner would do."""


class LuckRows(NamedTuple):
    """The chance of playouts: those with the same base and number have like luck."""

    base: npt.NDArray[np.uint64]
    first: int
    """The number of the first of them."""


@entry_point
def guess_starts(g, known, first, starts):
    """Write guesses of what is known, from the given number on, one to each row."""
    for number in range(starts.shape[0]):
        guess(g, known, first + number)
        save(g, starts[number])


@entry_point
def play_outs(g, planner, policies, start, luck, ends):
    """Play on from the states of a start in turn, once for each row of `ends`.

    `planner` is the address of the planner. Each row has chance of its own for each turn, whatever
    was played before.
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
