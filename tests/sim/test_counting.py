"""Counting a game before its end, as the rules would."""

from __future__ import annotations

from fogline import Chance, Game, define
from fogline.core.chance import pick
from fogline.sim import score_if_ended_now


def test_the_count_at_the_end_is_the_result() -> None:
    game = Game.start(define("old-west"), 2, Chance("count"))
    dice = Chance("players")
    while game.deciding:
        seat = game.deciding[0]
        game.play(seat, pick(dice, game.legal_actions(seat)))
    assert score_if_ended_now(game.state) == tuple(player.score for player in game.state.players)


def test_tickets_that_are_not_complete_count_against_a_seat_unless_they_are_left_out() -> None:
    game = Game.start(define("san-francisco"), 2, Chance(1))
    for seat in (0, 1):
        game.play(seat, game.legal_actions(seat)[0])
    points = game.definition.board.ticket
    lost = tuple(
        -sum(points[ticket].points for ticket in player.tickets if ticket)
        for player in game.state.players
    )
    assert score_if_ended_now(game.state) == lost
    assert score_if_ended_now(game.state, tickets=False) == (0, 0)
