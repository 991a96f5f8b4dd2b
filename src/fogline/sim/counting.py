"""The score of a game that has not ended yet."""

from __future__ import annotations

from dataclasses import replace

from fogline.core.engine import fold
from fogline.core.table import State


def score_if_ended_now(state: State, *, tickets: bool = True) -> tuple[int, ...]:
    """Return each seat's points if the game ended now, with or without its tickets."""
    if state.ended is None:
        if not tickets:
            bare = tuple(replace(player, tickets=()) for player in state.players)
            state = replace(state, players=bare)
        for final in state.game.hook("final"):
            state = fold(state, final(state))
    return tuple(player.score for player in state.players)
