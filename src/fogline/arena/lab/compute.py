"""The computation of figures from counts."""

from __future__ import annotations

import math
from collections import Counter

from fogline.arena.lab import kernel_columns as columns
from fogline.arena.lab.figures import (
    GENEROUS,
    STINGY,
    CategoryFigures,
    FieldFigures,
    Figures,
    GroupFigures,
    KindFigures,
    RouteFigures,
    SeatFigures,
    TargetFigures,
    TicketFigures,
)
from fogline.arena.lab.lab_tally import WHOLE, Ints
from fogline.arena.lab.named import Key
from fogline.arena.lab.study import Study
from fogline.arena.lab.verb_names import Names
from fogline.core.actions import ClaimRoute
from fogline.core.board import Board, PlaceId, Route
from fogline.core.graph import shortest
from fogline.core.table import EndReason
from fogline.report.estimates import (
    Estimate,
    Trend,
    mean_of_sums,
    share,
    spread,
    trend,
    usual_distance,
)
from fogline.report.svg import nice_step

_LEAST = 0.03
"""A share this close to the trend is never odd, however close the others are."""
_MANY = 2.0
"""The number of usual distances at which a ticket is odd."""
_GROUPS = 9
"""Groups of players by points of a category, at most."""


def figures_of(study: Study) -> Figures:
    """Compute all figures."""
    tally = study.tally
    tickets, price_trend = _tickets(study)
    reasons = [*EndReason, *sorted(set(tally.endings).difference(EndReason))]
    return Figures(
        tickets=tickets,
        price_trend=price_trend,
        routes=_routes(study),
        order=_order(study),
        seats=_seats(study),
        shared=share(tally.shared, tally.num),
        scores=spread(sum(tally.scores, Counter())),
        margins=spread(tally.margins),
        turns=spread(tally.turns),
        decisions=spread(tally.decisions),
        vehicles_left=spread(tally.vehicles_left),
        categories=_categories(study),
        endings=tuple((str(why), share(tally.endings[why], tally.num)) for why in reasons),
        choices=_kinds(study, tally.choices, events=False),
        events=_kinds(study, tally.events, events=True),
        event_games=tally.event_games,
        oddities=tuple(
            (name, tally.oddities[name], tuple(games)) for name, games in tally.examples.items()
        ),
        shortest=tuple(tally.shortest),
        longest=tuple(tally.longest),
    )


def pair(board: Board, ends: tuple[PlaceId, PlaceId]) -> str:
    """Return the names of two places."""
    return " – ".join(board.place[end].name for end in ends)


def _tickets(study: Study) -> tuple[tuple[TicketFigures, ...], Trend]:
    board = study.game.board
    ids = sorted(board.ticket)
    rows = list(zip(ids, *study.tally.tickets.tolist(), strict=True))
    line = trend(
        (board.ticket[ticket].points, complete, held)
        for ticket, _, _, held, complete, _ in rows
        if held
    )
    scaled = {
        ticket: _distance(complete / held, line.at(board.ticket[ticket].points))
        for ticket, _, _, held, complete, _ in rows
        if held
    }
    usual = usual_distance(list(scaled.values()))
    distances = {ticket: each / usual if usual else 0.0 for ticket, each in scaled.items()}
    found = []
    for ticket, offered, kept, held, complete, wins in rows:
        printed = board.ticket[ticket]
        completed = share(complete, held)
        found.append(
            TicketFigures(
                id=ticket,
                name=pair(board, printed.ends),
                points=printed.points,
                spaces=shortest(board, printed.ends),
                offered=offered,
                kept=share(kept, offered),
                held=held,
                completed=completed,
                worth=printed.points * (2 * completed.value - 1) if held else 0.0,
                wins=share(wins / WHOLE, held),
                expected=line.at(printed.points),
                distance=distances.get(ticket, 0.0),
                verdict=_verdict(distances.get(ticket, 0.0), completed, line.at(printed.points)),
            )
        )
    return tuple(found), line


def _distance(value: float, expected: float) -> float:
    """Return the distance of a share, scaled as shares near 0 and 1 vary less."""
    return (value - expected) / math.sqrt(expected * (1 - expected))


def _verdict(distance: float, completed: Estimate, expected: float) -> str:
    """Return how a ticket is odd: far from the trend compared with others, and beyond chance."""
    near = abs(distance) <= _MANY or abs(completed.value - expected) <= _LEAST
    if near or not completed.excludes(expected):
        return ""
    return GENEROUS if distance > 0 else STINGY


def colour_of(route: Route) -> str:
    """Return the name of a route's colour."""
    return route.colour.value if route.colour else "gray"


def _routes(study: Study) -> tuple[RouteFigures, ...]:
    board = study.game.board
    found = []
    for route, claims, wins in zip(board.routes, *study.tally.routes.tolist(), strict=True):
        paid = study.tally.choices.get((ClaimRoute.verb, "route", route.id))
        times = 0 if paid is None else int(paid[columns.PAID])
        found.append(
            RouteFigures(
                id=route.id,
                name=pair(board, route.ends),
                length=route.length,
                colour=colour_of(route),
                ferries=route.ferries,
                claimed=share(claims, study.num),
                wins=share(wins / WHOLE, claims),
                own=int(paid[columns.OWN]) / times if paid is not None and times else 0.0,
                others=int(paid[columns.OTHERS]) / times if paid is not None and times else 0.0,
            )
        )
    return tuple(found)


