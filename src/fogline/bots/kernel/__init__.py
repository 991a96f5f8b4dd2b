"""Players in compiled code. They read a guess made from a view, so they cannot peek.

Read the modules in this order; each uses those before it:

| module | contents |
|---|---|
| `planner_memory` | a player: its weights and its memory |
| `weights` | the names of the weights |
| `advice`, `advice_NAME` | the mechanics' advice to players about their choices |
| `paths` | what routes cost, and the cheapest paths between places |
| `plan` | a cheapest network for one's tickets |
| `needs` | which cards a plan wants, what to pay with, what to claim or draw next |
| `planner_turns`, `planner` | the planner: its turns, and all its choices |
| `baselines` | the simple players |
| `choosers` | the functions that choose, called by address |
| `match` | whole games between compiled players |
| `candidates` | which actions search tries |
| `network`, `beliefs`, `value` | learnt models: who holds which ticket, and who will win |
| `tree_search` | a tree of one's own choices, grown by playing guesses |
"""

from importlib import import_module
from importlib.util import find_spec

from fogline.bots.kernel import advice
from fogline.rules import RULES

for _name in dict.fromkeys(rule.__module__.rpartition(".")[2] for rule in RULES.values()):
    if find_spec(f"{__name__}.advice_{_name}") is not None:
        import_module(f"{__name__}.advice_{_name}")
advice.compose()
