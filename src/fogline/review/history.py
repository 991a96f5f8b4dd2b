"""A finished game as a sequence of positions, moves and chance events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.chance import Chance, Seed
from fogline.core.errors import FoglineError
from fogline.core.log import GameLog, Move, states
from fogline.core.messages import Event
from fogline.core.outcome import Outcome, outcome_of
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State
from fogline.review.dealing import ChanceEvent, DealtGame, deal_of


class ReviewError(FoglineError):
    """Raised when a game cannot be reviewed."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A move with the positions around it."""

    number: int
    """The first move of a game is 1."""
    before: State
    move: Move
    after: State
    chance: tuple[ChanceEvent, ...]
    """The events of chance that followed from this move, in order."""


@dataclass(frozen=True, slots=True)
class History:
    """A finished game."""

    log: GameLog
    start: State
    """The position before the first decision."""
    deal: DealtGame
    """The events that led to it."""
    steps: tuple[HistoryStep, ...]
    outcome: Outcome

    @property
    def last(self) -> State:
        """Return the position at the end."""
        return self.steps[-1].after if self.steps else self.start


def history_of(log: GameLog) -> History:
    """Return the history of a game; raise an error if it is not over, or breaks the rules."""
    start, *rest = states(log)
    last = rest[-1] if rest else start
    outcome = outcome_of(last)
    if outcome is None:
        raise ReviewError("the game is not over: only finished games can be reviewed.")
    steps = tuple(
        HistoryStep(number, before, move, after, tuple(_chance_in(move.events)))
        for number, (before, move, after) in enumerate(
            zip([start, *rest[:-1]], log.moves, rest, strict=True), start=1
        )
    )
    return History(log, start, deal_of(log), steps, outcome)


def _chance_in(events: Iterable[Event]) -> Iterator[ChanceEvent]:
    for event in events:
        outcomes = event.chance_outcomes
        if outcomes:
            yield ChanceEvent((event,), outcomes)


def play_again(step: HistoryStep, given: int, seed: Seed, numbers: range) -> Iterator[State]:
    """Repeat a move for each number, with the first `given` chance events unchanged."""
    outcomes = [outcome for event in step.chance[:given] for outcome in event.outcomes]
    for number in numbers:
        dice = ScriptedDice(outcomes, Chance(f"{seed}/{step.number}/{number}"))
        yield engine.play(step.before, step.move.seat, step.move.action, dice)[0]
