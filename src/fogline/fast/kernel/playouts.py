"""Whole games and batches of games, inside compiled code."""

from __future__ import annotations

from fogline.fast import hooks
from fogline.fast.board import N_SEATS
from fogline.fast.constants import NONE, OVER
from fogline.fast.context import Game
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import nth_bit, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.play import acting, inlined_step, legal_codes, start, step
from fogline.fast.kernel.records import score
from fogline.fast.layout import PHASE
from fogline.fast.mechanics.claiming import count_claims, nth_claim
from fogline.fast.mechanics.drawing import DRAW, SECOND_CARD, TAKE, can_draw, takeable
from fogline.fast.mechanics.tickets import DRAW_TICKETS, complete_tickets, tickets_left
from fogline.fast.mechanics.turns import ACTION, PASS


@big_kernel
def random_code(g, seat, dice, scratch):
    """Choose one of the legal actions, each equally likely."""
    return _random_code(g, seat, dice, scratch)


@kernel
def _random_code(g, seat, dice, scratch):
    """Choose one of the legal actions, within the caller.

    The codes of the two most frequent decisions are counted instead of listed.
    """
    phase = g.b[PHASE]
    if phase != ACTION and phase != SECOND_CARD:
        return scratch[below(dice, legal_codes(g, seat, scratch))]
    deck = 1 if can_draw(g) else 0
    displayed = takeable(g)
    cards = deck + popcount(displayed)
    tickets = 0
    claims = 0
    more = 0
    if phase == ACTION:
        tickets = 1 if tickets_left(g) > 0 else 0
        claims = count_claims(g, seat)
        more = hooks.turn_actions(g, seat, scratch, 0)
        if cards + tickets + claims + more == 0:
            below(dice, 1)
            return g.t[PASS]
    n = below(dice, cards + tickets + claims + more)
    if n < cards:
        return g.t[DRAW] if n < deck else g.t[TAKE] + nth_bit(displayed, n - deck)
    n -= cards
    if n < tickets:
        return g.t[DRAW_TICKETS]
    n -= tickets
    return nth_claim(g, seat, n) if n < claims else scratch[n - claims]


@big_kernel
def play_out(g, dice, scratch):
    """Play to the end with random players, seat s on `dice[s]`; return the decisions made."""
    decisions = 0
    while g.b[PHASE] != OVER:
        seat = acting(g)
        inlined_step(g, seat, _random_code(g, seat, dice[seat], scratch))
        decisions += 1
    return decisions


@kernel
def with_chance(g, rng):
    """Return the same game on another generator."""
    return Game(g.b, g.w, g.h, g.t, g.m, rng)


@kernel
def row(games, number):
    """Return one of many games."""
    return Game(
        games.b[number], games.w[number], games.h[number], games.t, games.m, games.rng[number]
    )


@big_kernel
def play_games(g, rngs, dice, scratch, scores, complete):
    """Play a game from each row of seeds; write its scores; return the decisions made."""
    decisions = 0
    for number in range(rngs.shape[0]):
        here = with_chance(g, rngs[number])
        start(here)
        decisions += play_out(here, dice[number], scratch)
        for seat in range(g.t[N_SEATS]):
            scores[number, seat] = score(here, seat)
            complete[number, seat] = complete_tickets(here, seat)
    return decisions


@big_kernel
def play_on(g, dice, scratch, games):
    """Play so many games one after the other from one stream; return the decisions made."""
    decisions = 0
    for _ in range(games):
        start(g)
        decisions += play_out(g, dice, scratch)
    return decisions


@big_kernel
def start_batch(games):
    """Deal a game in each row."""
    for number in range(games.b.shape[0]):
        start(row(games, number))


@big_kernel
def step_batch(games, codes, restart):
    """Perform an action in each row; where a game is over, deal the next if asked to."""
    for number in range(games.b.shape[0]):
        g = row(games, number)
        if g.b[PHASE] != OVER:
            step(g, acting(g), codes[number])
        elif restart:
            start(g)


@big_kernel
def list_batch(games, seats, legal, counts):
    """Write who decides in each row, the legal codes and how many there are."""
    for number in range(games.b.shape[0]):
        g = row(games, number)
        over = g.b[PHASE] == OVER
        seats[number] = NONE if over else acting(g)
        counts[number] = 0 if over else legal_codes(g, seats[number], legal[number])
