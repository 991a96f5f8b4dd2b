"""One action: from its code to everything that follows."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.cards import draw_to_hand, pay, take_to_hand
from fogline.fast.kernel.claims import claim, take_token
from fogline.fast.kernel.flow import settle
from fogline.fast.kernel.tickets import keep, offer
from fogline.fast.layout import (
    ACTED,
    ALVIN_CITY,
    ALVIN_MOVING,
    ASIDE,
    ASIDE_HEIGHT,
    CAN,
    CHOICE,
    CHOICE_A,
    CHOICE_B,
    CHOSEN,
    CITIES,
    CLAIM_CODES,
    CLAIMED,
    CODE_ALVIN,
    CODE_CLAIM,
    CODE_DRAW,
    CODE_KEEP,
    CODE_MARK,
    CODE_NO_MARKER,
    CODE_PASS,
    CODE_STACK,
    CODE_START,
    CODE_TAKE,
    CODE_TICKETS,
    CODE_TOKEN,
    CONNECTED,
    CONTROLLER,
    M_AT,
    MARKER_COST,
    N_CITIES,
    N_PLACES,
    N_WORDS,
    NONE,
    NW,
    PASSES,
    PLAYERS,
    R_A,
    R_B,
    STACK_HEIGHT,
    STACK_PLACE,
    STRIDE,
    TICKETS_SHOWN,
    TURN,
    WILD,
)


@kernel
def _acted(b):
    """Note that the seat whose turn it is has chosen its action."""
    b[ACTED] = 1
    b[PASSES] = 0


@kernel
def _put_marker(b, seat, city):
    player = PLAYERS + seat * STRIDE
    b[CONTROLLER + city] = seat
    b[player + CITIES + b[player + N_CITIES]] = city
    b[player + N_CITIES] += 1
    b[CLAIMED] = NONE


@kernel
def _claim_code(b, w, h, t, m, seat, code):
    packed = t[CLAIM_CODES + code - t[CODE_CLAIM]]
    claim(b, w, h, t, m, seat, packed >> 16, (packed >> 8) & 0xFF, packed & 0xFF)
    _acted(b)


@kernel
def _mark_code(b, t, seat, code):
    cost = t[MARKER_COST]
    ways = cost * WILD + 1
    end, way = divmod(code - t[CODE_MARK], ways)
    wilds = way // WILD
    if wilds < cost:
        pay(b, seat, way % WILD, cost - wilds)
    pay(b, seat, WILD, wilds)
    _put_marker(b, seat, t[(R_B if end else R_A) + b[CLAIMED]])


@kernel
def _start_code(b, w, t, m, seat, city):
    _put_marker(b, seat, city)
    if t[CONNECTED]:
        for word in range(t[N_WORDS]):
            w[(PLAYERS + seat * STRIDE) // 8 + CAN + word] = m[M_AT + city * NW + word]


@kernel
def step(b, w, h, t, m, rng, seat, code):
    """Perform a legal action and all that follows, up to the next decision."""
    if code < t[CODE_TICKETS]:
        if code == t[CODE_DRAW]:
            draw_to_hand(b, seat, rng)
        else:
            take_to_hand(b, t, seat, code - t[CODE_TAKE])
        _acted(b)
    elif code >= t[CODE_CLAIM] and code < t[CODE_STACK]:
        _claim_code(b, w, h, t, m, seat, code)
    elif code == t[CODE_TICKETS]:
        offer(b, w, rng, seat, t[TICKETS_SHOWN])
        _acted(b)
    elif code == t[CODE_PASS]:
        b[ACTED] = 1
        b[PASSES] += 1
    elif code < t[CODE_CLAIM]:
        _keep_code(b, w, seat, code - t[CODE_KEEP])
    elif code < t[CODE_TOKEN]:
        symbol, place = divmod(code - t[CODE_STACK], t[N_PLACES])
        b[STACK_PLACE + symbol] = place
        b[STACK_HEIGHT + symbol] = t[ASIDE_HEIGHT]
        b[ASIDE] &= ~(1 << symbol)
    elif code < t[CODE_START]:
        take_token(b, t, seat, code - t[CODE_TOKEN])
        b[CHOICE_A] = NONE
        b[CHOICE_B] = NONE
    elif code < t[CODE_NO_MARKER]:
        _start_code(b, w, t, m, seat, code - t[CODE_START])
    elif code == t[CODE_NO_MARKER]:
        b[CLAIMED] = NONE
    elif code < t[CODE_ALVIN]:
        _mark_code(b, t, seat, code)
    else:
        b[ALVIN_CITY] = code - t[CODE_ALVIN]
        b[ALVIN_MOVING] = 0
    settle(b, w, h, t, rng)


@kernel
def _keep_code(b, w, seat, choice):
    if b[TURN] == NONE:
        player = PLAYERS + seat * STRIDE
        b[player + CHOSEN] = 1
        b[player + CHOICE] = choice
    else:
        keep(b, w, seat, choice)
