"""Decisions, judged by what the seat could know.

Guesses of the whole position are made from the seat's view. In each, the actions are compared with
the same luck. Some guesses decide which action is best, and others measure how much better it is
than the choice: so the best of several uncertain values is not overestimated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.core.engine import legal_actions
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.report.estimates import Estimate, mean_of
from fogline.review.depth import Depth
from fogline.review.evaluator import Evaluator
from fogline.review.model import THRESHOLDS, Label
from fogline.review.values import LEAD, WIN, Value, Values, by_seat, value_at

_DENSITY = 0.4
"""The density of the normal distribution at its mean."""
_STAKE = 0.02
"""The loss from which a decision is examined more closely."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that was tried."""

    action: Action
    value: Value
    playouts: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a choice."""

    label: Label
    legal: int
    chosen: Tried
    best: Tried
    tried: tuple[Tried, ...]
    """All actions that were tried, the best first."""
    loss: Estimate
    lead_loss: Estimate
    effect: tuple[Value, ...]
    """For each seat the value of the choice less that of the best action."""


def judge(evaluator: Evaluator, view: View, action: Action, depth: Depth, seed: Seed) -> Verdict:
    """Judge the choice of an action by the seat of a view, from this view alone."""
    legal = len(legal_actions(view))
    trial = _Trial(evaluator, view, seed)
    if legal == 1:
        trial.add([action], depth.first)
        return trial.verdict(Label.FORCED, legal, action)
    trial.add(_with(action, evaluator.candidates(view)[: depth.candidates]), depth.first)
    finalists = _with(action, trial.ranking()[: depth.finalists])
    trial.add(finalists, depth.second)
    best = max(finalists, key=trial.worth)
    if best == action:
        return trial.verdict(Label.BEST, legal, action)
    # Earlier results decide how closely to look, so the measurement stays unbiased.
    looks_costly = trial.worth(best) - trial.worth(action) >= _STAKE
    gains = trial.compare(action, best, depth.many if looks_costly else depth.few)
    seat = view.seat or 0
    loss = mean_of(-gains[:, seat, WIN])
    blameless = trial.verdict(label_of(loss), legal, action)
    return replace(
        blameless,
        best=trial.tried(best),
        loss=loss,
        lead_loss=mean_of(-gains[:, seat, LEAD]),
        effect=by_seat(gains.mean(axis=0)),
    )


def label_of(loss: Estimate) -> Label:
    """Name a loss of winning chance; chance alone is never blamed."""
    if loss.low > 0:
        for label, least in THRESHOLDS.items():
            if loss.value >= least:
                return label
    return Label.GOOD


def _with(action: Action, actions: list[Action]) -> list[Action]:
    return actions if action in actions else [*actions, action]


class _Trial:
    """Actions tried on guesses of one view."""

    def __init__(self, evaluator: Evaluator, view: View, seed: Seed) -> None:
        self._evaluator, self._view, self._seed = evaluator, view, seed
        self._seat = view.seat or 0
        self._guessed = 0
        self._values: dict[Action, list[Values]] = {}
        self._spread = 1.0

    def add(self, actions: list[Action], guesses: int) -> None:
        """Try each of these actions on a number of new guesses."""
        for action, values in zip(actions, self._try(actions, guesses), strict=True):
            self._values.setdefault(action, []).append(values)
        leads = np.concatenate([self._all(each)[:, LEAD] for each in self._values])
        self._spread = max(float(leads.std()), 1.0)

    def compare(self, one: Action, other: Action, guesses: int) -> Values:
        """Return by how much one action does better than another, in each guess."""
        first, second = self._try([one, other], guesses)
        # New guesses measure what was chosen for its good values.
        self._values |= {one: [first], other: [second]}
        return first - second

    def _try(self, actions: list[Action], guesses: int) -> list[Values]:
        numbers = range(self._guessed, self._guessed + guesses)
        self._guessed += guesses
        starts = self._evaluator.guess(self._view, self._seed, numbers)
        return [
            self._evaluator.play_outs(starts, (self._seat, action), f"{self._seed}/play", numbers)
            for action in actions
        ]

    def _all(self, action: Action) -> npt.NDArray[np.float64]:
        return np.concatenate(self._values[action])[:, self._seat]

    def worth(self, action: Action) -> float:
        """Return the winning chance of an action, half of it estimated by its lead.

        Where leads are normally distributed, a point more or less is worth the density of the
        distribution. This is less uncertain than wins alone.
        """
        win, lead = self._all(action).mean(axis=0)
        return float(win + _DENSITY * lead / self._spread) / 2

    def ranking(self) -> list[Action]:
        """List what was tried, the best first."""
        return sorted(self._values, key=self.worth, reverse=True)

    def tried(self, action: Action) -> Tried:
        """Return the result of an action."""
        values = self._all(action)
        return Tried(action, value_at(values.mean(axis=0)), len(values))

    def verdict(self, label: Label, legal: int, action: Action) -> Verdict:
        """Return the verdict on a choice that is the best."""
        nothing = Estimate(0.0, 0.0, 0.0)
        chosen = self.tried(action)
        return Verdict(
            label=label,
            legal=legal,
            chosen=chosen,
            best=chosen,
            tried=tuple(map(self.tried, self.ranking())),
            loss=nothing,
            lead_loss=nothing,
            effect=(Value(0.0, 0.0),) * len(self._view.players),
        )
