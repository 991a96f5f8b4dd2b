"""A planner in plain Python that plays any rules: the example of a bot.

It plans a network for its tickets, claims what it planned, and draws the cards that it lacks. It
knows the actions of the core, and asks the rules for the `consequences` of a claim. It tries any
other action on a guess of what it cannot see. So it plays rules that it does not know.

All ratings are in points. A turn has a price in points, too, for what else could be done with it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial

from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from fogline.core.board import PlaceId, Route, TicketId
from fogline.core.cards import COLOURS, NO_CARDS, Card, Cards
from fogline.core.chance import Chance, Seed
from fogline.core.engine import consequences, fold, legal_actions, price_of, route_refusal
from fogline.core.events import RouteClaimed
from fogline.core.messages import Action
from fogline.core.payment import Price
from fogline.core.refusal import Refusal
from fogline.core.table import View
from fogline.sim import ReadablePosition, score_if_ended_now

TURN = 1.0
"""The price of a turn: a longer plan must promise more."""
TURNS_PER_VEHICLE = 0.4
"""Turns to expect for each vehicle of the player who has fewest."""
OTHERS = 0.5
"""The weight of others' points against one's own."""
SPARE = 5.0
"""Points per turn that a route must bring if it is planned in addition to the tickets."""
SPARE_ROUTES = 3
"""The most routes of that kind in a plan."""
TICKET_TURNS = 10.0
"""The turns to spare that drawing tickets needs."""
KNOWN = (ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard)
"""The actions that the planner rates by themselves; it tries all others."""
FEW = 8
"""The most actions of which all are tried."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The routes to build, and what they promise."""

    routes: Mapping[int, float]
    """Each route by its index, with its share of the tickets that it helps to win."""
    worth: float
    """Points of all tickets, won or lost, less the price of the turns that the plan takes."""
    turns: float
    spaces: int


