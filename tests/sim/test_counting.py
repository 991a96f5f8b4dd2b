"""Counting a game before its end, as the rules would."""

from __future__ import annotations

from fogline import Chance, Game, define
from fogline.sim import counted, simulator


def test_the_count_at_the_end_is_the_result() -> None:
    position = simulator(define("old-west"), 2, readable=True).start("count")
    dice = Chance("players")
    while not position.is_over:
        seat = position.deciding[0]
        codes = position.legal(seat)
        position.step(seat, codes[dice.below(len(codes))])
    assert counted(position.state()) == position.scores


def test_tickets_that_are_not_complete_count_against_a_seat_unless_they_are_left_out() -> None:
    game = Game.start(define("san-francisco"), 2, Chance(1))
    for seat in (0, 1):
        game.play(seat, game.legal_actions(seat)[0])
    points = game.definition.board.ticket
    lost = tuple(
        -sum(points[ticket].points for ticket in player.tickets if ticket)
        for player in game.state.players
    )
    assert counted(game.state) == lost
    assert counted(game.state, tickets=False) == (0, 0)
