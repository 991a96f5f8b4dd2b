"""Drawing cards, compiled (C3 to C11, C16). The readable rule is `fogline.rules.drawing`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fogline.core.actions import DrawCard, TakeCard
from fogline.core.cards import ALL_CARDS, POSITION, Cards
from fogline.core.decisions import SecondCard
from fogline.fast import board, layout
from fogline.fast.constants import CARDS, MOST_IN_A_BYTE, NONE, WILD
from fogline.fast.context import Bytes
from fogline.fast.kernel import observing
from fogline.fast.kernel.bits import ONE, ZERO, bit
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, number
from fogline.rules.drawing import Drawing

MOST_DISPLAYED = 8

drawing = Mechanic(Drawing, base=True)
DECK, DISCARDS = layout.shared.bytes(CARDS), layout.shared.bytes(CARDS)
DISPLAY = layout.shared.bytes(MOST_DISPLAYED)
SECOND = layout.shared.bytes()
"""Whether the second card is still to be drawn."""
HAND, SEEN = layout.player.bytes(CARDS), layout.player.bytes(CARDS)
"""The cards held, and those of them that everybody saw being taken."""
DEALT, DISPLAYED, SWEEP_AT = number(), number(), number()
DECK_OF = number(CARDS)
"""The cards of the game, by kind."""
SECOND_CARD = drawing.phase(SecondCard)
DRAW = drawing.code(DrawCard, lambda _: 1, lambda _, __: DrawCard(), lambda _, __: 0)
TAKE = drawing.code(
    TakeCard,
    lambda _: CARDS,
    lambda _, n: TakeCard(ALL_CARDS[n]),
    lambda _, action: POSITION[action.card],
)


@drawing.lowers
def lower(rule: Drawing, lowered: LoweredGame) -> None:
    """Read the deck and the display."""
    lowered.check(rule.name, "cards", rule.deck.total, MOST_IN_A_BYTE)
    lowered.check(rule.name, "displayed cards", rule.display, MOST_DISPLAYED)
    lowered.check(rule.name, "cards dealt", rule.dealt, rule.deck.total // lowered.seats)
    lowered.check(rule.name, "wilds to sweep the display", rule.sweep_at, MOST_IN_A_BYTE, 1)
    lowered[DEALT], lowered[DISPLAYED], lowered[SWEEP_AT] = rule.dealt, rule.display, rule.sweep_at
    lowered.fill(DECK_OF, rule.deck.counts)


@kernel
def total(g, at):
    """Count a pile of cards."""
    count = 0
    for card in range(CARDS):
        count += g.b[at + card]
    return count


@kernel
def held(g, seat, card):
    """Return the cards of one kind in a hand."""
    return np.int64(g.b[record(seat) + HAND + card])


@kernel
def hand_size(g, seat):
    """Count the cards in a hand."""
    return total(g, record(seat) + HAND)


@kernel
def discarded(g):
    """Count the discards."""
    return total(g, DISCARDS)


@kernel
def slots(g):
    """Return the number of slots of the display."""
    return g.t[DISPLAYED]


@kernel
def card_at(g, slot):
    """Return the card in a slot of the display, or NONE."""
    return np.int64(g.b[DISPLAY + slot])


@kernel
def deck_code(g):
    """Return the code for drawing from the deck."""
    return g.t[DRAW]


@kernel
def card_code(g, card):
    """Return the code for taking a card from the display."""
    return g.t[TAKE] + card


@kernel
def card_of(g, code):
    """Return the card that a code takes from the display; other codes return no card."""
    return code - g.t[TAKE]


@kernel
def can_draw(g):
    """Return whether a card can be drawn from the deck, after a shuffle if necessary."""
    return total(g, DECK) > 0 or total(g, DISCARDS) > 0


@kernel
def draw(g):
    """Draw the top card of the deck, after a shuffle if it is empty; there must be a card."""
    count = total(g, DECK)
    if count == 0:
        for card in range(CARDS):
            g.b[DECK + card] = g.b[DISCARDS + card]
            count += g.b[DECK + card]
            g.b[DISCARDS + card] = 0
    position = below(g.rng, count)
    card = 0
    upto = 0
    for kind in range(WILD):  # without a branch, because the card is unpredictable
        upto += g.b[DECK + kind]
        card += 1 if position >= upto else 0
    g.b[DECK + card] -= 1
    return card


@drawing.hook
def lay_out(g):
    for card in range(CARDS):
        g.b[DECK + card] = g.t[DECK_OF + card]
    for slot in range(g.t[DISPLAYED]):
        g.b[DISPLAY + slot] = NONE


@drawing.hook
def set_up(g):
    for seat in range(g.t[board.N_SEATS]):
        for _ in range(g.t[DEALT]):
            g.b[record(seat) + HAND + draw(g)] += 1


@drawing.hook
def follow(g):
    """Fill the gaps of the display, and sweep it while it has too many wilds and that can help."""
    shown = g.t[DISPLAYED]
    while True:
        wilds = 0
        for slot in range(shown):
            if g.b[DISPLAY + slot] == NONE and can_draw(g):
                g.b[DISPLAY + slot] = draw(g)
            wilds += 1 if g.b[DISPLAY + slot] == WILD else 0
        if wilds < g.t[SWEEP_AT] or not _sweep_can_help(g):
            return
        for slot in range(shown):
            card = g.b[DISPLAY + slot]
            if card != NONE:
                g.b[DISCARDS + card] += 1
                g.b[DISPLAY + slot] = NONE


@kernel
def _sweep_can_help(g):
    """Return whether a display with few enough wilds exists at all (C7)."""
    outside = total(g, DECK) + total(g, DISCARDS)
    wilds = 0 + g.b[DECK + WILD] + g.b[DISCARDS + WILD]
    for slot in range(g.t[DISPLAYED]):
        card = g.b[DISPLAY + slot]
        if card != NONE:
            outside += 1
            wilds += 1 if card == WILD else 0
    return outside - wilds >= min(g.t[DISPLAYED], outside) - (g.t[SWEEP_AT] - 1)


@drawing.hook
def decision(g):
    if g.b[SECOND] and (can_draw(g) or displayed(g, WILD) != ZERO):
        g.b[layout.DECIDING] = 1 << g.b[turns.TURN]
        return SECOND_CARD
    return NONE


@kernel
def displayed(g, kinds):
    """Return the different cards on display as bits, of the first `kinds` kinds."""
    cards = ZERO
    for slot in range(g.t[DISPLAYED]):
        cards |= bit(g.b[DISPLAY + slot] & 15)  # NONE sets a bit that is masked below
    return cards & (bit(kinds) - ONE)


@kernel
def takeable(g):
    """Return the displayed cards that can be taken now, as bits."""
    return displayed(g, CARDS if g.b[layout.PHASE] == turns.ACTION else WILD)


@drawing.offers(turns.ACTION, SECOND_CARD)
def draws(g, seat, out, count):
    if can_draw(g):
        out[count] = g.t[DRAW]
        count += 1
    cards = takeable(g)
    for card in range(CARDS):
        if cards & bit(card):
            out[count] = g.t[TAKE] + card
            count += 1
    return count


@drawing.plays(DRAW)
def draw_card(g, seat, n):
    g.b[record(seat) + HAND + draw(g)] += 1
    g.b[SECOND] = 1 - g.b[SECOND]
    turns.has_acted(g)


@drawing.plays(TAKE)
def take(g, seat, card):
    for slot in range(g.t[DISPLAYED]):
        if g.b[DISPLAY + slot] == card:
            g.b[DISPLAY + slot] = NONE
            break
    player = record(seat)
    g.b[player + HAND + card] += 1
    g.b[player + SEEN + card] += 1
    g.b[SECOND] = 0 if card == WILD else 1 - g.b[SECOND]
    turns.has_acted(g)


@drawing.hook
def turn_ended(g):
    g.b[SECOND] = 0


# ── Payments, for every mechanic that costs cards ─────────────────────────────────────────────


@kernel
def pay(g, seat, card, count):
    """Move some cards of one kind from a hand to the discards."""
    player = record(seat)
    g.b[player + HAND + card] -= count
    seen = g.b[player + SEEN + card]
    g.b[player + SEEN + card] = seen - count if seen > count else 0
    g.b[DISCARDS + card] += count


@kernel
def pay_way(g, seat, length, colour, wilds):
    """Pay `length` cards, of which `wilds` are wild."""
    if wilds < length:
        pay(g, seat, colour, length - wilds)
    pay(g, seat, WILD, wilds)


@kernel
def ways_in_colour(length, ferries, held, wilds):
    """Count the payments with at least one card of a colour."""
    fewest = max(ferries, length - held)
    most = min(wilds, length - 1)
    return most - fewest + 1 if most >= fewest else 0


@kernel
def ways_in_any(g, seat, length, ferries):
    """Count the payments in any one colour, and the one in wilds only."""
    hand = record(seat) + HAND
    wilds = g.b[hand + WILD]
    ways = 1 if wilds >= length else 0
    for colour in range(WILD):
        ways += ways_in_colour(length, ferries, g.b[hand + colour], wilds)
    return ways


@kernel
def nth_way(g, seat, length, ferries, colour, n):
    """Return the n-th legal payment in the stable order, as its index among the codes.

    The code of a payment in one colour is its number of wilds; codes of payments in any colour run
    through the colours for each number of wilds. The payment in wilds only comes last in both.
    """
    hand = record(seat) + HAND
    wilds = g.b[hand + WILD]
    if colour >= 0:
        return min(max(ferries, length - g.b[hand + colour]) + n, length)
    for spent in range(ferries, min(wilds, length - 1) + 1):
        for each in range(WILD):
            if g.b[hand + each] + spent >= length:
                if n == 0:
                    return spent * WILD + each
                n -= 1
    return length * WILD


def payment_of(length: int, way: int) -> Cards:
    """Return the payment in any colour at an index among its codes."""
    wilds, colour = divmod(way, WILD)
    if wilds >= length:
        return Cards.of({ALL_CARDS[WILD]: length})
    return Cards.of({ALL_CARDS[colour]: length - wilds, ALL_CARDS[WILD]: wilds})


def way_of(payment: Cards) -> int:
    """Return the index of a payment in any colour among its codes."""
    colour = next((POSITION[card] for card, _ in payment if POSITION[card] != WILD), 0)
    return payment.wilds * WILD + colour


# ── What a seat does not know ─────────────────────────────────────────────────────────────────


@kernel
def forget_cards(g, seat, hidden):
    """Remove the cards that a seat does not know; write how many each hand hides."""
    for card in range(CARDS):
        g.b[DECK + card] = 0
    for other in range(g.t[board.N_SEATS]):
        hidden[other] = 0
        if other != seat:
            player = record(other)
            for card in range(CARDS):
                hidden[other] += g.b[player + HAND + card] - g.b[player + SEEN + card]
                g.b[player + HAND + card] = g.b[player + SEEN + card]


@kernel
def guess_cards(g, hidden):
    """Deal the hidden cards to hands; the rest is the deck."""
    seats = g.t[board.N_SEATS]
    left = 0
    for card in range(CARDS):
        unknown = g.t[DECK_OF + card] - g.b[DISCARDS + card]
        for seat in range(seats):
            unknown -= g.b[record(seat) + HAND + card]
        for slot in range(g.t[DISPLAYED]):
            if g.b[DISPLAY + slot] == card:
                unknown -= 1
        g.b[DECK + card] = unknown
        left += unknown
    for seat in range(seats):
        for _ in range(hidden[seat]):
            position = below(g.rng, left)
            card = 0
            while position >= g.b[DECK + card]:
                position -= g.b[DECK + card]
                card += 1
            g.b[DECK + card] -= 1
            g.b[record(seat) + HAND + card] += 1
            left -= 1


# ── The readable state ────────────────────────────────────────────────────────────────────────


def _write_cards(b: Bytes, offset: int, cards: Cards) -> None:
    b[offset : offset + CARDS] = cards.counts


def _read_cards(b: Bytes, offset: int) -> Cards:
    return Cards(tuple(int(count) for count in b[offset : offset + CARDS]))


@drawing.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the deck, the discards, the display and the hands."""
    b = block.bytes
    _write_cards(b, DECK, table.deck)
    _write_cards(b, DISCARDS, table.discards)
    b[SECOND] = table.second_card
    for slot, card in enumerate(table.display):
        b[DISPLAY + slot] = NONE if card is None else POSITION[card]
    for seat, player in enumerate(table.players):
        _write_cards(b, lowered.record(seat) + HAND, player.hand)
        _write_cards(b, lowered.record(seat) + SEEN, player.seen)


