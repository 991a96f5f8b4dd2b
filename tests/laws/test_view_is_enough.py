"""Law 5: a seat that folds what it is told has its view, and from that knows what it may do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from fogline import (
    Action,
    Card,
    Cards,
    Chance,
    ChooseStartCity,
    ClaimRoute,
    DeclineMarker,
    DrawCard,
    DrawTickets,
    KeepTickets,
    MoveAlvin,
    Pass,
    PlaceMarker,
    PlaceStack,
    Seat,
    TakeCard,
    TakeToken,
    View,
    decision,
    fold,
    from_json,
    legal_actions,
    outcome_of,
    redact,
    refusal_of,
    to_json,
    view_of,
)
from fogline.core.chance import pick
from fogline.core.engine import lay_out
from tests.play import Playout, Variant, hold, variants, viewers

SYMBOLS = ["bell", "crab", "gull", "lantern", "poppy", "seal", "wheel", "nothing", ""]
READ_EVERY = 10
"""A view is written and read back in one position out of so many."""


def any_payment(chance: Chance, spaces: int) -> Cards:
    """About so many cards, mostly of one colour, with some wilds."""
    total = max(0, spaces + pick(chance, [0, 0, 0, 0, 0, 0, -1, 1]))
    wilds = chance.below(total + 1)
    cards = Cards.of({pick(chance, list(Card)): total - wilds}) + Cards.of({Card.WILD: wilds})
    match chance.below(16):
        case 0:
            return cards.plus(pick(chance, list(Card)))
        case 1:
            return cards.plus(None)
        case _:
            return cards


def any_actions(view: View, chance: Chance) -> Iterator[Action]:
    """Actions of every kind, of which most are not legal, and some nearly are."""
    yield from [DrawCard(), DrawTickets(), Pass(), DeclineMarker(), KeepTickets(())]
    yield from map(TakeCard, Card)
    for _ in range(30):
        route = pick(chance, view.board.routes)
        yield ClaimRoute(route.id, any_payment(chance, route.length))
    yield ClaimRoute("nowhere/elsewhere", Cards.of([Card.RED]))
    for place in [*(pick(chance, view.board.places).id for _ in range(6)), "atlantis", ""]:
        yield from [ChooseStartCity(place), MoveAlvin(place), TakeToken(place)]
        yield PlaceMarker(place, any_payment(chance, 2))
        yield PlaceStack(pick(chance, SYMBOLS), place)
    offered = view.me.offered if view.seat is not None else ()
    tickets = [ticket for ticket in offered if ticket is not None]
    tickets.append(pick(chance, view.board.tickets).id)
    for size in range(1, len(tickets) + 1):
        yield from map(KeepTickets, combinations(tickets, size))
    yield KeepTickets((tickets[0], tickets[0], tickets[-1]))


def assert_refuses_all_but(legal: list[Action], view: View, chance: Chance) -> None:
    """An action is in the list of legal ones if, and only if, it is not refused."""
    assert len(set(legal)) == len(legal)
    for action in legal:
        assert refusal_of(view, action) is None, action
    allowed = set(legal)
    for action in any_actions(view, chance):
        assert (refusal_of(view, action) is None) == (action in allowed), action


def check(playout: Playout) -> int:
    positions = 0
    state = lay_out(playout.variant.definition, playout.variant.seats)
    views: dict[Seat | None, View] = {}
    chance = Chance(f"temptations {playout.seed}")
    for step in playout.steps():
        views = views or {viewer: view_of(state, viewer) for viewer in viewers(step.game)}
        for event in step.events:
            state = fold(state, [event])
            for viewer, view in views.items():
                views[viewer] = fold(view, [redact(event, viewer)])
                assert views[viewer] == view_of(state, viewer), (viewer, event)
        now = decision(state)
        for viewer, view in views.items():
            assert decision(view) == now
            legal = legal_actions(view)
            deciding = viewer is not None and viewer in step.game.deciding
            assert bool(legal) == deciding
            if viewer is None:
                continue
            assert legal == step.game.legal_actions(viewer)
            if deciding or positions % READ_EVERY == 0:
                assert_refuses_all_but(legal, view, chance)
            if (positions + viewer) % READ_EVERY == 0:
                read = from_json(to_json(view), View)
                assert read == view
                assert legal_actions(read) == legal
        if now is None:
            assert {outcome_of(view) == step.game.outcome for view in views.values()} == {True}
        positions += 1
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_folding_what_a_seat_is_told_gives_its_view(variant: Variant) -> None:
    hold(check, variant)
