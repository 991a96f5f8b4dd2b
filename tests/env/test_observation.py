"""An observation says what the view of the readable engine says."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, define, view_of
from fogline.core.cards import ALL_CARDS
from fogline.env import Observer
from fogline.env.layout import Vector
from fogline.fast import FastState, compile_game
from fogline.rules.alvin import Alvin
from fogline.rules.city_markers import Markers
from fogline.rules.tourist_tokens import Tokens


def check(seen: dict[str, Vector], state: FastState, seat: int) -> None:
    truth = state.to_state()
    view = view_of(truth, seat)
    tables = state.engine.tables
    seats = len(view.players)
    order = [(seat + away) % seats for away in range(seats)]
    players = [view.players[other] for other in order]
    for away, other in enumerate(order):
        owned = [owner == other for owner in view.owners]
        assert np.array_equal(seen["routes"][away], owned)
    assert seen["hand"].tolist() == list(view.me.hand.counts)
    assert seen["known"].tolist() == [list(player.seen.counts) for player in players[1:]]
    assert seen["hands"].tolist() == [player.hand.total for player in players]
    assert seen["display"].tolist() == [view.display.count(card) for card in ALL_CARDS]
    assert seen["discards"].tolist() == list(view.discards.counts)
    assert seen["deck"][0] == view.deck.total
    assert seen["vehicles"].tolist() == [player.vehicles for player in players]
    points = [100 * int(high) + int(low) for high, low in seen["scores"]]
    assert points == [player.score for player in players]
    mine = {tables.tickets[index] for index in np.flatnonzero(seen["tickets"])}
    assert mine == set(view.me.tickets)
    joined = {tables.tickets[index] for index in np.flatnonzero(seen["complete"])}
    kept = {ticket for ticket in view.me.tickets if ticket and view.is_complete(seat, ticket)}
    shown = {ticket for ticket in view.me.offered if ticket and view.is_complete(seat, ticket)}
    assert joined == kept | shown
    offered = [tables.tickets[int(row.argmax())] for row in seen["offered"] if row.any()]
    assert tuple(offered) == view.me.offered
    assert seen["ticket_counts"].tolist() == [len(player.tickets) for player in players]
    assert seen["offer_counts"].tolist() == [len(player.offered) for player in players]
    assert seen["ticket_deck"][0] == sum(len(layer.faces) for layer in view.ticket_deck)
    returned = {
        ticket for layer in view.ticket_deck for ticket, giver in layer.known if giver == seat
    }
    assert {tables.tickets[index] for index in np.flatnonzero(seen["returned"])} == returned
    deciding = {order[away] for away in np.flatnonzero(seen["deciding"])}
    assert deciding == set(state.deciding)
    assert order[int(seen["first"].argmax())] == view.first
    assert seen["turns_left"][0] == (-1 if view.turns_left is None else view.turns_left)
    assert seen["passes"][0] == view.passes
    assert seen["phase"].sum() == 1
    for part in view.parts.values():
        check_part(part, seen, state, order)


def check_part(part: object, seen: dict[str, Vector], state: FastState, order: list[int]) -> None:
    tables = state.engine.tables
    match part:
        case Tokens():
            stacks = {
                (tables.places[place], tables.symbols[symbol], int(seen["stacks"][symbol, place]))
                for symbol, place in zip(*np.nonzero(seen["stacks"]), strict=True)
            }
            assert stacks == {stack for stack in part.stacks if stack[2]}
            for away, other in enumerate(order):
                held = {tables.symbols[index] for index in np.flatnonzero(seen["tokens"][away])}
                assert held == set(part.held[other])
        case Markers():
            cities = {
                (tables.places[place], order[away])
                for away, place in zip(*np.nonzero(seen["cities"]), strict=True)
            }
            assert cities == set(part.cities)
            assert (part.claimed is not None) == bool(seen["claimed"].any())
        case Alvin():
            assert tables.places[int(seen["alvin"].argmax())] == part.city
            holders = [order[away] for away in np.flatnonzero(seen["alvin_holder"])]
            assert holders == ([] if part.holder is None else [part.holder])
        case _:
            raise AssertionError(f"no test for {part}")


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("san-francisco", 3, {}), ("old-west", 4, {"alvin": True})],
)
def test_an_observation_agrees_with_the_view(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    engine = compile_game(define(name, options), seats)
    observer = Observer(engine)
    dice = Chance("observe")
    state = engine.start("observe")
    steps = 0
    while not state.is_over:
        viewer = steps % seats
        check(dict(observer.layout.split(observer.vector(state, viewer))), state, viewer)
        seat = state.deciding[0]
        legal = state.legal(seat)
        assert np.array_equal(np.flatnonzero(observer.mask(state, seat)), np.sort(legal))
        state.step(seat, int(legal[dice.below(len(legal))]))
        steps += 1
    check(dict(observer.layout.split(observer.vector(state, 0))), state, 0)
    assert steps > 50