class Outlook:
    """The routes that the viewer can still build."""

    def __init__(self, view: View, passing: dict[Refusal, bool]) -> None:
        self.view, self.public = view, public(view)
        self.own = {i for i, owner in enumerate(view.owners) if owner == view.seat}
        self.now: list[Route] = []
        """The routes that the viewer may claim now, if it has the cards."""
        later: list[Route] = []
        kinds = _building(view)
        for route in view.board.routes:
            if view.owners[route.index] is None:
                refusals = [route_refusal(view, route, kind) for kind in kinds]
                if None in refusals:
                    self.now.append(route)
                elif any(map(partial(_passes, view, route, passing), kinds, refusals)):
                    later.append(route)
        self.open = [*self.now, *later]
        """The same, and those that it may claim once it owns an adjacent route."""
        self.roots: set[PlaceId] | None = None
        """Where the network must grow from; `None` if it may begin anywhere."""
        if later:
            near = [*self.now, *(view.board.routes[index] for index in self.own)]
            self.roots = {end for route in near for end in route.ends}
            self.roots.difference_update(*(route.ends for route in later))
        self.gains: dict[int, float] = {}
        """A cache of the gain of claiming a route."""

    @cached_property
    def plan(self) -> Plan:
        """Return a plan for the viewer's tickets."""
        return plan_for(self, self.view.me.hand, self.view.me.tickets)

    @cached_property
    def places(self) -> set[object]:
        """Return the places of that plan."""
        return {end for index in self.plan.routes for end in self.view.board.routes[index].ends}

    def turns(self, hand: Cards) -> dict[int, float]:
        """Return the turns that each route takes: one, and a half for each missing card."""
        turns = dict.fromkeys(self.own, 0.0)
        for route in self.open:
            turns[route.index] = 1 + lacking(price_of(self.view, route), hand) / 2
        return turns

    @property
    def turns_left(self) -> float:
        """Estimate how many turns the viewer has left."""
        players = self.view.players
        if self.view.turns_left is not None:
            return -(-self.view.turns_left // len(players))
        return 1 + TURNS_PER_VEHICLE * min(player.vehicles for player in players)


def public(view: View) -> tuple[object, ...]:
    """Return what an outlook depends on."""
    players = [(player.vehicles, player.points) for player in view.players]
    return view.owners, view.parts, view.turns_left, view.me.tickets, players


def _building(view: View) -> list[type[Action]]:
    """Return the kinds of actions that pay for a route: claiming, and those of other rules."""
    wanted = {"route", "payment"}
    return [kind for kind in view.game.plays if wanted <= set(kind.__dataclass_fields__)]


def _passes(
    view: View,
    route: Route,
    passing: dict[Refusal, bool],
    kind: type[Action],
    refusal: Refusal | None,
) -> bool:
    """Return whether a refusal no longer holds once the viewer owns an adjacent route."""
    if refusal is not None and refusal not in passing:
        for near in (near for end in route.ends for near in view.board.routes_at[end]):
            if view.owners[near.index] is None and near.ends != route.ends:
                owners = (*view.owners[: near.index], view.seat, *view.owners[near.index + 1 :])
                lifted = route_refusal(replace(view, owners=owners), route, kind) is None
                passing[refusal] = passing.get(refusal, False) or lifted
    return refusal is None or passing.get(refusal, False)


def lacking(price: Price, hand: Cards) -> int:
    """Return how many cards are missing to pay a price."""
    held = max(hand.counts[:-1]) if price.colour is None else hand[price.colour]
    left = price.spaces - min(held, price.spaces - price.wilds)
    return left - min(hand.wilds, left)


def plan_for(outlook: Outlook, hand: Cards, tickets: Iterable[TicketId | None]) -> Plan:
    """Plan a network for tickets, the best bargain first, until vehicles or turns run out."""
    view, routes = outlook.view, outlook.view.board.routes
    turns = outlook.turns(hand)
    roots = None if outlook.roots is None else set(outlook.roots)
    waiting = {ticket: view.board.ticket[ticket] for ticket in tickets if ticket is not None}
    planned: dict[int, float] = {}
    worth, spent, spaces = 0.0, 0.0, 0
    while waiting:
        bargains = []
        from_roots = cheapest_ways(view, turns, roots) if roots else None
        for ticket in waiting.values():
            paths = from_roots or cheapest_ways(view, turns, ticket.ends[:1])
            path = _path_for(ticket.ends, paths, turns)
            longer = sum(turns[index] for index in path or ())
            more = sum(routes[index].length for index in path or ())
            gain = 2 * ticket.points - TURN * longer  # a ticket that is not won is lost
            fits = spaces + more <= view.me.vehicles and spent + longer <= outlook.turns_left
            if path is not None and gain > 0 and fits:
                bargains.append((gain / (longer + 0.5), longer, more, ticket, path))
        if not bargains:
            break
        _, longer, more, ticket, path = max(bargains, key=lambda bargain: bargain[0])
        del waiting[ticket.id]
        worth, spent, spaces = worth + ticket.points, spent + longer, spaces + more
        for index in path:
            planned[index] = planned.get(index, 0.0) + 2 * ticket.points / (longer + 1)
            turns[index] = 0.0
            if roots is not None:
                roots.update(routes[index].ends)
    worth -= sum(ticket.points for ticket in waiting.values()) + TURN * spent
    return Plan(planned, worth, spent, spaces)


Ways = Mapping[PlaceId, tuple[float, int, PlaceId]]
"""For each place: the turns that it takes, the last route, and the place before."""


def cheapest_ways(view: View, turns: Mapping[int, float], sources: Iterable[PlaceId]) -> Ways:
    """Find the cheapest path from some places to every other (Dijkstra's algorithm)."""
    paths: dict[PlaceId, tuple[float, int, PlaceId]] = {p: (0.0, -1, p) for p in sources}
    queue = [(0.0, place) for place in sorted(paths)]
    while queue:
        spent, place = heapq.heappop(queue)
        if spent > paths[place][0]:
            continue  # a cheaper path was found meanwhile
        for route in view.board.routes_at[place]:
            more = turns.get(route.index)
            if more is not None:
                other = route.ends[route.ends[0] == place]
                if other not in paths or spent + more < paths[other][0]:
                    paths[other] = (spent + more, route.index, place)
                    heapq.heappush(queue, (spent + more, other))
    return paths


def _path_for(ends: Iterable[PlaceId], paths: Ways, turns: Mapping[int, float]) -> set[int] | None:
    """Walk back from the ends of a ticket; return the routes to claim, or `None`."""
    path: set[int] = set()
    for end in ends:
        place = end
        while place in paths and paths[place][1] >= 0:
            _, route, place = paths[place]
            path.add(route)
        if place not in paths:
            return None
    return {route for route in path if turns[route] > 0}


class PlainPlanner:
    """A planner that sees only its view. The same seed and views give the same choices."""

    def __init__(self, seed: Seed, passing: dict[Refusal, bool] | None = None) -> None:
        self.dice = Chance(seed)
        self.passing = {} if passing is None else passing
        """For each refusal of a route, whether it no longer holds once the network has grown."""
        self._outlook: Outlook | None = None

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ratings = self.rate(view, legal_actions(view))
        return max(ratings, key=ratings.__getitem__)

    def rate(self, view: View, actions: list[Action]) -> dict[Action, float]:
        """Rate actions in points; of actions that differ in payment, only the cheapest."""
        if len(actions) == 1:
            return {actions[0]: 0.0}
        if self._outlook is None or self._outlook.public != public(view):
            self._outlook = Outlook(view, self.passing)  # otherwise the old one still holds
        rating = _Rating(self, self._outlook, view)
        return {action: rating.of(action) for action in rating.worth_a_look(actions)}

    def prospects(self, view: View) -> float:
        """Return the points that the viewer may expect of its tickets."""
        return Outlook(view, self.passing).plan.worth


class _Rating:
    """The ratings of the actions that a view offers."""

    def __init__(self, planner: PlainPlanner, outlook: Outlook, view: View) -> None:
        self._planner, self._outlook, self._view = planner, outlook, view
        self._spare = outlook.turns_left - outlook.plan.turns
        self._routes = {**outlook.plan.routes, **self._spare_routes()}
        self._need = self._needs()

    def of(self, action: Action) -> float:
        """Rate an action."""
        match action:
            case ClaimRoute(route_id):
                route = self._view.board.route[route_id]
                share = self._routes.get(route.index)
                if share is not None:
                    return TURN + self._gain(route) + share + 0.3 * route.length
                return (self._gain(route) if self._outlook.turns_left <= 2 else 0) - TURN
            case DrawTickets():
                return 100.0 if self._spare >= TICKET_TURNS else -10.0
            case KeepTickets(tickets):
                me = self._view.me
                return plan_for(self._outlook, me.hand, (*me.tickets, *tickets)).worth
            case TakeCard() | DrawCard():
                return self._worth_of_card(action.card if isinstance(action, TakeCard) else None)
            case _:
                return self._try(self._guess, action) - self._prospects

    def worth_a_look(self, actions: Iterable[Action]) -> list[Action]:
        """Choose the actions to rate.

        Of actions that differ only in the payment, the cheapest is kept. If many are unknown to
        the planner, those that name no place of its plan are left out.
        """
        best: dict[object, tuple[float, Action]] = {}
        for action in actions:
            values = [getattr(action, field.name) for field in fields(action)]
            kind = (action.verb, *(each for each in values if not isinstance(each, Cards)))
            price = sum(self._price(each) for each in values if isinstance(each, Cards))
            if kind not in best or price < best[kind][0]:
                best[kind] = (price, action)
        found = [action for _, action in best.values()]
        new = [action for action in found if not isinstance(action, KNOWN)]
        if len(new) > FEW:
            places = self._outlook.places
            far = [
                action
                for action in new
                if not any(getattr(action, field.name) in places for field in fields(action))
            ]
            if len(far) < len(new):
                return [action for action in found if action not in far]
        return found

    def _price(self, payment: Cards) -> float:
        """Return what the cards of a payment are worth to the plan."""
        price = 0.0
        for card, count in payment:
            price += count * (3.0 if card is Card.WILD else self._need[card])
            price += 0.05 * (self._view.me.hand[card] - count)  # do not break into a large set
        return price

    @cached_property
    def _guess(self) -> ReadablePosition:
        return ReadablePosition.guess(self._view, Chance(self._planner.dice.next()))

    @cached_property
    def _standing(self) -> float:
        return self._lead(score_if_ended_now(self._guess.to_state(), tickets=False))

    def _lead(self, points: tuple[int, ...]) -> float:
        mine = points[self._view.seat or 0]
        return mine - OTHERS * (sum(points) - mine) / (len(points) - 1)

    def _gain(self, route: Route) -> float:
        """Return the gain of a claim, by its consequences."""
        if route.index not in self._outlook.gains:
            before = self._guess.to_state()
            claim = RouteClaimed(self._view.seat or 0, route.id, NO_CARDS)
            after = fold(before, [claim, *consequences(before, claim)])
            gain = self._lead(score_if_ended_now(after, tickets=False)) - self._standing
            self._outlook.gains[route.index] = gain
        return self._outlook.gains[route.index]

    def _spare_routes(self) -> dict[int, float]:
        """Return the routes with most points per turn that fit the spare vehicles and turns."""
        plan, points = self._outlook.plan, self._view.board.route_points
        vehicles = self._view.me.vehicles - plan.spaces
        turns = self._outlook.turns(self._view.me.hand)
        fit = [
            route
            for route in self._outlook.now
            if route.index not in plan.routes
            and route.length <= vehicles
            and turns[route.index] <= self._spare
        ]
        fit.sort(key=lambda route: -points[route.length] / turns[route.index])
        gains = {r.index: self._gain(r) / turns[r.index] for r in fit[: 2 * SPARE_ROUTES]}
        best = sorted(gains, key=gains.__getitem__, reverse=True)[:SPARE_ROUTES]
        return dict.fromkeys(
            (index for index in best if gains[index] > (SPARE if plan.routes else TURN)), 0.0
        )

    def _needs(self) -> dict[Card, float]:
        """Return how much the planned routes need each kind of card."""
        hand = self._view.me.hand
        need = dict.fromkeys(Card, 0.0)
        for index, share in self._routes.items():
            route = self._view.board.routes[index]
            price = price_of(self._view, route)
            lack = lacking(price, hand)
            if lack > 0:
                urgency = (self._view.board.route_points[route.length] + share + 0.5) / (lack + 1)
                need[Card.WILD] += urgency
                for card in COLOURS if price.colour is None else (price.colour,):
                    if hand[card] < price.spaces - price.wilds:
                        fits = price.colour is not None or hand[card] == max(hand.counts[:-1])
                        need[card] += urgency if fits else 0.3 * urgency
        return need

    def _worth_of_card(self, card: Card | None) -> float:
        """Rate a card, or one of the deck, from nothing to half a turn."""
        need = self._need
        blind = sum(need[each] for each in COLOURS) / len(COLOURS) + 0.1 * need[Card.WILD]
        if card is None or card is Card.WILD:  # a displayed wild is the only card of its turn
            worth = blind if card is None or need[Card.WILD] > 0 else -1.0
        else:
            worth = need[card]
        return 0.5 * TURN * worth / (max(need.values()) or 1.0)

    @cached_property
    def _prospects(self) -> float:
        return self._worth_of(self._guess)

    def _worth_of(self, position: ReadablePosition) -> float:
        """Return the points that the viewer has and may expect in a position."""
        lead = self._lead(score_if_ended_now(position.to_state(), tickets=False))
        return lead + self._planner.prospects(position.view(self._view.seat))

    def _try(self, position: ReadablePosition, action: Action) -> float:
        """Return the worth of an action in a guess, if the viewer's next choices are the best."""
        seat = self._view.seat or 0
        after = position.copy()
        after.play(seat, action)
        if after.turns == position.turns and after.deciding == (seat,):
            choices = self.worth_a_look(legal_actions(after.view(seat)))
            if len(choices) <= FEW and not isinstance(choices[0], KNOWN):
                return max(self._try(after, choice) for choice in choices)
        return self._worth_of(after)
