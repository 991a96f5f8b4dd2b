"""Guesses and playouts for reviews: the planner plays a game to its end, on all seats."""

from __future__ import annotations

from fogline.bots.kernel import kinds, match
from fogline.bots.kernel.search import guess, mind, stream
from fogline.fast import board
from fogline.fast.jit import big_kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.records import copy, score
from fogline.fast.mechanics import tickets, turns

SCORE, COMPLETE = range(2)
"""What is kept of each seat at the end: points, and complete tickets."""


@big_kernel
def guess_starts(g, known, first, starts):
    """Write guesses of what is known, from the given number on, one to each row."""
    for number in range(starts.shape[0]):
        guess(g, known, first + number)
        copy(g.w, starts[number])


@big_kernel
def play_outs(g, starts, seat, first_code, minds, plans, base, first, ends):
    """Play on from the starts in turn, once for each row of `ends`.

    The seat begins with the action `first_code`, or, if that is negative, as the planner would.
    All go on with the `plans` that they have, a row for each seat. Each row of `ends` has chance of
    its own for each turn, whatever was played before: rows with the same number and base have like
    luck.
    """
    seats = g.t[board.N_SEATS]
    for number in range(ends.shape[0]):
        copy(starts[number % starts.shape[0]], g.w)
        for other in range(seats):
            copy(plans[other], minds.plans[other])
        turn = g.h[turns.TURNS]
        stream(base, first + number, turn, g.rng)
        if first_code >= 0:
            play.step(g, seat, first_code)
        while not play.is_over(g):
            if g.h[turns.TURNS] != turn:
                turn = g.h[turns.TURNS]
                stream(base, first + number, turn, g.rng)
            actor = play.acting(g)
            # Called, not put in: the compiler has made this part for matches already.
            code = match.choose(kinds.PLANNER, g, actor, mind(minds, actor))
            play.step(g, actor, code)
        for other in range(seats):
            ends[number, other, SCORE] = score(g, other)
            ends[number, other, COMPLETE] = tickets.complete_tickets(g, other)
