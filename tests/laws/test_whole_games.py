"""Whatever players do, the table stays possible, and every game ends and is counted right."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from fogline import Category, EndReason, Event, Game, Outcome, Seat, State, view_of
from fogline.core.engine import lay_out
from fogline.core.events import GameEnded, LastRoundBegan, PointsScored, TicketScored, TurnEnded
from fogline.core.invariants import violations
from fogline.rules.alvin import Alvin
from fogline.rules.city_markers import Markers
from fogline.rules.tourist_tokens import Tokens
from tests.laws.ledger import faces_of, known
from tests.play import Playout, Variant, hold, variants, viewers

TOKEN_POINTS = (0, 0, 1, 2, 4, 6, 9, 12)
TICKET_BONUS = 15
ALVIN_POINTS = 10


def most_decisions(state: State) -> int:
    """No game can take more: cards, routes and tickets run out, and then all pass."""
    seats = len(state.players)
    vehicles = sum(player.vehicles for player in state.players)
    markers = 3 * seats
    # Each card is drawn once, and again for each time it was paid and shuffled back.
    draws = state.deck.total + vehicles + 2 * markers
    turns = draws + len(state.board.routes) + 2 * len(state.board.tickets)
    after_claims = 2 * len(state.board.routes)
    before_turns = 4 * seats
    passes = seats * (turns + 1)
    return turns + after_claims + before_turns + passes


def joined(state: State, seat: Seat, ticket: str) -> bool:
    """Walk along the seat's routes from one end of the ticket, and see whether one arrives."""
    neighbours = defaultdict(set)
    for route, owner in zip(state.board.routes, state.owners, strict=True):
        if owner == seat:
            one, other = route.ends
            neighbours[one].add(other)
            neighbours[other].add(one)
    start, goal = state.board.ticket[ticket].ends
    seen = {start}
    waiting = [start]
    while waiting:
        for place in neighbours[waiting.pop()] - seen:
            seen.add(place)
            waiting.append(place)
    return goal in seen


def assert_possible(state: State, initial: State) -> None:
    assert not list(violations(state, initial.deck))
    piles = [state.deck, state.discards, *(player.hand for player in state.players)]
    cards = sum((faces_of(pile) for pile in piles), Counter(filter(None, state.display)))
    assert cards == faces_of(initial.deck)
    tickets = [face for layer in state.ticket_deck for face in known(layer.faces)]
    for player in state.players:
        tickets += known((*player.tickets, *player.offered))
        assert player.vehicles >= 0
        assert player.score == sum(player.points.values())
    assert sorted(tickets) == sorted(state.board.ticket)
    for seat, player in enumerate(state.players):
        spaces = sum(route.length for route in state.routes_of(seat))
        assert player.vehicles + spaces == initial.players[seat].vehicles
        ends = [frozenset(route.ends) for route in state.routes_of(seat)]
        assert len(set(ends)) == len(ends), "two parallel routes of one player"
    if Tokens.verb in state.parts:
        tokens = state.part(Tokens)
        assert all(len(set(held)) == len(held) for held in tokens.held)
        assert all(height >= 0 for _, _, height in tokens.stacks)
        places = [place for place, _, _ in tokens.stacks]
        assert len(set(places)) == len(places)
    if Markers.verb in state.parts:
        cities = [city for city, _ in state.part(Markers).cities]
        assert len(set(cities)) == len(cities)
        assert all(len(state.part(Markers).cities_of(seat)) <= 3 for seat in state.seats)


def scored(events: list[Event], seat: Seat) -> Counter[str]:
    points: Counter[str] = Counter()
    for event in events:
        match event:
            case PointsScored(who, number, category) if who == seat:
                points[category] += number
            case TicketScored(who, _, number) if who == seat:
                points[Category.TICKETS if number > 0 else Category.FAILED_TICKETS] += number
    return points


def assert_counted_right(game: Game, outcome: Outcome) -> None:
    """Count the whole game again, from the board and the events."""
    state, events = game.state, list(game.log.events)
    complete = [
        {ticket for ticket in known(player.tickets) if joined(state, seat, ticket)}
        for seat, player in enumerate(state.players)
    ]
    most = max(map(len, complete))
    for seat, result in enumerate(outcome.results):
        tickets = set(known(state.players[seat].tickets))
        assert set(result.complete) == complete[seat]
        assert set(result.failed) == tickets - complete[seat]
        value = {ticket: state.board.ticket[ticket].points for ticket in tickets}
        won = sum(value[ticket] for ticket in complete[seat])
        assert result.tickets == won - sum(value[ticket] for ticket in tickets - complete[seat])
        by_category = scored(events, seat)
        assert {name: points for name, points in result.points.items() if points} == {
            name: points for name, points in by_category.items() if points
        }
        assert result.total == by_category.total() == state.players[seat].score
        assert result.total == sum(
            [
                result.routes,
                result.tickets,
                result.bonuses,
                result.points.get("tourist-tokens", 0),
                result.points.get("alvin", 0),
            ]
        )
        if Tokens.verb in state.parts:
            held = state.part(Tokens).held[seat]
            assert result.points["tourist-tokens"] == TOKEN_POINTS[len(held)]
            lengths = [route.length for route in state.routes_of(seat)]
            assert result.routes == sum(state.board.route_points[length] for length in lengths)
        if Markers.verb in state.parts:
            best = most > 0 and len(complete[seat]) == most
            assert result.bonuses == (TICKET_BONUS if best else 0)
        if Alvin.verb in state.parts:
            captures = [event for event in events if str(event) == f"captured-alvin {seat}"]
            has_him = state.part(Alvin).holder == seat
            assert result.points.get("alvin", 0) == ALVIN_POINTS * (len(captures) + has_him)
    merits = [(result.total, len(result.complete)) for result in outcome.results]
    assert [result.rank for result in outcome.results] == [
        1 + sum(other > merit for other in merits) for merit in merits
    ]
    assert outcome.winners == tuple(
        seat for seat, merit in enumerate(merits) if merit == max(merits)
    )


def assert_ended_right(game: Game, outcome: Outcome) -> None:
    """After the last round was called, everybody had one more turn and nobody two (C23)."""
    events = list(game.log.events)
    assert isinstance(events[-1], GameEnded)
    calls = [at for at, event in enumerate(events) if isinstance(event, LastRoundBegan)]
    low = [player.vehicles <= 2 for player in game.state.players]
    if outcome.reason is EndReason.LAST_ROUND:
        (call,) = calls
        turns = [event.seat for event in events[call:] if isinstance(event, TurnEnded)]
        assert sorted(turns) == list(game.state.seats)
        assert any(low)
    else:
        assert [move.action.verb for move in game.log.moves][-len(low) :] == ["pass"] * len(low)


def check(playout: Playout) -> int:
    initial = lay_out(playout.variant.definition, playout.variant.seats)
    bound = most_decisions(initial)
    positions = 0
    game = None
    for step in replace(playout, decisions=bound).steps():
        game = step.game
        assert_possible(step.state, initial)
        reader = viewers(game)[positions % len(viewers(game))]
        assert not list(violations(view_of(step.state, reader), initial.deck))
        assert (game.outcome is None) == bool(game.deciding)
        positions += 1
    assert game is not None
    outcome = game.outcome
    assert outcome is not None, f"no end after {bound} decisions"
    assert_counted_right(game, outcome)
    assert_ended_right(game, outcome)
    return positions


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_game_stays_possible_and_ends(variant: Variant) -> None:
    hold(check, variant)
