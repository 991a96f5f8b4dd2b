"""Which actions are worth a try, and how promising each looks at first."""

from __future__ import annotations

from fogline.bots.kernel import advice, needs
from fogline.fast import board, hooks
from fogline.fast.constants import NONE, WILD
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.mechanics import claiming, drawing, tickets, turns

PREFERRED = 1.0
"""The prior of the planner's choice, against all others together."""


@kernel
def _add(found, count, code, prior):
    found.codes[count] = code
    found.priors[count] = prior
    return count + 1


@kernel
def _cards(g, p, found, count):
    mean = 0.01
    for card in range(WILD):
        mean += p.need[card] / WILD
    if drawing.can_draw(g):
        count = _add(found, count, drawing.deck_code(g), 1.0)
    waiting = drawing.takeable(g)
    for slot in range(drawing.slots(g)):
        card = drawing.card_at(g, slot)
        if card == NONE or waiting & bit(card) == ZERO:
            continue
        waiting &= ~bit(card)
        prior = 1.0 if card == WILD else min(0.2 + p.need[card] / mean, 2.0)
        count = _add(found, count, drawing.card_code(g, card), prior)
    return count


@kernel
def _claims(g, seat, p, found, count):
    for word in range(board.words(g)):
        routes = claiming.takeable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            prior = 0.3 + 0.1 * max(p.value[route], 0.0)
            if p.planned[route] > 0.0:
                prior += 1.0 + 0.1 * p.weight[route]
            count = _add(found, count, needs.claim_code(g, seat, route, p), prior)
    return count


@entry_point
def candidates(g, seat, p, preferred, found):
    """List the actions worth a try with their priors, which add up to 1; return how many.

    Of the payments only the cheapest is tried.
    """
    count = 0
    if play.phase_of(g) == turns.ACTION or play.phase_of(g) == drawing.SECOND_CARD:
        count = _cards(g, p, found, count)
        if play.phase_of(g) == turns.ACTION:
            if tickets.tickets_left(g) > 0:
                count = _add(found, count, tickets.draw_code(g), 0.3)
            count = _claims(g, seat, p, found, count)
            for position in range(hooks.further_offers(g, seat, p.codes, 0)):
                if advice.worth_trying(g, seat, p.codes[position], p):
                    count = _add(found, count, p.codes[position], 0.3)
    else:
        for position in range(play.legal_codes(g, seat, p.codes)):
            if advice.worth_trying(g, seat, p.codes[position], p):
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
