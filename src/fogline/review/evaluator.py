"""The interface of reviews to engines: guesses, and playouts by a fixed policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.review.values import Values
from fogline.sim import cannot_compile
from fogline.sim.loading import COMPILER

Starts = Any
"""Positions at which playouts start, in the evaluator's own form."""
Plans = Any
"""The plans of the players of playouts, or `None`."""


class Evaluator(Protocol):
    """Plays games to their end.

    Playouts have numbers. With the same seed, playouts of the same number have the same luck,
    wherever they begin: positions, and actions, are compared in pairs.
    """

    compiled: bool
    """Whether compiled code plays."""
    playouts: int
    """The number of playouts so far."""
    pause: Callable[[], None]
    """Called every few milliseconds; it may take any time, and changes no result."""

    def at(self, states: Iterable[State]) -> Starts:
        """Convert states."""
        ...

    def guess(self, view: View, seed: Seed, numbers: range) -> Starts:
        """Guess whole states from what a seat knows, one for each number."""
        ...

    def play_outs(
        self,
        starts: Starts,
        first: tuple[Seat, Action] | None,
        seed: Seed,
        numbers: range,
        plans: Plans = None,
    ) -> Values:
        """Play on from each start in turn, once for each number.

        The first action may be given; all others, of all seats, are the policy's. The players
        continue their plans.
        """
        ...

    def preferred(self, state: State, seat: Seat, plans: Plans) -> tuple[Action | None, Plans]:
        """Return the first action of `play_outs` if none is given, and the plans after it.

        The action is `None` if it is left to chance.
        """
        ...

    def candidates(self, view: View) -> list[Action]:
        """List the actions worth a try, the most promising first."""
        ...


def evaluator_for(game: GameDefinition, seats: int) -> Evaluator:
    """Return the evaluator of a game: compiled where that is possible."""
    if cannot_compile(game, seats) is not None:
        from fogline.review.readable_review import ReadableEvaluator  # noqa: PLC0415

        return ReadableEvaluator(game, seats)
    with COMPILER:
        from fogline.review.compiled_review import CompiledEvaluator  # noqa: PLC0415 (loads the compiler)

    return CompiledEvaluator(game, seats)
