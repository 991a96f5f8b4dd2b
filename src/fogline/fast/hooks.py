"""The hooks of all mechanics together, composed by `fogline.fast.compose`.

They have the names of the hooks and declarations of `fogline.core.rule.Rule`. A kernel calls one as
`hooks.claimed(g, …)`; the compiler looks it up at compile time, after all mechanics are imported,
and inlines it. `g` is always the game in progress.

| hook | arguments | how the mechanics' kernels combine |
|---|---|---|
| `lay_out` |  | each in order: set the mechanic's fields before anything is dealt |
| `set_up` |  | each in order: deal |
| `follow` |  | each in order, after each action: automatic consequences |
| `decision` |  | the first phase that is not NONE; it sets DECIDING |
| `offers` | seat, out, count | those of the phase, in order: append codes; the new count |
| `plays` | seat, code | the one kernel whose codes these are |
| `bar_place` | place, kind | true if any forbids that kind of action at the place |
| `claimed` | seat, route | each in order: what a claim causes at once |
| `barred` | seat, route | each in order, after `claimed`: what the claim closes for good |
| `advance` |  | if nobody has to decide: in order until one returns True |
| `final` |  | each in order: points at the end |
| `links` | seat, word | the union: a word of the mask of others' routes that count for tickets |
| `linked` |  | whether a rule of the game has `links`; if none can, nothing is compiled |
| `tie_break` | seat | the first that is not negative; else the number of complete tickets |
| `observe` | seat, o, seen | each in order: write what a seat sees |

Three more have no readable counterpart, and `barred` works differently:

- `turn_ended`, each in order, does what readable rules declare by `@changes(TurnEnded)`.
- `follow_turn`, each in order, does what readable rules do in `follow` between two turns: calling
  all of `follow` there, too, makes a random game 7 % slower.
- `further_offers` (seat, out, count) is `offers` at a turn, for the optional mechanics only:
  players that count or weigh cards, claims and tickets themselves need only the rest.
- Readable rules compute what is barred when asked; kernels keep masks, which `barred` updates.
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
