"""The hooks of all mechanics together: what `fogline.fast.compose` makes of their kernels.

They mirror the hooks of `fogline.core.rule.Rule`. A kernel calls one as `hooks.claimed(g, …)`; the
compiler looks it up when it compiles, after all mechanics are imported, and puts everything into
the caller. `g` is always the game in progress.

| hook | arguments | how the mechanics' kernels combine |
|---|---|---|
| `lay_out` |  | each in order: set the own fields before anything is dealt |
| `set_up` |  | each in order: deal |
| `settle` |  | each in order, after every action: what happens by itself |
| `decision` |  | the first phase that is not NONE; it sets DECIDING |
| `legal` | seat, out, count | each appends its codes in order; returns the new count |
| `turn_actions` | seat, out, count | likewise, for actions that a mechanic adds to a turn |
| `act` | seat, code | the one kernel whose codes these are |
| `bars_place` | place, kind | whether any forbids the place to actions of that kind |
| `claimed` | seat, route | each in order: what a claim brings about at once |
| `forbid` | seat, route | each in order, after `claimed`: what the claim closes for good |
| `started` | seat, place | each in order: a seat has chosen its start place |
| `turn_ended` |  | each in order |
| `between` |  | whether any has ended the game, between two turns |
| `final` |  | each in order: points at the end |
| `links` | seat, word | all together: a word of the mask of others' routes that count for tickets |
| `tie_break` | seat | the first that is not negative; else the number of complete tickets |
| `observe` | seat, o, seen | each in order: write what a seat sees |
"""

from __future__ import annotations

from typing import Any

lay_out: Any
set_up: Any
settle: Any
decision: Any
legal: Any
turn_actions: Any
act: Any
bars_place: Any
claimed: Any
forbid: Any
started: Any
turn_ended: Any
between: Any
final: Any
links: Any
tie_break: Any
observe: Any
