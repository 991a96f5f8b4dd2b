"""What stands around the map: players, cards, tickets, what happened, and the final count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.table import Table as Columns
from rich.text import Text

from fogline.cli.i18n import CatalogBook
from fogline.cli.play.route_advice import Way, shortest_way
from fogline.cli.text.colors import SYMBOLS, card_style
from fogline.cli.text.phrases import facts_on_table
from fogline.cli.text.results import scored_categories
from fogline.cli.tui.chart import LETTERS, Overlay, seat_ink
from fogline.core.board import PlaceId, RouteId, TicketId
from fogline.core.cards import Card
from fogline.core.messages import Seat
from fogline.core.outcome import Outcome
from fogline.core.table import View


def header(view: View, book: CatalogBook) -> Text:
    """Return which game this is, and how far it is."""
    tickets = sum(len(layer.faces) for layer in view.ticket_deck)
    parts = [
        view.game.title,
        book.say("table.market.deck", count=view.deck.total),
        book.say("table.market.tickets", count=tickets),
    ]
    if view.turns_left is not None:
        parts.append(book.say("table.last-round", count=view.turns_left))
    return Text(" · ".join(parts), no_wrap=True, overflow="ellipsis")


def badge(seat: Seat) -> Text:
    """The letter of a seat, in its colour."""
    inks = seat_ink(seat)
    return Text(f" {LETTERS[seat]} ", Style(color=inks.on, bgcolor=inks.ink, bold=True))


def players(
    view: View, book: CatalogBook, names: Sequence[str], deciding: Sequence[Seat]
) -> Columns:
    """The players in turn order, with what everybody sees of them."""
    grid = Columns(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim", expand=True)
    grid.add_column("")
    grid.add_column("", no_wrap=True, overflow="ellipsis", ratio=1)
    for heading in ("tty.head.points", "tty.head.vehicles", "tty.head.cards", "tty.head.tickets"):
        grid.add_column(book.say(heading), justify="right", no_wrap=True)
    for seat in view.turn_order:
        player = view.players[seat]
        mark = Text("▸" if seat in deciding else " ") + badge(seat)
        name = Text(names[seat], style="bold" if seat == view.seat else "")
        counts = (player.score, player.vehicles, player.hand.total, len(player.tickets))
        grid.add_row(mark, name, *map(str, counts))
        if held := _held(view, book, seat):
            grid.add_row("", Text(held, style="dim"), "", "", "", "")
    return grid


def _held(view: View, book: CatalogBook, seat: Seat) -> str:
    """What lies in front of a player because of the rules."""
    parts = [
        book.term(fact.label.casefold())
        if fact.text == "here"
        else ", ".join(book.term(word) for word in fact.text.split(", "))
        for fact in facts_on_table(view)
        if fact.seat == seat and fact.text
    ]
    return " · ".join(parts)


def overlay(
    view: View, book: CatalogBook, routes: Iterable[RouteId], places: Iterable[str], *, colour: bool
) -> Overlay:
    """Return what the map shows now on top of the board."""
    controllers: dict[str, Seat] = {}
    notes: dict[str, str] = {}
    for fact in facts_on_table(view):
        for mark in fact.marks:
            if mark.term:
                count = "" if mark.count is None else f"{mark.count} "
                notes[mark.place] = f"{count}{book.term(mark.term).lower()}"
            elif fact.seat is not None:
                controllers[mark.place] = fact.seat
    ends = frozenset() if view.seat is None else frozenset(_ends(view))
    return Overlay(
        view.owners,
        frozenset(routes),
        frozenset(places),
        controllers,
        notes,
        ends,
        colour=colour,
    )


def _ends(view: View) -> set[PlaceId]:
    """The places that the viewer's tickets name."""
    return {end for ticket in known_tickets(view) for end in view.board.ticket[ticket].ends}


