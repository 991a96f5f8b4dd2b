"""Environments for learning programs: PettingZoo and Gymnasium.

`import fogline.env` registers them in both registries; it needs the extra `rl`.
"""

try:
    import gymnasium
    import pettingzoo
except ImportError as error:  # pragma: no cover (the tests have the extra)
    raise ImportError(
        "environments need gymnasium and pettingzoo; install them with: pip install 'fogline[rl]'"
    ) from error

from fogline.boards import builtin_boards
from fogline.env.aec_env import TurnEnv, aec
from fogline.env.backends import observer_of
from fogline.env.observation_layout import VERSION, Layout, Slice
from fogline.env.observer import Form, Illegal, Observer, Reward, Seen
from fogline.env.single_env import SingleEnv
from fogline.env.vector_env import GamesEnv

__all__ = [
    "VERSION",
    "Form",
    "GamesEnv",
    "Illegal",
    "Layout",
    "Observer",
    "Reward",
    "Seen",
    "SingleEnv",
    "Slice",
    "TurnEnv",
    "aec",
    "observer_of",
    "single",
    "vector",
]


single = SingleEnv
"""Makes the environment of one learner against bots, named as in `fogline ladder`."""
vector = GamesEnv
"""Makes many games at once, with the same arguments."""


def _register() -> None:
    """Register the built-in games: each name makes one of the environments above."""
    for game in builtin_boards():
        name = "".join(word.capitalize() for word in game.split("-"))
        full = f"Fogline/{name}-v{VERSION}"
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                entry_point="fogline.env.single_env:SingleEnv",
                vector_entry_point="fogline.env.vector_env:GamesEnv",
                kwargs={"game": game},
            )
        if full not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", full, entry_point="fogline.env.aec_env:aec", kwargs={"game": game}
            )


_register()
