"""The cards that a plan needs, how to pay, and what to claim or draw next."""

from __future__ import annotations

from fogline.bots.kernel import advice, paths, weights
from fogline.fast import board
from fogline.fast.constants import CARDS, NONE, WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.mechanics import claiming, drawing


@kernel
def count_needs(g, seat, p):
    """Write how much the planned routes need each kind of card."""
    for card in range(CARDS):
        p.need[card] = 0.0
    for route in range(board.routes(g)):
        if p.planned[route] <= 0.0:
            continue
        lacking = paths.missing_cards(g, seat, route)
        if lacking == 0:
            continue
        urgency = (p.value[route] + p.weight[route] + 0.5) / (
            0.5 * lacking + p.weights[weights.LACK_BASE]
        )
        colour = board.colour(g, route)
        p.need[WILD] += urgency
        if colour >= 0:
            if drawing.held(g, seat, colour) < board.length(g, route) - board.ferries(g, route):
                p.need[colour] += urgency
            continue
        most = 0
        for each in range(WILD):
            most = max(most, drawing.held(g, seat, each))
        for each in range(WILD):
            if drawing.held(g, seat, each) == most:
                p.need[each] += urgency
            else:
                p.need[each] += p.weights[weights.OFF_COLOUR] * urgency


@kernel
def best_claim(g, seat, p, only_planned):
    """Return the best route to claim now, or -1, and its worth."""
    best, best_worth = -1, 0.0
    for word in range(board.words(g)):
        routes = claiming.takeable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            if only_planned and p.planned[route] <= 0.0:
                continue
            worth = p.value[route] + p.weight[route] + 0.001
            if not only_planned:
                worth = p.value[route]
            worth += p.weights[weights.DANGER] * board.length(g, route)
            if worth > best_worth:
                best, best_worth = route, worth
    return best, best_worth


@kernel
def cheapest_payment(g, seat, length, ferries, colour, p):
    """Return the payment with the least needed cards, as its index among the codes."""
    wilds = drawing.held(g, seat, WILD)
    if colour >= 0:
        return max(ferries, length - drawing.held(g, seat, colour))
    best, least = length * WILD, 1e9
    for each in range(WILD):
        held = drawing.held(g, seat, each)
        if drawing.ways_in_colour(length, ferries, held, wilds) == 0:
            continue
        spent = max(ferries, length - held)
        price = p.weights[weights.WILD_PRICE] * spent + p.need[each] * (length - spent)
        # Breaking into a large set is worse than using up a small one.
        price += 0.05 * (held - (length - spent))
        if price < least:
            best, least = spent * WILD + each, price
    return best


@kernel
def claim_code(g, seat, route, p):
    """Return the code for taking a route with the least needed cards."""
    length, ferries = board.length(g, route), board.ferries(g, route)
    payment = cheapest_payment(g, seat, length, ferries, board.colour(g, route), p)
    return claiming.first_code(g, route) + payment + advice.code_shift(g, route)


@kernel
def best_draw(g, p):
    """Return the code of the best card to take, or -1, and how much it is needed."""
    mean = 0.0
    for card in range(WILD):
        mean += p.need[card]
    mean = mean / WILD + p.weights[weights.BLIND_WORTH] * p.need[WILD]
    best, best_need = -1, mean
    for slot in range(drawing.slots(g)):
        card = drawing.card_at(g, slot)
        if card == NONE:
            continue
        need = p.need[card]
        if card == WILD:
            if play.phase_of(g) == drawing.SECOND_CARD:
                continue
            # A displayed wild is the only card of the turn.
            need = p.weights[weights.WILD_WORTH] * mean if p.need[WILD] > 0.0 else -1.0
        if need > best_need:
            best, best_need = card, need
    if best >= 0:
        return drawing.card_code(g, best), best_need
    return drawing.deck_code(g) if drawing.can_draw(g) else -1, mean
