"""Legal actions as a menu: grouped, numbered, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import TypeVar

from fogline.cli.i18n import Catalog, CatalogBook
from fogline.cli.text.colors import few_letters, few_symbols, space_symbols, spaces
from fogline.core.actions import ClaimRoute, KeepTickets, TakeCard
from fogline.core.board import Route, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.definition import GameDefinition
from fogline.core.engine import consequences, decision
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH, listing

T = TypeVar("T")

FEW = 8
"""The most routes listed at once; more get a separate list."""


@dataclass(frozen=True, slots=True)
class MenuWording:
    """The words of a menu."""

    book: Phrasebook
    words: Catalog
    symbols: bool = False
    """Whether cards are shown by their symbols alone, where there is little room."""

    def cards(self, cards: Cards) -> str:
        """Name the cards of a payment in few letters."""
        if self.symbols:
            return few_symbols(cards)
        return self.book.cards(cards) if self.catalog_book else few_letters(cards)

    def spaces(self, route: Route) -> str:
        """Return in few letters what a route asks for."""
        if self.symbols:
            return space_symbols(route)
        return self.catalog_book.spaces(route) if self.catalog_book else spaces(route)

    @property
    def catalog_book(self) -> CatalogBook | None:
        """The book, if it speaks by the catalog; in English the rules speak themselves."""
        return self.book if isinstance(self.book, CatalogBook) else None

    def term(self, word: str) -> str:
        """Name a thing of the rules that lies on the table; unknown words stay as they are."""
        if self.catalog_book is None:
            return word
        known = self.catalog_book.term(word.casefold())
        return word if known == word.casefold() else known

    def points(self, count: int) -> str:
        """Count points in few letters."""
        return self.words.say("tty.pts", count=count)


def plain_wording(game: GameDefinition, words: Catalog) -> MenuWording:
    """Return the words for a game line by line: in English, those of the rules."""
    spoken = words.of(game.name)
    book = game.phrasebook() if words.language == ENGLISH else CatalogBook(game, words)
    return MenuWording(book, spoken)


@dataclass(frozen=True, slots=True)
class Item:
    """One line to choose."""

    label: str
    details: tuple[str, ...] = ()
    """Further columns."""
    action: Action | None = None
    """What choosing it does."""
    menu: Menu | None = None
    """What choosing it opens instead."""
    route: Route | None = None
    """The route that it claims."""

    @property
    def text(self) -> str:
        """All of it, to be searched."""
        return " ".join((self.label, *self.details)).casefold()


@dataclass(frozen=True, slots=True)
class Section:
    """Items that belong together."""

    items: tuple[Item, ...]
    title: str = ""
    side_by_side: bool = False
    """Whether several fit on a line."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A question and what can be answered."""

    question: str
    sections: tuple[Section, ...]
    tickets: tuple[TicketId, ...] = ()
    """Tickets of which several can be chosen at once; then the items are these."""
    least: int = 0
    """How many of them at least."""
    listing: bool = True
    """Whether its items make sense in a search from above; ways to pay do not."""
    found: str = "With “{text}” in it:"
    """The question over what a search finds."""

    @property
    def items(self) -> list[Item]:
        """All items, in the order of their numbers."""
        return [item for section in self.sections for item in section.items]

    def search(self, text: str) -> Menu | None:
        """Keep what has all words of a text in it; `None` if nothing has."""
        wanted = text.casefold().split()
        found = tuple(
            item for item in self.all_items() if all(word in item.text for word in wanted)
        )
        return Menu(self.found.format(text=text), (Section(found),)) if found else None

    def all_items(self) -> Iterator[Item]:
        """Walk through the items, those of lists further in included."""
        for item in self.items:
            yield item
            if item.menu is not None and item.menu.listing:
                yield from item.menu.all_items()


