"""Guesses agree with the view, are uniform over the rest, and cannot know the truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import comb
from typing import ClassVar

import pytest

from fogline import Card, Cards, Chance, Game, GameDefinition, define, view_of
from fogline.bots.compiled_bots import engine_for
from fogline.core.chance import pick
from fogline.core.engine import legal_actions
from fogline.core.invariants import violations
from fogline.core.messages import Shown
from fogline.core.table import Part
from fogline.fast import determinise
from fogline.rules.drawing import Drawing
from fogline.sim import ReadablePosition, guess_state
from tests.sim.boards import tidewick


def games() -> list[tuple[GameDefinition, int]]:
    return [
        (define("san-francisco"), 2),
        (define("san-francisco"), 4),
        (define("old-west", {"alvin": True}), 3),
        (define("old-west"), 6),
        (tidewick(), 3),
    ]


def played(game: GameDefinition, seats: int, decisions: int) -> Game:
    running = Game.start(game, seats, Chance("guess"))
    dice = Chance("players")
    for _ in range(decisions):
        if running.deciding:
            seat = pick(dice, running.deciding)
            running.play(seat, pick(dice, running.legal_actions(seat)))
    return running


@pytest.mark.parametrize(("game", "seats"), games(), ids=lambda each: getattr(each, "name", each))
def test_a_guess_is_a_possible_state_that_gives_an_equal_view(
    game: GameDefinition, seats: int
) -> None:
    deck = next(rule.deck for rule in game.rules if isinstance(rule, Drawing))
    running = Game.start(game, seats, Chance("guess"))
    dice = Chance("players")
    checked = 0
    while running.deciding:
        for seat in (*range(seats), None):
            view = running.view(seat)
            guess = guess_state(view, Chance(checked))
            assert view_of(guess, seat) == view
            assert not list(violations(guess, deck))
            checked += 1
        for _ in range(3):
            if running.deciding:
                seat = pick(dice, running.deciding)
                running.play(seat, pick(dice, running.legal_actions(seat)))
    assert checked > 50


@pytest.mark.parametrize("decisions", [1, 2, 30])  # others have chosen their tickets, and later
def test_a_guessed_position_can_be_played_to_its_end(decisions: int) -> None:
    game = define("old-west")
    view = played(game, 3, decisions).view(0)
    position = ReadablePosition.guess(view, Chance("guess"))
    compiled = determinise(engine_for(game, 3), view, "guess")
    for guess in (position, compiled):
        assert legal_actions(view_of(guess.to_state(), 0)) == legal_actions(view)
    dice = Chance("players")
    while not position.is_over:
        seat = position.deciding[0]
        position.play(seat, pick(dice, legal_actions(position.view(seat))))
    while not compiled.is_over:
        seat = compiled.deciding[0]
        compiled.step(seat, pick(dice, compiled.legal(seat).tolist()))


def test_guesses_are_uniform_over_the_unknown_cards() -> None:
    view = played(define("san-francisco", {"first": 0}), 2, 0).view(0)
    deck = next(rule.deck for rule in view.game.rules if isinstance(rule, Drawing))
    shown = Cards.of([card for card in view.display if card is not None])
    unknown = deck - view.me.hand - view.discards - shown
    dice = Chance("sampling")
    num = 4_000
    hands = Counter(guess_state(view, dice).players[1].hand for _ in range(num))
    pairs = comb(unknown.total, 2)
    chi_square = 0.0
    kinds = 0
    for first in Card:
        for second in list(Card)[list(Card).index(first) :]:
            ways = comb(unknown[first], 2) if first is second else unknown[first] * unknown[second]
            if ways:
                expected = num * ways / pairs
                chi_square += (hands.pop(Cards.of([first, second]), 0) - expected) ** 2 / expected
                kinds += 1
    assert not hands, "a hand was dealt that cannot be"
    # Fixed seeds: this cannot fail by chance. The mean is kinds - 1, six deviations are far off.
    assert chi_square < kinds - 1 + 6 * (2 * (kinds - 1)) ** 0.5


def test_guesses_are_uniform_over_the_unknown_tickets() -> None:
    view = played(define("old-west"), 3, 12).view(0)
    mine = {*view.me.tickets, *(ticket for layer in view.ticket_deck for ticket in layer.faces)}
    unknown = [ticket for ticket in view.board.ticket if ticket not in mine]
    dice = Chance("sampling")
    num = 4_000
    found = Counter(t for _ in range(num) for t in guess_state(view, dice).players[1].tickets)
    assert set(found) == set(unknown)
    expected = num * len(view.players[1].tickets) / len(unknown)
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_square < len(unknown) - 1 + 6 * (2 * (len(unknown) - 1)) ** 0.5


def test_what_a_seat_may_not_know_does_not_change_the_guess() -> None:
    """Law 4: states that differ only in secrets give equal guesses."""
    state = played(define("old-west"), 4, 40).state
    one = state.players[1]
    card = next(card for card, _ in one.hand - one.seen)
    other = next(each for each, _ in state.deck if each is not card)
    swapped = replace(
        state.with_player(1, replace(one, hand=one.hand.minus(card).plus(other))),
        deck=state.deck.minus(other).plus(card),
    )
    assert swapped != state
    for seed in range(20):
        guesses = [guess_state(view_of(each, 0), Chance(seed)) for each in (state, swapped)]
        assert guesses[0] == guesses[1]


@dataclass(frozen=True)
class Quarry(Part):
    """Cards that a rule has put aside, as a rule of another package might."""

    verb: ClassVar[str] = "quarry-of-tests"
    aside: Shown[tuple[Card, ...]] = ()


def test_cards_that_a_rule_keeps_are_not_dealt_again() -> None:
    game = define("san-francisco")
    deck = next(rule.deck for rule in game.rules if isinstance(rule, Drawing))
    state = played(game, 2, 6).state
    aside = tuple(card for card, count in state.deck for _ in range(count))[:3]
    state = replace(state, deck=state.deck - Cards.of(aside)).with_part(Quarry(aside))
    for seed in range(20):
        guess = guess_state(view_of(state, 0), Chance(seed))
        hands = [player.hand for player in guess.players]
        everywhere = sum([*hands, guess.deck, guess.discards], Cards.of(aside))
        shown = Cards.of([card for card in guess.display if card is not None])
        assert everywhere + shown == deck
