"""The chapters of the page on tickets, routes, order of play, points and length."""

from __future__ import annotations

from collections.abc import Sequence

from fogline.arena.lab.charts import Dot, cloud, columns, histogram, whiskers
from fogline.arena.lab.figures import (
    GENEROUS,
    STINGY,
    CategoryFigures,
    Figures,
    RouteFigures,
    TicketFigures,
)
from fogline.arena.lab.findings import CAVEAT, ordinal
from fogline.arena.lab.heat import heat_map, legend
from fogline.arena.lab.study import Study
from fogline.core.table import EndReason
from fogline.picture import Picture
from fogline.report.html import Row, TableCell, bar, details, number, section, share, table
from fogline.report.numerals import fine_percent as percent
from fogline.report.numerals import minus

_ENDINGS: dict[str, str] = {
    EndReason.LAST_ROUND: "the last round, after a player ran low on vehicles",
    EndReason.ALL_PASSED: "everybody passing, because nothing is left to do",
}
_VERDICTS = {GENEROUS: "▲ pays too much", STINGY: "▼ pays too little", "": ""}
_EXTREMES = 8


def tickets(figures: Figures) -> str:
    """Return the chapter on the worth of tickets, compared with their printed points."""
    known = [ticket for ticket in figures.tickets if ticket.held]
    odd = sum(bool(ticket.verdict) for ticket in known)
    dots = [Dot(t.name, t.points, t.completed.value, t.verdict) for t in known]
    chart = (
        cloud(
            "How often a ticket is completed, by its price",
            dots,
            figures.price_trend,
            "printed points",
            "The line is the trend of all tickets. ▲ completed far more often than the price "
            "suggests, ▼ far less.",
        )
        if dots
        else ""
    )
    lead = (
        "A ticket is well priced when it is completed as often as others of its points. "
        + ("None is" if odd == 0 else "One is" if odd == 1 else f"{odd} are")
        + " far off the trend, by more than twice the usual distance and by more than chance."
    )
    headings = [
        "ticket", "points", "shortest way", "kept when offered", "completed when kept",
        "by its price", "worth", "keepers win", "verdict",
    ]  # fmt: skip
    named = sorted(figures.tickets, key=lambda ticket: ticket.name)
    body = table("All tickets", headings, [_ticket(ticket) for ticket in named], "wide")
    odd_ones = f'<div class="beside">{chart}{_farthest(known)}</div>' if known else ""
    return section("tickets", "Tickets", lead, odd_ones, body)


def _farthest(known: Sequence[TicketFigures]) -> str:
    """Return the tickets that are farthest from the trend."""
    ranked = sorted(known, key=lambda ticket: -abs(ticket.distance))
    rows = [
        Row(
            TableCell(ticket.name),
            number(ticket.points),
            bar(ticket.completed.value),
            share(ticket.expected),
            number(ticket.distance, 1, signed=True),
            TableCell(_VERDICTS[ticket.verdict] or "as usual"),
            css=ticket.verdict,
        )
        for ticket in ranked[:_EXTREMES]
    ]
    headings = ["ticket", "points", "completed", "by its price", "distance", "verdict"]
    return table("The farthest from their price", headings, rows)


def _ticket(ticket: TicketFigures) -> Row:
    kept = f"{ticket.offered} offers"
    bounds = f"{percent(ticket.completed.low)} to {percent(ticket.completed.high)}"
    return Row(
        TableCell(ticket.name),
        number(ticket.points),
        TableCell("none", 999) if ticket.spaces is None else number(ticket.spaces),
        bar(ticket.kept.value, kept),
        bar(ticket.completed.value, bounds),
        share(ticket.expected),
        number(ticket.worth, 1, signed=True),
        share(ticket.wins.value),
        TableCell(_VERDICTS[ticket.verdict]),
        css=ticket.verdict,
    )


