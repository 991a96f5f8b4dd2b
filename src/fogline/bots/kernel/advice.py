"""Advice of the mechanics to planning players, composed of their kernels by `compose`.

A module `advice_NAME` of this package has the advice on the mechanics of
`fogline.fast.mechanics.NAME`; a mechanic of another package has its own. A kernel calls a hook
as `advice.value(g, …)`. `g` is always the game in progress, and `p` the player, a
`fogline.bots.kernel.planner_memory.Planner`.

| hook | arguments | how the mechanics' kernels combine |
|---|---|---|
| `value` | seat, route, p | sum: the worth of claiming a route, in points |
| `rate` | seat, code, p | sum: the worth of a choice outside the plan; 0 if unknown |
| `worth_trying` | seat, code, p | true if all agree that search should try it |
| `home` | seat | the intersection: the places where a network may grow from |
| `home_after` | code | the first place that is not NONE: a choice of a new home |
| `code_shift` | route | sum: the shift of the code if another action than a claim takes the route |
| `rule_out` | seat, p | each in order: set the cost of what the seat can never claim to FAR |
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
    """Join the advice of all mechanics; leave out what does not compile."""
    parts: Parts = [(mechanic, mechanic.advice_kernels) for mechanic in MECHANICS.values()]
    _join(parts)
    usable = [part for part in parts if not any(_failures(part[0]))]
    if len(usable) < len(parts):
        _join(usable)


def _join(parts: Parts) -> None:
    for name, law in LAWS.items():
        globals()[name] = join(name, law, parts)


def _failures(mechanic: Mechanic[Any]) -> Iterator[str]:
    """Yield the unusable advice of another package's mechanic, and log why."""
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
