"""What the end of a game is worth to search."""

from __future__ import annotations

from fogline.bots.kernel import weights
from fogline.fast import board
from fogline.fast.jit import kernel
from fogline.fast.kernel.records import score
from fogline.fast.mechanics import claiming, tickets


@kernel
def reward(g, seat, how):
    """What the end of a game is worth to a seat, from 0 to 1: victory, and by how much."""
    own = score(g, seat)
    best = -1000
    ahead, level = True, 1
    for other in range(board.seats(g)):
        if other == seat:
            continue
        points = score(g, other)
        best = max(best, points)
        if points > own:
            ahead = False
        elif points == own:
            mine = tickets.complete_tickets(g, seat)
            theirs = tickets.complete_tickets(g, other)
            if theirs > mine:
                ahead = False
            elif theirs == mine:
                level += 1
    victory = 1.0 / level if ahead else 0.0
    margin = min(max((own - best) / (how[weights.MARGIN] * claiming.start_vehicles(g)), -1.0), 1.0)
    return how[weights.WIN_SHARE] * victory + (1.0 - how[weights.WIN_SHARE]) * 0.5 * (1.0 + margin)
