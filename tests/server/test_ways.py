"""The routes by which tickets were completed, as the end of a game tells them."""

from __future__ import annotations

from typing import cast

from fogline import define
from fogline.server.tutorial import tutorial


def test_each_complete_ticket_has_its_way() -> None:
    board = define("san-francisco").board
    end = tutorial("san-francisco").lessons[-1].update.view
    assert end is not None
    assert end.outcome is not None
    assert end.final is not None
    owners = cast("list[int | None]", end.final["owners"])
    complete = 0
    for result in end.outcome.results:
        assert set(result.ways) == set(result.complete)
        for ticket, way in result.ways.items():
            complete += 1
            assert all(owners[board.route[name].index] == result.seat for name in way)
            place, goal = board.ticket[ticket].ends
            for name in way:
                one, other = board.route[name].ends
                assert place in (one, other)
                place = other if place == one else one
            assert place == goal
    assert complete > 0
