"""Which cards a plan wants, what to pay with, and what to claim or draw next."""

from __future__ import annotations

from fogline.bots.kernel.memo import NEED, PLANNED, VALUE, WEIGHT
from fogline.bots.kernel.paths import missing_cards
from fogline.bots.kernel.settings import BLIND_WORTH, DANGER, WILD_WORTH
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.cards import can_draw
from fogline.fast.kernel.claims import claimable, ways_in_colour
from fogline.fast.layout import (
    CARDS,
    CODE_CLAIM,
    CODE_DRAW,
    CODE_TAKE,
    DISPLAY,
    DISPLAYED,
    HAND,
    N_ROUTES,
    N_WORDS,
    NONE,
    PLAYERS,
    R_CODE,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
    SECOND_CARD,
    STRIDE,
    WILD,
)


@kernel
def count_needs(b, t, seat, memo):
    """Write how badly each kind of card is wanted for the planned routes."""
    hand = PLAYERS + seat * STRIDE + HAND
    for card in range(CARDS):
        memo[NEED + card] = 0.0
    for route in range(t[N_ROUTES]):
        if memo[PLANNED + route] <= 0.0:
            continue
        lacking = missing_cards(b, t, seat, route)
        if lacking == 0:
            continue
        urgency = (memo[VALUE + route] + memo[WEIGHT + route] + 0.5) / (0.5 * lacking + 0.5)
        colour = t[R_COLOUR + route]
        memo[NEED + WILD] += urgency
        if colour >= 0:
            if b[hand + colour] < t[R_LENGTH + route] - t[R_FERRIES + route]:
                memo[NEED + colour] += urgency
            continue
        most = 0
        for each in range(WILD):
            most = max(most, 0 + b[hand + each])
        for each in range(WILD):
            if b[hand + each] == most:
                memo[NEED + each] += urgency
            else:
                memo[NEED + each] += 0.3 * urgency


@kernel
def best_claim(b, w, t, m, p, seat, memo, only_planned):
    """Return the best route to claim now, or -1."""
    best, best_worth = -1, 0.0
    for word in range(t[N_WORDS]):
        routes = claimable(b, w, m, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            if only_planned and memo[PLANNED + route] <= 0.0:
                continue
            worth = memo[VALUE + route] + memo[WEIGHT + route] + 0.001
            if not only_planned:
                worth = memo[VALUE + route]
            worth += p[DANGER] * t[R_LENGTH + route]
            if worth > best_worth:
                best, best_worth = route, worth
    return best


@kernel
def cheapest_payment(b, seat, length, ferries, colour, memo):
    """Return the way to pay that spends the cards least wanted, as its place among the codes."""
    hand = PLAYERS + seat * STRIDE + HAND
    wilds = 0 + b[hand + WILD]
    if colour >= 0:
        return max(ferries, length - b[hand + colour])
    best, least = length * WILD, 1e9
    for each in range(WILD):
        held = 0 + b[hand + each]
        if ways_in_colour(length, ferries, held, wilds) == 0:
            continue
        spent = max(ferries, length - held)
        price = 3.0 * spent + memo[NEED + each] * (length - spent)
        # Breaking into a large set is worse than using up a small one.
        price += 0.05 * (held - (length - spent))
        if price < least:
            best, least = spent * WILD + each, price
    return best


@kernel
def claim_code(b, t, seat, route, memo):
    """Return the code for claiming a route with the cards least wanted."""
    length, ferries = t[R_LENGTH + route], t[R_FERRIES + route]
    way = cheapest_payment(b, seat, length, ferries, t[R_COLOUR + route], memo)
    return t[CODE_CLAIM] + t[R_CODE + route] + way


@kernel
def best_draw(b, t, p, phase, memo):
    """Return the code of the best card to take, by how badly each is wanted."""
    mean = 0.0
    for card in range(WILD):
        mean += memo[NEED + card]
    mean = mean / WILD + p[BLIND_WORTH] * memo[NEED + WILD]
    best, best_need = -1, mean
    for slot in range(t[DISPLAYED]):
        card = b[DISPLAY + slot]
        if card == NONE:
            continue
        need = memo[NEED + card]
        if card == WILD:
            if phase == SECOND_CARD:
                continue
            # A displayed wild is the only card of the turn.
            need = p[WILD_WORTH] * mean if memo[NEED + WILD] > 0.0 else -1.0
        if need > best_need:
            best, best_need = card, need
    if best >= 0:
        return t[CODE_TAKE] + best
    if can_draw(b):
        return t[CODE_DRAW]
    return -1
