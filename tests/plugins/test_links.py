"""Rules of other packages that share routes for tickets, or decide ties (C22, C25)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from fogline import Chance, Game, GameDefinition, Rule, define
from fogline.bots import make_bot
from fogline.core.outcome import outcome_of
from fogline.core.route_set import NO_ROUTES, RouteSet
from fogline.core.table import State, Table
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of
from fogline.rules.city_markers import Markers
from fogline.rules.connected_network import ConnectedNetwork


@dataclass(frozen=True)
class Guest(Rule):
    """Seat 0 uses the routes of seat 1 for its tickets."""

    name: ClassVar[str] = "test-guest"

    def links(self, table: Table, seat: int) -> RouteSet:
        return table.routes(1) if seat == 0 else NO_ROUTES


@dataclass(frozen=True)
class LaterWins(Rule):
    """Of seats with equal points the later one wins."""

    name: ClassVar[str] = "test-later"

    def tie_break(self, table: Table, seat: int) -> int | None:
        return seat


def with_rule(base: GameDefinition, rule: Rule) -> GameDefinition:
    return replace(base, rules=(*base.rules, rule))


def owned_by(state: State, seat: int, routes: list[int]) -> State:
    owners = [seat if index in routes else None for index in range(len(state.owners))]
    return replace(state, owners=tuple(owners))


def started(game: GameDefinition) -> State:
    return Game.start(game, 2, Chance(1)).state


def test_routes_of_others_count_for_tickets_alone() -> None:
    state = started(with_rule(define("san-francisco"), Guest()))
    ticket = state.board.tickets[0]
    way = TicketPaths(view_of(state, 0)).missing_routes(ticket.id)
    assert way
    built = owned_by(state, 1, [route.index for route in way])
    assert built.is_complete(1, ticket.id)
    assert built.is_complete(0, ticket.id)
    assert TicketPaths(view_of(built, 0)).missing_routes(ticket.id) == []
    assert not built.routes(0)
    assert not built.network(0)
    mirrored = owned_by(state, 0, [route.index for route in way])
    assert not mirrored.is_complete(1, ticket.id)


def test_a_connected_network_keeps_to_own_routes() -> None:
    state = started(with_rule(define("old-west", {"first": 0}), Guest()))
    places = [place.id for place in state.board.places]
    state = state.with_part(replace(state.part(Markers), starts=(places[0], places[1])))
    far = next(r for r in state.board.routes if places[0] not in r.ends)
    view = view_of(owned_by(state, 1, [far.index]), 0)
    ((_, closed),) = ConnectedNetwork().barred(view, object)  # type: ignore[arg-type]
    assert all(
        (index in closed) != (places[0] in view.board.routes[index].ends) for index in closed
    )
    assert far.index in closed


def ended_level(game: GameDefinition) -> State:
    playing = Game.start(game, 2, Chance(3))
    bot = make_bot("random", 1)
    while playing.outcome is None:
        seat = playing.deciding[0]
        playing.play(seat, bot.choose(playing.view(seat)))
    level = tuple(replace(player, points={"routes": 7}) for player in playing.state.players)
    return replace(playing.state, players=level)


def test_a_rule_decides_ties() -> None:
    base = define("san-francisco")
    outcome = outcome_of(ended_level(with_rule(base, LaterWins())))
    assert outcome is not None
    assert outcome.winners == (1,)
    state = ended_level(base)
    complete = [len(state.complete_tickets(seat)) for seat in state.seats]
    usual = outcome_of(state)
    assert usual is not None
    assert usual.winners == tuple(s for s in state.seats if complete[s] == max(complete))
