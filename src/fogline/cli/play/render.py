"""Draw the game as one player sees it, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from fogline.cli.frame.output import grid as plain_grid
from fogline.cli.play.menu import Item, Menu, MenuWording
from fogline.cli.play.route_advice import shortest_way, standing
from fogline.cli.text.colors import chip, colored
from fogline.cli.text.phrases import facts_on_table
from fogline.core.board import PlaceId, Route, TicketId
from fogline.core.messages import Seat
from fogline.core.table import View
from fogline.core.text.words import Fact

_LABEL = 9
"""The width of the words at the left margin."""
_MOST_SIDE_BY_SIDE = 60


def table(view: View, names: tuple[str, ...], bots: Iterable[Seat], wording: MenuWording) -> Group:
    """Draw everything the viewer knows."""
    return Group(
        _header(view, wording),
        _players(view, names, set(bots), wording),
        *(
            _line(wording.term(fact.label), Text(_fact(fact, wording)))
            for fact in facts_on_table(view)
            if fact.seat is None
        ),
        display(view, wording),
        hand(view, wording),
        *_tickets(view, wording),
    )


def display(view: View, wording: MenuWording) -> RenderableType:
    """Draw the face-up cards."""
    book = wording.book
    chips = [Text(" – ") if card is None else chip(card, book) for card in view.display]
    return _line(
        wording.words.say("tty.display"), _spread(chips), _LABEL - 1
    )  # a chip begins with a blank


def hand(view: View, wording: MenuWording) -> RenderableType:
    """Draw the viewer's own cards."""
    book, say = wording.book, wording.words.say
    chips = [chip(card, book, count) for card, count in view.me.hand]
    none = Text(f" {say('page.replay.empty')}")
    return _line(say("tty.hand"), _spread(chips) if chips else none, _LABEL - 1)


def happenings(title: str, sentences: Sequence[str]) -> RenderableType:
    """Draw what happened, under a title."""
    lines = [_indented(colored(sentence)) for sentence in sentences]
    return Group(Text(title, style="bold"), *lines)


def menu(shown: Menu, height: int, wording: MenuWording) -> RenderableType:
    """Draw a menu, no longer than the screen."""
    parts: list[RenderableType] = [Text(shown.question, style="bold")]
    number = 1
    for section in shown.sections:
        if section.title:
            parts.append(Text(section.title))
        rows = _side_by_side if section.side_by_side else _rows
        most = max(height, _MOST_SIDE_BY_SIDE) if section.side_by_side else height
        parts.append(rows(section.items[:most], number))
        left_off = len(section.items) - most
        if left_off > 0:
            hint = wording.words.say("tty.plain.more", count=left_off)
            parts.append(Text(f"  {hint}"))
        number += len(section.items)
    return Group(*parts)


def routes(
    view: View, shown: Iterable[Route], names: tuple[str, ...], wording: MenuWording
) -> RenderableType:
    """Draw a list of routes, each with what keeps the viewer from it."""
    grid = _grid(4)
    for route in shown:
        grid.add_row(
            f"  {wording.book.route(route.id)}",
            colored(wording.spaces(route)),
            wording.points(view.board.route_points[route.length]),
            colored(standing(view, route, wording.book, names)),
        )
    return grid


def ways(view: View, wording: MenuWording) -> RenderableType:
    """Draw the viewer's tickets, each with its shortest way still open."""
    grid = _grid(3)
    for ticket in (ticket for ticket in view.me.tickets if ticket is not None):
        done = view.is_complete(view.seat or 0, ticket)
        mark = "  ✓" if done else "  ·"
        grid.add_row(mark, _ticket(view, ticket, wording), _way(view, ticket, wording))
    return grid


def _way(view: View, ticket: TicketId, wording: MenuWording) -> str:
    way = shortest_way(view, view.board.ticket[ticket].ends)
    if way is None:
        return wording.words.say("table.ticket.no-way")
    by = " – ".join(view.board.place[place].name for place in way.places)
    if way.missing == 0:
        return f"{wording.words.say('table.ticket.complete')}: {by}"
    return f"{wording.words.say('table.ticket.way', count=way.missing)}: {by}"


