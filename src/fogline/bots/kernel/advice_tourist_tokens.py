"""Advice on tourist tokens."""

from __future__ import annotations

from fogline.fast.mechanics import tourist_tokens as tourists
from fogline.fast.plugin import NONE, board, weight

TOKEN_WORTH = weight("token_worth", 1.0)
"""The weight of a point for tourist tokens."""


@tourists.tourist_tokens.advice
def value(g, seat, route, p):
    """Return what one more symbol adds, if the route brings one."""
    one, two = board.ends(g, route)
    if tourists.wanted(g, seat, one) == NONE and tourists.wanted(g, seat, two) == NONE:
        return 0.0
    held = tourists.count_tokens(g, seat)
    now, next_one = tourists.value_of(g, held), tourists.value_of(g, held + 1)
    # Tokens are worth more together, so half of what the one after next adds counts now.
    more = 1.0 * (next_one - now)
    if held + 2 <= tourists.symbols(g):
        more += 0.5 * (tourists.value_of(g, held + 2) - next_one)
    return max(more * p.weights[TOKEN_WORTH], 0.0)


@tourists.tourist_tokens.advice
def worth_trying(g, seat, code, p):
    """Return whether a place for a stack is the one that the plan likes best."""
    return tourists.stack_place(g, code) == NONE


@tourists.tourist_tokens.advice
def rate(g, seat, code, p):
    """Rate a place for a stack by the plan, and a token by its scarcity."""
    place = tourists.stack_place(g, code)
    if place != NONE:
        for route in range(board.routes(g)):
            one, two = board.ends(g, route)
            if p.planned[route] > 0.0 and (one == place or two == place):
                return 1.0
        return 0.0
    place = tourists.token_place(g, code)
    return -1.0 * tourists.height_at(g, place) if place != NONE else 0.0
