"""What every bot is."""

from __future__ import annotations

from typing import Protocol

from fogline.core.records import Action
from fogline.core.table import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        ...
