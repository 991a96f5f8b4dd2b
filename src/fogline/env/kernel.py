"""Observations and steps of many games, inside compiled code.

What a seat may not know is never read here: of other players only what lies open, of the deck only
how much is in it.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.cards import total
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.flow import complete_tickets, start
from fogline.fast.kernel.games import acting, random_code, score
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import is_complete, tickets_left
from fogline.fast.layout import (
    ACTOR,
    ALVIN_CITY,
    ALVIN_HOLDER,
    ALVIN_VALUE,
    ASIDE,
    CAN,
    CARDS,
    CHOICE_A,
    CHOICE_B,
    CHOSEN,
    CITIES,
    CLAIMED,
    CLOSED,
    DECK,
    DISCARDS,
    DISPLAY,
    FIRST,
    FIRST_TICKETS,
    GIVER,
    LEFT,
    N_CITIES,
    N_MARKERS,
    N_OFFERED,
    N_PLACES,
    N_ROUTES,
    N_SEATS,
    N_SYMBOLS,
    N_TICKETS,
    N_WORDS,
    NONE,
    OFFERED,
    OVER,
    OWN,
    PASSES,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    SEEN,
    STACK_HEIGHT,
    STACK_PLACE,
    STRIDE,
    VEHICLES,
)
from fogline.fast.layout import DISPLAYED as SLOTS
from fogline.fast.layout import HAND as CARDS_OF
from fogline.fast.layout import HELD as TOKENS_OF
from fogline.fast.layout import TICKETS as TICKETS_OF

(
    ROUTES,
    OPEN,
    HAND,
    KNOWN,
    HANDS,
    DISPLAYED,
    DISCARDED,
    IN_DECK,
    KEPT,
    COMPLETE,
    OFFER,
    RETURNED,
    TICKET_DECK,
    TICKET_COUNTS,
    OFFER_COUNTS,
    VEHICLES_OF,
    POINTS,
    DECIDING,
    FIRST_PLAYER,
    PHASE_IS,
    TURNS_LEFT,
    PASSED,
    STACKS,
    SET_ASIDE,
    TOKENS,
    TOKEN_CHOICE,
    CITIES_OF,
    CLAIM,
    ALVIN,
    HOLDER,
    N_PARTS,
) = range(31)
"""The parts of an observation: indices into the table of where each begins."""

FINAL_SCORE, WIN = 0, 1
"""Kinds of reward."""

SEAT = 7
"""Cuts a seat to its bits: a number that is never negative is an index without second thoughts."""

EVERYBODY = -1
"""Instead of a seat: whoever decides is played from outside."""


@kernel
def observe(b, w, h, t, o, seat, out):
    """Write what a seat sees."""
    seats = t[N_SEATS]
    seat &= SEAT
    # What is spread runs over into what follows, so all goes from the front to the back.
    _write_routes(w, t, o, seat, out)
    out[o[HAND] : o[KEPT]] = 0
    _write_tickets(b, w, t, o, seat, out)
    out[o[TICKET_DECK] :] = 0
    for relative in range(seats):
        _write_player(b, w, h, o, _seat_at(seat, relative, seats), relative & SEAT, out)
    _write_table(b, w, t, o, seat, out)
    if t[N_SYMBOLS] > 0:
        _write_tokens(b, t, o, seat, out)
    if t[N_MARKERS] > 0:
        _write_cities(b, t, o, seat, out)
    if t[ALVIN_VALUE] > 0:
        out[o[ALVIN] + b[ALVIN_CITY]] = 1
        if b[ALVIN_HOLDER] != NONE:
            out[o[HOLDER] + _from(b[ALVIN_HOLDER], seat, seats)] = 1


@kernel
def _from(other, seat, seats):
    """Count a player from the viewer."""
    relative = int(other) - seat
    return relative + seats if relative < 0 else relative


@kernel
def _seat_at(seat, relative, seats):
    """Return the player who is so many seats away."""
    other = seat + relative
    return (other - seats if other >= seats else other) & SEAT


@intrinsic
def _store_bits(typingctx, word, out, at):  # noqa: ARG001
    """Write the 64 bits of a word as 64 bytes: a tenth of the time that a loop takes."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[1])(context, builder, args[1])
        byte = ir.IntType(8)
        lanes = ir.VectorType(byte, 64)
        eight = builder.bitcast(args[0], ir.VectorType(byte, 8))
        order = ir.Constant(ir.VectorType(ir.IntType(32), 64), [lane // 8 for lane in range(64)])
        repeated = builder.shuffle_vector(eight, ir.Constant(eight.type, ir.Undefined), order)
        own_bit = ir.Constant(lanes, [1 << lane % 8 for lane in range(64)])
        is_set = builder.icmp_unsigned(
            "!=", builder.and_(repeated, own_bit), ir.Constant(lanes, [0] * 64)
        )
        target = builder.bitcast(builder.gep(array.data, [args[2]]), lanes.as_pointer())
        builder.store(builder.zext(is_set, lanes), target, align=1)
        return context.get_dummy_value()

    return types.void(types.uint64, out, types.int64), codegen


@kernel
def _spread(word, first, count, out):
    """Write the lowest bits of a word as numbers, and up to 63 zeros after them."""
    if count < 64:
        word &= bit(count) - ONE
    if first + 64 <= out.shape[0]:
        _store_bits(word, out, first)
    else:
        for position in range(count):
            out[first + position] = np.int8((word >> np.uint64(position)) & ONE)


@kernel
def _write_routes(w, t, o, seat, out):
    routes = t[N_ROUTES]
    seats = t[N_SEATS]
    for relative in range(seats):
        own = (PLAYERS + _seat_at(seat, relative, seats) * STRIDE) // 8 + OWN
        for word in range(t[N_WORDS]):
            first = o[ROUTES] + relative * routes + word * 64
            _spread(w[own + word], first, min(64, routes - word * 64), out)
    can = (PLAYERS + seat * STRIDE) // 8 + CAN
    for word in range(t[N_WORDS]):
        first = o[OPEN] + word * 64
        _spread(w[can + word] & ~w[CLOSED + word], first, min(64, routes - word * 64), out)


@kernel
def _write_tickets(b, w, t, o, seat, out):
    """Write the tickets that a seat has, is offered, and knows to be under the deck."""
    player = PLAYERS + seat * STRIDE
    tickets = t[N_TICKETS]
    mine = w[player // 8 + TICKETS_OF]
    _spread(mine, o[KEPT], tickets, out)
    known = mine
    offered = b[player + N_OFFERED]
    for position in range(offered):
        known |= bit(b[player + OFFERED + position])
    complete = ZERO
    while known != ZERO:
        ticket = lowest(known)
        known &= known - ONE
        if is_complete(b, w, t, seat, ticket):
            complete |= bit(ticket)
    _spread(complete, o[COMPLETE], tickets, out)
    out[o[OFFER] : o[RETURNED]] = 0
    for position in range(offered):
        out[o[OFFER] + position * tickets + b[player + OFFERED + position]] = 1
    # Unsigned, for then no index can count from the end, and many are done at once.
    giver = np.uint8(seat + 1)
    first = np.uint64(o[RETURNED])
    for ticket in range(np.uint64(tickets)):
        out[first + ticket] = np.int8(b[np.uint64(GIVER) + ticket] == giver)


@kernel
def _write_player(b, w, h, o, other, relative, out):
    """Write what lies open of a player."""
    player = PLAYERS + other * STRIDE
    if relative > 0:
        for card in range(CARDS):
            out[o[KNOWN] + (relative - 1) * CARDS + card] = b[player + SEEN + card]
    out[o[HANDS] + relative] = total(b, player + CARDS_OF)
    out[o[TICKET_COUNTS] + relative] = popcount(w[player // 8 + TICKETS_OF])
    out[o[OFFER_COUNTS] + relative] = b[player + N_OFFERED]
    out[o[VEHICLES_OF] + relative] = b[player + VEHICLES]
    points = score(h, other)
    hundreds = points // 100
    out[o[POINTS] + 2 * relative] = hundreds
    out[o[POINTS] + 2 * relative + 1] = points - 100 * hundreds
    out[o[FIRST_PLAYER] + relative] = b[FIRST] == other
    deciding = b[ACTOR] == other
    if b[PHASE] == FIRST_TICKETS:
        deciding = b[player + CHOSEN] == 0
    out[o[DECIDING] + relative] = deciding


@kernel
def _write_table(b, w, t, o, seat, out):
    for slot in range(t[SLOTS]):
        if b[DISPLAY + slot] != NONE:
            out[o[DISPLAYED] + b[DISPLAY + slot]] += 1
    for card in range(CARDS):
        out[o[DISCARDED] + card] = b[DISCARDS + card]
    out[o[IN_DECK]] = total(b, DECK)
    out[o[TICKET_DECK]] = tickets_left(b, w)
    out[o[PHASE_IS] + b[PHASE]] = 1
    out[o[TURNS_LEFT]] = -1 if b[LEFT] == NONE else b[LEFT]
    out[o[PASSED]] = b[PASSES]
    player = PLAYERS + seat * STRIDE
    for card in range(CARDS):
        out[o[HAND] + card] = b[player + CARDS_OF + card]


@kernel
def _write_tokens(b, t, o, seat, out):
    seats = t[N_SEATS]
    symbols = t[N_SYMBOLS]
    for symbol in range(symbols):
        place = b[STACK_PLACE + symbol]
        if place != NONE:
            out[o[STACKS] + symbol * t[N_PLACES] + place] = b[STACK_HEIGHT + symbol]
        out[o[SET_ASIDE] + symbol] = (b[ASIDE] >> symbol) & 1
    for relative in range(seats):
        held = b[PLAYERS + _seat_at(seat, relative, seats) * STRIDE + TOKENS_OF]
        for symbol in range(symbols):
            out[o[TOKENS] + relative * symbols + symbol] = (held >> symbol) & 1
    if b[CHOICE_A] != NONE:
        out[o[TOKEN_CHOICE] + b[CHOICE_A]] = 1
        out[o[TOKEN_CHOICE] + b[CHOICE_B]] = 1


@kernel
def _write_cities(b, t, o, seat, out):
    places = t[N_PLACES]
    seats = t[N_SEATS]
    for relative in range(seats):
        player = PLAYERS + _seat_at(seat, relative, seats) * STRIDE
        for marker in range(b[player + N_CITIES]):
            out[o[CITIES_OF] + relative * places + b[player + CITIES + marker]] = 1
    if b[CLAIMED] != NONE:
        out[o[CLAIM] + t[R_A + b[CLAIMED]]] = 1
        out[o[CLAIM] + places + t[R_B + b[CLAIMED]]] = 1


@kernel
def write_mask(b, w, t, m, seat, mask, legal):
    """Write 1 for each code that is legal for a seat; list them, and return how many there are."""
    mask[:] = 0
    if b[PHASE] == OVER or (b[PHASE] != FIRST_TICKETS and b[ACTOR] != seat):
        return 0
    count = legal_codes(b, w, t, m, seat, legal)
    for position in range(count):
        mask[legal[position]] = 1
    return count


@kernel
def reward_all(b, w, h, t, kind, rewards):
    """Write each seat's reward at the end of a game: its points, or 1 to who wins, else -1."""
    seats = t[N_SEATS]
    for seat in range(seats):
        rewards[seat] = score(h, seat)
    if kind == WIN:
        best = 0
        for seat in range(seats):
            # Most points wins; a tie goes to most complete tickets (C25).
            merit = score(h, seat) * 64 + complete_tickets(b, w, t, seat)
            rewards[seat] = merit
            best = merit if seat == 0 else max(best, merit)
        for seat in range(seats):
            rewards[seat] = 1 if rewards[seat] == best else -1


@kernel
def _let_others_play(b, w, h, t, m, rng, dice, learner, scratch):
    """Let random players choose until the learner must, or the game is over."""
    while b[PHASE] != OVER:
        seat = acting(b, t)
        if seat == learner:
            return
        step(b, w, h, t, m, rng, seat, random_code(b, w, t, m, seat, dice, scratch))


@kernel
def _look(b, w, h, t, m, o, learner, seats, game, out, mask, legal, counts):
    """Show a game to who decides, and list the legal codes."""
    seat = acting(b, t) if learner == EVERYBODY else learner
    seats[game] = seat
    observe(b, w, h, t, o, seat, out)
    counts[game] = write_mask(b, w, t, m, seat, mask, legal)


@kernel
def reset_games(b, w, h, t, m, o, rngs, dice, learner, seats, out, mask, legal, counts):
    """Deal a game in each row, and show it to who decides."""
    for game in range(b.shape[0]):
        start(b[game], w[game], h[game], t, rngs[game])
        if learner != EVERYBODY:
            _let_others_play(
                b[game], w[game], h[game], t, m, rngs[game], dice[game], learner, legal[game]
            )
        _look(
            b[game], w[game], h[game], t, m, o, learner, seats, game, out[game], mask[game],
            legal[game], counts,
        )  # fmt: skip


@kernel
def step_games(
    b, w, h, t, m, o, rngs, dice, codes, learner, kind, seats, out, mask, rewards, gained, over,
    final, legal, counts,
):  # fmt: skip
    """Perform a legal code in each row; a game that ends is rewarded, shown, and dealt anew.

    `rewards` has a row for each game and a column for each seat; `gained` is what who chose got.
    Return how many games ended.
    """
    ended = 0
    for game in range(b.shape[0]):
        bytes_, words, halves = b[game], w[game], h[game]
        seat = seats[game]
        over[game] = False
        for each in range(t[N_SEATS]):
            rewards[game, each] = 0
        step(bytes_, words, halves, t, m, rngs[game], seat, codes[game])
        while True:
            if learner != EVERYBODY:
                _let_others_play(
                    bytes_, words, halves, t, m, rngs[game], dice[game], learner, legal[game]
                )
            if bytes_[PHASE] != OVER:
                break
            ended += 1
            over[game] = True
            reward_all(bytes_, words, halves, t, kind, rewards[game])
            observe(bytes_, words, halves, t, o, seat, final[game])
            start(bytes_, words, halves, t, rngs[game])
        gained[game] = rewards[game, seat]
        _look(
            bytes_, words, halves, t, m, o, learner, seats, game, out[game], mask[game],
            legal[game], counts,
        )  # fmt: skip
    return ended


@kernel
def random_codes(legal, counts, dice, codes):
    """Choose one of the listed codes in each row, each equally likely."""
    for game in range(codes.shape[0]):
        codes[game] = legal[game, below(dice[game], counts[game])]


@kernel
def are_legal(mask, codes):
    """Whether every row's code is legal."""
    for game in range(mask.shape[0]):
        if codes[game] < 0 or codes[game] >= mask.shape[1] or not mask[game, codes[game]]:
            return False
    return True