def _seat(study: Study, name: str, won: int, total: int, squares: int) -> SeatFigures:
    seats = len(study.players)
    together = share(won / WHOLE, study.num, seats)
    return SeatFigures(
        name=name,
        wins=share(won / WHOLE, study.num),
        score=mean_of_sums(total, squares, study.num),
        favoured=together.excludes(1 / seats),
    )


def _order(study: Study) -> tuple[SeatFigures, ...]:
    tally = study.tally
    rows = zip(tally.order_wins.tolist(), *tally.order_scores.tolist(), strict=True)
    return tuple(_seat(study, f"{place}", *row) for place, row in enumerate(rows, start=1))


def _seats(study: Study) -> tuple[SeatFigures, ...]:
    tally = study.tally
    found = []
    for seat, bot in enumerate(study.players):
        scores = tally.scores[seat].items()
        total = sum(value * times for value, times in scores)
        squares = sum(value**2 * times for value, times in scores)
        found.append(_seat(study, f"{seat}: {bot}", int(tally.wins[seat]), total, squares))
    return tuple(found)


def _categories(study: Study) -> tuple[CategoryFigures, ...]:
    """Return the figures of the categories that the game has, or that anybody scored in."""
    names = Names(study.game)
    seen = [key for key, counts in study.tally.categories.items() if any(counts)]
    keys = [*names.categories, *(key for key in seen if key not in names.categories)]
    found = []
    for key in keys:
        points = Counter(study.tally.categories.get(key, {}))
        wins = Counter(study.tally.category_wins.get(key, {}))
        # In games before the first such points everybody had none.
        points[0] += study.num * len(study.players) - sum(points.values())
        wins[0] += study.num * WHOLE - sum(wins.values())
        groups = _groups(+points, wins)
        found.append(
            CategoryFigures(key, names.category(key), spread(+points), groups, names.is_core(key))
        )
    return tuple(found)


def _groups(points: Counter[int], wins: Counter[int]) -> tuple[GroupFigures, ...]:
    """Group players by their points, so that there are few groups."""
    step = 1
    if len(points) > _GROUPS:
        step = int(max(1, nice_step(max(points) - min(points) + 1, _GROUPS - 1)))
    grouped: dict[int, list[int]] = {}
    for value in sorted(points):
        grouped.setdefault(value // step, []).append(value)
    found = []
    for values in grouped.values():
        players = sum(points[value] for value in values)
        won = sum(wins[value] for value in values) / WHOLE
        low, high = values[0], values[-1]
        name = str(low) if low == high else f"{low} to {high}"
        found.append(GroupFigures(name, low, players, share(won, players)))
    return tuple(found)


def _kinds(study: Study, counted: dict[Key, Ints], *, events: bool) -> tuple[KindFigures, ...]:
    """Return the figures of each kind of action or event, and of the places and routes in it."""
    names = Names(study.game)
    games = study.tally.event_games if events else study.num
    kinds = (counts for (_, field, _), counts in counted.items() if not field)
    total = sum(int(counts[columns.TIMES]) for counts in kinds)
    found = []
    for (verb, field, _), counts in counted.items():
        if field:
            continue
        fields = _fields(study, counted, verb, games, events=events)
        repeated = events and counts[columns.REPEATED] == counts[columns.TIMES]
        if repeated and not fields:
            continue
        name = names.event(verb) if events else names.action(verb)
        found.append(
            KindFigures(
                all=_target(verb, name, counts, games, events=events),
                rule=names.rule_of_event(verb) if events else names.rule_of_action(verb),
                per_game=int(counts[columns.TIMES]) / games,
                share=int(counts[columns.TIMES]) / total,
                fields=fields,
            )
        )
    return tuple(sorted(found, key=lambda kind: (-kind.all.times, kind.all.id)))


def _fields(
    study: Study, counted: dict[Key, Ints], verb: str, games: int, *, events: bool
) -> tuple[FieldFigures, ...]:
    board = study.game.board
    by_field: dict[str, list[tuple[str, Ints]]] = {}
    for (other, field, target), counts in counted.items():
        if other == verb and field:
            by_field.setdefault(field, []).append((target, counts))
    found = []
    for field, rows in sorted(by_field.items()):
        if events and all(counts[columns.REPEATED] == counts[columns.TIMES] for _, counts in rows):
            continue
        targets = [
            _target(target, _name(board, target), counts, games, events=events)
            for target, counts in rows
        ]
        kind = "place" if rows[0][0] in board.place else "route"
        ranked = sorted(targets, key=lambda each: (-each.times, each.name, each.id))
        found.append(FieldFigures(field, kind, tuple(ranked)))
    return tuple(found)


def _target(target: str, name: str, counts: Ints, games: int, *, events: bool) -> TargetFigures:
    row = counts.tolist()
    players, paid = row[columns.PLAYERS], 0 if events else row[columns.PAID]
    return TargetFigures(
        id=target,
        name=name,
        times=row[columns.TIMES],
        games=share(row[columns.GAMES], games),
        players=players,
        wins=share(row[columns.WINS] / WHOLE, players) if players else None,
        score=row[columns.SCORES] / players if players else None,
        own=row[columns.OWN] / paid if paid else None,
        others=row[columns.OTHERS] / paid if paid else None,
    )


def _name(board: Board, target: str) -> str:
    if target in board.place:
        return board.place[target].name
    route = board.route[target]
    return f"{pair(board, route.ends)} ({route.length} {colour_of(route)})"
