"""Guessing from a view: in agreement with it, uniform over the rest, and blind to the truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from fogline import Card, Cards, Chance, Game, View, define, legal_actions, new_game, view_of
from fogline.core.invariants import violations
from fogline.core.rule import Rule
from fogline.core.table import State
from fogline.fast import Knowledge, compile_game, determinise, words_of
from fogline.fast.state_codec import to_block
from fogline.rules.drawing import Drawing
from tests.soak import amount

GAMES = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 3, {"alvin": True}),
    ("old-west", 6, {}),
]


def played(game: Game, decisions: int) -> Game:
    dice = Chance("determinise")
    for _ in range(decisions):
        if game.deciding:
            seat = game.deciding[0]
            actions = game.legal_actions(seat)
            game.play(seat, actions[dice.below(len(actions))])
    return game


def deck_of(rules: tuple[Rule, ...]) -> Cards:
    return next(rule.deck for rule in rules if isinstance(rule, Drawing))


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_a_guess_is_a_possible_state_that_gives_the_same_view(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    engine = compile_game(define(name, options), seats)
    game = new_game(name, seats, "guess", options)
    checked = 0
    while game.deciding:
        played(game, 3)
        for seat in range(seats):
            view = game.view(seat)
            guess = determinise(engine, view, f"{checked}").to_state()
            assert not list(violations(guess, deck_of(engine.game.rules)))
            seen = view_of(guess, seat)
            assert np.array_equal(
                to_block(seen, engine.lowered).bytes, to_block(view, engine.lowered).bytes
            )
            assert legal_actions(seen) == legal_actions(view)
            checked += 1
    assert checked > 50


def test_guesses_are_uniform_over_the_unknown_cards() -> None:
    """The other hand's two unseen cards: each pair of cards is as likely as its share."""
    engine = compile_game(define("san-francisco", {"first": 0}), 2)
    view = new_game("san-francisco", 2, "uniform", {"first": 0}).view(0)
    unknown = _unknown_cards(view, deck_of(engine.game.rules))
    knowledge = Knowledge(engine, view)
    rng = words_of("sampling")
    num = amount(4_000, 40_000)
    hands = Counter(knowledge.sample(rng).to_state().players[1].hand for _ in range(num))
    pairs = comb(unknown.total, 2)
    chi_square = 0.0
    kinds = 0
    for first in Card:
        for second in list(Card)[list(Card).index(first) :]:
            ways = comb(unknown[first], 2) if first is second else unknown[first] * unknown[second]
            if ways:
                expected = num * ways / pairs
                found = hands.pop(Cards.of([first, second]), 0)
                chi_square += (found - expected) ** 2 / expected
                kinds += 1
    assert not hands, "a hand was dealt that cannot be"
    # Fixed seeds: this cannot fail by chance. The mean is kinds - 1, six deviations are far off.
    assert chi_square < kinds - 1 + 6 * (2 * (kinds - 1)) ** 0.5


def test_guesses_are_uniform_over_the_unknown_tickets() -> None:
    engine = compile_game(define("old-west", {}), 3)
    game = played(new_game("old-west", 3, "tickets"), 12)
    view = game.view(0)
    knowledge = Knowledge(engine, view)
    mine = {*view.me.tickets, *(ticket for layer in view.ticket_deck for ticket in layer.faces)}
    unknown = [ticket for ticket in view.board.ticket if ticket not in mine]
    held = len(view.players[1].tickets)
    rng = words_of("sampling")
    num = amount(4_000, 40_000)
    found = Counter(
        ticket for _ in range(num) for ticket in knowledge.sample(rng).to_state().players[1].tickets
    )
    assert set(found) == set(unknown)
    expected = num * held / len(unknown)
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    degrees = len(unknown) - 1
    assert chi_square < degrees + 6 * (2 * degrees) ** 0.5


def test_what_a_seat_may_not_know_does_not_change_the_guess() -> None:
    """Law 4: two states that differ only in secrets give one distribution, sample for sample."""
    engine = compile_game(define("old-west", {}), 4)
    game = played(new_game("old-west", 4, "secret"), 40)
    other = _swapped(game.state)
    assert other != game.state
    first, second = view_of(game.state, 0), view_of(other, 0)
    for seed in range(50):
        one = determinise(engine, first, seed).block.bytes
        two = determinise(engine, second, seed).block.bytes
        assert np.array_equal(one, two)


def test_cards_taken_openly_stay_in_the_hand() -> None:
    engine = compile_game(define("san-francisco", {}), 3)
    game = played(new_game("san-francisco", 3, "open"), 30)
    view = game.view(0)
    seen = view.players[1].seen
    assert seen, "nobody took a card openly in this game: choose another seed"
    for seed in range(100):
        guess = determinise(engine, view, seed).to_state()
        assert guess.players[1].hand.covers(seen)


def _unknown_cards(view: View, deck: Cards) -> Cards:
    shown = Cards.of([card for card in view.display if card is not None])
    return deck - view.me.hand - view.discards - shown


def _swapped(state: State) -> State:
    """Swap an unseen card of seat 1 with a different card of the deck, and a ticket with seat 2."""
    one, two = state.players[1], state.players[2]
    unseen = one.hand - one.seen
    card = next(card for card, _ in unseen)
    other = next(each for each, _ in state.deck if each is not card)
    swapped = replace(
        one,
        hand=one.hand.minus(card).plus(other),
        tickets=(two.tickets[0], *one.tickets[1:]),
    )
    return replace(
        state,
        deck=state.deck.minus(other).plus(card),
        players=(
            state.players[0],
            swapped,
            replace(two, tickets=(one.tickets[0], *two.tickets[1:])),
            *state.players[3:],
        ),
    )
