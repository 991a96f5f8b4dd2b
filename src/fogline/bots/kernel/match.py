"""Whole games between compiled players, each of which sees a guess made from its own view."""

from __future__ import annotations

from fogline.bots.kernel.kinds import PLANNER, RANDOM
from fogline.bots.kernel.planner import plan_code
from fogline.bots.kernel.styles import style_code
from fogline.fast.jit import kernel
from fogline.fast.kernel.flow import complete_tickets, start
from fogline.fast.kernel.games import acting, copy, random_code, score
from fogline.fast.kernel.guess import fill_in, forget
from fogline.fast.kernel.step import step
from fogline.fast.layout import N_SEATS, OVER, PHASE


@kernel
def choose(kind, b, w, t, m, p, seat, memo, scratch):
    """Choose an action by a kind of player other than RANDOM."""
    if kind != PLANNER:
        return style_code(kind, b, w, t, m, p, seat, memo, scratch)
    return plan_code(b, w, t, m, p, seat, memo, scratch)


@kernel
def play_match(b, w, h, gb, gw, t, m, kinds, settings, hidden, rngs, dice, memo, scratch, out):
    """Play a game from each row of seeds, a kind of player on each seat.

    `gb` and `gw` are the block of the guess. `out` gets scores, then complete tickets.
    """
    decisions = 0
    seats = t[N_SEATS]
    for game in range(rngs.shape[0]):
        start(b, w, h, t, rngs[game])
        while b[PHASE] != OVER:
            seat = acting(b, t)
            own = dice[game, seat]
            if kinds[seat] == RANDOM:
                code = random_code(b, w, t, m, seat, own, scratch)
            else:
                copy(w, gw)
                forget(gb, gw, t, seat, hidden)
                fill_in(gb, gw, t, hidden[0], hidden[1], own)
                code = choose(kinds[seat], gb, gw, t, m, settings[seat], seat, memo, scratch)
            step(b, w, h, t, m, rngs[game], seat, code)
            decisions += 1
        for seat in range(seats):
            out[game, 0, seat] = score(h, seat)
            out[game, 1, seat] = complete_tickets(b, w, t, seat)
    return decisions
