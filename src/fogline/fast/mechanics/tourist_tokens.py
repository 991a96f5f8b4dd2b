"""Tourist tokens, compiled (SF4 to SF6, SF8 to SF10).

See `fogline.rules.tourist_tokens` for the readable version.
"""

from __future__ import annotations

import numpy as np

from fogline.fast import board, constants, layout
from fogline.fast.constants import NONE
from fogline.fast.kernel import observing
from fogline.fast.kernel.bits import ONE, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.records import add_points, record
from fogline.fast.lowered import bits, mask_of
from fogline.fast.mechanics import turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, number
from fogline.rules import tourist_tokens as rules

MOST_SYMBOLS = 8

tourist_tokens = Mechanic(rules.TouristTokens)
CHOICE_A, CHOICE_B = layout.shared.bytes(), layout.shared.bytes()
"""Two places with a token for the player who just joined them."""
ASIDE = layout.shared.bytes()
"""Stacks still to be placed, a bit for each symbol."""
STACK_PLACE = layout.shared.bytes(MOST_SYMBOLS)
STACK_HEIGHT = layout.shared.bytes(MOST_SYMBOLS)
HELD = layout.player.bytes()
"""Tokens, a bit for each symbol."""
N_SYMBOLS, N_STARTS, START_HEIGHT, ASIDE_HEIGHT = number(), number(), number(), number()
LAST_PLACES_ALL = number()
TOKEN_VALUE = number(MOST_SYMBOLS + 1)
"""Points by number of symbols."""
SYMBOL_ORDER = number(MOST_SYMBOLS)
"""The symbols as the rule lists them, as ranks in sorted order."""
START_STACKS = number(MOST_SYMBOLS)
"""The places where stacks start."""
TOKEN_POINTS = layout.categories.one("tourist-tokens")
STACK, TOKEN = tourist_tokens.phase(rules.StackPlacement), tourist_tokens.phase(rules.TokenChoice)


def symbols_of(lowered: LoweredGame) -> tuple[str, ...]:
    """Return the symbols in sorted order."""
    return lowered.lists["symbols"]


def _decode_stack(lowered: LoweredGame, n: int) -> rules.PlaceStack:
    symbol, place = divmod(n, len(lowered.places))
    return rules.PlaceStack(symbols_of(lowered)[symbol], lowered.places[place])


def _encode_stack(lowered: LoweredGame, action: rules.PlaceStack) -> int:
    symbol = symbols_of(lowered).index(action.symbol)
    return symbol * len(lowered.places) + lowered.place_index[action.place]


PLACE_STACK = tourist_tokens.code(
    rules.PlaceStack,
    lambda lowered: len(symbols_of(lowered)) * len(lowered.places),
    _decode_stack,
    _encode_stack,
)
TAKE_TOKEN = tourist_tokens.code(
    rules.TakeToken,
    lambda lowered: len(lowered.places),
    lambda lowered, n: rules.TakeToken(lowered.places[n]),
    lambda lowered, action: lowered.place_index[action.place],
)


@tourist_tokens.lowers
def lower(rule: rules.TouristTokens, lowered: LoweredGame) -> None:
    """Read the symbols, the stacks and the points of tokens."""
    lowered.check(rule.name, "symbols", len(rule.symbols), MOST_SYMBOLS, 1)
    for height in (rule.height, rule.low_height):
        lowered.check(rule.name, "tokens in a stack", height, constants.MOST_IN_A_BYTE)
    most = max(abs(points) for points in rule.points)
    lowered.check(rule.name, "points in one category", most, constants.MOST_POINTS)
    starts = lowered.game.board.marks.get(rule.start, ())
    lowered.lists["symbols"] = ranks = tuple(sorted(rule.symbols))
    lowered[N_SYMBOLS], lowered[N_STARTS] = len(ranks), len(starts)
    lowered[START_HEIGHT] = rule.height_on_board(lowered.seats)
    lowered[ASIDE_HEIGHT] = rule.height_aside(lowered.seats)
    lowered[LAST_PLACES_ALL] = rule.last_places_all(lowered.seats)
    lowered.fill(TOKEN_VALUE, rule.points)
    lowered.fill(SYMBOL_ORDER, [ranks.index(symbol) for symbol in rule.symbols])
    lowered.fill(START_STACKS, [lowered.place_index[place] for place in starts])


@kernel
def symbols(g):
    """Return the number of symbols."""
    return g.t[N_SYMBOLS]


