"""A bot of one's own: it builds towards its tickets, and leaves no points lying about.

It knows nothing of cats. It asks `consequences` what a claim would bring about, and the rules
answer, whichever they are. So it plays any board by any rules: this town as well as Old West.
"""

from __future__ import annotations

from fogline.plugin import (
    Action,
    BotKind,
    Card,
    Chance,
    ClaimRoute,
    DrawCard,
    KeepTickets,
    PlaceId,
    PointsScored,
    Route,
    RouteClaimed,
    Seed,
    TakeCard,
    View,
    cheapest_way,
    consequences,
    legal_actions,
    route_refusal,
)


def missing_routes(view: View, ends: tuple[PlaceId, PlaceId]) -> list[int] | None:
    """Number the routes still to claim between two places; `None` if there is no way left."""

    def spaces(route: Route) -> int | None:
        if view.owners[route.index] == view.seat:
            return 0
        return route.length if route_refusal(view, route) is None else None

    way = cheapest_way(view.board, ends, spaces)
    if way is None:
        return None
    return [route.index for route in way if view.owners[route.index] is None]


class CatLover:
    """Takes the action that seems worth most; chance settles ties."""

    def __init__(self, seed: Seed) -> None:
        self._dice = Chance(seed)

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ways = [missing_routes(view, view.board.ticket[t].ends) for t in view.me.tickets if t]
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
        way = missing_routes(view, ticket.ends)
        spaces = sum(view.board.routes[number].length for number in way or ())
        return -ticket.points if way is None or spaces > view.me.vehicles * 0.6 else ticket.points


CAT_LOVER = BotKind(
    name="cat-lover",
    summary="builds towards its tickets, and takes the points on the way",
    make=CatLover,
)
