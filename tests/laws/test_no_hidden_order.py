"""Law 2: the deck has no order before a card is drawn; tickets that went back keep theirs."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import permutations

import pytest

from fogline import Card, Cards, Chance, DrawCard, DrawTickets, State, from_json, to_json
from fogline.core import engine
from fogline.core.events import CardDrawn, DiscardsShuffled, TicketsOffered
from tests.laws.ledger import Faces, Ledger, faces_of
from tests.laws.test_replay_without_dice import new_ledger
from tests.play import Playout, Script, Step, Variant, choose, hold, variants

CARD_ORDER = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "wild"]
"""How a deck of counts is laid in a row, so that a number names a card."""

ALL_CARDS_EVERY = 40
"""Every card of the deck is drawn, each by its own number, in one position out of so many."""


def test_the_type_of_a_deck_has_no_room_for_an_order() -> None:
    assert {field.name for field in fields(Cards)} == {"counts", "hidden"}
    in_words = {field.name: field.type for field in fields(State)}
    assert in_words["deck"] == in_words["discards"] == "Cards"


def test_the_order_in_which_cards_came_together_is_forgotten() -> None:
    cards = [Card.RED, Card.RED, Card.BLUE, Card.WILD]
    orders = {Cards.of(order) for order in permutations(cards)}
    assert len(orders) == 1
    one_by_one = set()
    for order in permutations(cards):
        pile = Cards()
        for card in order:
            pile = pile.plus(card)
        one_by_one.add(pile)
    assert one_by_one == orders


def test_each_number_names_one_card_of_the_deck() -> None:
    deck = Cards.of({Card.GREEN: 2, Card.RED: 1, Card.WILD: 3})
    row = [str(Script(number).card(deck)) for number in range(6)]
    assert row == ["red", "green", "green", "wild", "wild", "wild"]


def drawn(state: State, number: int) -> tuple[Card, bool]:
    """Draw blind with one number from chance; say which card came and whether a shuffle did."""
    assert state.turn is not None
    _, events = engine.play(state, state.turn, DrawCard(), Script(number))
    shuffled = isinstance(events[0], DiscardsShuffled)
    draw = events[int(shuffled)]
    assert isinstance(draw, CardDrawn)
    assert draw.card is not None
    return draw.card, shuffled


def row_of(cards: Faces) -> list[str]:
    return [word for word in CARD_ORDER for _ in range(cards[Card(word)])]


def assert_next_card_is_chance(state: State, ledger: Ledger, *, all_cards: bool) -> None:
    """What comes next is one number's doing, and any card of the pile can come."""
    pile = ledger.deck if ledger.deck.total() else ledger.discards
    row = row_of(pile)
    numbers = range(len(row)) if all_cards else {0, len(row) // 2, len(row) - 1}
    for number in numbers:
        card, shuffled = drawn(state, number)
        assert card == row[number]
        assert shuffled == (not ledger.deck.total())
    if all_cards:
        assert Counter(drawn(state, number)[0] for number in numbers) == pile


def assert_next_tickets_lie_in_order(state: State, ledger: Ledger) -> None:
    """The top layer gives any of its tickets; layers below wait until it is gone."""
    assert state.turn is not None
    firsts = []
    for number in range(len(ledger.pile[0])):
        _, events = engine.play(state, state.turn, DrawTickets(), Script(number))
        (offer,) = [event for event in events if isinstance(event, TicketsOffered)]
        firsts.append(offer.tickets[0])
        waiting = list(offer.tickets)
        for layer in ledger.pile:
            from_here, waiting = waiting[: len(layer)], waiting[len(layer) :]
            assert set(from_here) <= layer
        assert not waiting
    assert Counter(firsts) == Counter(ledger.pile[0])


def assert_future_is_dice_alone(step: Step, seed: int) -> None:
    """A state that went through text, which has counts and layers only, has the same future."""
    if not step.game.deciding:
        return
    seat, action = choose(step.game, Chance(f"next {seed}"))
    read = from_json(to_json(step.state), State)
    assert faces_of(read.deck) == faces_of(step.state.deck)
    after, events = engine.play(step.state, seat, action, Chance(seed))
    assert engine.play(read, seat, action, Chance(seed)) == (after, events)


def check(playout: Playout) -> int:
    positions = 0
    ledger = None
    for step in playout.steps():
        state = step.state
        if ledger is None:
            ledger = new_ledger(engine.lay_out(state.game, len(state.players)))
        ledger.note_all(step.events)  # asserts that tickets come off the top
        actions = step.game.legal_actions(state.turn) if state.turn is not None else []
        sampled = positions % ALL_CARDS_EVERY == playout.seed % ALL_CARDS_EVERY
        if DrawCard() in actions:
            assert_next_card_is_chance(state, ledger, all_cards=sampled)
        if DrawTickets() in actions and sampled:
            assert_next_tickets_lie_in_order(state, ledger)
        if sampled:
            assert_future_is_dice_alone(step, playout.seed + positions)
        positions += 1
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_what_comes_next_is_chance_alone(variant: Variant) -> None:
    hold(check, variant)


def test_tickets_returned_to_the_bottom_come_back_in_the_order_shown() -> None:
    """Draw and return until the pile has gone round: what went under comes up as it went."""
    variant = next(variant for variant in variants() if variant.game == "san-francisco")
    game = variant.deal("round")
    while game.state.turn is None:
        game.play(game.deciding[0], game.legal_actions(game.deciding[0])[0])
    returned: list[str | None] = []
    shown: list[str | None] = []
    before = [face for layer in game.state.ticket_deck if layer.known for face in layer.faces]
    unknown = sum(len(layer.faces) for layer in game.state.ticket_deck if not layer.known)
    while DrawTickets() in game.legal_actions(game.deciding[0]):
        seat = game.deciding[0]
        game.play(seat, DrawTickets())
        offered = game.state.players[seat].offered
        shown += offered
        returned += offered[1:]
        keep_first = next(a for a in game.legal_actions(seat) if str(a) == f"keep {offered[0]}")
        game.play(seat, keep_first)
    assert shown[unknown:] == (before + returned)[: len(shown) - unknown]
    assert len(shown) > unknown + len(before) + 5