def _header(view: View, wording: MenuWording) -> Text:
    say = wording.words.say
    tickets = sum(len(layer.faces) for layer in view.ticket_deck)
    facts = [
        view.game.title,
        say("tty.plain.set-up")
        if view.turn is None
        else say("tty.plain.turn", number=view.turns + 1),
        say("table.market.deck", count=view.deck.total),
        say("tty.plain.discards", count=view.discards.total),
        say("table.market.tickets", count=tickets),
    ]
    if view.turns_left is not None:
        facts.append(say("table.last-round", count=view.turns_left))
    return Text(" · ".join(facts), style="bold reverse")


def _players(view: View, names: tuple[str, ...], bots: set[Seat], wording: MenuWording) -> Grid:
    say = wording.words.say
    extras = _by_seat(view, wording)
    counts = ("tty.head.points", "tty.head.vehicles", "tty.head.cards", "tty.head.tickets")
    headings = ("", say("tty.plain.player"), *map(say, counts), *extras)
    grid = plain_grid(*headings, numbers=range(2, 6), fixed=[1])
    grid.header_style = "dim"
    for seat in view.turn_order:
        player = view.players[seat]
        who = say("tty.plain.you", player=names[seat]) if seat == view.seat else names[seat]
        grid.add_row(
            "▸" if seat == view.turn else "",
            say("tty.plain.bot", player=who) if seat in bots else who,
            str(player.score),
            str(player.vehicles),
            str(player.hand.total),
            str(len(player.tickets)),
            *(texts.get(seat) or "–" for texts in extras.values()),
            style="bold" if seat == view.seat else "",
        )
    return grid


def _by_seat(view: View, wording: MenuWording) -> dict[str, dict[Seat, str]]:
    """What lies in front of the players, by what it is called."""
    columns: dict[str, dict[Seat, str]] = {}
    for fact in facts_on_table(view):
        if fact.seat is not None:
            columns.setdefault(wording.term(fact.label), {})[fact.seat] = _fact(fact, wording)
    return columns


def _fact(fact: Fact, wording: MenuWording) -> str:
    return ", ".join(wording.term(word) for word in fact.text.split(", "))


def _tickets(view: View, wording: MenuWording) -> Iterator[RenderableType]:
    kept = [ticket for ticket in view.me.tickets if ticket is not None]
    lines = []
    for ticket in kept:
        done = view.is_complete(view.seat or 0, ticket)
        lines.append(Text(f"{'✓' if done else '·'} {_ticket(view, ticket, wording)}"))
    if lines:
        yield _line(
            wording.words.say("table.tab.tickets"),
            Columns(lines, padding=(0, 3), column_first=True),
        )


def _ticket(view: View, ticket: TicketId, wording: MenuWording) -> str:
    return f"{wording.book.ticket(ticket)} ({view.board.ticket[ticket].points})"


def places_like(view: View, text: str) -> list[PlaceId]:
    """Find the places whose names hold all words of a text."""
    wanted = text.casefold().split()
    return [
        place.id
        for place in view.board.places
        if wanted and all(word in place.name.casefold() for word in wanted)
    ]


def _rows(items: Sequence[Item], number: int) -> Grid:
    grid = _grid(1 + max(len(item.details) for item in items) + 1)
    for offset, item in enumerate(items):
        grid.add_row(f"{number + offset:3}", item.label, *(colored(text) for text in item.details))
    return grid


def _side_by_side(items: Sequence[Item], number: int) -> Columns:
    labels = [
        Text(f"{number + offset:3}  ") + colored(item.label) for offset, item in enumerate(items)
    ]
    return Columns(labels, padding=(0, 2), column_first=len(items) > 12)


def _grid(columns: int) -> Grid:
    """Make a grid without lines, whose last column is wrapped first when there is little room."""
    return plain_grid(*[""] * columns, fixed=range(columns - 1))


def _line(label: str, content: RenderableType, width: int = _LABEL) -> Grid:
    grid = Grid.grid(padding=(0, 0))
    grid.add_column(width=width, style="dim")
    grid.add_column()
    grid.add_row(label, content)
    return grid


def _spread(chips: Iterable[Text]) -> Columns:
    return Columns(chips, padding=(0, 1))


def _indented(content: RenderableType) -> Padding:
    return Padding(content, (0, 0, 0, 2), expand=False)