def display(view: View, book: CatalogBook) -> Text:
    """The face-up cards, each with the key that takes it."""
    text = Text(f"{book.say('tty.display')} ", style="dim", no_wrap=True, overflow="ellipsis")
    for number, card in enumerate(view.display, start=1):
        text.append(f" {number}", style="bold not dim")
        if card is None:
            text.append(" – ")
        else:
            text.append(f" {SYMBOLS[card]} {book.card(card)} ", style=_solid(card))
    return text


def hand(view: View, book: CatalogBook, *, wide: bool) -> Text:
    """The viewer's own cards."""
    text = Text(f"{book.say('tty.hand')} ", style="dim", no_wrap=True, overflow="ellipsis")
    for card, count in view.me.hand:
        name = f" {book.card(card)}" if wide else ""
        text.append(f" {SYMBOLS[card]}{name} {count} ", style=_solid(card))
        text.append(" ")
    if not view.me.hand.total:
        text.append(book.say("page.replay.empty"))
    return text


def _solid(card: Card) -> Style:
    return card_style(card) + Style(dim=False)


def way_of(view: View, ticket: TicketId) -> Way | None:
    """The shortest way of a ticket that is still open."""
    return shortest_way(view, view.board.ticket[ticket].ends)


def tickets(view: View, book: CatalogBook, planned: TicketId | None) -> Text:
    """The viewer's tickets, each with what it still needs."""
    lines = []
    for ticket in known_tickets(view):
        line = Text("▸" if ticket == planned else " ")
        points = view.board.ticket[ticket].points
        complete = view.is_complete(view.seat or 0, ticket)
        line.append("✓ " if complete else "· ", style="bold green" if complete else "")
        line.append(f"{points:>2} ")
        if not complete:
            way = way_of(view, ticket)
            line.append(f"{'✗' if way is None else f'{way.missing}□'} ", style="yellow")
        line.append(book.ticket(ticket), style="bold" if ticket == planned else "")
        lines.append(line)
    if not lines:
        return Text(book.say("table.ticket.none"), style="dim")
    text = Text("\n").join(lines)
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def known_tickets(view: View) -> list[TicketId]:
    """The viewer's tickets, those on offer included."""
    return [ticket for ticket in (*view.me.tickets, *view.me.offered) if ticket is not None]


def missing(view: View, book: CatalogBook, ticket: TicketId) -> str:
    """Return what a ticket still needs."""
    if view.is_complete(view.seat or 0, ticket):
        return book.say("table.ticket.complete")
    way = way_of(view, ticket)
    if way is None:
        return book.say("table.ticket.no-way")
    return book.say("table.ticket.way", count=way.missing)


def count(outcome: Outcome, book: CatalogBook, names: Sequence[str]) -> Columns:
    """The points of everybody by what they are for."""
    grid = Columns(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    results = sorted(outcome.results, key=lambda result: result.rank)
    for result in results:
        grid.add_column(badge(result.seat) + Text(f" {names[result.seat]}"), justify="right")
    for category in scored_categories(outcome, book):
        points = [str(result.points.get(category, 0)) for result in results]
        grid.add_row(book.category(category), *points)
    totals = [Text(str(result.total), style="bold") for result in results]
    grid.add_row(Text(book.say("table.final.total"), style="bold"), *totals)
    return grid


def count_of_tickets(outcome: Outcome, view: View, book: CatalogBook, names: Sequence[str]) -> Text:
    """Every ticket of everybody, complete or not."""
    text = Text()
    for result in sorted(outcome.results, key=lambda result: result.rank):
        text.append_text(badge(result.seat)).append(f" {names[result.seat]}\n", style="bold")
        for kept, mark, sign in ((result.complete, "✓", "+"), (result.failed, "✗", "−")):
            for ticket in kept:
                points = view.board.ticket[ticket].points
                text.append(f"   {mark} {sign}{points:<3} {book.ticket(ticket)}\n")
    return text
