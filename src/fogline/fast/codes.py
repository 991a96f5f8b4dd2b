"""Action codes: the integers that stand for actions in the compiled engine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from fogline.core.cards import ALL_CARDS, COLOURS, POSITION, Card, Cards
from fogline.core.messages import Action, Seat
from fogline.fast import layout as at
from fogline.fast.lower import Tables
from fogline.rules.alvin import MoveAlvin
from fogline.rules.city_markers import ChooseStartCity, DeclineMarker, PlaceMarker
from fogline.rules.tourist_tokens import PlaceStack, TakeToken

Bytes = npt.NDArray[np.uint8]

_KINDS = range(at.CODE_DRAW, at.N_CODES)
"""The indices of the tables that say where the codes of each kind of action begin."""


def action_of(tables: Tables, block: Bytes, seat: Seat, code: int) -> Action:
    """Return the action that a legal code stands for in a state."""
    t = tables.numbers
    # Of kinds that begin at the same code, all but the last have no codes in this game.
    kind = max(kind for kind in _KINDS if t[kind] <= code)
    offset = code - int(t[kind])
    match kind:
        case at.CODE_DRAW:
            return DrawCard()
        case at.CODE_TAKE:
            return TakeCard(ALL_CARDS[offset])
        case at.CODE_TICKETS:
            return DrawTickets()
        case at.CODE_PASS:
            return Pass()
        case at.CODE_KEEP:
            offered = _offered(block, seat)
            chosen = [ticket for bit, ticket in enumerate(offered) if offset >> bit & 1]
            return KeepTickets(tuple(tables.tickets[ticket] for ticket in chosen))
        case at.CODE_CLAIM:
            packed = int(t[at.CLAIM_CODES + offset])
            route, colour, wilds = packed >> 16, packed >> 8 & 0xFF, packed & 0xFF
            length = int(t[at.R_LENGTH + route])
            return ClaimRoute(tables.routes[route], _payment(length, colour, wilds))
        case at.CODE_STACK:
            symbol, place = divmod(offset, len(tables.places))
            return PlaceStack(tables.symbols[symbol], tables.places[place])
        case at.CODE_TOKEN:
            return TakeToken(tables.places[offset])
        case at.CODE_START:
            return ChooseStartCity(tables.places[offset])
        case at.CODE_NO_MARKER:
            return DeclineMarker()
        case at.CODE_MARK:
            cost = int(t[at.MARKER_COST])
            end, way = divmod(offset, cost * len(COLOURS) + 1)
            city = int(t[(at.R_B if end else at.R_A) + int(block[at.CLAIMED])])
            payment = _payment(cost, way % len(COLOURS), way // len(COLOURS))
            return PlaceMarker(tables.places[city], payment)
        case _:
            return MoveAlvin(tables.places[offset])


def code_of(tables: Tables, block: Bytes, seat: Seat, action: Action) -> int:
    """Return the code of a legal action in a state; `KeyError` for what no code can say."""
    t = tables.numbers
    match action:
        case DrawCard():
            return int(t[at.CODE_DRAW])
        case TakeCard(card):
            return int(t[at.CODE_TAKE]) + POSITION[card]
        case DrawTickets():
            return int(t[at.CODE_TICKETS])
        case Pass():
            return int(t[at.CODE_PASS])
        case KeepTickets(tickets):
            offered = [tables.tickets[ticket] for ticket in _offered(block, seat)]
            return int(t[at.CODE_KEEP]) + sum(1 << offered.index(ticket) for ticket in tickets)
        case ClaimRoute(route, payment):
            index = tables.route_index[route]
            gray = int(t[at.R_COLOUR + index]) < 0
            way = _way(payment) if gray else payment.wilds
            return int(t[at.CODE_CLAIM] + t[at.R_CODE + index]) + way
        case PlaceStack(symbol, place):
            row = tables.symbols.index(symbol) * len(tables.places)
            return int(t[at.CODE_STACK]) + row + tables.place_index[place]
        case TakeToken(place):
            return int(t[at.CODE_TOKEN]) + tables.place_index[place]
        case ChooseStartCity(city):
            return int(t[at.CODE_START]) + tables.place_index[city]
        case DeclineMarker():
            return int(t[at.CODE_NO_MARKER])
        case PlaceMarker(city, payment):
            second = tables.place_index[city] == t[at.R_B + int(block[at.CLAIMED])]
            ways = int(t[at.MARKER_COST]) * len(COLOURS) + 1
            return int(t[at.CODE_MARK]) + ways * int(second) + _way(payment)
        case MoveAlvin(city):
            return int(t[at.CODE_ALVIN]) + tables.place_index[city]
        case _:
            raise KeyError(f"the fast engine has no code for {action.verb!r}")


def _offered(block: Bytes, seat: Seat) -> list[int]:
    player = at.PLAYERS + seat * at.STRIDE
    first = player + at.OFFERED
    return [int(ticket) for ticket in block[first : first + int(block[player + at.N_OFFERED])]]


def _payment(length: int, colour: int, wilds: int) -> Cards:
    if wilds >= length:
        return Cards.of({Card.WILD: length})
    return Cards.of({COLOURS[colour]: length - wilds, Card.WILD: wilds})


def _way(payment: Cards) -> int:
    """The place of a payment among the codes of a gray route, or of a marker."""
    colour = next((POSITION[card] for card, _ in payment if card is not Card.WILD), 0)
    return payment.wilds * len(COLOURS) + colour
