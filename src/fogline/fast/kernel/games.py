"""Whole games and batches of games, inside compiled code."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.cards import can_draw
from fogline.fast.kernel.claims import claimable, nth_way, ways_to_pay
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.flow import complete_tickets, start
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    ACTOR,
    CHOSEN,
    CODE_CLAIM,
    CODE_DRAW,
    CODE_PASS,
    CODE_TAKE,
    CODE_TICKETS,
    DISPLAY,
    DISPLAYED,
    FIRST_TICKETS,
    MOST_ROUTES,
    N_CATEGORIES,
    N_SEATS,
    N_WORDS,
    NONE,
    OVER,
    PHASE,
    PLAYERS,
    R_CODE,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
    SCORES,
    SECOND_CARD,
    STRIDE,
    TURN_ACTION,
    WILD,
)


@kernel
def acting(b, t):
    """Return the seat to decide next; of several the first that has not chosen."""
    if b[PHASE] != FIRST_TICKETS:
        return int(b[ACTOR])
    for seat in range(t[N_SEATS]):
        if b[PLAYERS + seat * STRIDE + CHOSEN] == 0:
            return seat
    return NONE


@kernel
def random_code(b, w, t, m, seat, dice, scratch):
    """Choose one of the legal actions, each equally likely."""
    phase = b[PHASE]
    if phase != TURN_ACTION and phase != SECOND_CARD:
        return scratch[below(dice, legal_codes(b, w, t, m, seat, scratch))]
    deck = 1 if can_draw(b) else 0
    displayed = 0
    cards = deck
    for slot in range(t[DISPLAYED]):
        card = b[DISPLAY + slot]
        if card != NONE and not (displayed >> card) & 1:
            if card != WILD or phase == TURN_ACTION:
                displayed |= 1 << card
                cards += 1
    claims = 0
    routes = 0
    tickets = 0
    if phase == TURN_ACTION:
        tickets = 1 if tickets_left(b, w) > 0 else 0
        for word in range(t[N_WORDS]):
            mask = claimable(b, w, m, seat, word)
            while mask != ZERO:
                route = word * 64 + lowest(mask)
                mask &= mask - ONE
                claims += ways_to_pay(b, t, seat, route)
                scratch[routes] = route
                scratch[MOST_ROUTES + routes] = claims
                routes += 1
        if cards + tickets + claims == 0:
            below(dice, 1)
            return t[CODE_PASS]
    n = below(dice, cards + tickets + claims)
    if n < cards:
        if n < deck:
            return t[CODE_DRAW]
        n -= deck
        card = 0
        while n > 0 or not (displayed >> card) & 1:
            n -= (displayed >> card) & 1
            card += 1
        return t[CODE_TAKE] + card
    n -= cards
    if n < tickets:
        return t[CODE_TICKETS]
    n -= tickets
    position = 0
    while scratch[MOST_ROUTES + position] <= n:
        position += 1
    if position > 0:
        n -= scratch[MOST_ROUTES + position - 1]
    route = scratch[position]
    way = nth_way(b, seat, t[R_LENGTH + route], t[R_FERRIES + route], t[R_COLOUR + route], n)
    return t[CODE_CLAIM] + t[R_CODE + route] + way


@kernel
def play_out(b, w, h, t, m, rng, dice, scratch):
    """Play to the end with random players, seat s on `dice[s]`; return the decisions made."""
    decisions = 0
    while b[PHASE] != OVER:
        seat = acting(b, t)
        step(b, w, h, t, m, rng, seat, random_code(b, w, t, m, seat, dice[seat], scratch))
        decisions += 1
    return decisions


@kernel
def score(h, seat):
    """Add up a seat's points."""
    points = 0
    for category in range(N_CATEGORIES):
        points += h[(PLAYERS + seat * STRIDE + SCORES) // 2 + category]
    return points


@kernel
def copy(source, target):
    """Copy a state, word by word."""
    for word in range(source.shape[0]):
        target[word] = source[word]


@kernel
def play_games(b, w, h, t, m, rngs, dice, scratch, scores, complete):
    """Play a game from each row of seeds; write its scores; return the decisions made."""
    decisions = 0
    for game in range(rngs.shape[0]):
        start(b, w, h, t, rngs[game])
        decisions += play_out(b, w, h, t, m, rngs[game], dice[game], scratch)
        for seat in range(t[N_SEATS]):
            scores[game, seat] = score(h, seat)
            complete[game, seat] = complete_tickets(b, w, t, seat)
    return decisions


@kernel
def play_on(b, w, h, t, m, rng, dice, scratch, games):
    """Play so many games one after the other from one stream; return the decisions made."""
    decisions = 0
    for _ in range(games):
        start(b, w, h, t, rng)
        decisions += play_out(b, w, h, t, m, rng, dice, scratch)
    return decisions


@kernel
def start_batch(b, w, h, t, rngs):
    """Deal a game in each row."""
    for game in range(b.shape[0]):
        start(b[game], w[game], h[game], t, rngs[game])


@kernel
def step_batch(b, w, h, t, m, rngs, codes, restart):
    """Perform an action in each row; where a game is over, deal the next if asked to."""
    for game in range(b.shape[0]):
        if b[game, PHASE] != OVER:
            seat = acting(b[game], t)
            step(b[game], w[game], h[game], t, m, rngs[game], seat, codes[game])
        elif restart:
            start(b[game], w[game], h[game], t, rngs[game])


@kernel
def mask_batch(b, w, t, m, seats, mask, scratch):
    """Write who decides in each row, and a row of the mask: 1 for each legal code."""
    for game in range(b.shape[0]):
        seat = acting(b[game], t)
        seats[game] = seat
        for code in range(mask.shape[1]):
            mask[game, code] = 0
        if b[game, PHASE] != OVER:
            for position in range(legal_codes(b[game], w[game], t, m, seat, scratch)):
                mask[game, scratch[position]] = 1
