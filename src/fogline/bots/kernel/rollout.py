"""What the end of a game is worth to search."""

from __future__ import annotations

from fogline.bots.kernel import weights
from fogline.fast import board
from fogline.fast.jit import kernel
from fogline.fast.kernel.records import score
from fogline.fast.mechanics import claiming, ending


@kernel
def reward(g, seat, how):
    """What the end of a game is worth to a seat, from 0 to 1: victory, and by how much."""
    own = score(g, seat)
    best = -1000
    for other in range(g.t[board.N_SEATS]):
        if other != seat:
            best = max(best, score(g, other))
    margin = min(
        max((own - best) / (how[weights.MARGIN] * g.t[claiming.START_VEHICLES]), -1.0), 1.0
    )
    return how[weights.WIN_SHARE] * ending.share(g, seat) + (1.0 - how[weights.WIN_SHARE]) * 0.5 * (
        1.0 + margin
    )
