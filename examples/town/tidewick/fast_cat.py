"""The harbour cat for the compiled engine: the same rule, so fast that millions of rides are dull.

Nothing needs this file: without it the readable engine plays, and so do all bots. With it, games in
Tidewick are as fast as those that come with Fogline. `tidewick.cat` is the rule itself.
"""

from __future__ import annotations

from fogline.fast.plugin import (
    MOST_PLACES,
    MOST_POINTS,
    NONE,
    Block,
    LoweredGame,
    Mechanic,
    add_points,
    below,
    board,
    categories,
    distance,
    number,
    shared,
)
from fogline.plugin import State, Table
from tidewick.cat import CAT_POINTS, Cat, HarbourCat

cat = Mechanic(HarbourCat)
PLACE, FRIEND = shared.bytes(), shared.bytes()  # what a state remembers
RIDE, HOME, N_DOORS = number(), number(), number()  # what the game fixes
DOORS = number(MOST_PLACES)
POINTS = categories.one(CAT_POINTS)  # a line of the score


@cat.lowers
def lower(rule: HarbourCat, lowered: LoweredGame) -> None:
    """Read the rule's numbers, and where she may start."""
    most = rule.ride * len(lowered.routes) + rule.home
    lowered.check(rule.name, "points in one category", most, MOST_POINTS)
    doors = lowered.game.board.marks[rule.doors]
    lowered[RIDE], lowered[HOME], lowered[N_DOORS] = rule.ride, rule.home, len(doors)
    lowered.fill(DOORS, [lowered.place_index[place] for place in doors])


@cat.hook
def lay_out(g):
    g.b[PLACE] = NONE
    g.b[FRIEND] = NONE


@cat.hook
def set_up(g):
    g.b[PLACE] = g.t[DOORS + below(g.rng, g.t[N_DOORS])]


@cat.hook
def claimed(g, seat, route):
    first, second = g.t[board.R_A + route], g.t[board.R_B + route]
    if g.b[PLACE] == first or g.b[PLACE] == second:
        g.b[PLACE] = first + second - g.b[PLACE]
        g.b[FRIEND] = seat
        add_points(g, seat, POINTS, g.t[RIDE])


@cat.hook
def final(g):
    if g.b[FRIEND] != NONE:
        add_points(g, g.b[FRIEND], POINTS, g.t[HOME])


# The state of the readable engine, written and read. Both engines must agree at every step.
@cat.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write where she is, and whose friend."""
    part = table.part(Cat)
    block.bytes[PLACE] = NONE if part.place is None else lowered.place_index[part.place]
    block.bytes[FRIEND] = NONE if part.friend is None else part.friend


@cat.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read where she is, and whose friend."""
    place, friend = int(block.bytes[PLACE]), int(block.bytes[FRIEND])
    return state.with_part(
        Cat(
            None if place == NONE else lowered.places[place],
            None if friend == NONE else friend,
        )
    )


# What learning programs see of her, and what compiled bots think of a ride.
SEEN_PLACE, SEEN_FRIEND = cat.observes("cat", "cat_friend")


@cat.hook
def observe(g, seat, o, out):
    seats = g.t[board.N_SEATS]
    out[o[SEEN_PLACE] : o[SEEN_PLACE] + g.t[board.N_PLACES]] = 0
    out[o[SEEN_FRIEND] : o[SEEN_FRIEND] + seats] = 0
    if g.b[PLACE] != NONE:
        out[o[SEEN_PLACE] + g.b[PLACE]] = 1
    if g.b[FRIEND] != NONE:
        out[o[SEEN_FRIEND] + distance(g.b[FRIEND], seat, seats)] = 1


@cat.advice
def value(g, seat, route, p):
    rides = g.t[board.R_A + route] == g.b[PLACE] or g.t[board.R_B + route] == g.b[PLACE]
    return 1.0 * g.t[RIDE] if rides else 0.0
