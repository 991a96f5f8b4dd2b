"""From what was counted to figures."""

from __future__ import annotations

import math
from collections import Counter

from fogline.arena.estimates import Estimate
from fogline.arena.lab.estimates import Trend, mean, share, spread, trend, usual_distance
from fogline.arena.lab.figures import (
    GENEROUS,
    STINGY,
    CityFigures,
    Figures,
    GroupFigures,
    RouteFigures,
    SeatFigures,
    TicketFigures,
)
from fogline.arena.lab.study import Study
from fogline.arena.lab.tally import WHOLE
from fogline.core.board import Board, PlaceId
from fogline.core.graph import shortest
from fogline.core.table import EndReason
from fogline.fast import layout as at
from fogline.fast.blocks import CATEGORIES
from fogline.rules.alvin import AlvinTheAlien
from fogline.rules.ticket_bonus import TicketBonus
from fogline.rules.tourist_tokens import TouristTokens

_LEAST = 0.03
"""A share this near to the trend is never called odd, however near the others are."""
_MANY = 2.0
"""Usual distances from which on a ticket is odd."""
_NEEDS_RULE = {
    at.TOKEN_POINTS: TouristTokens,
    at.BONUS_POINTS: TicketBonus,
    at.ALVIN_POINTS: AlvinTheAlien,
}
_ENDS = {at.LAST_ROUND: EndReason.LAST_ROUND, at.ALL_PASSED: EndReason.ALL_PASSED}


def figures_of(study: Study) -> Figures:
    """Work all figures out."""
    tally = study.tally
    tickets, price_trend = _tickets(study)
    rules = {type(rule) for rule in study.game.rules}
    shown = [n for n in range(at.N_CATEGORIES) if n not in _NEEDS_RULE or _NEEDS_RULE[n] in rules]
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
        categories=tuple((CATEGORIES[n], spread(tally.categories[n])) for n in shown),
        endings=tuple(
            (reason, share(tally.endings[code], tally.num)) for code, reason in _ENDS.items()
        ),
        tokens=_groups([str(n) for n in range(tally.tokens.shape[-1])], tally.tokens.tolist()),
        symbols=_groups(_symbols(study), tally.symbols.tolist()),
        markers=_groups([str(n) for n in range(tally.markers.shape[-1])], tally.markers.tolist()),
        cities=_cities(study),
        alvin=_groups(["has Alvin", "has not"], tally.alvin.tolist()),
        captures=spread(tally.captures) if tally.captures else None,
        oddities=tuple(
            (name, tally.oddities[name], tuple(games)) for name, games in tally.examples.items()
        ),
        shortest=tuple(tally.shortest),
        longest=tuple(tally.longest),
    )


def pair(board: Board, ends: tuple[PlaceId, PlaceId]) -> str:
    """Name two places."""
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
    """How far a share is off; there is more room around a half than near never and always."""
    return (value - expected) / math.sqrt(expected * (1 - expected))


def _verdict(distance: float, completed: Estimate, expected: float) -> str:
    """Call a ticket odd if it is far from the trend, by the others' measure and beyond chance."""
    near = abs(distance) <= _MANY or abs(completed.value - expected) <= _LEAST
    if near or not completed.excludes(expected):
        return ""
    return GENEROUS if distance > 0 else STINGY


def _routes(study: Study) -> tuple[RouteFigures, ...]:
    board = study.game.board
    return tuple(
        RouteFigures(
            id=route.id,
            name=pair(board, route.ends),
            length=route.length,
            colour=route.colour.value if route.colour else "gray",
            ferries=route.ferries,
            claimed=share(claims, study.num),
            wins=share(wins / WHOLE, claims),
        )
        for route, claims, wins in zip(board.routes, *study.tally.routes.tolist(), strict=True)
    )


def _seat(study: Study, name: str, won: int, total: int, squares: int) -> SeatFigures:
    seats = len(study.players)
    together = share(won / WHOLE, study.num, seats)
    return SeatFigures(
        name=name,
        wins=share(won / WHOLE, study.num),
        score=mean(total, squares, study.num),
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


def _groups(names: list[str], table: list[list[int]]) -> tuple[GroupFigures, ...]:
    """Read rows of players, victories and, where they were counted, points."""
    if not table:
        return ()
    scores = table[2] if len(table) > 2 else [None] * len(names)
    return tuple(
        GroupFigures(
            name=name,
            players=players,
            wins=share(wins / WHOLE, players) if players else None,
            score=score / players if players and score is not None else None,
        )
        for name, players, wins, score in zip(names, table[0], table[1], scores, strict=True)
    )


def _symbols(study: Study) -> list[str]:
    rules = (rule for rule in study.game.rules if isinstance(rule, TouristTokens))
    return sorted(symbol for rule in rules for symbol in rule.symbols)


def _cities(study: Study) -> tuple[CityFigures, ...]:
    table = study.tally.cities.tolist()
    if not table:
        return ()
    return tuple(
        CityFigures(
            id=place.id,
            name=place.name,
            starts=share(starts, study.num),
            controlled=share(held, study.num),
            wins=share(wins / WHOLE, held),
            paid=(own + others) / held if held else 0.0,
            from_others=others / held if held else 0.0,
        )
        for place, starts, held, wins, own, others in zip(
            study.game.board.places, *table, strict=True
        )
    )
