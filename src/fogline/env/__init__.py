"""Environments for learning programs, over the compiled engine: PettingZoo and Gymnasium.

`import fogline.env` registers them in both registries; it needs the extra `rl`.
"""

try:
    import gymnasium
    import pettingzoo
except ImportError as error:  # pragma: no cover (the tests have the extra)
    raise ImportError(
        "environments need gymnasium and pettingzoo; install them with: pip install 'fogline[rl]'"
    ) from error

from fogline.env.aec_env import TurnEnv, aec
from fogline.env.layout import VERSION, Layout, Part
from fogline.env.observer import Form, Observer, Reward, Seen
from fogline.env.single_env import SingleEnv, single
from fogline.env.vector_env import GamesEnv, vector

__all__ = [
    "VERSION",
    "Form",
    "GamesEnv",
    "Layout",
    "Observer",
    "Part",
    "Reward",
    "Seen",
    "SingleEnv",
    "TurnEnv",
    "aec",
    "single",
    "vector",
]

_NAMES = {"san-francisco": "SanFrancisco", "old-west": "OldWest"}


def _register() -> None:
    for game, name in _NAMES.items():
        full = f"Fogline/{name}-v{VERSION}"
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                entry_point="fogline.env.single_env:SingleEnv",
                vector_entry_point="fogline.env.vector_env:GamesEnv",
                kwargs={"game": game},
            )
        if full not in pettingzoo.aec_registry:
            module = f"fogline.env.{game.replace('-', '_')}_v{VERSION}"
            pettingzoo.register("aec", full, entry_point=f"{module}:env")


_register()