@kernel
def count_tokens(g, seat):
    """Count the tokens of a seat."""
    return popcount(ONE * g.b[record(seat) + HELD])


@kernel
def value_of(g, tokens):
    """Return the points for a number of tokens."""
    return g.t[TOKEN_VALUE + tokens]


@kernel
def height_at(g, place):
    """Count the tokens on a place."""
    for symbol in range(g.t[N_SYMBOLS]):
        if g.b[STACK_PLACE + symbol] == place:
            return np.int64(g.b[STACK_HEIGHT + symbol])
    return 0


@kernel
def stack_place(g, code):
    """Return the place where a code puts a stack, or NONE."""
    if g.t[PLACE_STACK] <= code < g.t[TAKE_TOKEN]:
        return (code - g.t[PLACE_STACK]) % g.t[board.N_PLACES]
    return NONE


@kernel
def token_place(g, code):
    """Return the place from which a code takes a token, or NONE."""
    place = code - g.t[TAKE_TOKEN]
    return place if 0 <= place < g.t[board.N_PLACES] else NONE


@tourist_tokens.hook
def lay_out(g):
    g.b[CHOICE_A] = NONE
    g.b[CHOICE_B] = NONE
    for symbol in range(g.t[N_SYMBOLS]):
        g.b[STACK_PLACE + symbol] = NONE


@tourist_tokens.hook
def set_up(g):
    """Shuffle the symbols; put the last on the marked places and the others aside."""
    symbols = g.t[N_SYMBOLS]
    left = (1 << symbols) - 1
    for position in range(symbols):
        chosen = below(g.rng, symbols - position)
        index = 0
        while True:
            if (left >> index) & 1:
                if chosen == 0:
                    break
                chosen -= 1
            index += 1
        left &= ~(1 << index)
        symbol = g.t[SYMBOL_ORDER + index]
        place = symbols - 1 - position
        if place < g.t[N_STARTS]:
            g.b[STACK_PLACE + symbol] = g.t[START_STACKS + place]
            g.b[STACK_HEIGHT + symbol] = g.t[START_HEIGHT]
        else:
            g.b[ASIDE] |= 1 << symbol


@tourist_tokens.hook
def decision(g):
    if g.b[turns.TURN] != NONE:
        if g.b[CHOICE_A] == NONE:
            return NONE
        g.b[layout.DECIDING] = 1 << g.b[turns.TURN]
        return TOKEN
    if g.b[ASIDE] == 0 or not turns.is_set_up(g):
        return NONE
    nth = g.t[N_SYMBOLS] - g.t[N_STARTS] - popcount(ONE * g.b[ASIDE])
    g.b[layout.DECIDING] = 1 << turns.from_last(g, 0 if g.t[LAST_PLACES_ALL] else nth)
    return STACK


@kernel
def _has_stack(g, place):
    for symbol in range(g.t[N_SYMBOLS]):
        if g.b[STACK_PLACE + symbol] == place:
            return True
    return False


@tourist_tokens.offers(STACK)
def stacks(g, seat, out, count):
    places = g.t[board.N_PLACES]
    for symbol in range(g.t[N_SYMBOLS]):
        if (g.b[ASIDE] >> symbol) & 1:
            for place in range(places):
                if not _has_stack(g, place):
                    out[count] = g.t[PLACE_STACK] + symbol * places + place
                    count += 1
    return count


@tourist_tokens.offers(TOKEN)
def tokens(g, seat, out, count):
    out[count] = g.t[TAKE_TOKEN] + g.b[CHOICE_A]
    out[count + 1] = g.t[TAKE_TOKEN] + g.b[CHOICE_B]
    return count + 2


@tourist_tokens.plays(PLACE_STACK)
def place_stack(g, seat, n):
    symbol, place = divmod(n, g.t[board.N_PLACES])
    g.b[STACK_PLACE + symbol] = place
    g.b[STACK_HEIGHT + symbol] = g.t[ASIDE_HEIGHT]
    g.b[ASIDE] &= ~(1 << symbol)


@kernel
def wanted(g, seat, place):
    """Return the symbol of a token on a place that the seat does not have, or NONE."""
    held = g.b[record(seat) + HELD]
    for symbol in range(g.t[N_SYMBOLS]):
        if g.b[STACK_PLACE + symbol] == place:
            if g.b[STACK_HEIGHT + symbol] > 0 and not (held >> symbol) & 1:
                return symbol
    return NONE


