"""The pure engine: it combines the rules of a definition into a game."""

from __future__ import annotations

from collections.abc import Iterable

from fogline.core.actions import ClaimRoute
from fogline.core.board import PlaceId, Route
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition, check_parts
from fogline.core.events import RouteClaimed
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
    """Lay out the table, deal, and advance to the first decision."""
    resolution = _Resolution(lay_out(game, seats))
    for set_up in game.hook("set_up"):
        resolution.apply(set_up(resolution.state, dice))
    resolution.settle(dice)
    return resolution.state, resolution.events


def play(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[State, list[Event]]:
    """Perform an action and everything that follows; raise `IllegalAction` if it is not legal."""
    view = view_of(state, seat)
    if not any(action is listed for listed in view.facts.get("legal", ())):
        refusal = refusal_of(view, action)
        if refusal is not None:
            raise IllegalAction(refusal)
    return perform(state, seat, action, dice)


def perform(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[State, list[Event]]:
    """Perform an action that is known to be legal, and everything that follows."""
    resolution = _Resolution(state)
    for event in state.game.plays[type(action)].perform(state, seat, action, dice):
        if isinstance(event, RouteClaimed):
            resolution.apply((event, *consequences(resolution.state, event)))
        else:
            resolution.apply((event,))
    resolution.settle(dice)
    return resolution.state, resolution.events


def settled(state: State, dice: Dice) -> list[Event]:
    """Return the events still due without a decision; none if a decision is pending."""
    resolution = _Resolution(state)
    resolution.settle(dice)
    return resolution.events


def fold(table: TableT, events: Iterable[Event]) -> TableT:
    """Apply events to a table, the truth or a view. No dice are needed."""
    changes = table.game.changes
    for event in events:
        for change in changes[type(event)]:
            table = change(table, event)
    return table


def consequences(table: Table, claim: RouteClaimed) -> list[Event]:
    """Return the immediate consequences of a claim, such as points."""
    return [event for claimed in table.game.hook("claimed") for event in claimed(table, claim)]


def decision(table: Table) -> Decision | None:
    """Return who must choose what now, or `None` once the game has ended."""
    known = table.facts
    if "decision" not in known:
        known["decision"] = _decision(table)
    found: Decision | None = known["decision"]
    return found


def _decision(table: Table) -> Decision | None:
    if table.ended is not None:
        return None
    for decide in table.game.hook("decision"):
        found: Decision | None = decide(table)
        if found is not None:
            return found
    return None


def legal_actions(view: View) -> list[Action]:
    """List all legal actions of the viewer, in a stable order; none unless it is deciding."""
    known = view.facts
    if "legal" not in known:
        known["legal"] = _legal_actions(view)
    return [*known["legal"]]


def _legal_actions(view: View) -> list[Action]:
    now = decision(view)
    if now is None or view.seat not in now.seats:
        return []
    actions = [action for offer in view.game.offers[type(now)] for action in offer(view, now)]
    return actions or [
        action for offer in view.game.hook("otherwise") for action in offer(view, now)
    ]


def refusal_of(view: View, action: Action) -> Refusal | None:
    """Return why the viewer may not do this now, or `None`."""
    if view.ended is not None:
        return Refusal.GAME_OVER
    now = decision(view)
    if now is None or view.seat not in now.seats:
        return Refusal.NOT_DECIDING
    play = view.game.plays.get(type(action))
    if play is None or not isinstance(now, play.at):
        return Refusal.NOT_NOW
    for refuse in view.game.refuses[type(action)]:
        refusal: Refusal | None = refuse(view, now, action)
        if refusal is not None:
            return refusal
    return None


def barred(view: View, kind: type[Action] = ClaimRoute) -> list[tuple[Refusal, RouteSet]]:
    """Return the routes closed to the viewer, even with the right cards, by reason."""
    known = view.facts
    if ("barred", kind) not in known:
        closed = [each for bar in view.game.hook("barred") for each in bar(view, kind)]
        known["barred", kind] = closed
    return [*known["barred", kind]]


def route_refusal(view: View, route: Route, kind: type[Action] = ClaimRoute) -> Refusal | None:
    """Return why a route is closed to the viewer, even with the right cards, or `None`."""
    reasons = (refusal for refusal, routes in barred(view, kind) if route.index in routes)
    return next(reasons, None)


def place_refusal(table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
    """Return why nobody may do this kind of action to a place, or `None`."""
    for bar in table.game.hook("bar_place"):
        refusal: Refusal | None = bar(table, place, kind)
        if refusal is not None:
            return refusal
    return None


def price_of(table: Table, route: Route) -> Price:
    """Return the current price of a route."""
    price = table.game.prices[route.index]
    for change in table.game.hook("price_now"):
        price = change(table, route, price)
    return price


def claimable(view: View, kind: type[Action] = ClaimRoute) -> list[Route]:
    """Return the routes that are open to the viewer and that its hand can pay."""
    game, hand = view.game, view.me.hand
    if game.hook("price_now"):
        routes = RouteSet.of(
            r.index for r in game.board.routes if affordable(price_of(view, r), hand)
        )
    else:
        routes = RouteSet(game.affordable.routes(hand))
    for _, closed in barred(view, kind):
        routes -= closed
    return game.board.routes_in(routes.bits)


def every_action(game: GameDefinition, seats: int) -> list[Action]:
    """List all actions that can ever be legal, as far as known, in the order of the rules."""
    return [action for every in game.hook("every_action") for action in every(game, seats)]


class _Resolution:
    """A state that is being changed, and the events that changed it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def apply(self, events: Iterable[Event]) -> bool:
        """Apply events; return whether there were any."""
        found = [*events]
        if found:
            self.state = fold(self.state, found)
            self.events += found
        return bool(found)

    def settle(self, dice: Dice) -> None:
        """Apply everything that follows without a decision, up to the next one or the end."""
        game = self.state.game
        while self.state.ended is None:
            for follow in game.hook("follow"):
                if self.apply(follow(self.state, dice)):
                    break
            else:
                if decision(self.state) is not None:
                    return
                for advance in game.hook("advance"):
                    if self.apply(advance(self.state, dice)):
                        break
                else:
                    raise RuntimeError("the rules of this game leave nobody anything to do")
