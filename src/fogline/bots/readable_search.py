"""Search for games that compiled code cannot play: the plain planner plays guesses to their end."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from fogline.bots.plain_planner import PlainPlanner
from fogline.core.chance import Seed
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.sim import Position, counted, simulator

DEFAULT_ITERATIONS = 40
CANDIDATES = 5
"""How many actions are tried: those that the planner likes best."""
EXPLORE = 0.5
"""How far the planner's opinion counts against results."""
DOUBT = 0.4
"""What an action is marked down by, divided by the root of its tries."""
HORIZON = 2
"""How many turns of each player a guess is played on; then the plans of all are compared."""
MARGIN = 8.0
"""The points ahead that make a victory likely: three chances in four."""


@dataclass(slots=True)
class _Candidate:
    action: Action
    prior: float
    tries: int = 0
    total: float = 0.0

    @property
    def worth(self) -> float:
        """What came of it on average, from 0 (lost by far) to 1 (won by far)."""
        return self.total / self.tries if self.tries else 0.5

    def promise(self, tries: int) -> float:
        """How much another try would tell, after so many tries of all."""
        return self.worth + EXPLORE * self.prior * math.sqrt(tries) / (1 + self.tries)

    @property
    def sure_worth(self) -> float:
        """What it is worth beyond doubt."""
        return self.worth - DOUBT / math.sqrt(self.tries) if self.tries else -1.0


class ReadableSearch:
    """Tries its best actions on guesses of what it cannot see. It sees only views.

    With `iterations` the same seed and views give the same choices; with `seconds` the speed of
    the machine matters.
    """

    def __init__(
        self, seed: Seed, iterations: int | None = None, seconds: float | None = None
    ) -> None:
        if iterations is None and seconds is None:
            iterations = DEFAULT_ITERATIONS
        self._seed, self._iterations, self._seconds = seed, iterations, seconds
        self._planner = PlainPlanner(seed)
        self._asked = 0

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        end = None if self._seconds is None else time.monotonic() + self._seconds
        ratings = self._planner.rate(view, legal_actions(view))
        best = sorted(ratings, key=ratings.__getitem__, reverse=True)[:CANDIDATES]
        if len(best) == 1:
            return best[0]
        self._asked += 1
        candidates = [_Candidate(action, 1 / (rank + 2)) for rank, action in enumerate(best)]
        done = 0
        while self._iterations is None or done < self._iterations:
            candidate = max(candidates, key=lambda each: each.promise(done + 1))
            candidate.total += self._try(view, candidate)
            candidate.tries += 1
            done += 1
            if end is not None and time.monotonic() >= end:
                break
        return max(candidates, key=lambda each: each.sure_worth).action

    def _try(self, view: View, candidate: _Candidate) -> float:
        """Play a guess on. The nth try of every candidate has the same guess and dice."""
        game = simulator(view.game, len(view.players), readable=True)
        seat = view.seat or 0
        seed = f"{self._seed}/{self._asked}/{candidate.tries}"
        position = game.guess(view, seed)
        position.step(seat, game.code(candidate.action))
        planners = [
            PlainPlanner(f"{seed}/{each}", self._planner.passing) for each in range(game.seats)
        ]
        last = position.turns + HORIZON * game.seats
        while not position.is_over and position.turns < last:
            deciding = position.deciding[0]
            action = planners[deciding].choose(position.view(deciding))
            position.step(deciding, game.code(action))
        return _result(planners, position, seat)


def _result(planners: list[PlainPlanner], position: Position, seat: Seat) -> float:
    """Rate a position from 0 (lost by far) to 1 (won by far)."""
    if position.is_over:
        merits = [s + c / 100 for s, c in zip(position.scores, position.complete, strict=True)]
    else:
        points = counted(position.state(), tickets=False)
        merits = [
            points[each] + planner.prospects(position.view(each))
            for each, planner in enumerate(planners)
        ]
    ahead = merits[seat] - max(merit for other, merit in enumerate(merits) if other != seat)
    return 1 / (1 + math.exp(-ahead / MARGIN))
