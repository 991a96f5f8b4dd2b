"""What happens by itself: set-up, the order of decisions, turns, the end (C1, C2, C10, C23)."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.cards import can_draw, deal, fill_display, total
from fogline.fast.kernel.claims import add_points
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.tickets import (
    all_chose,
    carry_out_choices,
    is_complete,
    offer,
)
from fogline.fast.layout import (
    ACTED,
    ACTOR,
    ALL_PASSED,
    ALVIN_CITY,
    ALVIN_HOLDER,
    ALVIN_HOME,
    ALVIN_MOVING,
    ALVIN_POINTS,
    ALVIN_VALUE,
    ALVINS_MOVE,
    ASIDE,
    BONUS,
    BONUS_POINTS,
    BYTES,
    CAN,
    CHOICE_A,
    CHOICE_B,
    CLAIMED,
    CONNECTED,
    CONTROLLER,
    DEALT,
    DISPLAY,
    DISPLAYED,
    ENDED,
    FAILED_POINTS,
    FIRST,
    FIRST_SEAT,
    FIRST_TICKETS,
    HAND,
    HELD,
    LABELS,
    LAST_PLACES_ALL,
    LAST_ROUND,
    LEFT,
    MARKER,
    MARKER_COST,
    N_CITIES,
    N_MARKERS,
    N_OFFERED,
    N_PLACES,
    N_SEATS,
    N_STARTS,
    N_SYMBOLS,
    N_TICKETS,
    N_WORDS,
    NONE,
    OFFER,
    OVER,
    PACK,
    PASSES,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    SECOND,
    SECOND_CARD,
    STACK,
    STACK_HEIGHT,
    STACK_PLACE,
    START_CITY,
    START_HEIGHT,
    START_STACKS,
    START_VEHICLES,
    STRIDE,
    SYMBOL_ORDER,
    T_POINTS,
    TICKET_POINTS,
    TICKETS,
    TICKETS_DEALT,
    TOKEN,
    TOKEN_POINTS,
    TOKEN_VALUE,
    TURN,
    TURN_ACTION,
    TURNS,
    VEHICLES,
    VEHICLES_LEFT,
    WILD,
)


@kernel
def start(b, w, h, t, rng):
    """Lay out and deal a new game, and go on to the first decision."""
    seats = t[N_SEATS]
    b[: t[BYTES]] = 0
    for position in (TURN, LEFT, CLAIMED, ALVIN_HOLDER, CHOICE_A, CHOICE_B):
        b[position] = NONE
    for place in range(t[N_PLACES]):
        b[CONTROLLER + place] = NONE
    for symbol in range(t[N_SYMBOLS]):
        b[STACK_PLACE + symbol] = NONE
    for ticket in range(t[N_TICKETS]):
        w[PACK] |= bit(ticket)
    b[ALVIN_CITY] = t[ALVIN_HOME]
    for seat in range(seats):
        player = PLAYERS + seat * STRIDE
        b[player + VEHICLES] = t[START_VEHICLES]
        if not t[CONNECTED]:
            for word in range(t[N_WORDS]):
                w[player // 8 + CAN + word] = ~ZERO
            for place in range(t[N_PLACES]):
                b[t[LABELS] + seat * t[N_PLACES] + place] = place
    b[FIRST] = below(rng, seats) if t[FIRST_SEAT] < 0 else t[FIRST_SEAT]
    deal(b, t, rng, seats, t[DEALT])
    for seat in range(seats):
        offer(b, w, rng, seat, t[TICKETS_DEALT])
    _lay_stacks(b, t, rng)
    settle(b, w, h, t, rng)


@kernel
def _lay_stacks(b, t, rng):
    """Shuffle the symbols; the last go to the marked places, the others aside."""
    symbols = t[N_SYMBOLS]
    left = (1 << symbols) - 1
    for position in range(symbols):
        chosen = below(rng, symbols - position)
        index = 0
        while True:
            if (left >> index) & 1:
                if chosen == 0:
                    break
                chosen -= 1
            index += 1
        left &= ~(1 << index)
        symbol = t[SYMBOL_ORDER + index]
        place = symbols - 1 - position
        if place < t[N_STARTS]:
            b[STACK_PLACE + symbol] = t[START_STACKS + place]
            b[STACK_HEIGHT + symbol] = t[START_HEIGHT]
        else:
            b[ASIDE] |= 1 << symbol


@kernel
def settle(b, w, h, t, rng):
    """Let everything happen that happens by itself, up to the next decision."""
    fill_display(b, t, rng)
    while True:
        phase = _decision(b, w, h, t)
        b[PHASE] = phase
        if phase != NONE:
            return
        if b[TURN] == NONE:
            if h[TURNS // 2] > 0 and _ending(b, w, h, t):
                return
            b[TURN] = (b[FIRST] + h[TURNS // 2]) % t[N_SEATS]
        else:
            b[TURN] = NONE
            h[TURNS // 2] += 1
            b[ACTED] = 0
            b[SECOND] = 0
            b[CLAIMED] = NONE
            if b[LEFT] != NONE:
                b[LEFT] -= 1


@kernel
def _decision(b, w, h, t):
    """Say what is to be decided and by whom, or NONE."""
    turn = b[TURN]
    if turn == NONE:
        return _set_up_decision(b, w, t) if h[TURNS // 2] == 0 else NONE
    b[ACTOR] = turn
    if b[ACTED] == 0:
        return TURN_ACTION
    if b[SECOND] and (can_draw(b) or _displays_colour(b, t)):
        return SECOND_CARD
    if b[PLAYERS + turn * STRIDE + N_OFFERED] > 0:
        return OFFER
    if b[CHOICE_A] != NONE:
        return TOKEN
    if b[ALVIN_MOVING]:
        return ALVINS_MOVE
    if b[CLAIMED] != NONE and _marker_possible(b, t, turn):
        return MARKER
    return NONE


@kernel
def _set_up_decision(b, w, t):
    """Tickets, then stacks, then start cities."""
    seats = t[N_SEATS]
    if b[PLAYERS + N_OFFERED] > 0:
        if not all_chose(b, t):
            b[ACTOR] = NONE  # several seats decide at once
            return FIRST_TICKETS
        carry_out_choices(b, w, t)
    last = (b[FIRST] + seats - 1) % seats
    if b[ASIDE] != 0:
        waiting = popcount(bit(0) * b[ASIDE])
        nth = t[N_SYMBOLS] - t[N_STARTS] - waiting
        back = 0 if t[LAST_PLACES_ALL] else nth % seats
        b[ACTOR] = (last + seats - back) % seats
        return STACK
    if t[N_MARKERS] > 0:
        for back in range(seats):
            seat = (last + seats - back) % seats
            if b[PLAYERS + seat * STRIDE + N_CITIES] == 0:
                b[ACTOR] = seat
                return START_CITY
    return NONE


@kernel
def _displays_colour(b, t):
    for slot in range(t[DISPLAYED]):
        if b[DISPLAY + slot] != NONE and b[DISPLAY + slot] != WILD:
            return True
    return False


@kernel
def marker_free(b, t, city):
    """Whether a marker may be put on a city."""
    home = t[ALVIN_VALUE] > 0 and city == t[ALVIN_HOME]
    return b[CONTROLLER + city] == NONE and not home


@kernel
def _marker_possible(b, t, seat):
    player = PLAYERS + seat * STRIDE
    if b[player + N_CITIES] >= t[N_MARKERS] or total(b, player + HAND) < t[MARKER_COST]:
        return False
    route = b[CLAIMED]
    return marker_free(b, t, t[R_A + route]) or marker_free(b, t, t[R_B + route])


@kernel
def _ending(b, w, h, t):
    """Between two turns, call the last round or end the game."""
    seats = t[N_SEATS]
    last = (b[FIRST] + h[TURNS // 2] - 1) % seats
    if b[LEFT] == 0:
        b[ENDED] = LAST_ROUND
    elif b[PASSES] >= seats:
        b[ENDED] = ALL_PASSED
    else:
        if b[LEFT] == NONE and b[PLAYERS + last * STRIDE + VEHICLES] <= t[VEHICLES_LEFT]:
            b[LEFT] = seats
        return False
    _final_scoring(b, w, h, t)
    b[PHASE] = OVER
    b[ACTOR] = NONE
    return True


@kernel
def complete_tickets(b, w, t, seat):
    """Count a seat's complete tickets."""
    complete = 0
    tickets = w[(PLAYERS + seat * STRIDE) // 8 + TICKETS]
    while tickets != ZERO:
        if is_complete(b, w, t, seat, lowest(tickets)):
            complete += 1
        tickets &= tickets - ONE
    return complete


@kernel
def _final_scoring(b, w, h, t):
    seats = t[N_SEATS]
    most = 0
    for seat in range(seats):
        tickets = w[(PLAYERS + seat * STRIDE) // 8 + TICKETS]
        while tickets != ZERO:
            ticket = lowest(tickets)
            tickets &= tickets - ONE
            if is_complete(b, w, t, seat, ticket):
                add_points(h, seat, TICKET_POINTS, t[T_POINTS + ticket])
            else:
                add_points(h, seat, FAILED_POINTS, -t[T_POINTS + ticket])
        most = max(most, complete_tickets(b, w, t, seat))
        if t[N_SYMBOLS] > 0:
            held = popcount(bit(0) * b[PLAYERS + seat * STRIDE + HELD])
            add_points(h, seat, TOKEN_POINTS, t[TOKEN_VALUE + held])
    for seat in range(seats):
        if most > 0 and complete_tickets(b, w, t, seat) == most:
            add_points(h, seat, BONUS_POINTS, t[BONUS])
    if t[ALVIN_VALUE] > 0 and b[ALVIN_HOLDER] != NONE:
        add_points(h, b[ALVIN_HOLDER], ALVIN_POINTS, t[ALVIN_VALUE])
