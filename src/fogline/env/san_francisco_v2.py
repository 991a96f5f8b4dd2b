"""San Francisco in PettingZoo's classic way: `san_francisco_v2.env(seats=2)`."""

from functools import partial

from fogline.env.aec_env import TurnEnv, aec

env = partial(aec, "san-francisco")
raw_env = partial(TurnEnv, "san-francisco")

__all__ = ["env", "raw_env"]
