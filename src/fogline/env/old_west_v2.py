"""Old West in PettingZoo's classic way: `old_west_v2.env(seats=2)`."""

from functools import partial

from fogline.env.aec_env import TurnEnv, aec

env = partial(aec, "old-west")
raw_env = partial(TurnEnv, "old-west")

__all__ = ["env", "raw_env"]
