"""Whole games between random players in compiled code."""

from __future__ import annotations

from fogline.fast import hooks, layout
from fogline.fast.constants import OVER
from fogline.fast.context import KernelGame
from fogline.fast.jit import entry_point, flat, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import nth_bit, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.mechanics import claiming, drawing, tickets, turns


@entry_point
def random_code(g, seat, dice, scratch):
    """Choose one of the legal actions, each equally likely."""
    return _random_code(g, seat, dice, scratch)


@kernel
def _random_code(g, seat, dice, scratch):
    """Choose one of the legal actions, inlined.

    The codes of the two most frequent decisions are counted instead of listed.
    """
    phase = g.b[layout.PHASE]
    if phase != turns.ACTION and phase != drawing.SECOND_CARD:
        return scratch[below(dice, play.legal_codes(g, seat, scratch))]
    deck = 1 if drawing.can_draw(g) else 0
    displayed = drawing.takeable(g)
    cards = deck + popcount(displayed)
    offers = 0
    claims = 0
    more = 0
    if phase == turns.ACTION:
        offers = 1 if tickets.tickets_left(g) > 0 else 0
        claims = claiming.count_claims(g, seat)
        more = hooks.further_offers(g, seat, scratch, 0)
        if cards + offers + claims + more == 0:
            below(dice, 1)
            return g.t[turns.PASS]
    n = below(dice, cards + offers + claims + more)
    if n < cards:
        return g.t[drawing.DRAW] if n < deck else g.t[drawing.TAKE] + nth_bit(displayed, n - deck)
    n -= cards
    if n < offers:
        return g.t[tickets.DRAW_TICKETS]
    n -= offers
    return claiming.nth_claim(g, seat, n) if n < claims else scratch[n - claims]


@entry_point
def play_out(g, dice, scratch):
    """Play to the end with random players, seat s with `dice[s]`; return the decisions made."""
    decisions = 0
    while g.b[layout.PHASE] != OVER:
        seat = play.acting(g)
        play.inlined_step(g, seat, _random_code(g, seat, flat(dice[seat]), scratch))
        decisions += 1
    return decisions


@kernel
def with_chance(g, rng):
    """Return the same game with another generator."""
    return KernelGame(g.b, g.w, g.h, g.t, g.m, flat(rng))


@kernel
def count(games):
    """Return the number of games."""
    return games.b.shape[0]


@kernel
def row(games, number):
    """Return one of many games."""
    return KernelGame(
        flat(games.b[number]),
        flat(games.w[number]),
        flat(games.h[number]),
        games.t,
        games.m,
        flat(games.rng[number]),
    )


@entry_point
def play_on(g, dice, scratch, games):
    """Play games one after the other with one generator; return the number of decisions."""
    decisions = 0
    for _ in range(games):
        play.start(g)
        decisions += play_out(g, dice, scratch)
    return decisions
