"""Tickets: the first choice, drawing more, and counting them at the end (C19 to C24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from fogline.core.actions import DrawTickets, KeepTickets
from fogline.core.board import Board, TicketId
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, FirstTickets, TicketOffer, Turn
from fogline.core.definition import GameDefinition
from fogline.core.events import (
    Category,
    TicketsChosen,
    TicketScored,
    TicketsKept,
    TicketsOffered,
    TicketsRevealed,
    TicketsShuffled,
)
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import change, replace, reuse
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule
from fogline.core.table import Layer, State, Table, TableT, View
from fogline.core.words import Minor, Words

_MOVED_BY = {TicketsOffered, TicketsChosen, TicketsKept, TicketsShuffled, TicketsRevealed}
"""The events that move tickets."""

_DRAW = DrawTickets()
_offer = reuse(TicketOffer)


@dataclass(frozen=True)
class Tickets(Rule):
    """Secret tasks that win or lose points."""

    name: ClassVar[str] = "tickets"
    handles: ClassVar[tuple[type[Action], ...]] = (DrawTickets, KeepTickets)
    words: ClassVar[Words] = Words(
        actions={
            DrawTickets: ("Look at {count:# ticket|# tickets}", "Look at new tickets"),
            KeepTickets: "Keep {tickets}",
        },
        events={
            TicketsOffered: (
                Minor("{seat} looked at {tickets:# ticket|# tickets}: {tickets}."),
                Minor("{seat} looked at {tickets:# ticket|# tickets}."),
            ),
            TicketsChosen: (
                "{seat} chose to keep {tickets}.",
                Minor("{seat} chose in secret."),
            ),
            TicketsKept: (
                "{seat} kept {tickets}, and gave {returned:# ticket|# tickets} back.",
                "{seat} kept {tickets}.",
                "{seat} kept {tickets:# ticket|# tickets}, and gave {returned:#} back.",
                "{seat} kept {tickets:# ticket|# tickets}.",
            ),
            TicketsShuffled: Minor("The {count} tickets given back were shuffled."),
            TicketsRevealed: "{seat} laid {tickets:# ticket|# tickets} open.",
            TicketScored: (
                "{seat} {points:+completed|failed} {ticket}: {points:# point|# points}."
            ),
        },
        decisions={
            FirstTickets: "Which tickets do you keep?",
            TicketOffer: "Which tickets do you keep?",
        },
        categories={
            Category.TICKETS: "complete tickets",
            Category.FAILED_TICKETS: "failed tickets",
        },
    )

    dealt: int
    """Tickets each player is dealt at the start."""
    keep_dealt: int
    """How many of those must be kept at least."""
    shown: int
    """Tickets shown by the action of drawing tickets."""
    keep_shown: int = 1
    """How many of those must be kept at least."""
    shuffle_returned: bool = False
    """Whether the tickets returned at the start are shuffled; otherwise their order counts."""
    returned_by_seat: bool = False
    """Whether they go under the deck in the order of the seats; otherwise in turn order."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """There must be enough tickets to deal, and possible numbers to keep."""
        if len(board.tickets) < self.dealt * most_seats:
            yield f"{len(board.tickets)} tickets are too few to deal {self.dealt} each"
        if not 0 < self.keep_dealt <= self.dealt or not 0 < self.keep_shown <= self.shown:
            yield "the tickets to keep must be at least one and at most the tickets shown"

    def lay_out(self, table: TableT) -> TableT:
        """Put out the shuffled ticket deck: one layer in no known order."""
        return replace(table, ticket_deck=(Layer(tuple(sorted(table.board.ticket))),))

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Deal each player some tickets."""
        pile = state.ticket_deck
        for seat in state.seats:
            dealt = _draw(dice, pile, self.dealt)
            pile = _after_draw(pile, seat, dealt)
            yield TicketsOffered(seat, dealt)

    def follow(self, state: State, dice: Dice) -> Iterable[Event]:
        """Once all have chosen in secret, carry the choices out (SF3, OW2)."""
        for player in state.players:
            if player.choice is None:
                return ()
        return self._carry_out(state)

    def _carry_out(self, state: State) -> Iterable[Event]:
        returned = 0
        for seat in state.seats if self.returned_by_seat else state.turn_order:
            player = state.players[seat]
            kept = _keep(seat, player.offered, player.choice or ())
            returned += len(kept.returned)
            yield kept
        if self.shuffle_returned and returned > 1:
            yield TicketsShuffled(returned)

    def decision(self, table: Table) -> Decision | None:
        """Ask whoever was shown tickets which to keep."""
        if table.turn is not None:
            return _offer((table.turn,)) if table.players[table.turn].offered else None
        undecided = [
            seat
            for seat, player in enumerate(table.players)
            if player.offered and not player.chosen
        ]
        return FirstTickets(tuple(undecided)) if undecided else None

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        """Offer the draw, or every choice that keeps enough."""
        if isinstance(decision, Turn):
            return (_DRAW,) if view.ticket_deck else ()
        if not isinstance(decision, (FirstTickets, TicketOffer)):
            return ()
        offered = [ticket for ticket in view.me.offered if ticket is not None]
        sizes = range(self._least(decision, len(offered)), len(offered) + 1)
        return [KeepTickets(kept) for size in sizes for kept in combinations(offered, size)]

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        """Refuse an empty ticket deck, foreign tickets, too few tickets."""
        match decision, action:
            case Turn(), DrawTickets():
                return None if view.ticket_deck else Refusal.NO_TICKET_LEFT
            case ((FirstTickets() | TicketOffer()), KeepTickets(tickets)):
                offered = view.me.offered
                if len(set(tickets)) < len(tickets) or not set(tickets) <= set(offered):
                    return Refusal.TICKET_NOT_OFFERED
                if len(tickets) < self._least(decision, len(offered)):
                    return Refusal.TOO_FEW_TICKETS
                return None
            case _:
                return Refusal.NOT_NOW

    def _least(self, decision: Decision, offered: int) -> int:
        least = self.keep_dealt if isinstance(decision, FirstTickets) else self.keep_shown
        return min(least, offered)

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        """Show tickets, or keep some of them."""
        match action:
            case DrawTickets():
                yield TicketsOffered(seat, _draw(dice, state.ticket_deck, self.shown))
            case KeepTickets(tickets) if state.turn is None:
                yield TicketsChosen(seat, tickets)
            case KeepTickets(tickets):
                yield _keep(seat, state.players[seat].offered, tickets)

    def final(self, state: State) -> Iterable[Event]:
        """Lay all tickets open and count them (C24)."""
        known = [
            tuple(ticket for ticket in player.tickets if ticket is not None)
            for player in state.players
        ]
        for seat in state.seats:
            yield TicketsRevealed(seat, known[seat])
        for seat in state.seats:
            for ticket in known[seat]:
                points = state.board.ticket[ticket].points
                won = state.is_complete(seat, ticket)
                yield TicketScored(seat, ticket, points if won else -points)

    def details(self, table: Table, message: Action | Event | Decision) -> Mapping[str, object]:
        """Say how many tickets there are to look at."""
        if not isinstance(message, DrawTickets):
            return {}
        return {"count": min(self.shown, sum(len(layer.faces) for layer in table.ticket_deck))}

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """Draw tickets. Which are kept is one of too many combinations to list."""
        yield DrawTickets()

    def observe(self, view: View) -> Iterable[Feature]:
        """Say which tickets the viewer has, is offered, and knows to be under the deck."""
        tickets = sorted(view.board.ticket)
        size, offers = len(tickets), self.most_offered
        me, players = view.me, [view.players[seat] for seat in from_viewer(view)]
        complete = {
            ticket
            for ticket in (*me.tickets, *me.offered)
            if ticket is not None and view.is_complete(from_viewer(view)[0], ticket)
        }
        own = [int(ticket in me.tickets) for ticket in tickets]
        yield Feature("tickets", own, (size,), 0, 1, "own tickets")
        joined = [int(ticket in complete) for ticket in tickets]
        meaning = "own or offered tickets that are complete"
        yield Feature("complete", joined, (size,), 0, 1, meaning)
        rows = [*me.offered, *[None] * offers][:offers]
        offered = [int(ticket == row) for row in rows for ticket in tickets]
        meaning = "tickets offered, in their order"
        yield Feature("offered", offered, (offers, size), 0, 1, meaning)
        known = {
            ticket
            for layer in view.ticket_deck
            for ticket, giver in layer.known
            if giver == view.seat
        }
        returned = [int(ticket in known) for ticket in tickets]
        meaning = "tickets that the viewer put under the deck and knows to be there"
        yield Feature("returned", returned, (size,), 0, 1, meaning)
        left = sum(len(layer.faces) for layer in view.ticket_deck)
        yield Feature("ticket_deck", [left], (1,), 0, size, "tickets in the deck")
        counts = [len(player.tickets) for player in players]
        seats = (len(players),)
        yield Feature("ticket_counts", counts, seats, 0, size, "tickets of each player")
        shown = [len(player.offered) for player in players]
        yield Feature("offer_counts", shown, seats, 0, offers, "tickets offered to each player")

    @property
    def most_offered(self) -> int:
        """How many tickets can be offered at once."""
        return max(self.dealt, self.shown)

    def looks_at(self, kind: type[Event]) -> bool:
        """All that moves tickets."""
        return kind in _MOVED_BY

    def acts_on(self, kind: type[Decision]) -> bool:
        """Turns, and offers of tickets."""
        return issubclass(kind, Turn | FirstTickets | TicketOffer)

    def wakes_at(self, kind: type[Event]) -> bool:
        """Offers and choices."""
        return kind in {TicketsOffered, TicketsChosen}

    def apply(self, table: TableT, event: Event) -> TableT:
        """Move the tickets."""
        match event:
            case TicketsOffered(seat, tickets):
                player = replace(table.players[seat], offered=tickets)
                return change(
                    table,
                    ticket_deck=_after_draw(table.ticket_deck, seat, tickets),
                    players=table.players_with(seat, player),
                )
            case TicketsChosen(seat, choice):
                player = replace(table.players[seat], chosen=True, choice=choice)
                return table.with_player(seat, player)
            case TicketsKept(seat, kept, returned):
                player = table.players[seat]
                kept_player = replace(
                    player, tickets=player.tickets + kept, offered=(), choice=None
                )
                return change(
                    table,
                    players=table.players_with(seat, kept_player),
                    ticket_deck=(*table.ticket_deck, *_returned(seat, returned)),
                )
            case TicketsShuffled(count):
                pile = table.ticket_deck
                return change(
                    table, ticket_deck=(*pile[:-count], _shuffled_together(pile[-count:]))
                )
            case TicketsRevealed(seat, revealed):
                player = replace(table.players[seat], tickets=revealed, revealed=True)
                return table.with_player(seat, player)
            case _:
                return table


