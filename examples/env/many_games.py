"""A rollout of a thousand games at once, in which every seat plays at random."""

import time

from fogline import env

games = env.vector("san-francisco", seats=2, num_envs=1_000, seat=None)
games.reset(seed=1)
ended = 0
started = time.perf_counter()
for _ in range(200):
    seen, rewards, over, truncated, info = games.step(games.random_actions())
    ended += int(over.sum())
seconds = time.perf_counter() - started
print(f"{200 * games.num_envs / seconds:,.0f} decisions a second; {ended} games ended")
