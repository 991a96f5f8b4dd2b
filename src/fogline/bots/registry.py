"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fogline.bots.bot import Bot
from fogline.bots.random_bot import RandomBot
from fogline.core.chance import Chance, Seed
from fogline.core.errors import FoglineError

_BOTS: Mapping[str, Callable[[Seed], Bot]] = {
    "random": lambda seed: RandomBot(Chance(seed)),
}


class UnknownBot(FoglineError):
    """There is no bot of that name."""


def bot_names() -> list[str]:
    """List the bots that can be named."""
    return list(_BOTS)


def make_bot(name: str, seed: Seed) -> Bot:
    """Make a bot by its name; the same seed and views give the same choices."""
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UnknownBot(f"there is no bot {name!r}; expected one of: {known}.")
    return _BOTS[name](seed)
