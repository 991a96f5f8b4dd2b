"""Games that were played, watched once more inside compiled code for what their end cannot tell."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.cards import can_draw, total
from fogline.fast.kernel.flow import start
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    CLAIM_CODES,
    CODE_CLAIM,
    CODE_KEEP,
    CODE_PASS,
    CODE_STACK,
    CODE_TAKE,
    CODE_TICKETS,
    CONTROLLER,
    CONTROLLER_SCORES,
    DISCARDS,
    DISPLAY,
    DISPLAYED,
    HAND,
    N_OFFERED,
    NONE,
    OFFERED,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    R_POINTS,
    STRIDE,
    TURN_ACTION,
)

PASSES, SWEEPS, BLANK, NO_CARDS, NO_TICKETS, N_COUNTS = range(6)
"""What is counted in each game: passes, actions after which the display was swept, and the turns
that began with no card displayed, no card to draw, no ticket to draw."""

OFFERS, KEPT = 0, 1
OWN_CLAIMS, OTHERS_CLAIMS = 0, 1


@kernel
def watch(b, w, h, t, m, rngs, log, lengths, display, counts, tickets, cities):
    """Play logged games again from their seeds.

    `counts` gets a row for each game, `tickets` how often each was offered and kept, `cities` the
    points each paid to its controller, for own claims and for those of others.
    """
    for game in range(rngs.shape[0]):
        start(b, w, h, t, rngs[game])
        if total(b, DISCARDS) > 0:
            counts[game, SWEEPS] += 1
        for number in range(lengths[game]):
            seat = log[game, number, 0]
            code = log[game, number, 1]
            if b[PHASE] == TURN_ACTION:
                _count_turn(b, w, t, code, counts[game])
            if code >= t[CODE_KEEP] and code < t[CODE_CLAIM]:
                _count_offer(b, seat, code - t[CODE_KEEP], tickets)
            if t[CONTROLLER_SCORES] and code >= t[CODE_CLAIM] and code < t[CODE_STACK]:
                route = t[CLAIM_CODES + code - t[CODE_CLAIM]] >> 16
                _count_pay(b, t, seat, route, cities)
            if _step_sweeps(b, w, h, t, m, rngs[game], seat, code, display):
                counts[game, SWEEPS] += 1


@kernel
def _count_turn(b, w, t, code, counts):
    if code == t[CODE_PASS]:
        counts[PASSES] += 1
    if tickets_left(b, w) == 0:
        counts[NO_TICKETS] += 1
    if not can_draw(b):
        counts[NO_CARDS] += 1
    if t[DISPLAYED] > 0:
        for slot in range(t[DISPLAYED]):
            if b[DISPLAY + slot] != NONE:
                return
        counts[BLANK] += 1


@kernel
def _count_offer(b, seat, choice, tickets):
    player = PLAYERS + seat * STRIDE
    for position in range(b[player + N_OFFERED]):
        ticket = b[player + OFFERED + position]
        tickets[ticket, OFFERS] += 1
        if (choice >> position) & 1:
            tickets[ticket, KEPT] += 1


@kernel
def _count_pay(b, t, seat, route, cities):
    for end in (R_A, R_B):
        city = t[end + route]
        controller = b[CONTROLLER + city]
        if controller != NONE:
            whose = OWN_CLAIMS if controller == seat else OTHERS_CLAIMS
            cities[city, whose] += t[R_POINTS + route]


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
