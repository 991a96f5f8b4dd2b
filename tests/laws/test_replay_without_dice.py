"""Law 1: folding the events of a game gives its state, and no random number is needed."""

from __future__ import annotations

from collections import Counter

import pytest

from fogline import Game, GameLog, State, fold, from_json, states, to_json
from fogline.core.engine import lay_out
from tests.laws.ledger import Ledger, faces_of, known
from tests.play import NoDice, Playout, Variant, hold, variants

REPLAY_EVERY = 150
"""A replay of the log so far costs as much as the game so far."""


def new_ledger(empty: State) -> Ledger:
    return Ledger(empty.board, len(empty.players), faces_of(empty.deck), empty.players[0].vehicles)


def assert_agree(ledger: Ledger, state: State) -> None:
    """The state says what an independent bookkeeper wrote down."""
    assert faces_of(state.deck) == ledger.deck
    assert faces_of(state.discards) == ledger.discards
    assert {slot: card for slot, card in enumerate(state.display) if card} == ledger.display
    assert {
        route.id: owner
        for route, owner in zip(state.board.routes, state.owners, strict=True)
        if owner is not None
    } == ledger.owners
    assert [set(known(layer.faces)) for layer in state.ticket_deck] == ledger.pile
    for seat, player in enumerate(state.players):
        assert faces_of(player.hand) == ledger.hands[seat]
        assert faces_of(player.seen) == ledger.taken[seat]
        assert Counter(player.tickets) == Counter(ledger.tickets[seat])
        assert player.offered == ledger.offered[seat]
        assert player.choice == ledger.choices[seat]
        assert player.vehicles == ledger.vehicles[seat]
        assert player.score == ledger.scores[seat]


def assert_replays(game: Game) -> None:
    """A log, also one that was written and read, gives the same game again."""
    log = game.log
    read = from_json(to_json(log), GameLog)
    assert read == log
    for each in (log, read):
        again = Game.resume(each, NoDice())
        assert again.state == game.state
        assert again.log == log
        assert again.deciding == game.deciding
        assert again.outcome == game.outcome


def check(playout: Playout) -> int:
    reached: list[State] = []
    state = lay_out(playout.variant.definition, playout.variant.seats)
    ledger = new_ledger(state)
    game = None
    for step in playout.steps():
        game = step.game
        untouched = to_json(state) if len(reached) % 10 == 0 else None
        whole = fold(state, step.events)
        one_by_one = state
        for event in step.events:
            one_by_one = fold(one_by_one, [event])
        assert whole == one_by_one == step.state
        if untouched is not None:
            assert to_json(state) == untouched, "a fold changed the state it started from"
        ledger.note_all(step.events)
        assert_agree(ledger, step.state)
        state = whole
        reached.append(state)
        if len(reached) % REPLAY_EVERY == 1:
            assert_replays(game)
    assert game is not None
    assert_replays(game)
    assert list(states(game.log)) == reached
    return len(reached)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_folding_all_events_gives_the_state(variant: Variant) -> None:
    hold(check, variant)
