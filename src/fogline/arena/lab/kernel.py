"""Logged games, played again and watched inside compiled code. `watch` does the same readably."""

from __future__ import annotations

from fogline.arena.lab.watch import (
    BLANK,
    NO_CARDS,
    NO_TICKETS,
    SWEPT,
    TO_CHOOSER,
    TO_OTHERS,
    WAS_KEPT,
    WAS_OFFERED,
)
from fogline.fast.jit import kernel
from fogline.fast.kernel.cards import can_draw, total
from fogline.fast.kernel.flow import start
from fogline.fast.kernel.games import score
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    CODE_CLAIM,
    CODE_KEEP,
    CODE_TAKE,
    CODE_TICKETS,
    DISCARDS,
    DISPLAY,
    DISPLAYED,
    HAND,
    N_OFFERED,
    NONE,
    OFFERED,
    PHASE,
    PLAYERS,
    STRIDE,
    TURN_ACTION,
)


@kernel
def watch(b, w, h, t, m, rngs, log, lengths, display, scores, odd, tickets, gains):
    """Play logged games again from their seeds.

    `odd` gets a row for each game, `tickets` how often each was offered and kept, `gains` the
    points that each decision brought the player who chose, and all others.
    """
    for game in range(rngs.shape[0]):
        start(b, w, h, t, rngs[game])
        if total(b, DISCARDS) > 0:
            odd[game, SWEPT] += 1
        for seat in range(scores.shape[0]):
            scores[seat] = score(h, seat)
        for number in range(lengths[game]):
            seat = log[game, number, 0]
            code = log[game, number, 1]
            if b[PHASE] == TURN_ACTION:
                _count_turn(b, w, t, odd[game])
            if code >= t[CODE_KEEP] and code < t[CODE_CLAIM]:
                _count_offer(b, seat, code - t[CODE_KEEP], tickets)
            if _step_sweeps(b, w, h, t, m, rngs[game], seat, code, display):
                odd[game, SWEPT] += 1
            _count_gains(h, seat, scores, gains[game, number])


@kernel
def _count_gains(h, seat, scores, gains):
    for other in range(scores.shape[0]):
        now = score(h, other)
        gains[TO_CHOOSER if other == seat else TO_OTHERS] += now - scores[other]
        scores[other] = now


@kernel
def _count_turn(b, w, t, odd):
    if tickets_left(b, w) == 0:
        odd[NO_TICKETS] += 1
    if not can_draw(b):
        odd[NO_CARDS] += 1
    if t[DISPLAYED] > 0:
        for slot in range(t[DISPLAYED]):
            if b[DISPLAY + slot] != NONE:
                return
        odd[BLANK] += 1


@kernel
def _count_offer(b, seat, choice, tickets):
    player = PLAYERS + seat * STRIDE
    for position in range(b[player + N_OFFERED]):
        ticket = b[player + OFFERED + position]
        tickets[ticket, WAS_OFFERED] += 1
        if (choice >> position) & 1:
            tickets[ticket, WAS_KEPT] += 1


@kernel
def _step_sweeps(b, w, h, t, m, rng, seat, code, display):
    """Take a step, and see from what lies about afterwards whether the display was swept.

    A sweep moves displayed cards that nobody took, or fills the discards by more than was paid.
    """
    for slot in range(t[DISPLAYED]):
        display[slot] = b[DISPLAY + slot]
    if code >= t[CODE_TAKE] and code < t[CODE_TICKETS]:
        for slot in range(t[DISPLAYED]):
            if display[slot] == code - t[CODE_TAKE]:
                display[slot] = NONE
                break
    hand = PLAYERS + seat * STRIDE + HAND
    before = total(b, DISCARDS) + total(b, hand)
    step(b, w, h, t, m, rng, seat, code)
    if total(b, DISCARDS) + total(b, hand) > before + 1:
        return True
    for slot in range(t[DISPLAYED]):
        if display[slot] != NONE and b[DISPLAY + slot] != display[slot]:
            return True
    return False
