"""Which actions are worth a try, and how promising each looks at first."""

from __future__ import annotations

from fogline.bots.kernel.memo import NEED, PLANNED, VALUE, WEIGHT
from fogline.bots.kernel.needs import cheapest_payment, claim_code
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.cards import can_draw
from fogline.fast.kernel.claims import claimable
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    CODE_DRAW,
    CODE_MARK,
    CODE_NO_MARKER,
    CODE_TAKE,
    CODE_TICKETS,
    DISPLAY,
    DISPLAYED,
    MARKER,
    MARKER_COST,
    N_WORDS,
    NONE,
    PHASE,
    SECOND_CARD,
    STACK,
    TURN_ACTION,
    WILD,
)

PREFERRED = 1.0
"""What the planner's own choice weighs against all others together."""


@kernel
def _add(codes, priors, count, code, prior):
    codes[count] = code
    priors[count] = prior
    return count + 1


@kernel
def _cards(b, t, phase, memo, codes, priors, count):
    mean = 0.01
    for card in range(WILD):
        mean += memo[NEED + card] / WILD
    if can_draw(b):
        count = _add(codes, priors, count, t[CODE_DRAW], 1.0)
    seen = 0
    for slot in range(t[DISPLAYED]):
        card = b[DISPLAY + slot]
        if card == NONE or (seen >> card) & 1 or (card == WILD and phase == SECOND_CARD):
            continue
        seen |= 1 << card
        prior = 1.0 if card == WILD else min(0.2 + memo[NEED + card] / mean, 2.0)
        count = _add(codes, priors, count, t[CODE_TAKE] + card, prior)
    return count


@kernel
def _claims(b, w, t, m, seat, memo, codes, priors, count):
    for word in range(t[N_WORDS]):
        routes = claimable(b, w, m, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            prior = 0.3 + 0.1 * max(memo[VALUE + route], 0.0)
            if memo[PLANNED + route] > 0.0:
                prior += 1.0 + 0.1 * memo[WEIGHT + route]
            count = _add(codes, priors, count, claim_code(b, t, seat, route, memo), prior)
    return count


@big_kernel
def candidates(b, w, t, m, seat, memo, scratch, preferred, codes, priors):
    """List the actions worth a try with their priors, which add up to 1; return how many.

    Of the ways to pay for a route only the cheapest is tried.
    """
    phase = b[PHASE]
    count = 0
    if phase == TURN_ACTION or phase == SECOND_CARD:
        count = _cards(b, t, phase, memo, codes, priors, count)
        if phase == TURN_ACTION:
            if tickets_left(b, w) > 0:
                count = _add(codes, priors, count, t[CODE_TICKETS], 0.3)
            count = _claims(b, w, t, m, seat, memo, codes, priors, count)
    elif phase == STACK:
        count = _add(codes, priors, count, preferred, 1.0)
    elif phase == MARKER:
        count = _markers(b, w, t, m, seat, memo, scratch, codes, priors)
    else:
        count = legal_codes(b, w, t, m, seat, codes)
        for position in range(count):
            priors[position] = 1.0
    total = 0.0
    for position in range(count):
        total += priors[position]
    known = False
    for position in range(count):
        priors[position] /= total * (1.0 + PREFERRED)
        if codes[position] == preferred:
            priors[position] += PREFERRED / (1.0 + PREFERRED)
            known = True
    if not known:
        count = _add(codes, priors, count, preferred, PREFERRED / (1.0 + PREFERRED))
    return count


@kernel
def _markers(b, w, t, m, seat, memo, scratch, codes, priors):
    """No marker, or one at either end, paid with the cards least wanted."""
    count = _add(codes, priors, 0, t[CODE_NO_MARKER], 1.0)
    ways = t[MARKER_COST] * WILD + 1
    cheapest = cheapest_payment(b, seat, t[MARKER_COST], 0, -1, memo)
    for position in range(legal_codes(b, w, t, m, seat, scratch)):
        code = scratch[position]
        if code >= t[CODE_MARK] and (code - t[CODE_MARK]) % ways == cheapest:
            count = _add(codes, priors, count, code, 1.0)
    return count
