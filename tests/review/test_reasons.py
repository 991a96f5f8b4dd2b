"""Reasons are facts of the position."""

from __future__ import annotations

from collections.abc import Sequence

from fogline import Action, DrawCard, KeepTickets, State, TakeCard, view_of
from fogline.core.actions import ClaimRoute, DrawTickets
from fogline.core.board import Route
from fogline.core.cards import Card
from fogline.core.log import Move
from fogline.core.memory import replace
from fogline.core.table import Layer
from fogline.core.ticket_paths import TicketPaths
from fogline.review.history import HistoryStep
from fogline.review.reason_words import say_reason
from fogline.review.reasons import facts_for
from tests.positions import (
    OLD_WEST,
    SAN_FRANCISCO,
    arranged,
    begun,
    cards,
    holding,
    with_markers,
    with_vehicles,
)

NAMES = ("Ann", "Bea")
TICKET = "alcatraz/presidio"
"""It needs a ferry to Alcatraz, and a way from there."""


def reason(
    state: State, chosen: Action, best: Action, *later: tuple[int, Action], points: float = 3.25
) -> str:
    step = HistoryStep(1, state, Move(0, chosen, ()), state, ())
    steps: Sequence[HistoryStep] = [
        HistoryStep(
            n, replace(state, turns=n), Move(seat, action, ()), replace(state, turns=n + 1), ()
        )
        for n, (seat, action) in enumerate(later, 2)
    ]
    facts = facts_for(step, best, points, steps)
    return say_reason(facts, state.game.phrasebook(), NAMES)


def claim(state: State, route: str, **payment: int) -> ClaimRoute:
    assert route in state.board.route
    return ClaimRoute(route, cards(**payment))


def needed(state: State) -> Route:
    """Name a route that the ticket of seat 0 needs."""
    view = view_of(state, 0)
    way = TicketPaths(view).missing_routes(TICKET)
    assert way
    return way[0]


def test_a_route_pays_the_owner_of_the_city() -> None:
    state = arranged(begun(OLD_WEST, 2), hands={0: cards(wild=6)})
    route = state.board.routes_at["salt-lake-city"][0]
    city = next(end for end in route.ends if end != "salt-lake-city")
    state = with_markers(state, (city, 1))
    told = reason(state, ClaimRoute(route.id, cards(wild=route.length)), DrawCard())
    points = state.board.route_points[route.length]
    assert told.startswith(f"Pays Bea {points} point")


def test_a_needed_route_is_left_to_another() -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {0: [TICKET]})
    route = needed(state)
    best = ClaimRoute(route.id, cards(wild=route.length))
    name = f"{state.game.phrasebook().route(route.id)}, which the ticket Alcatraz – Presidio needs"
    assert reason(state, DrawCard(), best, (1, best)).startswith(f"Leaves {name}")
    assert "to Bea." in reason(state, DrawCard(), best, (1, best))
    told = reason(state, DrawCard(), best, (0, DrawCard()), (0, best))
    assert told.startswith(f"Claims {name}")
    assert told.endswith("2 turns later than possible.")
    assert reason(state, DrawCard(), best).startswith(f"Does not claim {name}")


def test_too_few_vehicles_are_left_for_a_ticket() -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {0: [TICKET]})
    state = with_vehicles(state, {0: 3})
    far = next(r for r in state.board.routes_at["sunset"] if r.length >= 2)
    told = reason(state, ClaimRoute(far.id, cards(red=far.length)), DrawCard())
    assert "closes the last way" in told.lower() or "Leaves 1" in told


def test_tickets_are_weighed() -> None:
    state = begun(SAN_FRANCISCO, 2)
    two = tuple(sorted(state.board.ticket))[:2]
    player = replace(state.players[0], tickets=(), offered=two)
    state = replace(
        state.with_player(0, player),
        ticket_deck=(Layer(tuple(sorted(set(state.board.ticket) - set(two)))),),
    )
    told = reason(state, KeepTickets(two), KeepTickets(two[:1]))
    assert told.startswith(f"Keeps {state.game.phrasebook().ticket(two[1])} (")
    assert "to build" in told
    told = reason(state, KeepTickets(two[:1]), KeepTickets(two))
    assert told.startswith("Gives ")


def test_cards_and_wilds_are_weighed() -> None:
    state = holding(arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(red=3, wild=3)}), {})
    route = next(r for r in state.board.routes if r.length == 2 and r.colour is None)
    told = reason(state, claim(state, route.id, wild=2), claim(state, route.id, red=2))
    assert told == "Spends 2 ferry cards where 0 would do."
    told = reason(state, claim(state, route.id, red=2), TakeCard(Card.BLUE))
    assert told == "Wins 2 points for a turn and 2 cards."
    assert reason(state, DrawTickets(), DrawCard()).startswith("Looks for new tickets with 20")
    assert reason(state, DrawCard(), DrawTickets()).startswith("Looks for no new tickets")
    assert reason(state, DrawCard(), TakeCard(Card.BLUE)) == "Costs 3.2 points on average."
    told = reason(state, DrawCard(), TakeCard(Card.BLUE), points=-0.4)
    assert told == "Wins less often, though no points are lost on average."