@kernel
def _take(g, seat, place):
    """Take the token on a place, if the seat wants it."""
    symbol = wanted(g, seat, place)
    if symbol != NONE:
        g.b[STACK_HEIGHT + symbol] -= 1
        g.b[record(seat) + HELD] |= 1 << symbol


@tourist_tokens.plays(TAKE_TOKEN)
def take_token(g, seat, place):
    _take(g, seat, place)
    g.b[CHOICE_A] = NONE
    g.b[CHOICE_B] = NONE


@tourist_tokens.hook
def claimed(g, seat, route):
    first, second = g.t[board.R_A + route], g.t[board.R_B + route]
    if wanted(g, seat, first) == NONE:
        _take(g, seat, second)
    elif wanted(g, seat, second) == NONE:
        _take(g, seat, first)
    else:
        g.b[CHOICE_A] = first
        g.b[CHOICE_B] = second


@tourist_tokens.hook
def final(g):
    for seat in range(g.t[board.N_SEATS]):
        held = popcount(ONE * g.b[record(seat) + HELD])
        add_points(g, seat, TOKEN_POINTS, g.t[TOKEN_VALUE + held])


# ── The readable state ────────────────────────────────────────────────────────────────────────


@tourist_tokens.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write where the tokens are, without the order in which players took them."""
    b, place, symbols = block.bytes, lowered.place_index, symbols_of(lowered)
    part = table.part(rules.Tokens)
    b[CHOICE_A] = b[CHOICE_B] = NONE
    b[STACK_PLACE : STACK_PLACE + len(symbols)] = NONE
    for where, symbol, height in part.stacks:
        b[STACK_PLACE + symbols.index(symbol)] = place[where]
        b[STACK_HEIGHT + symbols.index(symbol)] = height
    b[ASIDE] = mask_of(symbols.index(symbol) for symbol in part.aside)
    for seat, held in enumerate(part.held):
        b[lowered.record(seat) + HELD] = mask_of(symbols.index(symbol) for symbol in held)
    for offset, choice in zip((CHOICE_A, CHOICE_B), part.choice, strict=False):
        b[offset] = place[choice]


@tourist_tokens.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read where the tokens are."""
    b, places, symbols = block.bytes, lowered.places, symbols_of(lowered)
    return state.with_part(
        rules.Tokens(
            held=tuple(
                tuple(symbols[n] for n in bits(int(b[lowered.record(seat) + HELD])))
                for seat in state.seats
            ),
            stacks=tuple(
                (places[int(b[STACK_PLACE + n])], symbol, int(b[STACK_HEIGHT + n]))
                for n, symbol in enumerate(symbols)
                if b[STACK_PLACE + n] != NONE
            ),
            aside=tuple(symbols[n] for n in bits(int(b[ASIDE]))),
            choice=tuple(places[int(b[at])] for at in (CHOICE_A, CHOICE_B) if b[at] != NONE),
        )
    )


SEEN_STACKS, SEEN_ASIDE, SEEN_TOKENS, SEEN_CHOICE = tourist_tokens.observes(
    "stacks", "aside", "tokens", "token_choice"
)


@tourist_tokens.hook
def observe(g, seat, o, out):
    places, seats, symbols = g.t[board.N_PLACES], g.t[board.N_SEATS], g.t[N_SYMBOLS]
    # Read once: the compiler cannot know that the writes below do not change them.
    stacks, set_aside, tokens = o[SEEN_STACKS], o[SEEN_ASIDE], o[SEEN_TOKENS]
    aside = g.b[ASIDE]
    out[stacks : o[SEEN_CHOICE] + places] = 0
    for symbol in range(symbols):
        place = g.b[STACK_PLACE + symbol]
        if place != NONE:
            out[stacks + symbol * places + place] = g.b[STACK_HEIGHT + symbol]
        out[set_aside + symbol] = (aside >> symbol) & 1
    for relative in range(seats):
        held = g.b[record(observing.seat_at(seat, relative, seats)) + HELD]
        for symbol in range(symbols):
            out[tokens + relative * symbols + symbol] = (held >> symbol) & 1
    if g.b[CHOICE_A] != NONE:
        out[o[SEEN_CHOICE] + g.b[CHOICE_A]] = 1
        out[o[SEEN_CHOICE] + g.b[CHOICE_B]] = 1
