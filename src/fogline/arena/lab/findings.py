"""The most important findings of a study, each in a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fogline.arena.lab.figures import (
    GENEROUS,
    STINGY,
    CategoryFigures,
    Figures,
    KindFigures,
    RouteFigures,
    SeatFigures,
)
from fogline.arena.lab.study import Study
from fogline.report.numerals import fine_percent as percent
from fogline.report.numerals import minus

CAVEAT = (
    "Where players who have or do something win more often, the one need not be the cause of the "
    "other."
)
MOST = 5

_RARE = 0.01
"""Anything rarer than this is not reported here."""
_UNEVEN = 2.0
"""A place is reported if it is chosen this many times more often than the mean."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth knowing."""

    figure: str
    """The most telling number."""
    text: str
    section: str
    """The section of the page with more about it."""


def ordinal(place: int) -> str:
    """Return the name of a place in the order of play."""
    return ("first", "second", "third", "fourth", "fifth", "sixth")[place - 1]


def findings_of(study: Study, figures: Figures) -> list[Finding]:
    """Return what matters most, the most important first."""
    found = [
        *_troubles(study, figures),
        *_ticket_findings(figures),
        _order_finding(study, figures),
        _route_finding(figures),
        *_extras(figures),
        _points_finding(figures),
    ]
    return found[:MOST]


def _troubles(study: Study, figures: Figures) -> Iterator[Finding]:
    """Yield what spoils games, if it is frequent."""
    games = {name: count / study.num for name, count, _ in figures.oddities}
    if games["all-passed"] >= _RARE:
        yield Finding(
            percent(games["all-passed"]),
            "of the games end because nobody can act any more: cards, tickets and routes run out "
            "before the vehicles do.",
            "oddities",
        )
    elif games["never-claimed"] >= _RARE:
        yield Finding(
            percent(games["never-claimed"]),
            "of the games have a player who never claims a single route.",
            "oddities",
        )


def _ticket_findings(figures: Figures) -> Iterator[Finding]:
    kept = [ticket for ticket in figures.tickets if ticket.held]
    if not kept:
        return
    mean = sum(t.completed.value * t.held for t in kept) / sum(t.held for t in kept)
    hardest = min(kept, key=lambda ticket: ticket.distance)
    easiest = max(kept, key=lambda ticket: ticket.distance)
    for ticket, verdict, says in (
        (hardest, STINGY, "It pays too little for its trouble."),
        (easiest, GENEROUS, "It pays too much for its trouble."),
    ):
        if ticket.verdict == verdict:
            yield Finding(
                percent(ticket.completed.value),
                f"of the players who keep {ticket.name} ({ticket.points} points) complete it; by "
                f"its price it should be {percent(ticket.expected)}, and the mean of all tickets "
                f"is {percent(mean)}. {says}",
                "tickets",
            )
    if not any(ticket.verdict for ticket in kept):
        yield Finding(
            percent(mean),
            "of the tickets kept are completed, and none is far from what its price suggests: the "
            f"hardest for its points is {hardest.name} with {percent(hardest.completed.value)}, "
            f"the easiest {easiest.name} with {percent(easiest.completed.value)}.",
            "tickets",
        )


def _order_finding(study: Study, figures: Figures) -> Finding:
    fair = 1 / len(study.players)
    if len(set(study.players)) > 1:
        best = max(figures.seats, key=lambda seat: seat.wins.value)
        return Finding(
            percent(best.wins.value),
            f"of the victories go to seat {best.name} ({_bounds(best)}); an equal share would be "
            f"{percent(fair)}. The bots differ, so this says which of them plays better.",
            "order",
        )
    best = max(figures.order, key=lambda seat: abs(seat.wins.value - fair))
    if not any(seat.favoured for seat in figures.order):
        return Finding(
            percent(best.wins.value),
            f"of the victories go to whoever acts {ordinal(int(best.name))} ({_bounds(best)}): no "
            f"place in the order of play differs from {percent(fair)} by more than chance.",
            "order",
        )
    verb = "an advantage" if best.wins.value > fair else "a handicap"
    return Finding(
        percent(best.wins.value),
        f"of the victories go to whoever acts {ordinal(int(best.name))} ({_bounds(best)}), where "
        f"{percent(fair)} would be fair: {verb} that chance does not explain.",
        "order",
    )


def _bounds(seat: SeatFigures) -> str:
    return f"95\u202f% sure: {percent(seat.wins.low)} to {percent(seat.wins.high)}"


def _route_finding(figures: Figures) -> Finding:
    ranked = sorted(figures.routes, key=lambda route: -route.claimed.value)
    hot, cold = ranked[0], ranked[-1]
    never = sum(route.claimed.value == 0 for route in ranked)
    if never:
        which = "route was" if never == 1 else "routes were"
        for_one = f": {_route(cold)}" if never == 1 else f", {_route(cold)} among them"
        return Finding(
            str(never),
            f"{which} never claimed{for_one}; the most wanted is {_route(hot)}, in "
            f"{percent(hot.claimed.value)} of the games.",
            "routes",
        )
    return Finding(
        percent(hot.claimed.value),
        f"of the games see {_route(hot)} claimed, the most wanted route; the least wanted, "
        f"{_route(cold)}, is claimed in {percent(cold.claimed.value)}.",
        "routes",
    )


def _route(route: RouteFigures) -> str:
    return f"{route.name} ({route.length} {route.colour})"


def _extras(figures: Figures) -> Iterator[Finding]:
    """Yield what stands out in the points and choices of rules."""
    for category in figures.categories:
        if not category.core:
            yield from _category_finding(category)
    for kind in figures.choices:
        if kind.rule and kind.per_game >= 1:
            yield from _kind_finding(kind)


def _category_finding(category: CategoryFigures) -> Iterator[Finding]:
    everybody = sum(group.players for group in category.groups)
    groups = [group for group in category.groups if group.players > _RARE * everybody]
    usual = max(groups, key=lambda group: group.players)
    rich = groups[-1]
    if rich is not usual:
        yield Finding(
            percent(rich.wins.value),
            minus(
                f"of the players with {rich.name} points for {category.name.lower()} win; with "
                f"{usual.name}, the usual number, it is {percent(usual.wins.value)}."
            ),
            "points",
        )


def _kind_finding(kind: KindFigures) -> Iterator[Finding]:
    for field in kind.fields:
        best = field.targets[0]
        if best.times * len(field.targets) > _UNEVEN * kind.all.times:
            won = "" if best.wins is None else f"; its players win {percent(best.wins.value)}"
            yield Finding(
                percent(best.times / kind.all.times),
                f"of the times that players choose “{kind.all.name}”, it is {best.name}, more "
                f"than any other {field.kind}{won}.",
                f"rule-{kind.rule}",
            )


def _points_finding(figures: Figures) -> Finding:
    score = figures.scores
    parts = ", ".join(
        minus(f"{category.spread.mean:+.1f} ") + f"for {category.name.lower()}"
        for category in figures.categories
    )
    return Finding(
        minus(f"{score.mean:.1f}"),
        minus(f"points is the mean score; nine players of ten have {score.p5} to {score.p95}. ")
        + f"It is made of {parts}.",
        "points",
    )
