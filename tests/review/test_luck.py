"""Luck: zero on average, and zero where nothing was left to chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from fogline import Action, Card, Cards, DrawCard, Game, Seat, State, TakeCard, View, define
from fogline.arena.jobs import play_one
from fogline.core import engine
from fogline.core.chance import Chance, Seed
from fogline.core.log import GameLog
from fogline.review.dealing import ChanceEvent
from fogline.review.history import HistoryStep, history_of, play_again
from fogline.review.luck import follow, result_of
from fogline.review.values import LEAD, Values, par, values_of
from tests.positions import SAN_FRANCISCO, with_deck


class Counting:
    """An evaluator that plays nothing: a position is worth the wild cards in the hands."""

    compiled = False
    playouts = 0

    def __init__(self) -> None:
        self.pause: Callable[[], None] = lambda: None

    def at(self, states: Iterable[State]) -> list[State]:
        return list(states)

    def guess(self, view: View, seed: Seed, numbers: range) -> list[State]:
        raise NotImplementedError

    def play_outs(
        self,
        starts: list[State],
        first: tuple[Seat, Action] | None,
        seed: Seed,
        numbers: range,
        plans: None = None,
    ) -> Values:
        ends = []
        for row, number in enumerate(numbers):
            state = starts[row % len(starts)]
            if first is not None:
                state, _ = engine.play(state, *first, Chance(f"{seed}/{number}"))
            ends.append([[player.hand.wilds, 0] for player in state.players])
        return values_of(np.array(ends, np.int64))

    def preferred(self, state: State, seat: Seat, plans: None) -> tuple[None, None]:
        return None, None

    def candidates(self, view: View) -> list[Action]:
        raise NotImplementedError


@cache
def a_game() -> GameLog:
    return play_one(define(SAN_FRANCISCO), ["random", "random"], "luck", ["a", "b"]).log


def test_the_luck_of_a_draw_is_zero_on_average() -> None:
    """Over all cards that could come, each as often as it is in the deck."""
    state = with_deck(SAN_FRANCISCO, "red red red blue blue", red=3, green=2, wild=5)
    evaluator, numbers = Counting(), range(1000)
    before = evaluator.play_outs([state], (0, DrawCard()), "s", numbers)
    lucks = {}
    for card, count in state.deck:
        after, _ = engine.play(state, 0, DrawCard(), Only(card))
        value = evaluator.play_outs([after], None, "s", range(1))[0]
        lucks[card] = (count, value - before.mean(axis=0))
    mean = sum(count * luck for count, luck in lucks.values()) / state.deck.total
    assert np.abs(mean).max() < 0.1
    assert lucks[Card.WILD][1][0, LEAD] > 0 > lucks[Card.RED][1][0, LEAD]


class Only(Chance):
    """Dice that draw one kind of card."""

    def __init__(self, card: Card) -> None:
        super().__init__("only")
        self._card = card

    def card(self, deck: Cards) -> Card:
        return self._card


def test_all_luck_and_all_changes_by_decisions_add_up_to_the_result() -> None:
    history = history_of(a_game())
    evaluator, numbers = Counting(), range(3)
    course = follow(evaluator, history, len(numbers), "s")
    by_chance = sum(each.gains.mean(axis=0) for each in course.luck)
    by_choice = np.zeros_like(by_chance)
    for step, before, after in zip(history.steps, course.curve, course.curve[1:], strict=False):
        move = (step.move.seat, step.move.action)
        chosen = evaluator.play_outs([step.before], move, "s", numbers) if step.chance else after
        by_choice += (chosen - before).mean(axis=0)
    expected = result_of(history) - np.array(par(2))
    assert np.allclose(by_chance + by_choice, expected, atol=1e-9)


def test_every_deal_draw_refill_and_start_player_has_its_luck() -> None:
    history = history_of(a_game())
    course = follow(Counting(), history, 2, "s")
    found = Counter(event.verb for each in course.luck for event in each.event.events)
    happened = Counter(event.verb for event in history.log.events)
    for verb in ("dealt", "drew", "turned-up", "offered", "first", "stack"):
        # Stacks that players place are decisions.
        assert found[verb] == (5 if verb == "stack" else happened[verb]) > 0


def test_a_deal_is_dealt_again_as_far_as_it_is_given() -> None:
    history = history_of(a_game())
    events = len(history.deal.chance)
    for given in range(events):
        states = list(history.deal.again(given, "s", range(8)))
        for number, state in enumerate(states):
            assert engine.decision(state) is not None
            same = state.players[0].hand == history.start.players[0].hand
            assert same or given == 0, number
        assert len(set(map(str, states))) > 1
    alike = [next(history.deal.again(given, "s", range(1))).display for given in (events - 1, 0)]
    assert alike[0].count(None) == alike[1].count(None) == 0


def test_a_move_is_made_again_with_other_luck() -> None:
    game = Game.start(define(SAN_FRANCISCO, {"first": 0}), 2, Chance(1))
    while game.decision is not None and game.state.turn is None:
        seat = game.deciding[0]
        game.play(seat, game.legal_actions(seat)[0])
    before = game.state
    action = next(a for a in game.legal_actions(0) if isinstance(a, TakeCard))
    game.play(0, action)
    (event,) = (event for event in game.log.moves[-1].events if event.chance_outcomes)
    chance = ChanceEvent((event,), event.chance_outcomes)
    step = HistoryStep(len(game.log.moves), before, game.log.moves[-1], game.state, (chance,))
    assert list(play_again(step, 1, "s", range(2))) == [game.state] * 2
    displays = {state.display for state in play_again(step, 0, "s", range(40))}
    assert len(displays) > 2
