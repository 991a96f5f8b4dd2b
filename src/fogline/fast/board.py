"""The facts of a board and the prices of its routes, as numbers and masks."""

from __future__ import annotations

from fogline.core.cards import COLOURS
from fogline.fast.constants import MOST_PLACES, MOST_ROUTES, MOST_TICKETS, NW
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import bit
from fogline.fast.layout import mask, number
from fogline.fast.lowered import LoweredGame

N_SEATS, N_ROUTES, N_PLACES, N_TICKETS, N_WORDS = (number() for _ in range(5))
R_A = number(MOST_ROUTES)
R_B = number(MOST_ROUTES)
"""The two places of each route."""
R_LENGTH = number(MOST_ROUTES)
R_COLOUR = number(MOST_ROUTES)
"""The colour of each route; -1 is gray."""
R_FERRIES = number(MOST_ROUTES)
"""The wild cards that each route demands."""
R_POINTS = number(MOST_ROUTES)
T_A = number(MOST_TICKETS)
T_B = number(MOST_TICKETS)
T_POINTS = number(MOST_TICKETS)
M_TWINS = mask(MOST_ROUTES)
"""For each route its parallel tracks."""
M_AT = mask(MOST_PLACES)
"""For each place the routes that touch it."""


def lower_board(lowered: LoweredGame) -> None:
    """Write the facts of the board."""
    board, place = lowered.game.board, lowered.place_index
    lowered[N_SEATS] = lowered.seats
    lowered[N_ROUTES] = len(board.routes)
    lowered[N_PLACES] = len(board.places)
    lowered[N_TICKETS] = len(board.tickets)
    lowered[N_WORDS] = (len(board.routes) + 63) // 64
    for route, price in zip(board.routes, lowered.game.prices, strict=True):
        index = route.index
        lowered[R_A + index], lowered[R_B + index] = (place[end] for end in route.ends)
        lowered[R_LENGTH + index] = price.spaces
        lowered[R_COLOUR + index] = -1 if price.colour is None else COLOURS.index(price.colour)
        lowered[R_FERRIES + index] = price.wilds
        lowered[R_POINTS + index] = board.route_points[route.length]
        lowered.mask(M_TWINS + index * NW, route.twins)
    for index, ticket in enumerate(lowered.tickets):
        lowered[T_A + index], lowered[T_B + index] = (place[e] for e in board.ticket[ticket].ends)
        lowered[T_POINTS + index] = board.ticket[ticket].points
    for index, here in enumerate(lowered.places):
        lowered.mask(M_AT + index * NW, [route.index for route in board.routes_at[here]])


@kernel
def seats(g):
    """Return the number of players."""
    return g.t[N_SEATS]


@kernel
def routes(g):
    """Return the number of routes."""
    return g.t[N_ROUTES]


@kernel
def places(g):
    """Return the number of places."""
    return g.t[N_PLACES]


@kernel
def tickets(g):
    """Return the number of tickets."""
    return g.t[N_TICKETS]


@kernel
def words(g):
    """Return the number of words in a mask of routes."""
    return g.t[N_WORDS]


@kernel
def ends(g, route):
    """Return the two places of a route."""
    return g.t[R_A + route], g.t[R_B + route]


@kernel
def touched(g, route):
    """Return the two places of a route as bits."""
    return bit(g.t[R_A + route]) | bit(g.t[R_B + route])


@kernel
def across(g, route, place):
    """Return the place at the other end of a route."""
    return g.t[R_A + route] + g.t[R_B + route] - place


@kernel
def length(g, route):
    """Return the spaces of a route."""
    return g.t[R_LENGTH + route]


@kernel
def colour(g, route):
    """Return the colour of a route; -1 is gray."""
    return g.t[R_COLOUR + route]


@kernel
def ferries(g, route):
    """Return the wild cards that a route demands."""
    return g.t[R_FERRIES + route]


@kernel
def points(g, route):
    """Return the points for the length of a route."""
    return g.t[R_POINTS + route]


@kernel
def routes_at(g, place, word):
    """Return one word of the mask of routes that touch a place."""
    return g.m[M_AT + place * NW + word]


@kernel
def twins(g, route, word):
    """Return one word of the mask of a route's parallel tracks."""
    return g.m[M_TWINS + route * NW + word]


@kernel
def ticket_ends(g, ticket):
    """Return the two places of a ticket."""
    return g.t[T_A + ticket], g.t[T_B + ticket]


@kernel
def ticket_points(g, ticket):
    """Return the points of a ticket."""
    return g.t[T_POINTS + ticket]
