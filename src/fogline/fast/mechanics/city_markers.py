"""City markers, compiled (OW3, OW5, OW6, OW7).

See `fogline.rules.city_markers` for the readable version.
"""

from __future__ import annotations

import numpy as np

from fogline.core.cards import COLOURS
from fogline.fast import board, constants, hooks, layout
from fogline.fast.constants import MOST_PLACES, NONE, WILD
from fogline.fast.kernel import observing
from fogline.fast.kernel.records import add_points, record
from fogline.fast.mechanics import claiming, drawing, turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, number
from fogline.rules import city_markers as rules

MOST_MARKERS = 4

city_markers = Mechanic(rules.CityMarkers)
controller_scores = Mechanic(rules.ControllerScores)
CLAIMED = layout.shared.bytes()
"""The route claimed this turn, while a marker may still be placed at its ends."""
CONTROLLER = layout.shared.bytes(MOST_PLACES)
"""For each place the seat whose marker is there."""
N_CITIES = layout.player.bytes()
CITIES = layout.player.bytes(MOST_MARKERS)
"""Controlled cities in the order of placing; the first is the start city."""
N_MARKERS, MARKER_COST = number(), number()
START_CITY, MARKER = city_markers.phase(rules.StartCity), city_markers.phase(rules.MarkerOffer)


def _payments(lowered: LoweredGame) -> int:
    return lowered[MARKER_COST] * len(COLOURS) + 1


def _decode_marker(lowered: LoweredGame, n: int) -> rules.PlaceMarker:
    city, index = divmod(n, _payments(lowered))
    return rules.PlaceMarker(lowered.places[city], drawing.payment_of(lowered[MARKER_COST], index))


START = city_markers.code(
    rules.ChooseStartCity,
    lambda lowered: len(lowered.places),
    lambda lowered, n: rules.ChooseStartCity(lowered.places[n]),
    lambda lowered, action: lowered.place_index[action.city],
)
NO_MARKER = city_markers.code(
    rules.DeclineMarker, lambda _: 1, lambda _, __: rules.DeclineMarker(), lambda _, __: 0
)
MARK = city_markers.code(
    rules.PlaceMarker,
    lambda lowered: len(lowered.places) * _payments(lowered),
    _decode_marker,
    lambda lowered, action: (
        lowered.place_index[action.city] * _payments(lowered) + drawing.way_of(action.payment)
    ),
)


@city_markers.lowers
def lower(rule: rules.CityMarkers, lowered: LoweredGame) -> None:
    """Read the number and the cost of markers."""
    lowered.check(rule.name, "markers", rule.markers, MOST_MARKERS, 1)
    lowered.check(rule.name, "cards for a marker", rule.cost, constants.MOST_LENGTH)
    lowered[N_MARKERS], lowered[MARKER_COST] = rule.markers, rule.cost


@kernel
def start_city(g, seat):
    """Return the city where a seat started, or NONE before that."""
    player = record(seat)
    return np.int64(g.b[player + CITIES] if g.b[player + N_CITIES] > 0 else NONE)


@kernel
def start_of(g, code):
    """Return the city that a code chooses as a start, or NONE."""
    city = code - g.t[START]
    return city if 0 <= city < g.t[NO_MARKER] - g.t[START] else NONE


@kernel
def controller(g, city):
    """Return the seat that controls a city, or NONE."""
    return g.b[CONTROLLER + city]


@kernel
def marker_cost(g):
    """Return the cards that a marker costs."""
    return g.t[MARKER_COST]


@kernel
def marker_of(g, code):
    """Return the city of the marker that a code buys, or NONE, and the payment."""
    n = code - g.t[MARK]
    ways = g.t[MARKER_COST] * WILD + 1
    if 0 <= n < ways * g.t[board.N_PLACES]:
        return n // ways, n % ways
    return NONE, 0


@city_markers.hook
def lay_out(g):
    g.b[CLAIMED] = NONE
    for place in range(g.t[board.N_PLACES]):
        g.b[CONTROLLER + place] = NONE


@city_markers.hook
def decision(g):
    turn = g.b[turns.TURN]
    if turn == NONE:
        if turns.is_set_up(g):
            for back in range(g.t[board.N_SEATS]):
                seat = turns.from_last(g, back)
                if g.b[record(seat) + N_CITIES] == 0:
                    g.b[layout.DECIDING] = 1 << seat
                    return START_CITY
        return NONE
    if g.b[CLAIMED] == NONE or not _is_possible(g, turn):
        return NONE
    g.b[layout.DECIDING] = 1 << turn
    return MARKER


@kernel
def _is_possible(g, seat):
    """Return whether a marker may be placed, by the hand's size because its cards are secret."""
    player = record(seat)
    if (
        g.b[player + N_CITIES] >= g.t[N_MARKERS]
        or drawing.total(g, player + drawing.HAND) < g.t[MARKER_COST]
    ):
        return False
    route = g.b[CLAIMED]
    first, second = g.t[board.R_A + route], g.t[board.R_B + route]
    return not hooks.bar_place(g, first, MARK) or not hooks.bar_place(g, second, MARK)


