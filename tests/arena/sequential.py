"""A sequential test of two bots: it stops as soon as the result is clear."""

from __future__ import annotations

import math

from fogline import GameDefinition
from fogline.arena.ladder.pairings import Pairing
from fogline.arena.ladder.tournament import play_pairings

ERROR = 0.01
"""How often the test may be wrong, in either direction."""
BETTER = 0.7
"""The share of deals that the better bot wins, of those that one of them wins."""
_BATCH = 3
_MOST = 90


def is_better(game: GameDefinition, one: str, other: str, seed: str) -> bool:
    """Say whether the one wins 7 deals of 10 and not 3 of 10 (Wald's sequential test).

    Each deal is played twice, with seats exchanged. Of bots that far apart the test needs about
    14 deals; of equal ones more, and then either answer may come.
    """
    step = math.log(BETTER / (1 - BETTER))
    bound = math.log((1 - ERROR) / ERROR)
    weight = 0.0
    for batch in range(_MOST // _BATCH):
        (meeting,) = play_pairings(game, [Pairing(one, other, 2)], _BATCH, f"{seed} {batch}")
        shares: list[float] = meeting.wins.tolist()
        weight += step * sum((share > 0.5) - (share < 0.5) for share in shares)
        if abs(weight) >= bound:
            return weight > 0
    raise AssertionError(f"{one} and {other} are about as good after {_MOST} deals")
