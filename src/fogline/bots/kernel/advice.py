"""Advice of the mechanics to planning players: what `compose` makes of their kernels.

A module `advice_NAME` of this package has the advice on the mechanics of
`fogline.fast.mechanics.NAME`; a mechanic of another package brings its own. A kernel calls a hook
as `advice.value(g, …)`. `g` is always the game in progress, and `p` the player, a
`fogline.bots.kernel.planner_memory.Planner`.

| hook | arguments | how the mechanics' kernels combine |
|---|---|---|
| `value` | seat, route, p | sum: what claiming a route is worth, in points |
| `rate` | seat, code, p | sum: how good a choice is that no plan makes; 0 if unknown |
| `worth_trying` | seat, code, p | whether all say so: what search should look at |
| `home` | seat | the places in all masks: where a network may grow from |
| `home_after` | code | the first place that is not NONE: a choice of a new home |
| `code_shift` | route | sum: what to add to the code of a claim if another action takes the route |
| `rule_out` | seat, p | each in order: what the seat can never claim costs FAR |
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import numba
import numpy as np

from fogline.bots.kernel.planner_memory import PLAN_SIZE, Planner
from fogline.fast.compose import ALL, CALL, FIRST, MEET, SUM, Kernel, Law, Mechanic, join
from fogline.fast.mechanics import MECHANICS
from fogline.fast.trial import failure
from fogline.rules import RULES

value: Any
rate: Any
worth_trying: Any
home: Any
home_after: Any
code_shift: Any
rule_out: Any

LAWS: dict[str, Law] = {
    "value": ("seat, route, p", "total = 0.0", SUM, "return total"),
    "rate": ("seat, code, p", "total = 0.0", SUM, "return total"),
    "worth_trying": ("seat, code, p", "", ALL, "return True"),
    "home": ("seat", "mask = ~ZERO", MEET, "return mask"),
    "home_after": ("code", "", FIRST, "return NONE"),
    "code_shift": ("route", "total = 0", SUM, "return total"),
    "rule_out": ("seat, p", "", CALL, ""),
}
_LOG = logging.getLogger("fogline.bots")

Parts = list[tuple[Mechanic[Any], Mapping[str, Kernel]]]


def compose() -> None:
    """Join the advice of all mechanics; leave out that which cannot be compiled."""
    parts: Parts = [(mechanic, mechanic.advice_kernels) for mechanic in MECHANICS.values()]
    _join(parts)
    usable = [part for part in parts if not any(_failures(part[0]))]
    if len(usable) < len(parts):
        _join(usable)


def _join(parts: Parts) -> None:
    for name, law in LAWS.items():
        globals()[name] = join(name, law, parts)


def _failures(mechanic: Mechanic[Any]) -> Iterator[str]:
    """Report why advice of another package's mechanic cannot be used, and yield it."""
    name, kernels = mechanic.rule.name, mechanic.advice_kernels
    if RULES.get(name) is mechanic.rule or not kernels:
        return
    if unknown := set(kernels) - set(LAWS):
        reason: str | None = f"{', '.join(sorted(unknown))}: there is no such advice"
    else:
        asked = [(hook, LAWS[hook][0], kernel) for hook, kernel in kernels.items()]
        planner = Planner(np.zeros(1), np.zeros(PLAN_SIZE), np.zeros(1, np.int64))
        reason = failure(f"{name}-advice", asked, {"p": numba.typeof(planner)})
    if reason is not None:
        _LOG.warning("the advice of the compiled mechanic %s is left out: %s", name, reason)
        yield reason
