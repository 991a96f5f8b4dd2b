"""The readable evaluator: for games with rules that have no compiled version."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from fogline.bots.plain_planner import PlainPlanner
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.engine import legal_actions
from fogline.core.messages import Action, Seat
from fogline.core.refusal import Refusal
from fogline.core.table import State, View
from fogline.review.values import Values, values_of
from fogline.sim import ReadablePosition, guess_state


class ReadableEvaluator:
    """Evaluates by playouts of the plain planner, which plays any rules, slowly."""

    compiled = False

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self._seats = seats
        self.playouts = 0
        self.pause: Callable[[], None] = lambda: None
        self._passing: dict[Refusal, bool] = {}
        """What the planners have learnt about refusals, shared by all."""

    def at(self, states: Iterable[State]) -> list[State]:
        """Convert states."""
        return list(states)

    def guess(self, view: View, seed: Seed, numbers: range) -> list[State]:
        """Guess whole states from what a seat knows, one for each number."""
        return [guess_state(view, Chance(f"{seed}/{number}")) for number in numbers]

    def play_outs(
        self,
        starts: list[State],
        first: tuple[Seat, Action] | None,
        seed: Seed,
        numbers: range,
        plans: None = None,
    ) -> Values:
        """Play on from each start in turn, once for each number."""
        self.playouts += len(numbers)
        ends = []
        for row, number in enumerate(numbers):
            own = f"{seed}/play/{number}"
            position = ReadablePosition(starts[row % len(starts)], Chance(own))
            if first is not None:
                position.play(*first)
            self._play_out(position, own)
            ends.append(list(zip(position.scores, position.tie_breaks, strict=True)))
        return values_of(np.array(ends, np.int64))

    def _play_out(self, position: ReadablePosition, seed: str) -> None:
        planners = [PlainPlanner(f"{seed}/{seat}", self._passing) for seat in range(self._seats)]
        while not position.is_over:
            seat = position.deciding[0]
            position.play(seat, planners[seat].choose(position.view(seat)))
            self.pause()

    def preferred(self, state: State, seat: Seat, plans: None) -> tuple[None, None]:
        """Return nothing: the plain planner has separate dice, and no plans."""
        return None, None

    def candidates(self, view: View) -> list[Action]:
        """List the actions worth a try, the most promising first."""
        ratings = PlainPlanner("candidates", self._passing).rate(view, legal_actions(view))
        return sorted(ratings, key=ratings.__getitem__, reverse=True)
