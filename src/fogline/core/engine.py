"""The pure engine: it combines the rules of a definition into a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fogline.core.actions import ClaimRoute
from fogline.core.board import PlaceId, Route
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition, check_parts
from fogline.core.events import RouteClaimed
from fogline.core.memory import draft, finish
from fogline.core.messages import Action, Event, Seat
from fogline.core.payment import Price, affordable
from fogline.core.refusal import IllegalAction, Refusal
from fogline.core.route_set import RouteSet
from fogline.core.table import Player, State, Table, TableT, View
from fogline.core.view import view_of


def lay_out(game: GameDefinition, seats: int) -> State:
    """Return the table with all material on it and nothing dealt."""
    game.check_seats(seats)
    state = State(game=game, players=(Player(),) * seats, owners=(None,) * len(game.board.routes))
    for rule in game.rules:
        state = rule.lay_out(state)
    check_parts(state.parts)
    return state


def start(game: GameDefinition, seats: int, dice: Dice) -> tuple[State, list[Event]]:
    """Lay out, deal, and go on to the first decision."""
    happening = _Happening(lay_out(game, seats))
    for rule in game.rules:
        for event in [*rule.set_up(happening.state, dice)]:
            happening.happen(event)
    happening.settle(dice)
    return happening.state, happening.events


def play(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[State, list[Event]]:
    """Perform an action and all that follows; raise `IllegalAction` if it is not legal."""
    view = view_of(state, seat)
    for listed in view.facts.get("legal", ()):
        if listed is action:  # taken from the list of legal actions, so it needs no check
            break
    else:
        refusal = refusal_of(view, action)
        if refusal is not None:
            raise IllegalAction(refusal)
    return perform(state, seat, action, dice)


def perform(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[State, list[Event]]:
    """Perform an action that is known to be legal, and all that follows."""
    happening = _Happening(state)
    for event in state.game.handlers[type(action)].perform(state, seat, action, dice):
        happening.happen(event)
        if isinstance(event, RouteClaimed):
            for claimed in state.game.after_claims:
                for found in [*claimed(happening.state, event)]:
                    happening.happen(found)
    happening.settle(dice)
    return happening.state, happening.events


def settled(state: State, dice: Dice) -> list[Event]:
    """What would still happen by itself; nothing in a state that waits for a decision."""
    happening = _Happening(state)
    happening.settle(dice)
    return happening.events


def fold(table: TableT, events: Iterable[Event]) -> TableT:
    """Change a table, the truth or a view, by what happened. No dice are needed."""
    rules = table.game.rules_by_event
    table = draft(table)
    for event in events:
        for rule in rules[type(event)]:
            table = rule.apply(table, event)
    finish(table)
    return table


def consequences(table: Table, claim: RouteClaimed) -> list[Event]:
    """Say what a claim would bring about at once: points, for example."""
    if table.game.foretells_claims:
        return [event for claimed in table.game.after_claims for event in claimed(table, claim)]
    return consequences_after(table, claim)


def consequences_after(table: Table, claim: RouteClaimed) -> list[Event]:
    """Say the same, after the claim is made for trial."""
    table = fold(table, (claim,))
    events: list[Event] = []
    for rule in table.game.rules_by_hook["claimed"]:
        found = list(rule.claimed(table, claim))
        table = fold(table, found)
        events += found
    return events


def decision(table: Table) -> Decision | None:
    """Say who must choose what now; `None` once the game has ended."""
    known = table.facts
    if "decision" not in known:
        known["decision"] = _decision(table)
    found: Decision | None = known["decision"]
    return found


def _decision(table: Table) -> Decision | None:
    if table.ended is not None:
        return None
    for rule in table.game.rules_by_hook["decision"]:
        found = rule.decision(table)
        if found is not None:
            return found
    return None


def legal_actions(view: View) -> list[Action]:
    """List all legal actions of the viewer, in a stable order; none if it is not deciding."""
    return [*listed_actions(view)]


def listed_actions(view: View) -> Sequence[Action]:
    """The same, for callers that do not change the list, which the view keeps."""
    known = view.facts
    if "legal" not in known:
        known["legal"] = _legal_actions(view)
    found: Sequence[Action] = known["legal"]
    return found


def _legal_actions(view: View) -> Sequence[Action]:
    now = decision(view)
    if now is None or view.seat not in now.seats:
        return []
    actions: list[Action] = []
    for rule in view.game.rules_by_decision[type(now)]:
        actions += rule.actions(view, now)
    if not actions:
        for rule in view.game.rules_by_hook["otherwise"]:
            actions += rule.otherwise(view, now)
    return actions


def refusal_of(view: View, action: Action) -> Refusal | None:
    """Say why the viewer may not do this now; `None` if it may."""
    if view.ended is not None:
        return Refusal.GAME_OVER
    now = decision(view)
    if now is None or view.seat not in now.seats:
        return Refusal.NOT_DECIDING
    handler = view.game.handlers.get(type(action))
    if handler is None:
        return Refusal.NOT_NOW
    return handler.refuse(view, now, action)


def route_refusal(view: View, route: Route, kind: type[Action] = ClaimRoute) -> Refusal | None:
    """Say why the viewer could not do this kind of action to a route, even with the right cards."""
    for rule in view.game.rules_by_hook["bar_route"]:
        refusal = rule.bar_route(view, route, kind)
        if refusal is not None:
            return refusal
    return None


def route_refusals(view: View) -> list[Refusal | None]:
    """Say of each route, by its index, why the viewer could not claim it with the right cards."""
    known = view.facts
    if "route refusals" not in known:
        known["route refusals"] = _route_refusals(view)
    found: list[Refusal | None] = known["route refusals"]
    return found


def _route_refusals(view: View) -> list[Refusal | None]:
    routes = view.board.routes
    found: list[Refusal | None] = [None] * len(routes)
    to_judge = view.board.all_routes
    by_hook = view.game.rules_by_hook
    for rule in by_hook["bar_route"]:
        still_open = rule.open_to(view, ClaimRoute) if rule in by_hook["open_to"] else None
        barred = 0
        for index in to_judge if still_open is None else to_judge - still_open:
            refusal = rule.bar_route(view, routes[index], ClaimRoute)
            if refusal is not None:
                found[index] = refusal
                barred |= 1 << index
        to_judge -= RouteSet(barred)
    return found


def place_refusal(table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
    """Say why nobody may do this kind of action to a place."""
    for rule in table.game.rules_by_hook["bar_place"]:
        refusal = rule.bar_place(table, place, kind)
        if refusal is not None:
            return refusal
    return None


def price_of(table: Table, route: Route) -> Price:
    """Say what a route costs at this moment."""
    price = table.game.prices[route.index]
    for rule in table.game.rules_by_hook["price_now"]:
        price = rule.price_now(table, route, price)
    return price


def claimable(view: View, kind: type[Action] = ClaimRoute) -> list[Route]:
    """The routes to which the viewer has the right and the cards to do this kind of action."""
    return view.game.board.routes_in(claimable_bits(view, kind))


def claimable_bits(view: View, kind: type[Action] = ClaimRoute) -> int:
    """The same, as the bits of a `RouteSet`."""
    game, hand = view.game, view.me.hand
    by_hook = game.rules_by_hook
    if by_hook["price_now"]:
        payable = [each for each in game.board.routes if affordable(price_of(view, each), hand)]
        bits = RouteSet.of(route.index for route in payable).bits
    else:
        bits = game.affordable.routes(hand)
    to_ask = game.rules_asked_by_route
    for rule in by_hook["open_to"]:
        still_open = rule.open_to(view, kind)
        if still_open is None:
            to_ask = (*to_ask, rule)
        else:
            bits &= RouteSet.of(still_open).bits
    for rule in to_ask:
        for route in game.board.routes_in(bits):
            if rule.bar_route(view, route, kind) is not None:
                bits &= ~(1 << route.index)
    return bits


def every_action(game: GameDefinition, seats: int) -> list[Action]:
    """List all actions that the rules know can ever be legal, in the order of the rules."""
    return [
        action
        for rule in game.rules_by_hook["every_action"]
        for action in rule.every_action(game, seats)
    ]


class _Happening:
    """A state that is being changed, and the events that changed it."""

    __slots__ = ("_woken", "events", "state")

    def __init__(self, state: State) -> None:
        self.state = draft(state)
        self.events: list[Event] = []
        # The rules that may have something to say, as bits. In a state that waits for a decision
        # nothing follows any more.
        self._woken = 0 if "settled" in state.facts else -1

    def happen(self, event: Event) -> None:
        """Apply an event, and wake the rules that may have something to say after it."""
        state = self.state
        changes, wakes = state.game.effects[type(event)]
        for apply in changes:
            state = apply(state, event)
        self.state = state
        self.events.append(event)
        self._woken |= wakes

    def settle(self, dice: Dice) -> None:
        """Apply everything that happens by itself, up to the next decision or the end."""
        game = self.state.game
        followers, deciders = game.followers, game.deciders
        deciding = -1
        while (state := self.state).ended is None:
            # Whatever is said is listed before it happens, since that changes the draft.
            for follow, left in followers[self._woken]:
                if events := [*follow(state, dice)]:
                    self._woken = left
                    break
            else:
                for decide in deciders[deciding]:
                    now = decide(state)
                    if now is not None:
                        finish(state, {"decision": now, "settled": True})
                        return
                deciding = self._woken = 0
                for advance in game.advancers:
                    if events := [*advance(state, dice)]:
                        break
                else:
                    raise RuntimeError("the rules of this game leave nobody anything to do")
            for event in events:
                self.happen(event)
            deciding |= self._woken
        finish(state, {"decision": None, "settled": True})