def _keep(
    seat: Seat, offered: Sequence[TicketId | None], kept: Sequence[TicketId | None]
) -> TicketsKept:
    """Split what was offered, each half in the order shown (C19)."""
    return TicketsKept(
        seat,
        tuple(ticket for ticket in offered if ticket in kept),
        tuple(ticket for ticket in offered if ticket not in kept),
    )


def _draw(dice: Dice, pile: Sequence[Layer], count: int) -> tuple[TicketId, ...]:
    """Draw from the top of the pile, layer by layer, each layer in a random order."""
    drawn: list[TicketId] = []
    for layer in pile:
        if len(drawn) == count:
            break
        rest = [ticket for ticket in layer.faces if ticket is not None]
        while rest and len(drawn) < count:
            drawn.append(dice.take(rest))
    return tuple(drawn)


def _after_draw(
    pile: tuple[Layer, ...], seat: Seat, drawn: tuple[TicketId | None, ...]
) -> tuple[Layer, ...]:
    """Take drawn tickets off the top of the pile."""
    left = len(drawn)
    for position, layer in enumerate(pile):
        size = len(layer.faces)
        if left < size:
            rest = _without(layer, seat, drawn, left) if left else layer
            return (rest, *pile[position + 1 :])
        left -= size
    return ()


def _without(layer: Layer, seat: Seat, drawn: tuple[TicketId | None, ...], taken: int) -> Layer:
    """Take tickets out of a layer; a seat that did not see them no longer knows what is left."""
    size = len(layer.faces) - taken
    if None in drawn:
        return Layer((None,) * size)
    faces = [ticket for ticket in layer.faces if ticket not in drawn]
    face_down = len(faces) - size  # drawn from among those that lie first and face down
    if any(faces[:face_down]):
        raise ValueError("tickets were drawn that are not at the top of the ticket deck")
    known = tuple(pair for pair in layer.known if pair[1] == seat and pair[0] not in drawn)
    return Layer(tuple(faces[face_down:]), known)


def _returned(seat: Seat, tickets: tuple[TicketId | None, ...]) -> list[Layer]:
    """Make a layer of each ticket that goes under the deck; its giver knows it."""
    return [Layer((ticket,), () if ticket is None else ((ticket, seat),)) for ticket in tickets]


def _shuffled_together(layers: Sequence[Layer]) -> Layer:
    faces = [ticket for layer in layers for ticket in layer.faces]
    known = sorted(pair for layer in layers for pair in layer.known)
    return Layer(tuple(sorted(faces, key=lambda ticket: ticket or "")), tuple(known))
