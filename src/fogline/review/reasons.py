"""Why a choice was bad: facts of the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from fogline.core.board import Route, TicketId
from fogline.core.engine import consequences, fold
from fogline.core.events import PointsScored, RouteClaimed
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of
from fogline.review.history import HistoryStep
from fogline.review.model import ReasonFact

_MOST = 2
"""The most facts of a reason."""


def facts_for(
    step: HistoryStep, best: Action, points: float, later: Sequence[HistoryStep]
) -> tuple[ReasonFact, ...]:
    """Return why a choice was worse than the best, by this many points on average.

    `later` are the moves that followed: they show the result of what was not done.
    """
    view = view_of(step.before, step.move.seat)
    case = _Case(view, step.move.seat, step.move.action, best, later)
    found: list[ReasonFact] = []
    for fact in case.facts():
        if fact not in found:
            found.append(fact)
    return tuple(found[:_MOST]) or (_cost(points),)


def _cost(points: float) -> ReasonFact:
    """Return the last fact: what the choice costs on average."""
    cost = round(points, 1)
    return ReasonFact("costs", {"points": cost}) if cost > 0 else ReasonFact("wins-less-often", {})


@dataclass
class _Case:
    """A choice, and what would have been better."""

    view: View
    seat: Seat
    chosen: Action
    best: Action
    later: Sequence[HistoryStep]

    @cached_property
    def needs(self) -> dict[TicketId, list[Route]]:
        """Return the missing routes of each own incomplete ticket that can still be completed."""
        return _needs(self.view, [each for each in self.view.me.tickets if each is not None])

    def facts(self) -> Iterator[ReasonFact]:
        """Yield the arguments against the choice, the weightiest first."""
        if isinstance(self.chosen, ClaimRoute):
            yield from self._harm(self.chosen)
        if isinstance(self.chosen, KeepTickets) and isinstance(self.best, KeepTickets):
            yield from self._tickets(self.chosen, self.best)
        if isinstance(self.best, ClaimRoute):
            yield from self._not_claimed(self.best)
        if isinstance(self.chosen, DrawTickets):
            yield ReasonFact("looks-for-tickets", {"count": self.view.me.vehicles})
        if isinstance(self.best, DrawTickets) and not self.needs:
            yield ReasonFact("no-new-tickets", {})
        if isinstance(self.best, TakeCard):
            yield from self._not_taken(self.best)
        if isinstance(self.chosen, ClaimRoute) and self._is_irrelevant(self.chosen):
            yield ReasonFact("no-ticket-nearer", {"route": self.chosen.route})
        if isinstance(self.chosen, ClaimRoute) and not isinstance(self.best, ClaimRoute):
            won = self._pays(self.chosen).get(self.seat, 0)
            yield ReasonFact("poor-claim", {"points": won, "cards": self.chosen.payment.total})

    def _harm(self, claim: ClaimRoute) -> Iterator[ReasonFact]:
        """Yield whom a claim pays, what it closes, and what it wastes."""
        others = [seat for seat in self.view.seats if seat != self.seat]
        paid, instead = self._pays(claim), self._pays(self.best)
        for seat in others:
            if paid.get(seat, 0) > instead.get(seat, 0):
                yield ReasonFact("pays-other", {"seat": seat, "points": paid[seat]})
        after = fold(self.view, (RouteClaimed(self.seat, claim.route, claim.payment),))
        left = _needs(after, list(self.needs))
        for ticket in self.needs:
            if ticket not in left and not after.is_complete(self.seat, ticket):
                yield ReasonFact("closes-last-way", {"ticket": ticket})
            elif _spaces(left.get(ticket, [])) > after.me.vehicles:
                needed = _spaces(left[ticket])
                yield ReasonFact(
                    "too-few-vehicles",
                    {"count": after.me.vehicles, "ticket": ticket, "needed": needed},
                )
        if isinstance(self.best, ClaimRoute) and self.best.route == claim.route:
            spent, enough = claim.payment.wilds, self.best.payment.wilds
            if spent > enough:
                yield ReasonFact("wastes-wilds", {"count": spent, "enough": enough})

    def _pays(self, action: Action) -> dict[Seat, int]:
        if not isinstance(action, ClaimRoute):
            return {}
        paid: dict[Seat, int] = {}
        for event in consequences(self.view, RouteClaimed(self.seat, action.route, action.payment)):
            if isinstance(event, PointsScored):
                paid[event.seat] = paid.get(event.seat, 0) + event.points
        return paid

    def _tickets(self, chosen: KeepTickets, best: KeepTickets) -> Iterator[ReasonFact]:
        offered = [each for each in self.view.me.offered if each is not None]
        needs = _needs(self.view, offered)
        for ticket in chosen.tickets:
            if ticket not in best.tickets:
                yield self._ticket("keeps-ticket", ticket, needs)
        for ticket in best.tickets:
            if ticket not in chosen.tickets:
                yield self._ticket("gives-ticket-back", ticket, needs)

    def _ticket(
        self, kind: str, ticket: TicketId, needs: dict[TicketId, list[Route]]
    ) -> ReasonFact:
        points = self.view.board.ticket[ticket].points
        named: dict[str, str | float] = {"ticket": ticket, "points": points}
        if self.view.is_complete(self.seat, ticket):
            return ReasonFact(f"{kind}-complete", named)
        if ticket not in needs:
            return ReasonFact(f"{kind}-closed", named)
        return ReasonFact(kind, named | {"spaces": _spaces(needs[ticket])})

    def _not_claimed(self, best: ClaimRoute) -> Iterator[ReasonFact]:
        """Yield what happened to a route that should have been claimed."""
        if isinstance(self.chosen, ClaimRoute) and self.chosen.route == best.route:
            return
        ticket = next((t for t, path in self.needs.items() if best.route in _ids(path)), None)
        named: dict[str, str | float] = {"route": best.route}
        needed = "" if ticket is None else "-needed"
        if ticket is not None:
            named["ticket"] = ticket
        turns = 0
        for step in self.later:
            action = step.move.action
            if step.move.seat == self.seat and step.after.turns > step.before.turns:
                turns += 1
            if isinstance(action, ClaimRoute) and action.route == best.route:
                if step.move.seat == self.seat:
                    yield ReasonFact(f"claims-later{needed}", named | {"count": turns})
                else:
                    yield ReasonFact(f"leaves-route{needed}", named | {"seat": step.move.seat})
                return
        yield ReasonFact(f"not-claimed{needed}", named)

    def _not_taken(self, best: TakeCard) -> Iterator[ReasonFact]:
        if self.chosen == best or not isinstance(self.chosen, DrawCard | TakeCard | ClaimRoute):
            return
        wanted = {route.id: route for path in self.needs.values() for route in path}
        for route in wanted.values():
            if route.colour == best.card:
                yield ReasonFact("leaves-card", {"card": str(best.card), "route": route.id})
                return

    def _is_irrelevant(self, claim: ClaimRoute) -> bool:
        """Return whether there are open tickets and a claim helps none of them."""
        wanted = {route for path in self.needs.values() for route in _ids(path)}
        return bool(wanted) and claim.route not in wanted


def _needs(view: View, tickets: Sequence[TicketId]) -> dict[TicketId, list[Route]]:
    paths = TicketPaths(view)
    needs = {ticket: paths.missing_routes(ticket) for ticket in tickets}
    return {ticket: path for ticket, path in needs.items() if path}


def _spaces(path: Sequence[Route]) -> int:
    return sum(route.length for route in path)


def _ids(path: Sequence[Route]) -> list[str]:
    return [route.id for route in path]
