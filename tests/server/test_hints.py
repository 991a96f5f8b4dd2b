"""Hints: the same answers that the engine gives, before one asks it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fogline import Chance, define
from fogline.core import graph
from fogline.core.actions import ClaimRoute, KeepTickets
from fogline.core.engine import (
    claimable,
    decision,
    legal_actions,
    play,
    start,
)
from fogline.core.events import Category, PointsScored
from fogline.core.memory import replace
from fogline.core.refusal import Refusal
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.server.live.advisor import Advisor
from fogline.table import commands
from fogline.table.hints import HintsModel, SeatHints
from fogline.table.viewers import Viewer
from fogline.table.wording import Wording
from tests.server.harness import ME, OPEN, in_loop, new_table, serving, settings_for
from tests.store.random_tables import begun_table

GAMES = [("san-francisco", 2, {}), ("old-west", 4, {"alvin": True})]


def positions(game: str, seats: int, options: dict[str, bool]) -> Iterator[tuple[State, View]]:
    """The positions of a random game, each as whoever must choose knows it."""
    chance = Chance(f"hints {game}")
    state, _ = start(define(game, options), seats, chance)
    while (now := decision(state)) is not None:
        seat = now.seats[0]
        view = view_of(state, seat)
        yield state, view
        actions = legal_actions(view)
        claims = [action for action in actions if isinstance(action, ClaimRoute)]
        choices = claims if claims and chance.below(2) else actions
        state, _ = play(state, seat, choices[chance.below(len(choices))], chance)


def hints_of(view: View, version: int = 0, routes: list[str] | None = None) -> HintsModel:
    wording = Wording(view.game, ("Ann", "Bea", "Cy", "Di"))
    return SeatHints(view).model(version, wording, routes)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_route_without_refusal_is_one_that_can_be_claimed(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    refusals = set()
    for nth, (_, view) in enumerate(positions(game, seats, options)):
        if nth % 5:
            continue
        hints = hints_of(view, 7)
        assert hints.version == 7
        free = [hint.route for hint in hints.routes if hint.refusal is None]
        assert free == [route.id for route in claimable(view)]
        assert all(hint.missing == 0 for hint in hints.routes if hint.refusal is None)
        refusals |= {hint.refusal for hint in hints.routes}
        for hint in hints.routes:
            assert (hint.refusal is None) == (hint.reason is None)
            if hint.refusal in (Refusal.CARDS_NOT_IN_HAND, Refusal.TOO_FEW_WILDS):
                assert 1 <= hint.missing <= view.board.route[hint.route].length
    assert {Refusal.ROUTE_TAKEN, Refusal.TOO_FEW_WILDS, Refusal.CARDS_NOT_IN_HAND} < refusals


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_the_promised_points_are_paid_to_the_promised_seats(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    claims = 0
    for state, view in positions(game, seats, options):
        claim = next((a for a in legal_actions(view) if isinstance(a, ClaimRoute)), None)
        if claim is None or view.seat is None:
            continue
        claims += 1
        hint = next(hint for hint in hints_of(view).routes if hint.route == claim.route)
        _, events = play(state, view.seat, claim, Chance("any"))
        scored = [event for event in events if isinstance(event, PointsScored)]
        # The last claim of a game is followed by the final scoring.
        paid = [event for event in scored if event.category == Category.ROUTES]
        assert tuple(event.seat for event in paid) == hint.pays
        assert {event.points for event in paid} == {hint.points}
    assert claims > 10


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_one_route_gets_the_same_hint_as_among_all(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    for nth, (_, view) in enumerate(positions(game, seats, options)):
        if nth % 5:
            continue
        alone = hints_of(replace(view))
        route = view.board.routes[nth % len(view.board.routes)].id
        (single,) = hints_of(replace(view), routes=[route]).routes
        assert single in alone.routes


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_way_joins_the_places_of_its_ticket(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    kinds = set()
    for nth, (_, view) in enumerate(positions(game, seats, options)):
        if nth % 5 or view.seat is None:
            continue
        board = view.board
        for hint in hints_of(view).tickets:
            kinds.add((hint.complete, hint.way is None))
            assert hint.complete == (hint.way == [])
            if hint.way is None:
                continue
            new = [board.route[route] for route in hint.way]
            assert all(view.owners[route.index] is None for route in new)
            assert hint.spaces == sum(route.length for route in new)
            reached = graph.groups([*view.routes_of(view.seat), *new])
            ends = board.ticket[hint.ticket].ends
            assert hint.complete or graph.joined(reached, ends)
            shortest = graph.shortest(board, ends)
            assert shortest is not None
            if not view.routes_of(view.seat):
                assert hint.spaces >= shortest
    assert (False, False) in kinds


@in_loop
async def test_hints_are_for_who_sits_there(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}/hints"
        assert (await ann.refused(path, method="GET"))["code"] == "wrong-status"
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        shown = await ann.change(f"/api/tables/{table}/start")
        mine = await ann.get(f"{path}?seat=0")
        offered = shown["view"]["players"][0]["offered"]
        assert [hint["ticket"] for hint in mine["tickets"]] == offered
        assert mine["version"] == shown["version"]
        assert len(mine["routes"]) == 65
        assert (await ann.refused(f"{path}?seat=1", method="GET"))["code"] == "forbidden"
        assert (await server.stranger().get(path))["routes"] == []


def test_hints_are_kept_until_the_seat_sees_something_new() -> None:
    table = begun_table()
    advisor, viewer = Advisor(), Viewer("ann", 0)
    first = advisor.hints(table, viewer, None)
    assert table.state is not None
    view = view_of(table.state, 0)
    remembered = set(view.facts)
    assert advisor.hints(table, viewer, []).tickets is first.tickets
    assert set(view.facts) == remembered
    assert advisor.hints(table, Viewer("bea", 1), []).tickets != first.tickets
    for seat, user in enumerate(("ann", "bea")):
        assert table.state is not None
        keep = legal_actions(view_of(table.state, seat))[0]
        assert isinstance(keep, KeepTickets)
        command = partial(commands.act, user=user, seat=seat, action=keep, version=table.version)
        _, table = commands.run(command, table, 5)
    assert table.state is not None
    kept = [ticket for ticket in table.state.players[0].tickets if ticket is not None]
    assert len(kept) < len(first.tickets)
    assert [hint.ticket for hint in advisor.hints(table, viewer, []).tickets] == kept
