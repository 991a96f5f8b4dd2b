"""A network that must stay connected, compiled (OW4).

See `fogline.rules.connected_network` for the readable version.
"""

from __future__ import annotations

import numpy as np

from fogline.fast import board
from fogline.fast.constants import NW
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import city_markers, claiming, turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, Table
from fogline.rules.city_markers import Markers
from fogline.rules.connected_network import ConnectedNetwork

connected_network = Mechanic(ConnectedNetwork)


@connected_network.lowers
def lower(rule: ConnectedNetwork, lowered: LoweredGame) -> None:
    """Write that every network is one piece, so that no labels are needed."""
    lowered[claiming.ONE_PIECE] = 1


@connected_network.hook
def lay_out(g):
    for seat in range(g.t[board.N_SEATS]):
        for word in range(g.t[board.N_WORDS]):
            g.w[record(seat) // 8 + claiming.CAN + word] = ZERO


@connected_network.hook
def follow(g):
    """Open the routes at the start cities as these are chosen."""
    if not turns.is_set_up(g):
        return
    for seat in range(g.t[board.N_SEATS]):
        player = record(seat)
        if g.b[player + city_markers.N_CITIES] > 0:
            at = board.M_AT + g.b[player + city_markers.CITIES] * NW
            for word in range(g.t[board.N_WORDS]):
                g.w[player // 8 + claiming.CAN + word] = g.m[at + word]


@connected_network.hook
def claimed(g, seat, route):
    player = record(seat) // 8
    for end in (board.R_A, board.R_B):
        place = g.t[end + route]
        # The routes at a place reached earlier are within reach already.
        if g.w[player + claiming.REACH] & bit(place) == ZERO:
            for word in range(g.t[board.N_WORDS]):
                g.w[player + claiming.CAN + word] |= g.m[board.M_AT + place * NW + word]


@connected_network.writes_network
def write_network(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the routes at the start city and at the cities that own routes touch."""
    starts = table.part(Markers).starts
    for seat in table.seats:
        can = lowered.record(seat) // 8 + claiming.CAN
        reach = np.zeros(NW, np.uint64)
        for place in {*table.network(seat), starts[seat]} - {None}:
            at = board.M_AT + lowered.place_index[str(place)] * NW
            reach |= lowered.masks[at : at + NW]
        block.words[can : can + NW] &= reach
