"""Legal actions as a menu: grouped, numbered, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import TypeVar

from fogline.cli.colors import few_letters, spaces
from fogline.cli.words import pts
from fogline.core.actions import ClaimRoute, KeepTickets, TakeCard
from fogline.core.board import Route, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.engine import consequences, decision
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.core.words import listing

T = TypeVar("T")

FEW = 8
"""So many routes are listed at once; more get a list of their own."""


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
    card: Card | None = None
    """The card it is about, to be drawn beside it."""

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
        return Menu(f"With “{text}” in it:", (Section(found),)) if found else None

    def all_items(self) -> Iterator[Item]:
        """Walk through the items, those of lists further in included."""
        for item in self.items:
            yield item
            if item.menu is not None and item.menu.listing:
                yield from item.menu.all_items()


def menu_of(view: View, actions: Sequence[Action], names: tuple[str, ...]) -> Menu:
    """Group the legal actions of a viewer who is deciding."""
    if actions and all(isinstance(action, KeepTickets) for action in actions):
        return _ticket_menu(view, [a for a in actions if isinstance(a, KeepTickets)])
    claims = _by_route(actions)
    claim_items = tuple(
        _claim_item(view, route, claims[route.id], names) for route in _seen(view, claims)
    )
    others = tuple(_other_items(view, [a for a in actions if not isinstance(a, ClaimRoute)]))
    sections = [Section(others, side_by_side=True)] if others else []
    if len(claim_items) > FEW:
        routes = Menu("Which route do you claim?", (Section(claim_items),))
        label = f"Claim a route … ({len(claim_items)} to choose from)"
        sections.append(Section((Item(label, menu=routes),)))
    elif claim_items:
        sections.append(Section(claim_items, title="Claim a route"))
    now = decision(view)
    question = "" if now is None else view.game.phrasebook().sentence(now, table=view)
    return Menu(question, tuple(sections))


def label_of(view: View, action: Action) -> str:
    """Say what an action does."""
    alone = isinstance(action, TakeCard) and action.card is Card.WILD
    label = view.game.phrasebook().sentence(action, names=None, reader=view.seat, table=view)
    return f"{label} (no second card)" if alone else label


def _ticket_menu(view: View, choices: Sequence[KeepTickets]) -> Menu:
    tickets = max(choices, key=lambda choice: len(choice.tickets)).tickets
    least = min(len(choice.tickets) for choice in choices)
    items = tuple(
        Item(
            view.game.phrasebook().ticket(ticket),
            (
                pts(view.board.ticket[ticket].points),
                "complete already" if view.is_complete(view.seat or 0, ticket) else "",
            ),
        )
        for ticket in tickets
    )
    question = f"Which tickets do you keep, at least {least}? {type_tickets(len(tickets), least)}"
    return Menu(question, (Section(items),), tickets, least)


def type_tickets(offered: int, least: int) -> str:
    """Say how tickets are chosen."""
    example = " ".join(str(number + 1) for number in range(min(offered, max(least, 2))))
    return f"Type numbers, such as {example}, or all."


def _by_route(actions: Sequence[Action]) -> Mapping[str, list[ClaimRoute]]:
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
    view: View, route: Route, claims: Sequence[ClaimRoute], names: tuple[str, ...]
) -> Item:
    book = view.game.phrasebook()
    name = book.route(route.id)
    worth = pts(view.board.route_points[route.length])
    notes = _notes(view, claims[0], names)
    if len(claims) == 1:
        last = f"for {few_letters(claims[0].payment)}{notes}"
        return Item(name, (spaces(route), worth, last), action=claims[0])
    ways = tuple(Item(book.cards(claim.payment), action=claim) for claim in claims)
    menu = Menu(f"How do you pay for {name}?", (Section(ways),), listing=False)
    return Item(name, (spaces(route), worth, f"{len(ways)} ways{notes}"), menu=menu)


def _notes(view: View, claim: ClaimRoute, names: tuple[str, ...]) -> str:
    """Say in few letters what else a claim brings about."""
    seat = view.turn
    if seat is None:
        return ""
    book = view.game.phrasebook()
    notes = ""
    paid: list[str] = []
    for event in consequences(view, RouteClaimed(seat, claim.route, claim.payment)):
        if isinstance(event, PointsScored) and event.category == Category.ROUTES:
            paid.append("you" if event.seat == seat else names[event.seat])
        elif note := book.note(event, view):
            notes += f" {note}" if note.startswith("+") else f" · {note}"
    if len(paid) == 2 and paid[0] == paid[1]:
        return f"{notes} · pays {paid[0]} twice"
    return notes if paid in ([], ["you"]) else f"{notes} · pays {listing(paid)}"


def _other_items(view: View, actions: Sequence[Action]) -> Iterator[Item]:
    """List actions; those that differ in the payment, and long lists, get a list of their own."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    for alike in by_kind.values():
        groups = list(_grouped(alike, lambda action: _fields(action, without=Cards)).values())
        fields = [name for name, _ in _fields(alike[0], without=Cards)]
        if len(groups) <= FEW or not fields:
            yield from (_item(view, group, label_of(view, group[0])) for group in groups)
        else:
            yield from _long_list(view, groups, fields)


def _item(view: View, ways: Sequence[Action], label: str) -> Item:
    """Make a line of one action, or of several that differ in the payment only."""
    book = view.game.phrasebook()
    if len(ways) == 1:
        card = ways[0].card if isinstance(ways[0], TakeCard) else None
        return Item(label, action=ways[0], card=card)
    payments = {name: "…" for name, value in _values(ways[0]) if isinstance(value, Cards)}
    paying = tuple(
        Item(listing([book.value(name, getattr(way, name)) for name in payments]), action=way)
        for way in ways
    )
    menu = Menu("How do you pay?", (Section(paying),), listing=False)
    short = book.sentence(ways[0], table=view, instead=payments)
    return Item(f"{short} ({len(ways)} ways to pay)", menu=menu)


def _long_list(
    view: View, groups: Sequence[Sequence[Action]], fields: Sequence[str]
) -> Iterator[Item]:
    """List by the first field that differs; by a further one in a list of its own."""
    book = view.game.phrasebook()
    first = next(name for name in fields if len({getattr(g[0], name) for g in groups}) > 1)
    rest = fields[fields.index(first) + 1 :]
    for value, same in _grouped(groups, lambda group: getattr(group[0], first)).items():
        if len(same) == 1:
            yield _item(view, same[0], book.value(first, value))
        else:
            label = book.sentence(same[0][0], table=view, instead=dict.fromkeys(rest, "…"))
            items = tuple(_long_list(view, same, rest))
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
