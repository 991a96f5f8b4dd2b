"""The fate of each ticket."""

from __future__ import annotations

from fogline.core.board import TicketId
from fogline.core.messages import Seat
from fogline.review.history import History
from fogline.review.model import TicketFate


def fates_of(history: History, seat: Seat) -> tuple[TicketFate, ...]:
    """Return when each ticket of a seat was kept, and when it was completed."""
    board, book = history.log.game.board, history.log.game.phrasebook()
    kept: dict[TicketId, int] = {}
    completed: dict[TicketId, int] = {}
    for step in history.steps:
        for ticket in step.after.players[seat].tickets:
            if ticket is None:
                continue
            kept.setdefault(ticket, step.number)
            if ticket not in completed and step.after.is_complete(seat, ticket):
                completed[ticket] = step.number
    return tuple(
        TicketFate(
            ticket, book.ticket(ticket), board.ticket[ticket].points, move, completed.get(ticket)
        )
        for ticket, move in kept.items()
    )
