"""The lab's counts, made once more from the events and states of the readable engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from fogline import Chance, Game, GameDefinition, State
from fogline.bots import make_bot
from fogline.core.decisions import Turn
from fogline.core.engine import decision
from fogline.core.events import (
    DisplaySwept,
    Passed,
    RouteClaimed,
    TicketsKept,
)
from fogline.core.log import states
from fogline.core.messages import Event
from fogline.core.outcome import Outcome
from fogline.rules.alvin import Alvin, AlvinCaptured
from fogline.rules.city_markers import ControllerScores, Markers
from fogline.rules.tourist_tokens import Tokens

Wins = Counter[str]


@dataclass
class Recount:
    """Counts by name, as a reader of the page would make them."""

    num: int = 0
    wins: dict[int, Fraction] = field(default_factory=dict)
    order_wins: dict[int, Fraction] = field(default_factory=dict)
    order_scores: Counter[int] = field(default_factory=Counter)
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)
    points: Counter[tuple[str, int]] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    vehicles: Counter[int] = field(default_factory=Counter)
    claimed: Counter[str] = field(default_factory=Counter)
    claimed_wins: dict[str, Fraction] = field(default_factory=dict)
    offered: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    complete: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    ticket_wins: dict[str, Fraction] = field(default_factory=dict)
    tokens: Counter[int] = field(default_factory=Counter)
    token_wins: dict[int, Fraction] = field(default_factory=dict)
    symbols: Counter[str] = field(default_factory=Counter)
    markers: Counter[int] = field(default_factory=Counter)
    starts: Counter[str] = field(default_factory=Counter)
    controlled: Counter[str] = field(default_factory=Counter)
    paid_own: Counter[str] = field(default_factory=Counter)
    paid_others: Counter[str] = field(default_factory=Counter)
    alvin: Counter[bool] = field(default_factory=Counter)
    captures: Counter[int] = field(default_factory=Counter)
    odd: dict[str, list[int]] = field(default_factory=dict)


def recount(game: GameDefinition, players: list[str], num: int, seed: str) -> Recount:
    """Play the games one by one, and count."""
    found = Recount()
    for number in range(num):
        played = Game.start(game, len(players), Chance(f"{seed}/{number}"))
        bots = [make_bot(bot, f"{seed}/{number}/{seat}") for seat, bot in enumerate(players)]
        while played.deciding:
            seat = played.deciding[0]
            played.play(seat, bots[seat].choose(played.view(seat)))
        assert played.outcome is not None
        _count(found, played, played.outcome)
    return found


def _add(wins: dict[int, Fraction] | dict[str, Fraction], key: object, part: Fraction) -> None:
    wins[key] = wins.get(key, Fraction()) + part  # type: ignore[index,call-overload]


def _count(found: Recount, played: Game, outcome: Outcome) -> None:
    state, seats = played.state, len(outcome.results)
    winners = outcome.winners
    share = {seat: Fraction(seat in winners, len(winners)) for seat in range(seats)}
    totals = sorted((result.total for result in outcome.results), reverse=True)
    for result in outcome.results:
        seat = result.seat
        place = (seat - state.first) % seats
        _add(found.wins, seat, share[seat])
        _add(found.order_wins, place, share[seat])
        found.order_scores[place] += result.total
        found.scores[seat, result.total] += 1
        for category in ("routes", "tickets", "failed-tickets"):
            found.points[category, result.points.get(category, 0)] += 1
        found.vehicles[state.players[seat].vehicles] += 1
        found.complete.update(result.complete)
        found.failed.update(result.failed)
        for ticket in (*result.complete, *result.failed):
            _add(found.ticket_wins, ticket, share[seat])
        for route in state.routes_of(seat):
            found.claimed[route.id] += 1
            _add(found.claimed_wins, route.id, share[seat])
    found.margins[totals[0] - totals[1]] += 1
    found.turns.append(state.turns)
    found.decisions.append(len(played.log.moves))
    found.endings[str(outcome.reason)] += 1
    _count_parts(found, state, share)
    _count_events(found, played)
    _count_odd(found, played, outcome)
    found.num += 1


def _count_parts(found: Recount, state: State, share: dict[int, Fraction]) -> None:
    for part in state.parts.values():
        match part:
            case Tokens(held):
                for seat, symbols in enumerate(held):
                    found.tokens[len(symbols)] += 1
                    found.symbols.update(symbols)
                    _add(found.token_wins, len(symbols), share[seat])
            case Markers(starts, cities):
                found.starts.update(city for city in starts if city)
                found.controlled.update(city for city, _ in cities)
                for seat in state.seats:
                    found.markers[len(part.cities_of(seat))] += 1
            case Alvin(_, holder):
                if holder is not None:
                    found.alvin.update(seat == holder for seat in state.seats)


def _count_events(found: Recount, played: Game) -> None:
    pays = any(isinstance(rule, ControllerScores) for rule in played.definition.rules)
    board = played.definition.board
    captured: Counter[int] = Counter()
    for event in played.log.events:
        match event:
            case TicketsKept(_, kept, returned):
                found.kept.update(ticket for ticket in kept if ticket)
                found.offered.update(ticket for ticket in (*kept, *returned) if ticket)
            case AlvinCaptured(seat):
                captured[seat] += 1
    if any(isinstance(part, Alvin) for part in played.state.parts.values()):
        found.captures.update(captured[seat] for seat in played.state.seats)
    before = list(states(played.log))
    for move, state in zip(played.log.moves, before, strict=False):
        claims = [event for event in move.events if isinstance(event, RouteClaimed)]
        for claim in claims if pays else ():
            route = board.route[claim.route]
            for city in route.ends:
                controller = state.part(Markers).controller(city)
                if controller is not None:
                    paid = found.paid_own if controller == claim.seat else found.paid_others
                    paid[city] += board.route_points[route.length]


def _count_odd(found: Recount, played: Game, outcome: Outcome) -> None:
    turns = [state for state in states(played.log) if isinstance(decision(state), Turn)]
    events: list[Event] = list(played.log.events)
    state = played.state
    happened = {
        "all-passed": outcome.reason == "all-passed",
        "passed": any(isinstance(event, Passed) for event in events),
        "no-cards": any(not turn.deck.total and not turn.discards.total for turn in turns),
        "blank-display": any(turn.display and not any(turn.display) for turn in turns),
        "swept": any(isinstance(event, DisplaySwept) for event in events),
        "no-tickets": any(not turn.ticket_deck for turn in turns),
        "nothing-complete": not any(result.complete for result in outcome.results),
        "never-claimed": any(seat not in state.owners for seat in state.seats),
        "all-negative": all(result.total < 0 for result in outcome.results),
        "shared": len(outcome.winners) > 1,
    }
    for name, did in happened.items():
        found.odd.setdefault(name, [])
        if did:
            found.odd[name].append(found.num)
