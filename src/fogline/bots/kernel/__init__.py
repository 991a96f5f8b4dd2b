"""Players inside compiled code. They read a guess made from a view, so they cannot peek.

To be read in this order; each module uses those before it:

| module | has |
|---|---|
| `planner_memory` | a player: what it weighs and what it remembers |
| `weights` | the names of what is weighed |
| `advice`, `advice_NAME` | what the mechanics tell players about their choices |
| `paths` | what routes cost, and the cheapest way between places |
| `plan` | a cheapest network for one's tickets |
| `needs` | which cards a plan wants, what to pay with, what to claim or draw next |
| `planner_turns`, `planner` | the planner: its turns, and all that it chooses |
| `baselines` | the simple players |
| `choosers` | the functions that choose, to be called by their addresses |
| `match` | whole games between compiled players |
| `candidates` | which actions search tries |
| `network`, `beliefs`, `value` | what has been learnt: who holds which ticket, and who will win |
| `search` | a tree of one's own choices, grown by playing guesses |
"""

from importlib import import_module
from importlib.util import find_spec

from fogline.bots.kernel import advice
from fogline.rules import RULES

for _name in dict.fromkeys(rule.__module__.rpartition(".")[2] for rule in RULES.values()):
    if find_spec(f"{__name__}.advice_{_name}") is not None:
        import_module(f"{__name__}.advice_{_name}")
advice.compose()