@drawing.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read the deck, the discards, the display and the hands."""
    b = block.bytes
    return replace(
        state,
        deck=_read_cards(b, DECK),
        discards=_read_cards(b, DISCARDS),
        second_card=bool(b[SECOND]),
        display=tuple(
            None if card == NONE else ALL_CARDS[card]
            for card in b[DISPLAY : DISPLAY + len(state.display)]
        ),
        players=tuple(
            replace(
                player,
                hand=_read_cards(b, lowered.record(seat) + HAND),
                seen=_read_cards(b, lowered.record(seat) + SEEN),
            )
            for seat, player in enumerate(state.players)
        ),
    )


SEEN_HAND, SEEN_KNOWN, SEEN_HANDS, SEEN_DISPLAY, SEEN_DISCARDS, SEEN_DECK = drawing.observes(
    "hand", "known", "hands", "display", "discards", "deck"
)


@drawing.hook
def observe(g, seat, o, out):
    # Read offsets once: the compiler cannot know that the writes below do not change them.
    hand, hands, known = o[SEEN_HAND], o[SEEN_HANDS], o[SEEN_KNOWN]
    display, discards = o[SEEN_DISPLAY], o[SEEN_DISCARDS]
    seats = g.t[board.N_SEATS]
    player = record(seat)
    for card in range(CARDS):
        out[hand + card] = g.b[player + HAND + card]
    for card in range(CARDS):
        out[display + card] = 0
    for card in range(CARDS):
        out[discards + card] = g.b[DISCARDS + card]
    out[hands] = total(g, player + HAND)
    for relative in range(1, seats):
        other = record(observing.seat_at(seat, relative, seats))
        out[hands + relative] = total(g, other + HAND)
        for card in range(CARDS):
            out[known + card] = g.b[other + SEEN + card]
        known += CARDS
    for slot in range(g.t[DISPLAYED]):
        if g.b[DISPLAY + slot] != NONE:
            out[display + g.b[DISPLAY + slot]] += 1
    out[o[SEEN_DECK]] = total(g, DECK)