@city_markers.hook
def bar_place(g, place, kind):
    return (kind == START or kind == MARK) and g.b[CONTROLLER + place] != NONE


@city_markers.offers(START_CITY)
def starts(g, seat, out, count):
    for place in range(g.t[board.N_PLACES]):
        if not hooks.bar_place(g, place, START):
            out[count] = g.t[START] + place
            count += 1
    return count


@city_markers.offers(MARKER)
def markers(g, seat, out, count):
    out[count] = g.t[NO_MARKER]
    count += 1
    cost = g.t[MARKER_COST]
    ways = drawing.ways_in_any(g, seat, cost, 0)
    for end in (board.R_A, board.R_B):
        city = g.t[end + g.b[CLAIMED]]
        if not hooks.bar_place(g, city, MARK):
            first = g.t[MARK] + city * (cost * WILD + 1)
            for n in range(ways):
                out[count] = first + drawing.nth_way(g, seat, cost, 0, -1, n)
                count += 1
    return count


@kernel
def _put_marker(g, seat, city):
    player = record(seat)
    g.b[CONTROLLER + city] = seat
    g.b[player + CITIES + g.b[player + N_CITIES]] = city
    g.b[player + N_CITIES] += 1
    g.b[CLAIMED] = NONE


@city_markers.plays(START)
def start(g, seat, city):
    _put_marker(g, seat, city)


@city_markers.plays(NO_MARKER)
def decline(g, seat, n):
    g.b[CLAIMED] = NONE


@city_markers.plays(MARK)
def place_marker(g, seat, n):
    cost = g.t[MARKER_COST]
    city, payment = divmod(n, cost * WILD + 1)
    drawing.pay_way(g, seat, cost, payment % WILD, payment // WILD)
    _put_marker(g, seat, city)


@city_markers.hook
def claimed(g, seat, route):
    g.b[CLAIMED] = route


@city_markers.hook
def turn_ended(g):
    g.b[CLAIMED] = NONE


@controller_scores.hook_named("claimed")
def pay_controllers(g, seat, route):
    """Add points for each controller, or for the builder if there is none (OW6)."""
    points = g.t[board.R_POINTS + route]
    first = g.b[CONTROLLER + g.t[board.R_A + route]]
    second = g.b[CONTROLLER + g.t[board.R_B + route]]
    if first != NONE:
        add_points(g, first, claiming.ROUTE_POINTS, points)
    if second != NONE:
        add_points(g, second, claiming.ROUTE_POINTS, points)
    if first == NONE and second == NONE:
        add_points(g, seat, claiming.ROUTE_POINTS, points)


# ── The readable state ────────────────────────────────────────────────────────────────────────


@city_markers.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write where the markers are."""
    b, part = block.bytes, table.part(rules.Markers)
    b[CONTROLLER : CONTROLLER + len(lowered.places)] = NONE
    for city, seat in part.cities:
        b[CONTROLLER + lowered.place_index[city]] = seat
        player = lowered.record(seat)
        b[player + CITIES + int(b[player + N_CITIES])] = lowered.place_index[city]
        b[player + N_CITIES] += 1
    b[CLAIMED] = NONE if part.claimed is None else lowered.route_index[part.claimed]


@city_markers.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read where the markers are; the order in which players placed them is forgotten."""
    b = block.bytes
    cities: list[list[str]] = []
    for seat in state.seats:
        first = lowered.record(seat) + CITIES
        number = int(b[lowered.record(seat) + N_CITIES])
        cities.append([lowered.places[int(city)] for city in b[first : first + number]])
    claimed = int(b[CLAIMED])
    return state.with_part(
        rules.Markers(
            starts=tuple(own[0] if own else None for own in cities),
            cities=tuple((city, seat) for seat in state.seats for city in cities[seat]),
            claimed=None if claimed == NONE else lowered.routes[claimed],
        )
    )


SEEN_CITIES, SEEN_CLAIMED = city_markers.observes("cities", "claimed")


@city_markers.hook
def observe(g, seat, o, out):
    places, seats = g.t[board.N_PLACES], g.t[board.N_SEATS]
    cities = o[SEEN_CITIES]
    out[cities : o[SEEN_CLAIMED] + 2 * places] = 0
    for relative in range(seats):
        player = record(observing.seat_at(seat, relative, seats))
        for marker in range(g.b[player + N_CITIES]):
            out[cities + relative * places + g.b[player + CITIES + marker]] = 1
    if g.b[CLAIMED] != NONE:
        out[o[SEEN_CLAIMED] + g.t[board.R_A + g.b[CLAIMED]]] = 1
        out[o[SEEN_CLAIMED] + places + g.t[board.R_B + g.b[CLAIMED]]] = 1
