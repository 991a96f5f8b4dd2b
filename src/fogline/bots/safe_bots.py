"""Bots whose failures do not end a game."""

from __future__ import annotations

import logging

from fogline.bots.registry import make_bot
from fogline.core.chance import Seed
from fogline.core.table import View
from fogline.sim import cannot_compile
from fogline.sim.bot_interface import Bot
from fogline.sim.guard import Guarded, in_one_line

FAULTS = logging.getLogger("fogline.bots.faults")
"""Receives a line for each guarded bot that fails; by default it appears on stderr."""


def stand_in_for(view: View) -> str:
    """Return the bot that replaces a failed one: the planner if it can play, or random."""
    return "planner" if cannot_compile(view.game, len(view.players)) is None else "random"


def guarded_bot(spec: str, seed: Seed) -> Guarded:
    """Make a bot by its spec that never ends a game early.

    If it crashes, is late or does anything illegal, another bot plays on; `fault` then says why,
    and a line goes to the logger `fogline.bots.faults`.
    """

    def stand_in(view: View) -> Bot:
        name = stand_in_for(view)
        fault = (guarded.fault or "").rstrip(".")
        label = in_one_line(spec, 60)
        FAULTS.warning("bot %s on seat %s: %s; %s plays on", label, view.seat, fault, name)
        return make_bot(name, seed)

    guarded = Guarded(make_bot(spec, seed), stand_in)
    return guarded
