"""A bot of one's own: it builds towards its tickets, and leaves no points lying about.

It knows nothing of cats. It asks `consequences` what a claim would bring about, and the rules
answer, whichever they are. So it plays any board by any rules: this town as well as Old West.
"""

from __future__ import annotations

import heapq

from fogline import (
    Action,
    Card,
    Chance,
    ClaimRoute,
    DrawCard,
    KeepTickets,
    Seed,
    TakeCard,
    View,
    consequences,
    legal_actions,
    route_refusal,
)
from fogline.bots import BotKind
from fogline.core.events import PointsScored, RouteClaimed


def cheapest_way(view: View, ends: tuple[str, str]) -> list[int] | None:
    """Number the routes still to claim between two places; `None` if there is no way left."""
    start, goal = ends
    queue: list[tuple[int, str, list[int]]] = [(0, start, [])]
    done: set[str] = set()
    while queue:
        spaces, place, way = heapq.heappop(queue)
        if place == goal:
            return way
        if place in done:
            continue
        done.add(place)
        for route in view.board.routes_at[place]:
            other = route.ends[route.ends[0] == place]
            if other in done:
                continue
            if view.owners[route.index] == view.seat:
                heapq.heappush(queue, (spaces, other, way))
            elif view.owners[route.index] is None and route_refusal(view, route) is None:
                heapq.heappush(queue, (spaces + route.length, other, [*way, route.index]))
    return None


class CatLover:
    """Takes the action that seems worth most; chance settles ties."""

    def __init__(self, seed: Seed) -> None:
        self._dice = Chance(seed)

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ways = [cheapest_way(view, view.board.ticket[t].ends) for t in view.me.tickets if t]
        wanted = {number for way in ways for number in way or ()}
        worth = {action: self._worth(view, action, wanted) for action in legal_actions(view)}
        best = max(worth.values())
        return self._dice.take([action for action in worth if worth[action] == best])

    def _worth(self, view: View, action: Action, wanted: set[int]) -> float:
        match action:
            case ClaimRoute(route_id, payment):
                route = view.board.route[route_id]
                claim = RouteClaimed(view.seat or 0, route_id, payment)
                gain = sum(
                    event.points
                    for event in consequences(view, claim)
                    if isinstance(event, PointsScored) and event.seat == view.seat
                )
                # What no ticket needs had better be worth its trams; wilds are worth keeping.
                return gain + (10 if route.index in wanted else -2) - payment.wilds
            case KeepTickets(tickets):
                return sum(self._prospect(view, ticket) for ticket in tickets)
            case TakeCard(card):
                colours = {view.board.routes[number].colour for number in wanted}
                return 1.5 if card is Card.WILD or card in colours else 0.5
            case DrawCard():
                return 1
            case _:
                return 0

    def _prospect(self, view: View, ticket_id: str) -> int:
        """What a ticket is worth: its points, if there are trams enough for the way."""
        ticket = view.board.ticket[ticket_id]
        way = cheapest_way(view, ticket.ends)
        spaces = sum(view.board.routes[number].length for number in way or ())
        return -ticket.points if way is None or spaces > view.me.vehicles * 0.6 else ticket.points


CAT_LOVER = BotKind(
    name="cat-lover",
    summary="builds towards its tickets, and takes the points on the way",
    make=CatLover,
)
