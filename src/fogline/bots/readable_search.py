"""Search for games that compiled code cannot play.

The plain planner names the best actions. Each is tried on guesses of what the viewer cannot see:
the planner plays a guess on for a few turns, on all seats, and then the plans of all seats are
compared. The tries go to actions that do well, or that the planner likes and were rarely tried.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from fogline.bots.plain_planner import PlainPlanner
from fogline.core.chance import Chance, Seed
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.sim import ReadablePosition, score_if_ended_now
from fogline.sim.bot_interface import Thinking, finish

DEFAULT_ITERATIONS = 50
CANDIDATES = 5
"""The number of actions to try: the planner's favourites."""
HORIZON = 2
"""The turns of each player for which a guess is played on."""
EXPLORE = 0.5
"""The weight of the planner's opinion against results."""
DOUBT = 0.4
"""Uncertainty penalty: `DOUBT / sqrt(tries)` is subtracted from an action's result."""
MARGIN = 8.0
"""Points ahead that make a victory likely: nearly three chances in four."""


@dataclass(slots=True)
class ReadableThought:
    """The findings of a search about an action."""

    action: Action
    rank: int
    """Where the planner ranks it; 0 is best."""
    tries: int = 0
    total: float = 0.0

    @property
    def worth(self) -> float:
        """Return its mean result, from 0 (lost by far) to 1 (won by far)."""
        return self.total / self.tries if self.tries else 0.5

    def promise(self, tries: int) -> float:
        """Return the value of trying it once more, when all actions together had `tries`."""
        prior = 1 / (self.rank + 2)
        return self.worth + EXPLORE * prior * math.sqrt(tries) / (1 + self.tries)

    @property
    def sure_worth(self) -> float:
        """Return its worth less a penalty for few tries."""
        return self.worth - DOUBT / math.sqrt(self.tries) if self.tries else -1.0


class ReadableSearch:
    """A searching bot on the readable engine. It sees only views.

    With `iterations` the same seed and views give the same choices, even if it is interrupted; with
    `seconds` the speed of the machine matters, and only the time in which it thinks counts. With
    both, whichever ends first counts.
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
        return finish(self.thinking(view))

    def thinking(self, view: View) -> Thinking[Action]:
        """Choose, and yield after each try."""
        thoughts = yield from self._thinking(view)
        return thoughts[0].action

    def think(self, view: View) -> list[ReadableThought]:
        """Return the actions of the viewer with their worth, the best first."""
        return finish(self._thinking(view))

    def _thinking(self, view: View) -> Thinking[list[ReadableThought]]:
        ratings = self._planner.rate(view, legal_actions(view))
        best = sorted(ratings, key=ratings.__getitem__, reverse=True)[:CANDIDATES]
        thoughts = [ReadableThought(action, rank) for rank, action in enumerate(best)]
        if len(thoughts) == 1:
            return thoughts
        self._asked += 1
        seconds = math.inf if self._seconds is None else self._seconds
        done, used = 0, 0.0
        while done != self._iterations and used < seconds:
            began = time.monotonic()
            done += 1
            thought = max(thoughts, key=lambda each: each.promise(done))
            thought.total += self._try(view, thought)
            thought.tries += 1
            used += time.monotonic() - began
            yield
        return sorted(thoughts, key=lambda each: -each.sure_worth)

    def _try(self, view: View, thought: ReadableThought) -> float:
        """Play a guess on; the nth try of every action has the same guess and dice."""
        seats = len(view.players)
        seat = view.seat or 0
        seed = f"{self._seed}/{self._asked}/{thought.tries}"
        position = ReadablePosition.guess(view, Chance(seed))
        position.play(seat, thought.action)
        passing = self._planner.passing
        planners = [PlainPlanner(f"{seed}/{each}", passing) for each in range(seats)]
        last = position.turns + HORIZON * seats
        while not position.is_over and position.turns < last:
            deciding = position.deciding[0]
            position.play(deciding, planners[deciding].choose(position.view(deciding)))
        ahead = _lead(position, planners, seat)
        return 1 / (1 + math.exp(-ahead / MARGIN))


def _lead(position: ReadablePosition, planners: list[PlainPlanner], seat: Seat) -> float:
    """Return the points that a seat is, or may expect to be, ahead of the best other."""
    points: list[float] = list(score_if_ended_now(position.to_state(), tickets=False))
    if not position.is_over:
        for each, planner in enumerate(planners):
            points[each] += planner.prospects(position.view(each))
    return points.pop(seat) - max(points)
