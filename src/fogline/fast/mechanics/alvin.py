"""Alvin the Alien, compiled (AL1 to AL5). The readable rule is `fogline.rules.alvin`."""

from __future__ import annotations

from fogline.fast import board, constants, layout
from fogline.fast.constants import NONE
from fogline.fast.kernel import observing
from fogline.fast.kernel.records import add_points, record
from fogline.fast.mechanics import city_markers
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, number
from fogline.rules.alvin import Alvin, AlvinsMove, AlvinTheAlien, MoveAlvin

alvin = Mechanic(AlvinTheAlien)
ALVIN_CITY, ALVIN_HOLDER = layout.shared.bytes(), layout.shared.bytes()
ALVIN_MOVING = layout.shared.bytes()
ALVIN_VALUE, ALVIN_HOME = number(), number()
ALVIN_POINTS = layout.categories.one("alvin")
ALVINS_MOVE = alvin.phase(AlvinsMove)
MOVE = alvin.code(
    MoveAlvin,
    lambda lowered: len(lowered.places),
    lambda lowered, n: MoveAlvin(lowered.places[n]),
    lambda lowered, action: lowered.place_index[action.city],
)


@alvin.lowers
def lower(rule: AlvinTheAlien, lowered: LoweredGame) -> None:
    """Read his points, and his home city."""
    most = rule.points * (len(lowered.routes) + 1)
    lowered.check(rule.name, "points in one category", most, constants.MOST_POINTS, 0)
    lowered[ALVIN_VALUE] = rule.points
    lowered[ALVIN_HOME] = lowered.place_index[lowered.game.board.marks[rule.home][0]]


@alvin.hook
def lay_out(g):
    g.b[ALVIN_CITY] = g.t[ALVIN_HOME]
    g.b[ALVIN_HOLDER] = NONE


@alvin.hook
def bar_place(g, place, kind):
    return (kind == city_markers.START or kind == city_markers.MARK) and place == g.t[ALVIN_HOME]


@kernel
def would_catch(g, seat, route):
    """Return whether a seat would capture him by claiming a route."""
    city = g.b[ALVIN_CITY]
    touches = g.t[board.R_A + route] == city or g.t[board.R_B + route] == city
    return touches and g.b[ALVIN_HOLDER] != seat


@kernel
def points(g):
    """Return the points for capturing him."""
    return g.t[ALVIN_VALUE]


@kernel
def goal_of(g, code):
    """Return the city to which a code moves him, or NONE."""
    city = code - g.t[MOVE]
    return city if 0 <= city < g.t[board.N_PLACES] else NONE


@alvin.hook
def claimed(g, seat, route):
    if would_catch(g, seat, route):
        g.b[ALVIN_HOLDER] = seat
        g.b[ALVIN_MOVING] = 1
        add_points(g, seat, ALVIN_POINTS, g.t[ALVIN_VALUE])


@alvin.hook
def decision(g):
    if not g.b[ALVIN_MOVING]:
        return NONE
    g.b[layout.DECIDING] = 1 << g.b[ALVIN_HOLDER]
    return ALVINS_MOVE


@alvin.offers(ALVINS_MOVE)
def moves(g, seat, out, count):
    player = record(seat)
    for n in range(g.b[player + city_markers.N_CITIES]):
        out[count] = g.t[MOVE] + g.b[player + city_markers.CITIES + n]
        count += 1
    return count


@alvin.plays(MOVE)
def move(g, seat, city):
    g.b[ALVIN_CITY] = city
    g.b[ALVIN_MOVING] = 0


@alvin.hook
def final(g):
    if g.b[ALVIN_HOLDER] != NONE:
        add_points(g, g.b[ALVIN_HOLDER], ALVIN_POINTS, g.t[ALVIN_VALUE])


@alvin.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write where he is and who holds him."""
    part = table.part(Alvin)
    block.bytes[ALVIN_CITY] = lowered.place_index[part.city]
    block.bytes[ALVIN_HOLDER] = NONE if part.holder is None else part.holder
    block.bytes[ALVIN_MOVING] = part.moving


@alvin.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read where he is and who holds him."""
    b = block.bytes
    holder = None if b[ALVIN_HOLDER] == NONE else int(b[ALVIN_HOLDER])
    city = lowered.places[int(b[ALVIN_CITY])]
    return state.with_part(Alvin(city, holder, moving=bool(b[ALVIN_MOVING])))


SEEN_CITY, SEEN_HOLDER = alvin.observes("alvin", "alvin_holder")


@alvin.hook
def observe(g, seat, o, out):
    seats = g.t[board.N_SEATS]
    out[o[SEEN_CITY] : o[SEEN_CITY] + g.t[board.N_PLACES]] = 0
    out[o[SEEN_HOLDER] : o[SEEN_HOLDER] + seats] = 0
    out[o[SEEN_CITY] + g.b[ALVIN_CITY]] = 1
    if g.b[ALVIN_HOLDER] != NONE:
        out[o[SEEN_HOLDER] + observing.distance(g.b[ALVIN_HOLDER], seat, seats)] = 1