def menu_of(
    view: View, actions: Sequence[Action], names: tuple[str, ...], wording: MenuWording
) -> Menu:
    """Group the legal actions of a viewer who is deciding."""
    say = wording.words.say
    if actions and all(isinstance(action, KeepTickets) for action in actions):
        return _ticket_menu(view, [a for a in actions if isinstance(a, KeepTickets)], wording)
    claims = claims_by_route(actions)
    claim_items = tuple(
        _claim_item(view, route, claims[route.id], names, wording) for route in _seen(view, claims)
    )
    others = tuple(
        _other_items(view, [a for a in actions if not isinstance(a, ClaimRoute)], wording)
    )
    sections = [Section(others, side_by_side=True)] if others else []
    if len(claim_items) > FEW:
        routes = Menu(say("tty.menu.which-route"), (Section(claim_items),))
        label = say("tty.menu.claim", count=len(claim_items))
        sections.append(Section((Item(label, menu=routes),)))
    elif claim_items:
        sections.append(Section(claim_items, title=say("tty.menu.claim-title")))
    now = decision(view)
    question = "" if now is None else wording.book.sentence(now, table=view)
    return Menu(question, tuple(sections), found=say("tty.menu.with"))


def label_of(view: View, action: Action, wording: MenuWording) -> str:
    """Return what an action does."""
    alone = isinstance(action, TakeCard) and action.card is Card.WILD
    label = wording.book.sentence(action, names=None, reader=view.seat, table=view)
    return f"{label} ({wording.words.say('tty.menu.no-second')})" if alone else label


def _ticket_menu(view: View, choices: Sequence[KeepTickets], wording: MenuWording) -> Menu:
    tickets = max(choices, key=lambda choice: len(choice.tickets)).tickets
    least = min(len(choice.tickets) for choice in choices)
    complete = wording.words.say("tty.menu.complete")
    items = tuple(
        Item(
            wording.book.ticket(ticket),
            (
                wording.points(view.board.ticket[ticket].points),
                complete if view.is_complete(view.seat or 0, ticket) else "",
            ),
        )
        for ticket in tickets
    )
    question = wording.words.say("tty.menu.tickets", least=least)
    return Menu(question, (Section(items),), tickets, least)


def type_tickets(offered: int, least: int, words: Catalog) -> str:
    """Return how tickets are chosen."""
    example = " ".join(str(number + 1) for number in range(min(offered, max(least, 2))))
    return words.say("tty.plain.type-tickets", example=example)


def claims_by_route(actions: Sequence[Action]) -> Mapping[str, list[ClaimRoute]]:
    """Group the claims among some actions by their route."""
    routes: dict[str, list[ClaimRoute]] = {}
    for action in actions:
        if isinstance(action, ClaimRoute):
            routes.setdefault(action.route, []).append(action)
    return routes


def _seen(view: View, claims: Mapping[str, list[ClaimRoute]]) -> list[Route]:
    """The routes to list: of parallel tracks that are alike, one."""
    alike: dict[tuple[object, ...], Route] = {}
    for route_id in claims:
        route = view.board.route[route_id]
        alike.setdefault((route.ends, route.length, route.colour, route.ferries), route)
    return list(alike.values())


def _claim_item(
    view: View,
    route: Route,
    claims: Sequence[ClaimRoute],
    names: tuple[str, ...],
    wording: MenuWording,
) -> Item:
    say = wording.words.say
    name = wording.book.route(route.id)
    worth = wording.points(view.board.route_points[route.length])
    notes = _notes(view, claims[0], names, wording)
    if len(claims) == 1:
        last = f"{say('tty.menu.for', cards=wording.cards(claims[0].payment))}{notes}"
        details = (wording.spaces(route), worth, last)
        return Item(name, details, action=claims[0], route=route)
    menu = payment_menu(route, claims, wording)
    last = f"{say('tty.menu.ways', count=len(claims))}{notes}"
    return Item(name, (wording.spaces(route), worth, last), menu=menu, route=route)


