"""The lab's counts, made once more from the events and states of the readable engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from fogline import Action, Chance, Game, GameDefinition
from fogline.bots import make_bot
from fogline.core.decisions import Turn
from fogline.core.engine import decision
from fogline.core.events import (
    DisplaySwept,
    Passed,
    PointsScored,
    TicketsKept,
)
from fogline.core.log import states
from fogline.core.messages import Event
from fogline.core.outcome import Outcome

KeyT = TypeVar("KeyT")
Key = tuple[str, str]
"""A verb, and the place or route that is named, if any."""
CATEGORIES = ("routes", "tickets", "failed-tickets", "tourist-tokens", "bonuses", "alvin", "cat")
NAMES = ("place", "places", "city", "route", "to")
"""The fields that name places and routes."""


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
    chosen: Counter[Key] = field(default_factory=Counter)
    choosers: dict[Key, set[tuple[int, int]]] = field(default_factory=dict)
    chooser_wins: dict[Key, Fraction] = field(default_factory=dict)
    gains: Counter[tuple[Key, bool]] = field(default_factory=Counter)
    happened: Counter[Key] = field(default_factory=Counter)
    category_wins: dict[tuple[str, int], Fraction] = field(default_factory=dict)
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


def _add(wins: dict[KeyT, Fraction], key: KeyT, part: Fraction) -> None:
    wins[key] = wins.get(key, Fraction()) + part


def _count(found: Recount, played: Game, outcome: Outcome) -> None:
    state, seats = played.state, len(outcome.results)
    winners = outcome.winners
    share = {seat: Fraction(seat in winners, len(winners)) for seat in range(seats)}
    totals = sorted((result.total for result in outcome.results), reverse=True)
    for result in outcome.results:
        seat = result.seat
        place = state.turn_order.index(seat)
        _add(found.wins, seat, share[seat])
        _add(found.order_wins, place, share[seat])
        found.order_scores[place] += result.total
        found.scores[seat, result.total] += 1
        for category in CATEGORIES:
            points = result.points.get(category, 0)
            found.points[category, points] += 1
            _add(found.category_wins, (category, points), share[seat])
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
    _count_choices(found, played, share)
    _count_events(found, played)
    _count_odd(found, played, outcome)
    found.num += 1


def _keys(record: Action | Event) -> list[Key]:
    named = [getattr(record, name) for name in NAMES if hasattr(record, name)]
    flat = [each for one in named for each in (one if isinstance(one, tuple) else (one,))]
    return [(record.verb, ""), *((record.verb, each) for each in flat)]


def _count_choices(found: Recount, played: Game, share: dict[int, Fraction]) -> None:
    choosers: dict[Key, set[int]] = {}
    moves = played.log.moves
    for number, move in enumerate(moves):
        for key in _keys(move.action):
            found.chosen[key] += 1
            choosers.setdefault(key, set()).add(move.seat)
            for event in move.events if number < len(moves) - 1 else ():
                if isinstance(event, PointsScored):
                    found.gains[key, event.seat == move.seat] += event.points
    for key, seats in choosers.items():
        found.choosers.setdefault(key, set()).update((found.num, seat) for seat in seats)
        for seat in seats:
            _add(found.chooser_wins, key, share[seat])


def _count_events(found: Recount, played: Game) -> None:
    for event in played.log.events:
        if isinstance(event, TicketsKept):
            found.kept.update(ticket for ticket in event.tickets if ticket)
            found.offered.update(ticket for ticket in (*event.tickets, *event.returned) if ticket)
        if type(event).__module__ != "fogline.core.events":
            found.happened.update(_keys(event))


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
