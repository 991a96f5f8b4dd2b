"""Observations and actions of the readable engine, for every game that can be defined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fogline.core.actions import KeepTickets
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.engine import every_action, legal_actions
from fogline.core.errors import FoglineError
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.env.observation_layout import MOST, Layout, Vector, features_of
from fogline.env.observer import Form, Mask, Observer
from fogline.rules.tickets import Tickets
from fogline.sim import ReadablePosition, cannot_compile

SLOTS = 256
"""Codes for legal actions that no rule lists in advance: the first such action, the second, …"""


class ReadableObserver(Observer[ReadablePosition]):
    """Observes a game by the features that its rules declare.

    The first codes are the actions that the rules list (`Rule.every_action`), then come choices of
    tickets. In games that the compiled engine cannot play, rules may have actions that they do
    not list: these get `SLOTS` more codes. Actions beyond the slots are not offered.
    """

    def __init__(self, game: GameDefinition, seats: int, form: Form = "vector") -> None:
        super().__init__(game, seats, form)
        self.layout = Layout(self.start(0).view(0))
        listed = dict.fromkeys(every_action(game, seats))
        self._code_of = {action: code for code, action in enumerate(listed)}
        offers = [rule.most_offered for rule in game.rules if isinstance(rule, Tickets)]
        self._choices = 1 << max(offers) if offers else 0
        closed = cannot_compile(game, seats) is None
        self.codes = len(listed) + self._choices + (0 if closed else SLOTS)

    def start(self, seed: Seed) -> ReadablePosition:
        """Deal a game with the dice `Chance(seed)`."""
        return self.deal_by(Chance(seed))

    def deal_by(self, dice: Chance) -> ReadablePosition:
        """Deal a game with dice that may have been used before."""
        return ReadablePosition.start(self.game, self.seats, dice)

    def resume(self, state: State, seed: Seed) -> ReadablePosition:
        """Continue from a state, with new dice."""
        return ReadablePosition(state, Chance(seed))

    def guess(self, view: View, seed: Seed) -> ReadablePosition:
        """Fill in at random what a view hides. The position gives its seat an equal view."""
        return ReadablePosition.guess(view, Chance(seed))

    def vector(self, position: ReadablePosition, seat: Seat) -> Vector:
        """Return what a seat sees, as one vector."""
        features = list(features_of(position.view(seat)))
        for feature, part in zip(features, self.layout.parts, strict=True):
            if (feature.name, len(feature.values)) != (part.name, part.size):
                raise FoglineError(f"the observation {feature.name!r} must not change its size.")
        numbers = [number for feature in features for number in feature.values]
        return np.clip(np.array(numbers, np.int64), -MOST, MOST).astype(np.int8)

    def mask(self, position: ReadablePosition, seat: Seat) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others."""
        mask = np.zeros(self.codes, np.int8)
        mask[list(self.legal(position, seat))] = 1
        return mask

    def legal(self, position: ReadablePosition, seat: Seat) -> dict[int, Action]:
        """Return the legal actions of a seat by their codes, in the order of the rules."""
        view = position.view(seat)
        found: dict[int, Action] = {}
        slot = len(self._code_of) + self._choices
        for action in legal_actions(view):
            code = self._fixed_code(view, action)
            if code is None:
                code, slot = slot, slot + 1
            if code < self.codes:
                found[code] = action
        return found

    def _fixed_code(self, view: View, action: Action) -> int | None:
        """Return the code that an action has in every position, or `None` if it has none."""
        if not isinstance(action, KeepTickets):
            return self._code_of.get(action)
        choice = _choice(view.me.offered, action)
        return len(self._code_of) + choice if choice < self._choices else None

    def action(self, position: ReadablePosition, seat: Seat, code: int) -> Action:
        """Return the legal action that a code stands for."""
        return self.legal(position, seat)[code]

    def code(self, position: ReadablePosition, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""
        for code, each in self.legal(position, seat).items():
            if each == action:
                return code
        raise KeyError(f"{action} is not legal now")

    def step(self, position: ReadablePosition, seat: Seat, code: int) -> None:
        """Perform the legal action that a code stands for."""
        position.play(seat, self.action(position, seat, code))

    def play(self, position: ReadablePosition, seat: Seat, action: Action) -> None:
        """Perform a legal action."""
        position.play(seat, action)


def _choice(offered: Sequence[str | None], action: KeepTickets) -> int:
    """Return the tickets kept as a bit for each place in the offer."""
    return sum(1 << place for place, ticket in enumerate(offered) if ticket in action.tickets)
