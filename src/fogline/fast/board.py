"""The facts of a board, and what its routes cost, as numbers and masks."""

from __future__ import annotations

from fogline.core.cards import COLOURS
from fogline.fast.constants import MOST_PLACES, MOST_ROUTES, MOST_TICKETS, NW
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
"""For each route the tracks beside it."""
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
