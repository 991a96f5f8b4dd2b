"""The bots by name."""

from __future__ import annotations

from fogline.bots.bot import Bot
from fogline.bots.random_bot import RandomBot
from fogline.core.chance import Chance, Seed
from fogline.core.errors import FoglineError

COMPILED = ("greedy", "one-step", "long-routes", "route-focus", "ticket-hungry", "planner")
"""Players that live in compiled code, from weak to strong."""


class UnknownBot(FoglineError):
    """There is no bot of that name."""


def bot_names() -> list[str]:
    """List the bots that can be named."""
    return ["random", *COMPILED]


def make_bot(name: str, seed: Seed) -> Bot:
    """Make a bot by its name; the same seed and views give the same choices."""
    if name == "random":
        return RandomBot(Chance(seed))
    if name in COMPILED:
        # Loading the compiler takes a moment that games without these bots need not spend.
        from fogline.bots.compiled import CompiledBot  # noqa: PLC0415

        return CompiledBot(name, seed)
    known = ", ".join(bot_names())
    raise UnknownBot(f"there is no bot {name!r}; expected one of: {known}.")
