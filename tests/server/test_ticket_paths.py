"""The paths of tickets: the same whether or not earlier ones help to find them."""

from __future__ import annotations

import pytest

from fogline import Chance, define
from fogline.core.actions import ClaimRoute
from fogline.core.engine import decision, legal_actions, play, route_refusal, start
from fogline.core.graph import cheapest_way
from fogline.core.table import View
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of

GAMES = [("san-francisco", 2, {}), ("old-west", 2, {}), ("old-west", 4, {"alvin": True})]


def fewest_spaces(view: View, ends: tuple[str, str]) -> int | None:
    """Count the spaces by asking the rules about every route."""
    spaces: list[int | None] = []
    for route in view.board.routes:
        refusal = route_refusal(view, route)
        is_open = refusal is None or refusal.temporary
        own = view.owners[route.index] == view.seat
        spaces.append(0 if own else route.length if is_open else None)
    way = cheapest_way(view.board, ends, lambda route: spaces[route.index])
    return None if way is None else sum(spaces[route.index] or 0 for route in way)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_earlier_ways_help_and_change_nothing(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    chance = Chance(f"ways {game}")
    state, _ = start(define(game, options), seats, chance)
    tickets = [ticket.id for ticket in state.board.tickets][::4]
    earlier: dict[int, TicketPaths] = {}
    lost = 0
    while (now := decision(state)) is not None:
        seat = now.seats[0]
        view = view_of(state, seat)
        earlier[seat], fresh = TicketPaths(view, earlier.get(seat)), TicketPaths(view)
        for ticket in tickets:
            way = earlier[seat].missing_routes(ticket)
            assert way == fresh.missing_routes(ticket)
            spaces = None if way is None else sum(route.length for route in way)
            assert spaces == fewest_spaces(view, view.board.ticket[ticket].ends)
            lost += way is None
        actions = legal_actions(view)
        claims = [action for action in actions if isinstance(action, ClaimRoute)]
        choices = claims if claims and chance.below(2) else actions
        state, _ = play(state, seat, choices[chance.below(len(choices))], chance)
    assert lost


def test_a_spectator_has_no_paths() -> None:
    state, _ = start(define("old-west", {}), 2, Chance("nobody"))
    with pytest.raises(ValueError, match="spectator"):
        TicketPaths(view_of(state, None))
