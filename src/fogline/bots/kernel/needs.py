"""Which cards a plan wants, what to pay with, and what to claim or draw next."""

from __future__ import annotations

from fogline.bots.kernel import paths
from fogline.fast import advice, board, hooks
from fogline.fast.constants import CARDS, NONE, WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import claiming, drawing


@kernel
def count_needs(g, seat, p):
    """Write how badly each kind of card is wanted for the planned routes."""
    hand = record(seat) + drawing.HAND
    for card in range(CARDS):
        p.plan[advice.NEED + card] = 0.0
    for route in range(g.t[board.N_ROUTES]):
        if p.plan[advice.PLANNED + route] <= 0.0:
            continue
        lacking = paths.missing_cards(g, seat, route)
        if lacking == 0:
            continue
        urgency = (p.plan[advice.VALUE + route] + p.plan[advice.WEIGHT + route] + 0.5) / (
            0.5 * lacking + p.weights[advice.LACK_BASE]
        )
        colour = g.t[board.R_COLOUR + route]
        p.plan[advice.NEED + WILD] += urgency
        if colour >= 0:
            if g.b[hand + colour] < g.t[board.R_LENGTH + route] - g.t[board.R_FERRIES + route]:
                p.plan[advice.NEED + colour] += urgency
            continue
        most = 0
        for each in range(WILD):
            most = max(most, 0 + g.b[hand + each])
        for each in range(WILD):
            if g.b[hand + each] == most:
                p.plan[advice.NEED + each] += urgency
            else:
                p.plan[advice.NEED + each] += p.weights[advice.OFF_COLOUR] * urgency


@kernel
def best_claim(g, seat, p, only_planned):
    """Return the best route to claim now, or -1, and its worth."""
    best, best_worth = -1, 0.0
    for word in range(g.t[board.N_WORDS]):
        routes = claiming.takeable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            if only_planned and p.plan[advice.PLANNED + route] <= 0.0:
                continue
            worth = p.plan[advice.VALUE + route] + p.plan[advice.WEIGHT + route] + 0.001
            if not only_planned:
                worth = p.plan[advice.VALUE + route]
            worth += p.weights[advice.DANGER] * g.t[board.R_LENGTH + route]
            if worth > best_worth:
                best, best_worth = route, worth
    return best, best_worth


@kernel
def claim_code(g, seat, route, p):
    """Return the code for taking a route with the cards least wanted."""
    length, ferries = g.t[board.R_LENGTH + route], g.t[board.R_FERRIES + route]
    way = advice.cheapest_payment(g, seat, length, ferries, g.t[board.R_COLOUR + route], p)
    return g.t[claiming.CLAIM] + g.t[claiming.R_CODE + route] + way + hooks.code_shift(g, route)


@kernel
def best_draw(g, p):
    """Return the code of the best card to take, or -1, and how badly it is wanted."""
    mean = 0.0
    for card in range(WILD):
        mean += p.plan[advice.NEED + card]
    mean = mean / WILD + p.weights[advice.BLIND_WORTH] * p.plan[advice.NEED + WILD]
    best, best_need = -1, mean
    for slot in range(g.t[drawing.DISPLAYED]):
        card = g.b[drawing.DISPLAY + slot]
        if card == NONE:
            continue
        need = p.plan[advice.NEED + card]
        if card == WILD:
            if play.phase_of(g) == drawing.SECOND_CARD:
                continue
            # A displayed wild is the only card of the turn.
            need = p.weights[advice.WILD_WORTH] * mean if p.plan[advice.NEED + WILD] > 0.0 else -1.0
        if need > best_need:
            best, best_need = card, need
    if best >= 0:
        return g.t[drawing.TAKE] + best, best_need
    return g.t[drawing.DRAW] if drawing.can_draw(g) else -1, mean
