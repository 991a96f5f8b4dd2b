"""A bonus for most complete tickets, compiled (OW9).

See `fogline.rules.ticket_bonus` for the readable version.
"""

from __future__ import annotations

from fogline.core.events import Category
from fogline.fast import board, constants, layout
from fogline.fast.kernel.records import add_points
from fogline.fast.mechanics import tickets
from fogline.fast.plugin import LoweredGame, Mechanic, number
from fogline.rules.ticket_bonus import TicketBonus

ticket_bonus = Mechanic(TicketBonus)
BONUS = number()
BONUS_POINTS = layout.categories.one(Category.BONUSES)


@ticket_bonus.lowers
def lower(rule: TicketBonus, lowered: LoweredGame) -> None:
    """Read the points of the bonus."""
    lowered.check(rule.name, "points in one category", abs(rule.points), constants.MOST_POINTS)
    lowered[BONUS] = rule.points


@ticket_bonus.hook
def final(g):
    most = 0
    for seat in range(g.t[board.N_SEATS]):
        most = max(most, tickets.complete_tickets(g, seat))
    for seat in range(g.t[board.N_SEATS]):
        if most > 0 and tickets.complete_tickets(g, seat) == most:
            add_points(g, seat, BONUS_POINTS, g.t[BONUS])
