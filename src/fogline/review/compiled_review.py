"""The compiled evaluator: the planner plays all seats in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from fogline.bots import compiled_kinds as kinds
from fogline.bots.compiled_bots import address_of_chooser, engine_for
from fogline.bots.kernel.candidates import candidates
from fogline.bots.kernel.choosers import planned_choice
from fogline.bots.kernel.planner_memory import PLAN_SIZE, Planner
from fogline.bots.kernel.tree_search import Choices
from fogline.bots.search import known_of, policies_for
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.fast import FastState, Knowledge, words_of
from fogline.fast.context import Block, Words
from fogline.review import review_kernel
from fogline.review.values import Values, values_of

Plans = npt.NDArray[np.float64]
"""The planner's memory for each seat, a row for each."""

_PLANNER = -1
"""The code that leaves the first action to the planner."""
_PORTION = 16
"""Playouts between two pauses, about 50 milliseconds in the longest games."""


class CompiledEvaluator:
    """Evaluates by playouts of the compiled planner."""

    compiled = True

    def __init__(self, game: GameDefinition, seats: int) -> None:
        self.engine = engine_for(game, seats)
        self._policies = policies_for(self.engine)
        self._g = self.engine.with_memory(Block.empty(self.engine.lowered.block), words_of(0))
        self.playouts = 0
        self.pause: Callable[[], None] = lambda: None
        codes = self.engine.new_list()
        self._found = Choices(codes, np.zeros(len(codes)))

    def at(self, states: Iterable[State]) -> Words:
        """Convert states."""
        found = []
        for state in states:
            found.append(self.engine.from_state(state, 0).block.words)
            self.pause()
        return np.stack(found)

    def guess(self, view: View, seed: Seed, numbers: range) -> Words:
        """Guess whole states from what a seat knows, one for each number."""
        known = known_of(Knowledge(self.engine, view), view.seat or 0, self._policies, seed)
        starts = np.zeros((len(numbers), len(known.words)), np.uint64)
        review_kernel.guess_starts(self._g, known, numbers.start, starts)
        return starts

    def play_outs(
        self,
        starts: Words,
        first: tuple[Seat, Action] | None,
        seed: Seed,
        numbers: range,
        plans: Plans | None = None,
    ) -> Values:
        """Play on from each start in turn, once for each number."""
        seat, code = (0, _PLANNER) if first is None else (first[0], self.engine.code(first[1]))
        own = self.no_plans() if plans is None else plans
        return self.play_code(starts, (seat, code), words_of(seed), numbers, own)

    def play_code(
        self, starts: Words, first: tuple[Seat, int], base: Words, numbers: range, plans: Plans
    ) -> Values:
        """Play on after an action given by its code."""
        self.playouts += len(numbers)
        ends = np.zeros((len(numbers), self.engine.seats, 2), np.int64)
        planner = address_of_chooser(kinds.PLANNER)
        for done in range(0, len(numbers), _PORTION):
            some = ends[done : done + _PORTION]
            rows = np.arange(done, done + len(some)) % len(starts)
            start = review_kernel.PlayoutStart(starts[rows], plans, *first)
            luck = review_kernel.LuckRows(base, numbers.start + done)
            review_kernel.play_outs(self._g, planner, self._policies, start, luck, some)
            self.pause()
        return values_of(ends)

    def no_plans(self) -> Plans:
        """Return the plans of players that have not begun to plan."""
        return np.zeros((self.engine.seats, PLAN_SIZE))

    def preferred(self, state: State, seat: Seat, plans: Plans | None) -> tuple[Action, Plans]:
        """Return the planner's first action, and the plans after it."""
        after = self.no_plans() if plans is None else plans.copy()
        code = self.preferred_code(self.engine.from_state(state, 0), seat, after)
        return self.engine.action(code), after

    def preferred_code(self, position: FastState, seat: Seat, plans: Plans) -> int:
        """Return the code of the planner's choice; its plan is changed in place."""
        planner = Planner(self._policies.weights, plans[seat], self._policies.codes)
        return int(planned_choice(kinds.PLANNER, position.g, seat, planner))

    def candidates(self, view: View) -> list[Action]:
        """List the actions worth a try, the most promising first."""
        seat = view.seat or 0
        guess = Knowledge(self.engine, view).sample(words_of("candidates"))
        planner = Planner(self._policies.weights, self.no_plans()[seat], self._policies.codes)
        preferred = planned_choice(kinds.PLANNER, guess.g, seat, planner)
        count = int(candidates(guess.g, seat, planner, preferred, self._found))
        order = np.argsort(-self._found.priors[:count], kind="stable")
        return [self.engine.action(int(code)) for code in self._found.codes[:count][order]]
