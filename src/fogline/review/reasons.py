"""Why a choice was bad: a sentence made of facts of the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from fogline.core.board import Route, TicketId
from fogline.core.engine import consequences, fold
from fogline.core.events import PointsScored, RouteClaimed
from fogline.core.messages import Action, Seat
from fogline.core.phrasebook import Phrasebook
from fogline.core.table import View
from fogline.core.view import view_of
from fogline.core.ways import barred_routes, missing_routes
from fogline.core.words import listing, number_of
from fogline.review.history import Step

_POINTS = ("point", "points")
_SPACES = ("space", "spaces")
_TURNS = ("turn", "turns")
_MOST = 2
"""How many facts a sentence has at most."""


def reason_for(
    step: Step, best: Action, points: float, later: Sequence[Step], names: Sequence[str]
) -> str:
    """Say why a choice was worse than the best, by this many points on average.

    `later` are the moves that followed: they tell what became of what was not done.
    """
    view = view_of(step.before, step.move.seat)
    case = _Case(view, step.move.seat, step.move.action, best, later, names)
    found = list(dict.fromkeys(case.facts()))[:_MOST]
    if not found:
        found = [f"Costs {points:.1f} points on average"]
    return f"{listing([found[0], *map(_lower, found[1:])])}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


@dataclass
class _Case:
    """A choice, and what would have been better."""

    view: View
    seat: Seat
    chosen: Action
    best: Action
    later: Sequence[Step]
    names: Sequence[str]

    @property
    def book(self) -> Phrasebook:
        return self.view.game.phrasebook()

    @cached_property
    def needs(self) -> dict[TicketId, list[Route]]:
        """For each own ticket that is not complete and still has a way, the missing routes."""
        return _needs(self.view, [each for each in self.view.me.tickets if each is not None])

    def facts(self) -> Iterator[str]:
        """Say what speaks against the choice, the weightiest first."""
        if isinstance(self.chosen, ClaimRoute):
            yield from self._harm(self.chosen)
        if isinstance(self.chosen, KeepTickets) and isinstance(self.best, KeepTickets):
            yield from self._tickets(self.chosen, self.best)
        if isinstance(self.best, ClaimRoute):
            yield from self._not_claimed(self.best)
        if isinstance(self.chosen, DrawTickets):
            left = self.book.count(self.view.me.vehicles, "vehicle")
            yield f"Looks for new tickets with {left} left"
        if isinstance(self.best, DrawTickets) and not self.needs:
            yield "Looks for no new tickets, although none of the old ones needs a route"
        if isinstance(self.best, TakeCard):
            yield from self._not_taken(self.best)
        if isinstance(self.chosen, ClaimRoute) and self._beside(self.chosen):
            yield f"{self.book.route(self.chosen.route)} brings no open ticket nearer"
        if isinstance(self.chosen, ClaimRoute) and not isinstance(self.best, ClaimRoute):
            won = number_of(self._pays(self.chosen).get(self.seat, 0), _POINTS)
            cards = number_of(self.chosen.payment.total, ("card", "cards"))
            yield f"Wins {won} for a turn and {cards}"

    def _harm(self, claim: ClaimRoute) -> Iterator[str]:
        """Say whom a claim pays, what it closes, and what it wastes."""
        others = [seat for seat in self.view.seats if seat != self.seat]
        paid, instead = self._pays(claim), self._pays(self.best)
        for seat in others:
            if paid.get(seat, 0) > instead.get(seat, 0):
                yield f"Pays {self.names[seat]} {number_of(paid[seat], _POINTS)}"
        after = fold(self.view, (RouteClaimed(self.seat, claim.route, claim.payment),))
        left = _needs(after, list(self.needs))
        for ticket in self.needs:
            if ticket not in left and not after.is_complete(self.seat, ticket):
                yield f"Closes the last way for the ticket {self.book.ticket(ticket)}"
            elif _spaces(left.get(ticket, [])) > after.me.vehicles:
                yield (
                    f"Leaves {self.book.count(after.me.vehicles, 'vehicle')}, and the ticket "
                    f"{self.book.ticket(ticket)} needs {_spaces(left[ticket])}"
                )
        if isinstance(self.best, ClaimRoute) and self.best.route == claim.route:
            spent, enough = claim.payment.wilds, self.best.payment.wilds
            if spent > enough:
                yield f"Spends {self.book.count(spent, 'wild')} where {enough} would do"

    def _pays(self, action: Action) -> dict[Seat, int]:
        if not isinstance(action, ClaimRoute):
            return {}
        paid: dict[Seat, int] = {}
        for event in consequences(self.view, RouteClaimed(self.seat, action.route, action.payment)):
            if isinstance(event, PointsScored):
                paid[event.seat] = paid.get(event.seat, 0) + event.points
        return paid

    def _tickets(self, chosen: KeepTickets, best: KeepTickets) -> Iterator[str]:
        offered = [each for each in self.view.me.offered if each is not None]
        needs = _needs(self.view, offered)
        for ticket in chosen.tickets:
            if ticket not in best.tickets:
                yield f"Keeps {self._ticket(ticket, needs)}"
        for ticket in best.tickets:
            if ticket not in chosen.tickets:
                yield f"Gives {self._ticket(ticket, needs)} back"

    def _ticket(self, ticket: TicketId, needs: dict[TicketId, list[Route]]) -> str:
        points = number_of(self.view.board.ticket[ticket].points, _POINTS)
        way = "no way left"
        if self.view.is_complete(self.seat, ticket):
            way = "complete already"
        elif ticket in needs:
            way = f"{number_of(_spaces(needs[ticket]), _SPACES)} to build"
        return f"{self.book.ticket(ticket)} ({points}, {way})"

    def _not_claimed(self, best: ClaimRoute) -> Iterator[str]:
        """Say what became of a route that should have been claimed."""
        if isinstance(self.chosen, ClaimRoute) and self.chosen.route == best.route:
            return
        name = self.book.route(best.route)
        ticket = next((t for t, way in self.needs.items() if best.route in _ids(way)), None)
        use = "" if ticket is None else f", which the ticket {self.book.ticket(ticket)} needs"
        turns = 0
        for step in self.later:
            action = step.move.action
            if step.move.seat == self.seat and step.after.turns > step.before.turns:
                turns += 1
            if isinstance(action, ClaimRoute) and action.route == best.route:
                if step.move.seat == self.seat:
                    yield f"Claims {name}{use} {number_of(turns, _TURNS)} later than possible"
                else:
                    yield f"Leaves {name}{use} to {self.names[step.move.seat]}"
                return
        yield f"Does not claim {name}{use}"

    def _not_taken(self, best: TakeCard) -> Iterator[str]:
        if self.chosen == best or not isinstance(self.chosen, DrawCard | TakeCard | ClaimRoute):
            return
        wanted = {route.id: route for way in self.needs.values() for route in way}
        for route in wanted.values():
            if route.colour == best.card:
                yield (
                    f"Leaves {self.book.a_card(best.card)} lying, "
                    f"which {self.book.route(route.id)} needs"
                )
                return

    def _beside(self, claim: ClaimRoute) -> bool:
        """Whether a claim has nothing to do with open tickets, of which there are some."""
        wanted = {route for way in self.needs.values() for route in _ids(way)}
        return bool(wanted) and claim.route not in wanted


def _needs(view: View, tickets: Sequence[TicketId]) -> dict[TicketId, list[Route]]:
    barred = barred_routes(view)
    ways = {ticket: missing_routes(view, ticket, barred) for ticket in tickets}
    return {ticket: way for ticket, way in ways.items() if way}


def _spaces(way: Sequence[Route]) -> int:
    return sum(route.length for route in way)


def _ids(way: Sequence[Route]) -> list[str]:
    return [route.id for route in way]
