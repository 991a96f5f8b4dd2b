"""Legal actions as a menu: grouped, numbered, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fogline.cli import words as say
from fogline.cli.inks import few_letters, spaces
from fogline.core.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from fogline.core.board import PlaceId, Route, TicketId
from fogline.core.cards import Card
from fogline.core.decisions import Decision, SecondCard, Turn
from fogline.core.engine import consequences, decision
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.messages import Action, Seat
from fogline.core.table import View
from fogline.rules.alvin import AlvinCaptured, AlvinsMove, MoveAlvin
from fogline.rules.city_markers import (
    ChooseStartCity,
    DeclineMarker,
    MarkerOffer,
    PlaceMarker,
    StartCity,
)
from fogline.rules.tickets import Tickets
from fogline.rules.tourist_tokens import (
    PlaceStack,
    StackPlacement,
    TakeToken,
    TokenChoice,
    TokenChoiceOpened,
    Tokens,
    TokenTaken,
)

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
    others = tuple(_other_items(view, actions))
    sections = [Section(others, side_by_side=True)] if others else []
    if len(claim_items) > FEW:
        routes = Menu("Which route do you claim?", (Section(claim_items),))
        label = f"claim a route … ({len(claim_items)} can be had)"
        sections.append(Section((Item(label, menu=routes),)))
    elif claim_items:
        sections.append(Section(claim_items, title="Claim a route"))
    return Menu(_question(view), tuple(sections))


def label_of(view: View, action: Action) -> str:
    """Say what an action does; what is not known here, in its notation."""
    board, words = view.board, say.words_of(view.game)
    match action:
        case DrawCard():
            return "draw from the deck"
        case TakeCard(card):
            alone = " (no second card)" if card is Card.WILD else ""
            return f"take {say.card_name(card, words)}{alone}"
        case ClaimRoute(route, payment):
            paid = say.cards_in_words(payment, words)
            return f"claim {say.route_name(board, route)} for {paid}"
        case DrawTickets():
            return f"look at {_shown_tickets(view)}"
        case KeepTickets(tickets):
            return f"keep {say.listing([say.ticket_name(board, ticket) for ticket in tickets])}"
        case Pass():
            return "pass"
        case ChooseStartCity(city) | MoveAlvin(city):
            return say.place_name(board, city)
        case DeclineMarker():
            return "no marker"
        case PlaceMarker(city, payment):
            paid = say.cards_in_words(payment, words)
            return f"a marker on {say.place_name(board, city)} for {paid}"
        case PlaceStack(symbol, place):
            return f"{symbol} at {say.place_name(board, place)}"
        case TakeToken(place):
            token = view.part(Tokens).wanted_at(place, view.seat or 0)
            return f"the {token} token at {say.place_name(board, place)}"
    return str(action)


def _question(view: View) -> str:
    now: Decision | None = decision(view)
    match now:
        case Turn():
            return "What will you do?"
        case SecondCard():
            return "Which second card?"
        case StartCity():
            return "Which city will you start in? Your first route must touch it."
        case StackPlacement():
            return "Where do you put the tokens set aside?"
        case TokenChoice():
            return "Both places have a token for you. Which do you take?"
        case MarkerOffer():
            return "Put a marker on a city of this route?"
        case AlvinsMove():
            return "Where do you take Alvin?"
    return "What do you choose?"


def _shown_tickets(view: View) -> str:
    rule = next(rule for rule in view.game.rules if isinstance(rule, Tickets))
    left = sum(len(layer.faces) for layer in view.ticket_deck)
    return say.number_of(min(rule.shown, left), ("ticket", "tickets"))


def _ticket_menu(view: View, choices: Sequence[KeepTickets]) -> Menu:
    tickets = max(choices, key=lambda choice: len(choice.tickets)).tickets
    least = min(len(choice.tickets) for choice in choices)
    items = tuple(
        Item(
            say.ticket_name(view.board, ticket),
            (
                say.pts(view.board.ticket[ticket].points),
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
    words = say.words_of(view.game)
    name = say.route_name(view.board, route.id)
    worth = say.pts(view.board.route_points[route.length])
    notes = _notes(view, claims[0], names)
    if len(claims) == 1:
        last = f"for {few_letters(claims[0].payment)}{notes}"
        return Item(name, (spaces(route), worth, last), action=claims[0])
    ways = tuple(Item(say.cards_in_words(c.payment, words), action=c) for c in claims)
    menu = Menu(f"How do you pay for {name}?", (Section(ways),), listing=False)
    return Item(name, (spaces(route), worth, f"{len(ways)} ways{notes}"), menu=menu)


def _notes(view: View, claim: ClaimRoute, names: tuple[str, ...]) -> str:
    """Say in few letters what else a claim brings about."""
    seat = view.turn
    if seat is None:
        return ""
    symbols: list[str] = []
    paid: list[Seat] = []
    captured = False
    for event in consequences(view, RouteClaimed(seat, claim.route, claim.payment)):
        match event:
            case TokenTaken(_, _, symbol):
                symbols.append(symbol)
            case TokenChoiceOpened(_, places):
                wanted = [view.part(Tokens).wanted_at(place, seat) for place in places]
                symbols += [symbol for symbol in wanted if symbol is not None]
            case PointsScored(winner, _, Category.ROUTES):
                paid.append(winner)
            case AlvinCaptured():
                captured = True
    notes = f" + {say.listing(symbols, 'or')}" if symbols else ""
    called = ["you" if winner == seat else names[winner] for winner in paid]
    if len(paid) == 2 and paid[0] == paid[1]:
        notes += f" · pays {called[0]} twice"
    elif paid and paid != [seat]:
        notes += f" · pays {say.listing(called)}"
    return notes + (" · captures Alvin" if captured else "")


def _other_items(view: View, actions: Sequence[Action]) -> Iterator[Item]:
    stacks: dict[str, list[Item]] = {}
    markers: dict[PlaceId, list[PlaceMarker]] = {}
    for action in actions:
        match action:
            case ClaimRoute():
                pass
            case PlaceStack(symbol, place):
                item = Item(say.place_name(view.board, place), (symbol,), action)
                stacks.setdefault(symbol, []).append(item)
            case PlaceMarker(city):
                markers.setdefault(city, []).append(action)
            case TakeCard(card):
                yield Item(label_of(view, action), action=action, card=card)
            case _:
                yield Item(label_of(view, action), action=action)
    for city, ways in markers.items():
        yield _marker_item(view, city, ways)
    yield from _stack_items(stacks)


def _marker_item(view: View, city: PlaceId, ways: Sequence[PlaceMarker]) -> Item:
    if len(ways) == 1:
        return Item(label_of(view, ways[0]), action=ways[0])
    words = say.words_of(view.game)
    paying = tuple(Item(say.cards_in_words(way.payment, words), action=way) for way in ways)
    name = say.place_name(view.board, city)
    menu = Menu(f"How do you pay for the marker on {name}?", (Section(paying),), listing=False)
    return Item(f"a marker on {name} ({len(ways)} ways to pay)", menu=menu)


def _stack_items(stacks: Mapping[str, list[Item]]) -> Iterator[Item]:
    if len(stacks) == 1:
        yield from next(iter(stacks.values()))
        return
    for symbol, places in stacks.items():
        section = Section(tuple(places), side_by_side=True)
        menu = Menu(f"Where do you put {symbol}?", (section,))
        yield Item(f"place {symbol} …", menu=menu)