def payment_menu(route: Route, claims: Sequence[ClaimRoute], wording: MenuWording) -> Menu:
    """List the ways to pay for a route."""
    book = wording.book
    ways = tuple(Item(book.cards(claim.payment), action=claim, route=route) for claim in claims)
    question = wording.words.say("tty.menu.pay-for", route=book.route(route.id))
    return Menu(question, (Section(ways),), listing=False)


def _notes(view: View, claim: ClaimRoute, names: tuple[str, ...], wording: MenuWording) -> str:
    """Return in few letters what else a claim brings about."""
    seat = view.turn
    if seat is None:
        return ""
    say = wording.words.say
    notes = ""
    paid: list[str] = []
    for event in consequences(view, RouteClaimed(seat, claim.route, claim.payment)):
        if isinstance(event, PointsScored) and event.category == Category.ROUTES:
            paid.append(say("table.player.you") if event.seat == seat else names[event.seat])
        elif note := wording.book.note(event, view):
            notes += f" {note}" if note.startswith("+") else f" · {note}"
    if len(paid) == 2 and paid[0] == paid[1]:
        return f"{notes} · {say('tty.menu.pays-twice', player=paid[0])}"
    if paid in ([], [say("table.player.you")]):
        return notes
    return f"{notes} · {say('tty.menu.pays', players=wording.words.listing(paid))}"


def _other_items(view: View, actions: Sequence[Action], wording: MenuWording) -> Iterator[Item]:
    """List actions; those that differ in the payment, and long lists, get a list of their own."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    for alike in by_kind.values():
        groups = list(_grouped(alike, lambda action: _fields(action, without=Cards)).values())
        fields = [name for name, _ in _fields(alike[0], without=Cards)]
        if len(groups) <= FEW or not fields:
            for group in groups:
                yield _item(view, group, label_of(view, group[0], wording), wording)
        else:
            yield from _long_list(view, groups, fields, wording)


def _item(view: View, ways: Sequence[Action], label: str, wording: MenuWording) -> Item:
    """Make a line of one action, or of several that differ in the payment only."""
    book, say = wording.book, wording.words.say
    if len(ways) == 1:
        return Item(label, action=ways[0])
    payments = {name: "…" for name, value in _values(ways[0]) if isinstance(value, Cards)}
    paying = tuple(
        Item(listing([book.value(name, getattr(way, name)) for name in payments]), action=way)
        for way in ways
    )
    menu = Menu(say("tty.menu.pay"), (Section(paying),), listing=False)
    short = book.sentence(ways[0], table=view, instead=payments)
    return Item(f"{short} ({say('tty.menu.ways-to-pay', count=len(ways))})", menu=menu)


def _long_list(
    view: View, groups: Sequence[Sequence[Action]], fields: Sequence[str], wording: MenuWording
) -> Iterator[Item]:
    """List by the first field that differs; by a further one in a list of its own."""
    book = wording.book
    first = next(name for name in fields if len({getattr(g[0], name) for g in groups}) > 1)
    rest = fields[fields.index(first) + 1 :]
    for value, same in _grouped(groups, lambda group: getattr(group[0], first)).items():
        if len(same) == 1:
            yield _item(view, same[0], book.value(first, value), wording)
        else:
            label = book.sentence(same[0][0], table=view, instead=dict.fromkeys(rest, "…"))
            items = tuple(_long_list(view, same, rest, wording))
            yield Item(label, menu=Menu(label, (Section(items, side_by_side=True),)))


def _values(action: Action) -> list[tuple[str, object]]:
    kind: type = type(action)
    return [(field.name, getattr(action, field.name)) for field in fields_of(kind)]


def _fields(action: Action, *, without: type) -> tuple[tuple[str, object], ...]:
    return tuple(pair for pair in _values(action) if not isinstance(pair[1], without))


def _grouped(items: Iterable[T], key: Callable[[T], object]) -> dict[object, list[T]]:
    groups: dict[object, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
