"""Which cards a plan wants, what to pay with, and what to claim or draw next."""

from __future__ import annotations

from fogline.bots.kernel.paths import missing_cards
from fogline.fast.advice import (
    BLIND_WORTH,
    DANGER,
    NEED,
    PLANNED,
    VALUE,
    WEIGHT,
    WILD_WORTH,
    cheapest_payment,
)  # fmt: skip
from fogline.fast.board import N_ROUTES, N_WORDS, R_COLOUR, R_FERRIES, R_LENGTH
from fogline.fast.constants import CARDS, NONE, WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.play import phase_of
from fogline.fast.kernel.records import record
from fogline.fast.mechanics.claiming import CLAIM, R_CODE, claimable
from fogline.fast.mechanics.drawing import (
    DISPLAY,
    DISPLAYED,
    DRAW,
    HAND,
    SECOND_CARD,
    TAKE,
    can_draw,
)  # fmt: skip


@kernel
def count_needs(g, seat, p):
    """Write how badly each kind of card is wanted for the planned routes."""
    hand = record(seat) + HAND
    for card in range(CARDS):
        p.plan[NEED + card] = 0.0
    for route in range(g.t[N_ROUTES]):
        if p.plan[PLANNED + route] <= 0.0:
            continue
        lacking = missing_cards(g, seat, route)
        if lacking == 0:
            continue
        urgency = (p.plan[VALUE + route] + p.plan[WEIGHT + route] + 0.5) / (0.5 * lacking + 0.5)
        colour = g.t[R_COLOUR + route]
        p.plan[NEED + WILD] += urgency
        if colour >= 0:
            if g.b[hand + colour] < g.t[R_LENGTH + route] - g.t[R_FERRIES + route]:
                p.plan[NEED + colour] += urgency
            continue
        most = 0
        for each in range(WILD):
            most = max(most, 0 + g.b[hand + each])
        for each in range(WILD):
            if g.b[hand + each] == most:
                p.plan[NEED + each] += urgency
            else:
                p.plan[NEED + each] += 0.3 * urgency


@kernel
def best_claim(g, seat, p, only_planned):
    """Return the best route to claim now, or -1."""
    best, best_worth = -1, 0.0
    for word in range(g.t[N_WORDS]):
        routes = claimable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            if only_planned and p.plan[PLANNED + route] <= 0.0:
                continue
            worth = p.plan[VALUE + route] + p.plan[WEIGHT + route] + 0.001
            if not only_planned:
                worth = p.plan[VALUE + route]
            worth += p.weights[DANGER] * g.t[R_LENGTH + route]
            if worth > best_worth:
                best, best_worth = route, worth
    return best


@kernel
def claim_code(g, seat, route, p):
    """Return the code for claiming a route with the cards least wanted."""
    length, ferries = g.t[R_LENGTH + route], g.t[R_FERRIES + route]
    way = cheapest_payment(g, seat, length, ferries, g.t[R_COLOUR + route], p)
    return g.t[CLAIM] + g.t[R_CODE + route] + way


@kernel
def best_draw(g, p):
    """Return the code of the best card to take, by how badly each is wanted; -1 for none."""
    mean = 0.0
    for card in range(WILD):
        mean += p.plan[NEED + card]
    mean = mean / WILD + p.weights[BLIND_WORTH] * p.plan[NEED + WILD]
    best, best_need = -1, mean
    for slot in range(g.t[DISPLAYED]):
        card = g.b[DISPLAY + slot]
        if card == NONE:
            continue
        need = p.plan[NEED + card]
        if card == WILD:
            if phase_of(g) == SECOND_CARD:
                continue
            # A displayed wild is the only card of the turn.
            need = p.weights[WILD_WORTH] * mean if p.plan[NEED + WILD] > 0.0 else -1.0
        if need > best_need:
            best, best_need = card, need
    if best >= 0:
        return g.t[TAKE] + best
    return g.t[DRAW] if can_draw(g) else -1
