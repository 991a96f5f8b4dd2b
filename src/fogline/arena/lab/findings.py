"""The most important things of a study, each in a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fogline.arena.lab.figures import (
    GENEROUS,
    STINGY,
    Figures,
    RouteFigures,
    SeatFigures,
)
from fogline.arena.lab.study import Study
from fogline.core.events import Category
from fogline.rules.alvin import ALVIN_POINTS
from fogline.rules.tourist_tokens import TOKEN_POINTS

CATEGORY_NAMES: dict[str, str] = {
    Category.ROUTES: "Routes",
    Category.TICKETS: "Complete tickets",
    Category.FAILED_TICKETS: "Failed tickets",
    TOKEN_POINTS: "Tourist tokens",
    Category.BONUSES: "Most complete tickets",
    ALVIN_POINTS: "Alvin",
}
MOST = 5

_RARE = 0.01
"""Oddities in fewer games than this are not worth a headline."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth knowing."""

    figure: str
    """The number that says most."""
    text: str
    section: str
    """Where the page tells more."""


def percent(value: float) -> str:
    """Write a share; what is rare gets a digit more, so that it is neither nothing nor all."""
    if value in (0, 1):
        return f"{value:.0%}".replace("%", "\u202f%")
    digits = 1 if 0.01 <= value <= 0.99 else 2
    if value < 0.00005:
        return "< 0.01\u202f%"
    if value > 0.99995:
        return "> 99.99\u202f%"
    return f"{value:.{digits}%}".replace("%", "\u202f%")


def minus(text: str) -> str:
    """Write negative numbers with the sign for it."""
    return text.replace("-", "−")


def ordinal(place: int) -> str:
    """Name a place in the order of play."""
    return ("first", "second", "third", "fourth", "fifth", "sixth")[place - 1]


def findings_of(study: Study, figures: Figures) -> list[Finding]:
    """Choose what matters most, the most telling first."""
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
    """Whatever keeps a game from being a game."""
    games = {name: count / study.num for name, count, _ in figures.oddities}
    if games["all-passed"] >= _RARE:
        yield Finding(
            percent(games["all-passed"]),
            "of the games end because nobody can do anything any more: cards, tickets and routes "
            "run dry before the vehicles do.",
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
            f"{percent(fair)}. The bots differ, so this says who plays better.",
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
    """What the game's own pieces go with."""
    if figures.alvin and figures.alvin[0].wins and figures.alvin[1].wins:
        holder, other = figures.alvin[0].wins, figures.alvin[1].wins
        yield Finding(
            percent(holder.value),
            f"of those who have Alvin at the end win, and {percent(other.value)} of the others.",
            "alvin",
        )
    everybody = sum(group.players for group in figures.tokens)
    by_tokens = [group for group in figures.tokens if group.players > _RARE * everybody]
    if len(by_tokens) > 1:
        usual = max(by_tokens, key=lambda group: group.players)
        rich = by_tokens[-1]
        if rich.wins and usual.wins and rich is not usual:
            yield Finding(
                percent(rich.wins.value),
                f"of the players with {rich.name} different tokens win; with {usual.name}, the "
                f"usual number, it is {percent(usual.wins.value)}.",
                "tokens",
            )
    controlled = [city for city in figures.cities if city.controlled.value > _RARE]
    if controlled:
        best = max(controlled, key=lambda city: city.paid)
        yield Finding(
            f"{best.paid:.1f}",
            f"points a game is what a marker in {best.name} pays, more than in any other city; "
            f"{best.from_others:.1f} of them come from routes that others claim.",
            "markers",
        )


def _points_finding(figures: Figures) -> Finding:
    score = figures.scores
    parts = ", ".join(
        minus(f"{spread.mean:+.1f} ") + f"for {CATEGORY_NAMES[Category(name)].lower()}"
        for name, spread in figures.categories
    )
    return Finding(
        minus(f"{score.mean:.1f}"),
        minus(f"points is the mean score; nine players of ten have {score.p5} to {score.p95}. ")
        + f"It is made of {parts}.",
        "points",
    )
