"""Three random players at an Old West table, as a PettingZoo environment."""

import numpy as np

from fogline import env

table = env.aec("old-west", seats=3, options={"alvin": True}, render_mode="ansi")
table.reset(seed=7)
dice = np.random.default_rng(7)
points = {}
for agent in table.agent_iter():
    seen, reward, terminated, truncated, info = table.last()
    if terminated or truncated:
        points[agent] = reward
        table.step(None)
    else:
        table.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
print(table.render())
print(points)
