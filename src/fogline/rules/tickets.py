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
from fogline.core.memory import replace
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import Layer, State, Table, TableT, View
from fogline.core.text.words import Minor, Words


@dataclass(frozen=True)
class Tickets(Rule):
    """Secret tasks that win or lose points."""

    name: ClassVar[str] = "tickets"
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
    """The least number of those to keep."""
    shown: int
    """Tickets shown by the action of drawing tickets."""
    keep_shown: int = 1
    """The least number of those to keep."""
    shuffle_returned: bool = False
    """Whether the tickets returned at the start are shuffled; otherwise their order counts."""
    returned_by_seat: bool = False
    """Whether they go under the deck in the order of the seats; otherwise in turn order."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that there are enough tickets to deal and that the numbers to keep are valid."""
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
        """Carry out the secret choices once all have chosen (SF3, OW2)."""
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
        """Ask the seats that were shown tickets which to keep."""
        if table.turn is not None:
            return TicketOffer((table.turn,)) if table.players[table.turn].offered else None
        undecided = [
            seat
            for seat, player in enumerate(table.players)
            if player.offered and not player.chosen
        ]
        return FirstTickets(tuple(undecided)) if undecided else None

    @offers(Turn)
    def draws(self, view: View, decision: Turn) -> Iterable[Action]:
        """Offer to look at more tickets, while there are any."""
        return (DrawTickets(),) if view.ticket_deck else ()

    @offers(FirstTickets, TicketOffer)
    def choices(self, view: View, decision: FirstTickets | TicketOffer) -> Iterable[Action]:
        """Offer every choice that keeps enough."""
        offered = [ticket for ticket in view.me.offered if ticket is not None]
        sizes = range(self._least(decision, len(offered)), len(offered) + 1)
        return [KeepTickets(kept) for size in sizes for kept in combinations(offered, size)]

    @refuses(DrawTickets)
    def why_not_draw(self, view: View, decision: Turn, action: DrawTickets) -> Refusal | None:
        """Refuse to draw from an empty ticket deck."""
        return None if view.ticket_deck else Refusal.NO_TICKET_LEFT

    @refuses(KeepTickets)
    def why_not_keep(
        self, view: View, decision: FirstTickets | TicketOffer, action: KeepTickets
    ) -> Refusal | None:
        """Refuse tickets that were not offered, and too few tickets."""
        offered, kept = view.me.offered, action.tickets
        if len(set(kept)) < len(kept) or not set(kept) <= set(offered):
            return Refusal.TICKET_NOT_OFFERED
        enough = len(kept) >= self._least(decision, len(offered))
        return None if enough else Refusal.TOO_FEW_TICKETS

    def _least(self, decision: Decision, offered: int) -> int:
        least = self.keep_dealt if isinstance(decision, FirstTickets) else self.keep_shown
        return min(least, offered)

    @plays(DrawTickets, at=Turn)
    def draw(self, state: State, seat: Seat, action: DrawTickets, dice: Dice) -> Iterable[Event]:
        """Show the seat tickets from the top of the deck."""
        yield TicketsOffered(seat, _draw(dice, state.ticket_deck, self.shown))

    @plays(KeepTickets, at=(FirstTickets, TicketOffer))
    def keep(self, state: State, seat: Seat, action: KeepTickets, dice: Dice) -> Iterable[Event]:
        """Keep tickets: at the start in secret, later at once."""
        if state.turn is None:
            yield TicketsChosen(seat, action.tickets)
        else:
            yield _keep(seat, state.players[seat].offered, action.tickets)

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
        """Return how many tickets there are to look at."""
        if not isinstance(message, DrawTickets):
            return {}
        return {"count": min(self.shown, sum(len(layer.faces) for layer in table.ticket_deck))}

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List the draw; the choices to keep are too many to list."""
        yield DrawTickets()

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode the tickets the viewer has, is offered, and knows to be under the deck."""
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
        """Return how many tickets can be offered at once."""
        return max(self.dealt, self.shown)

    @changes(TicketsOffered)
    def offer(self, table: TableT, event: TicketsOffered) -> TableT:
        """Take tickets off the deck and show them to a seat."""
        player = replace(table.players[event.seat], offered=event.tickets)
        return replace(
            table,
            ticket_deck=_after_draw(table.ticket_deck, event.seat, event.tickets),
            players=table.players_with(event.seat, player),
        )

    @changes(TicketsChosen)
    def choose(self, table: TableT, event: TicketsChosen) -> TableT:
        """Record a secret choice."""
        player = replace(table.players[event.seat], chosen=True, choice=event.tickets)
        return table.with_player(event.seat, player)

    @changes(TicketsKept)
    def kept(self, table: TableT, event: TicketsKept) -> TableT:
        """Add the kept tickets to a seat, and put the others under the deck."""
        player = table.players[event.seat]
        tickets = player.tickets + event.tickets
        player = replace(player, tickets=tickets, offered=(), choice=None)
        return replace(
            table,
            players=table.players_with(event.seat, player),
            ticket_deck=(*table.ticket_deck, *_returned(event.seat, event.returned)),
        )

    @changes(TicketsShuffled)
    def shuffle(self, table: TableT, event: TicketsShuffled) -> TableT:
        """Merge the returned tickets at the bottom into one layer."""
        pile, count = table.ticket_deck, event.count
        return replace(table, ticket_deck=(*pile[:-count], _shuffled_together(pile[-count:])))

    @changes(TicketsRevealed)
    def reveal(self, table: TableT, event: TicketsRevealed) -> TableT:
        """Reveal the tickets of a seat."""
        player = replace(table.players[event.seat], tickets=event.tickets, revealed=True)
        return table.with_player(event.seat, player)


def _keep(
    seat: Seat, offered: Sequence[TicketId | None], kept: Sequence[TicketId | None]
) -> TicketsKept:
    """Split the tickets offered into those kept and returned, in the order shown (C19)."""
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
    """Remove drawn tickets from the top of the pile."""
    left = len(drawn)
    for position, layer in enumerate(pile):
        size = len(layer.faces)
        if left < size:
            rest = _without(layer, seat, drawn, left) if left else layer
            return (rest, *pile[position + 1 :])
        left -= size
    return ()


def _without(layer: Layer, seat: Seat, drawn: tuple[TicketId | None, ...], taken: int) -> Layer:
    """Remove tickets from a layer; a seat that did not see them no longer knows the rest."""
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
