"""A bot that chooses blindly."""

from __future__ import annotations

from fogline.core.chance import Dice, pick
from fogline.core.engine import legal_actions
from fogline.core.messages import Action
from fogline.core.table import View


class RandomBot:
    """Takes each legal action with equal chance, by separate dice."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, view: View) -> Action:
        """Return any legal action of the viewer, who is deciding."""
        return pick(self._dice, legal_actions(view))
