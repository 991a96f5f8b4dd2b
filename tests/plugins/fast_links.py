# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="untyped-decorator"
"""The rules of `links` for the compiled engine."""

from __future__ import annotations

from fogline.fast.mechanics import claiming
from fogline.fast.plugin import ZERO, Mechanic, record
from tests.plugins.links import Guest, LaterWins

guest = Mechanic(Guest)
later = Mechanic(LaterWins)


@guest.hook
def links(g, seat, word):
    return g.w[record(1) // 8 + claiming.OWN + word] if seat == 0 else ZERO


@later.hook
def tie_break(g, seat):  # noqa: ARG001
    return seat
