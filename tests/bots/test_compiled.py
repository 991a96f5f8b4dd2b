"""The compiled players choose from views, and play the same games inside compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, define, new_game
from fogline.arena import simulate
from fogline.bots.compiled_bots import engine_for
from fogline.fast import Knowledge, words_of
from fogline.fast.kernel.guess import forget


def test_what_a_seat_forgets_is_what_its_view_hides() -> None:
    """Inside compiled code a player is shown exactly what its view would show it."""
    game = new_game("old-west", 4, "forget", {"alvin": True})
    engine = engine_for(game.definition, 4)
    fast = engine.start("forget")
    dice = Chance("forget")
    compared = 0
    while game.deciding:
        for seat in range(4):
            knowledge = Knowledge(engine, game.view(seat))
            block = fast.block.copy()
            hidden = np.zeros((2, 6), np.int64)
            forget(engine.with_memory(block, words_of(0)), seat, hidden)
            assert np.array_equal(block.bytes, knowledge.known.bytes)
            assert list(hidden[0, :4]) == list(knowledge.hidden_cards)
            assert list(hidden[1]) == list(knowledge.hidden_tickets)
            compared += 1
        seat = game.deciding[0]
        codes = fast.legal(seat)
        chosen = dice.below(len(codes))
        game.play(seat, game.legal_actions(seat)[chosen])
        fast.step(seat, int(codes[chosen]))
    assert compared > 400


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_the_planner_beats_random_players(name: str) -> None:
    assert simulate(define(name), ("planner", "random"), 100, "order").wins[0] >= 97
