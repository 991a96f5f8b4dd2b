"""Whole games between compiled players, each of which sees a guess made from its own view."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel.kinds import PLANNER, RANDOM
from fogline.bots.kernel.memo import READY
from fogline.bots.kernel.paths import tickets_of
from fogline.bots.kernel.planner import plan_code
from fogline.bots.kernel.styles import style_code
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.kernel.flow import start
from fogline.fast.kernel.games import acting, copy, random_code
from fogline.fast.kernel.guess import fill_in, forget
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import is_complete
from fogline.fast.layout import N_SEATS, N_TICKETS, OVER, PHASE


@kernel
def choose(kind, b, w, t, m, p, seat, memo, scratch):
    """Choose an action by a kind of player other than RANDOM."""
    if kind != PLANNER:
        return style_code(kind, b, w, t, m, p, seat, memo, scratch)
    return plan_code(b, w, t, m, p, seat, memo, scratch)


@kernel
def blind_code(kind, b, w, gb, gw, t, m, p, seat, hidden, dice, memo, scratch):
    """Choose an action by any kind of player, without a look at what its seat may not know.

    `gb` and `gw` are the block of the guess, and `hidden` is room for what it fills in. The random
    player needs neither: what is legal does not depend on secrets of others.
    """
    if kind == RANDOM:
        return random_code(b, w, t, m, seat, dice, scratch)
    copy(w, gw)
    forget(gb, gw, t, seat, hidden)
    fill_in(gb, gw, t, hidden[0], hidden[1], dice)
    return choose(kind, gb, gw, t, m, p, seat, memo, scratch)


@kernel
def play_match(
    b, w, h, gb, gw, t, m, kinds, settings, hidden, rngs, dice, memos, scratch, finals, lengths, log
):
    """Play a game from each row of seeds, a kind of player on each seat.

    `memos` has a row for each seat; for the rest see `blind_code`. `finals` gets the
    block of each game as it ended, and `lengths` the decisions of each game; of these, as many as
    there is room for go to `log`, each as a seat and the code of its action.
    """
    for game in range(rngs.shape[0]):
        start(b, w, h, t, rngs[game])
        memos[:, READY] = 0.0
        decisions = 0
        while b[PHASE] != OVER:
            seat = acting(b, t)
            code = blind_code(
                kinds[seat], b, w, gb, gw, t, m, settings[seat], seat, hidden, dice[game, seat],
                memos[seat], scratch,
            )  # fmt: skip
            step(b, w, h, t, m, rngs[game], seat, code)
            if decisions < log.shape[1]:
                log[game, decisions, 0] = seat
                log[game, decisions, 1] = code
            decisions += 1
        lengths[game] = decisions
        copy(w, finals[game])


@kernel
def complete_masks(finals, t, out):
    """Write which tickets each seat has completed in each of these blocks."""
    for game in range(finals.shape[0]):
        w = finals[game]
        b = w.view(np.uint8)
        for seat in range(t[N_SEATS]):
            out[game, seat] = ZERO
            for ticket in range(t[N_TICKETS]):
                if tickets_of(w, seat) & bit(ticket) and is_complete(b, w, t, seat, ticket):
                    out[game, seat] |= bit(ticket)
