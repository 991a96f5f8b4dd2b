"""The hooks of all mechanics together: what `fogline.fast.compose` makes of their kernels.

They have the names of the hooks and declarations of `fogline.core.rule.Rule`. A kernel calls one as
`hooks.claimed(g, …)`; the compiler looks it up when it compiles, after all mechanics are imported,
and puts everything into the caller. `g` is always the game in progress.

| hook | arguments | how the mechanics' kernels combine |
|---|---|---|
| `lay_out` |  | each in order: set the own fields before anything is dealt |
| `set_up` |  | each in order: deal |
| `follow` |  | each in order, after each action: what happens by itself |
| `decision` |  | the first phase that is not NONE; it sets DECIDING |
| `offers` | seat, out, count | those of the phase, in order: append codes; the new count |
| `plays` | seat, code | the one kernel whose codes these are |
| `bar_place` | place, kind | whether any forbids the place to actions of that kind |
| `claimed` | seat, route | each in order: what a claim causes at once |
| `barred` | seat, route | each in order, after `claimed`: what the claim closes for good |
| `advance` |  | the first that does something and returns True, if nobody has to decide |
| `final` |  | each in order: points at the end |
| `links` | seat, word | all together: a word of the mask of others' routes that count for tickets |
| `linked` |  | whether a rule of the game has `links`: where none can, nothing is compiled |
| `tie_break` | seat | the first that is not negative; else the number of complete tickets |
| `observe` | seat, o, seen | each in order: write what a seat sees |

Three more have no readable twin, and `barred` works in another way:

- `turn_ended`, each in order, does what readable rules declare by `@changes(TurnEnded)`.
- `follow_turn`, each in order, does what readable rules do in `follow` between two turns: to call
  all of `follow` there, too, takes 7 % more time for a random game.
- `further_offers` (seat, out, count) is `offers` at a turn, of the mechanics that a game may lack:
  players that count or weigh cards, claims and tickets themselves ask only for the others.
- Readable rules say at each moment what is barred; kernels keep masks, which `barred` changes.
"""

from __future__ import annotations

from typing import Any

lay_out: Any
set_up: Any
follow: Any
decision: Any
offers: Any
further_offers: Any
plays: Any
bar_place: Any
claimed: Any
barred: Any
turn_ended: Any
follow_turn: Any
advance: Any
final: Any
links: Any
linked: Any
tie_break: Any
observe: Any