def routes(study: Study, figures: Figures, picture: Picture | None) -> str:
    """Return the chapter on how often routes are claimed, with a map, and whom they pay."""
    ranked = sorted(figures.routes, key=lambda route: -route.claimed.value)
    never = [route for route in ranked if route.claimed.value == 0]
    mean = sum(route.claimed.value for route in ranked) / len(ranked)
    lead = f"A route is claimed in {percent(mean)} of the games on average. " + (
        f"Never claimed: {'; '.join(_route_name(route) for route in never)}."
        if never
        else "Every route was claimed at least once."
    )
    generous = max(ranked, key=lambda route: route.others)
    if generous.others:
        lead += (
            f" A claim may also pay other players: {_route_name(generous)} pays them most, "
            f"{generous.others:.1f} points a claim."
        )
    drawn = heat_map(study.game.board, picture, {route.id: route for route in figures.routes})
    plate = (
        f'<figure class="plate"><figcaption>How often each route is claimed</figcaption>\n'
        f'{legend()}\n<div class="scroll map" tabindex="0" role="group" aria-label="Map of the '
        f'routes">{drawn}</div>\n<p class="note">Point at a row of the tables below to find its '
        "route on the map.</p></figure>"
    )
    extremes = min(_EXTREMES, len(ranked) // 2)
    hottest = _route_table("The most wanted", ranked[:extremes])
    coldest = _route_table("The least wanted", ranked[::-1][:extremes])
    return section(
        "routes",
        "Routes",
        lead,
        plate,
        f'<div class="pair">{hottest}{coldest}</div>',
        details(f"All {len(ranked)} routes", _route_table("All routes", ranked, paid=True)),
    )


def _route_name(route: RouteFigures) -> str:
    return f"{route.name} ({route.length} {route.colour})"


def _route_table(caption: str, ranked: Sequence[RouteFigures], *, paid: bool = False) -> str:
    headings = ["route", "spaces", "colour", "claimed", "owners win"]
    rows = []
    for route in ranked:
        cells = [
            TableCell(route.name),
            number(route.length),
            TableCell(route.colour + (f", {route.ferries} wild" if route.ferries else "")),
            bar(route.claimed.value),
            share(route.wins.value) if route.claimed.value else TableCell("–", -1),
        ]
        if paid:
            cells += [number(route.own, 1), number(route.others, 1)]
        rows.append(Row(*cells, about=route.id))
    if paid:
        headings += ["pays the claimer", "pays others"]
    return table(caption, headings, rows)


def order(study: Study, figures: Figures) -> str:
    """Return the chapter on the effects of the order of play and of the seat."""
    fair = 1 / len(study.players)
    favoured = [seat for seat in figures.order if seat.favoured]
    beyond = "; ".join(
        f"acting {ordinal(int(seat.name))} is worth {percent(seat.wins.value)}" for seat in favoured
    )
    lead = (
        f"Beyond chance: {beyond}, where {percent(fair)} would be fair."
        if favoured
        else "No place in the order of play wins more or less often than chance explains."
    )
    if study.tally.shared:
        lead += f" {percent(figures.shared.value)} of the victories are shared, and count in parts."
    by_order = [(f"acts {ordinal(int(seat.name))}", seat.wins) for seat in figures.order]
    by_seat = [(f"seat {seat.name}", seat.wins) for seat in figures.seats]
    note = "The bars hold the true share with 95\u202f% confidence."
    charts = whiskers("Victories by order of play", by_order, fair, note) + whiskers(
        "Victories by seat", by_seat, fair, note
    )
    rows = [
        Row(
            TableCell(name),
            bar(seat.wins.value),
            TableCell(f"{percent(seat.wins.low)} to {percent(seat.wins.high)}"),
            number(seat.score.value, 1),
            TableCell(minus(f"{seat.score.low:.1f} to {seat.score.high:.1f}")),
            TableCell("beyond chance" if seat.favoured else "chance"),
        )
        for seat, name in [
            *((seat, f"acts {ordinal(int(seat.name))}") for seat in figures.order),
            *((seat, f"seat {seat.name}") for seat in figures.seats),
        ]
    ]
    headings = ["place", "victories", "bounds", "mean score", "bounds", "differs by"]
    return section(
        "order",
        "Order of play",
        lead,
        f'<div class="charts">{charts}</div>',
        table("Victories and scores", headings, rows),
    )


def points(figures: Figures) -> str:
    """Return the chapter on the distribution of scores, and their parts."""
    score, margin = figures.scores, figures.margins
    lead = minus(
        f"Players score {score.mean:.1f} points on average, and the winner is {margin.mean:.1f} "
        f"ahead of the next; half of the games are decided by {margin.median} or fewer."
    )
    if not all(category.core for category in figures.categories):
        lead += f" {CAVEAT}"
    charts = [
        histogram("Final scores", score, "points"),
        histogram("How far the winner is ahead", margin, "points"),
    ]
    for category in figures.categories:
        charts.append(histogram(category.name, category.spread, "points"))
        if not category.core and len(category.groups) > 1:
            charts.append(_wins_by_points(category))
    return section(
        "points", "Points", lead, f'<div class="charts">{"".join(charts)}</div>', _made_of(figures)
    )


def _wins_by_points(category: CategoryFigures) -> str:
    return columns(
        f"{category.name}: victories by points",
        [(minus(group.name), group.wins) for group in category.groups],
        "points",
        "The lines hold the true share with 95\u202f% confidence.",
    )


def _made_of(figures: Figures) -> str:
    spreads = [(category.name, category.spread) for category in figures.categories]
    largest = max(abs(spread.mean) for _, spread in spreads) or 1.0
    rows = [
        Row(
            TableCell(name),
            TableCell(
                number(spread.mean, 1, signed=True).text,
                spread.mean,
                bar=abs(spread.mean) / largest,
            ),
            number(spread.p5),
            number(spread.median),
            number(spread.p95),
            number(spread.low),
            number(spread.high),
            css="minus" if spread.mean < 0 else "",
        )
        for name, spread in spreads
    ]
    headings = ["points for", "mean", "5 of 100 below", "median", "95 of 100 below", "low", "high"]
    return table("What a score is made of", headings, rows)


def length(figures: Figures) -> str:
    """Return the chapter on how long games take, and how they end."""
    turns, decisions = figures.turns, figures.decisions
    reason, most = max(figures.endings, key=lambda ending: ending[1].value)
    lead = (
        f"A game takes {turns.mean:.1f} turns and {decisions.mean:.0f} decisions on average, all "
        f"players together. {percent(most.value)} of them end with {_ending(reason)}."
    )
    charts = [
        histogram("Turns in a game", turns, "turns"),
        histogram("Decisions in a game", decisions, "decisions"),
        histogram("Vehicles left at the end, by player", figures.vehicles_left, "vehicles"),
    ]
    rows = [
        Row(TableCell(_sentence(_ending(reason))), bar(each.value))
        for reason, each in figures.endings
    ]
    endings = table("How games end", ["ending", "games"], rows, "narrow")
    return section(
        "length", "Length", lead, f'<div class="charts">{"".join(charts)}</div>', endings
    )


def _ending(reason: str) -> str:
    return _ENDINGS.get(reason, reason.replace("-", " "))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
