"""An observation says what the view of the readable engine says."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, view_of
from fogline.core.cards import ALL_CARDS
from fogline.core.engine import legal_actions
from fogline.core.table import View
from fogline.env import observer_of
from fogline.env.observation_layout import Vector
from fogline.env.observer import Position
from fogline.rules.alvin import Alvin
from fogline.rules.city_markers import Markers
from fogline.rules.tourist_tokens import Tokens


def check(seen: dict[str, Vector], state: Position, seat: int) -> None:
    truth = state.to_state()
    view = view_of(truth, seat)
    tickets = sorted(view.board.ticket)
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
    mine = {tickets[index] for index in np.flatnonzero(seen["tickets"])}
    assert mine == set(view.me.tickets)
    joined = {tickets[index] for index in np.flatnonzero(seen["complete"])}
    kept = {ticket for ticket in view.me.tickets if ticket and view.is_complete(seat, ticket)}
    shown = {ticket for ticket in view.me.offered if ticket and view.is_complete(seat, ticket)}
    assert joined == kept | shown
    offered = [tickets[int(row.argmax())] for row in seen["offered"] if row.any()]
    assert tuple(offered) == view.me.offered
    assert seen["ticket_counts"].tolist() == [len(player.tickets) for player in players]
    assert seen["offer_counts"].tolist() == [len(player.offered) for player in players]
    assert seen["ticket_deck"][0] == sum(len(layer.faces) for layer in view.ticket_deck)
    returned = {
        ticket for layer in view.ticket_deck for ticket, giver in layer.known if giver == seat
    }
    assert {tickets[index] for index in np.flatnonzero(seen["returned"])} == returned
    deciding = {order[away] for away in np.flatnonzero(seen["deciding"])}
    assert deciding == set(state.deciding)
    first = [order[away] for away in np.flatnonzero(seen["first"])]
    assert first == ([] if view.first is None else [view.first])
    assert seen["turns_left"][0] == (-1 if view.turns_left is None else view.turns_left)
    assert seen["passes"][0] == view.passes
    assert seen["phase"].sum() == 1
    for part in view.parts.values():
        check_part(part, seen, view, order)


def check_part(part: object, seen: dict[str, Vector], view: View, order: list[int]) -> None:
    places = list(view.board.place)
    match part:
        case Tokens():
            named = {symbol for _, symbol, _ in part.stacks} | set(part.aside)
            symbols = sorted(named)
            stacks = {
                (places[place], symbols[symbol], int(seen["stacks"][symbol, place]))
                for symbol, place in zip(*np.nonzero(seen["stacks"]), strict=True)
            }
            assert stacks == {stack for stack in part.stacks if stack[2]}
            for away, other in enumerate(order):
                held = {symbols[index] for index in np.flatnonzero(seen["tokens"][away])}
                assert held == set(part.held[other])
        case Markers():
            cities = {
                (places[place], order[away])
                for away, place in zip(*np.nonzero(seen["cities"]), strict=True)
            }
            assert cities == set(part.cities)
            assert (part.claimed is not None) == bool(seen["claimed"].any())
        case Alvin():
            assert places[int(seen["alvin"].argmax())] == part.city
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
    observer = observer_of(name, seats, options)
    dice = Chance("observe")
    state = observer.start("observe")
    steps = 0
    while not state.is_over:
        viewer = steps % seats
        check(dict(observer.layout.split(observer.vector(state, viewer))), state, viewer)
        seat = state.deciding[0]
        codes = np.flatnonzero(observer.mask(state, seat)).tolist()
        actions = [observer.action(state, seat, code) for code in codes]
        assert [observer.code(state, seat, action) for action in actions] == codes
        legal = legal_actions(view_of(state.to_state(), seat))
        assert sorted(map(str, actions)) == sorted(map(str, legal))
        observer.step(state, seat, codes[dice.below(len(codes))])
        steps += 1
    check(dict(observer.layout.split(observer.vector(state, 0))), state, 0)
    assert steps > 50
