"""Which actions are worth a try, and how promising each looks at first."""

from __future__ import annotations

from fogline.bots.kernel.needs import claim_code
from fogline.fast import hooks
from fogline.fast.advice import NEED, PLANNED, VALUE, WEIGHT
from fogline.fast.board import N_WORDS
from fogline.fast.constants import NONE, WILD
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.kernel.play import legal_codes, phase_of
from fogline.fast.mechanics.claiming import claimable
from fogline.fast.mechanics.drawing import (
    DISPLAY,
    DISPLAYED,
    DRAW,
    SECOND_CARD,
    TAKE,
    can_draw,
    takeable,
)  # fmt: skip
from fogline.fast.mechanics.tickets import DRAW_TICKETS, tickets_left
from fogline.fast.mechanics.turns import ACTION

PREFERRED = 1.0
"""What the planner's own choice weighs against all others together."""


@kernel
def _add(found, count, code, prior):
    found.codes[count] = code
    found.priors[count] = prior
    return count + 1


@kernel
def _cards(g, p, found, count):
    mean = 0.01
    for card in range(WILD):
        mean += p.plan[NEED + card] / WILD
    if can_draw(g):
        count = _add(found, count, g.t[DRAW], 1.0)
    waiting = takeable(g)
    for slot in range(g.t[DISPLAYED]):
        card = g.b[DISPLAY + slot]
        if card == NONE or waiting & bit(card) == ZERO:
            continue
        waiting &= ~bit(card)
        prior = 1.0 if card == WILD else min(0.2 + p.plan[NEED + card] / mean, 2.0)
        count = _add(found, count, g.t[TAKE] + card, prior)
    return count


@kernel
def _claims(g, seat, p, found, count):
    for word in range(g.t[N_WORDS]):
        routes = claimable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            prior = 0.3 + 0.1 * max(p.plan[VALUE + route], 0.0)
            if p.plan[PLANNED + route] > 0.0:
                prior += 1.0 + 0.1 * p.plan[WEIGHT + route]
            count = _add(found, count, claim_code(g, seat, route, p), prior)
    return count


@big_kernel
def candidates(g, seat, p, preferred, found):
    """List the actions worth a try with their priors, which add up to 1; return how many.

    Of the ways to pay only the cheapest is tried.
    """
    count = 0
    if phase_of(g) == ACTION or phase_of(g) == SECOND_CARD:
        count = _cards(g, p, found, count)
        if phase_of(g) == ACTION:
            if tickets_left(g) > 0:
                count = _add(found, count, g.t[DRAW_TICKETS], 0.3)
            count = _claims(g, seat, p, found, count)
            for position in range(hooks.turn_actions(g, seat, p.codes, 0)):
                count = _add(found, count, p.codes[position], 0.3)
    else:
        for position in range(legal_codes(g, seat, p.codes)):
            if hooks.worth_trying(g, seat, p.codes[position], p):
                count = _add(found, count, p.codes[position], 1.0)
    total = 0.0
    for position in range(count):
        total += found.priors[position]
    known = False
    for position in range(count):
        found.priors[position] /= total * (1.0 + PREFERRED)
        if found.codes[position] == preferred:
            found.priors[position] += PREFERRED / (1.0 + PREFERRED)
            known = True
    if not known:
        count = _add(found, count, preferred, PREFERRED / (1.0 + PREFERRED))
    return count
