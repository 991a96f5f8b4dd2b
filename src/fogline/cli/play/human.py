"""A person at the terminal: asks until the answer is a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from fogline.cli.play import render
from fogline.cli.play.menu import Item, Menu, menu_of, plain_wording, type_tickets
from fogline.cli.play.terminal import Terminal
from fogline.cli.text.phrases import spaces_in_words
from fogline.core.actions import ClaimRoute, KeepTickets
from fogline.core.board import Route
from fogline.core.cards import Card
from fogline.core.engine import refusal_of
from fogline.core.messages import Action
from fogline.core.table import View
from fogline.core.text.notation import NotationError, parse_action


class PlayerLeft(Exception):
    """The person wants to leave."""


class _BadAnswer(Exception):
    """An answer cannot be used; the message says why and what would help."""


class Human:
    """Asks one person for one action."""

    def __init__(
        self,
        terminal: Terminal,
        view: View,
        names: tuple[str, ...],
        *,
        table: Callable[[], None],
        log: Callable[[], None],
    ) -> None:
        self._terminal = terminal
        self._view = view
        wording = self._wording = plain_wording(view.game, terminal.words)
        self._say = terminal.say
        self._names = names
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "table": lambda _: table(),
            "log": lambda _: log(),
            "ways": lambda _: self._terminal.out.print(render.ways(view, wording)),
            "routes": self._routes,
        }

    def choose(self, actions: Sequence[Action]) -> Action:
        """Ask until the answer is one of the legal actions; raise `Left` when it is `quit`."""
        menus = [menu_of(self._view, actions, self._names, self._wording)]
        self._show(menus[-1])
        while True:
            answer = self._terminal.ask()
            try:
                found = self._answer(menus, answer)
            except _BadAnswer as error:
                self._terminal.out.print(Text(str(error)))
                continue
            if isinstance(found, Action):
                return found
            if found is not None:
                menus.append(found)
                self._show(found)

    def _answer(self, menus: list[Menu], answer: str) -> Action | Menu | None:
        """Do what an answer says; return the action or the menu that it chooses, if it does."""
        word, _, rest = answer.partition(" ")
        command = word.casefold()
        if command in ("quit", "q", "exit"):
            raise PlayerLeft
        if command in ("back", "b"):
            if len(menus) == 1:
                raise _BadAnswer(self._say("tty.plain.nothing-before"))
            menus.pop()
            self._show(menus[-1])
        elif command == "more":
            self._show(menus[-1], everything=True)
        elif command in self._commands:
            self._commands[command](rest.strip())
        elif menus[-1].tickets:
            return self._tickets(menus[-1], answer)
        elif answer.isascii() and answer.isdigit():
            return self._item(menus[-1].items, answer)
        elif not answer.replace(" ", "").strip("0123456789"):
            raise _BadAnswer(self._say("tty.plain.type-one"))
        else:
            return self._notation(answer) or self._search(menus[-1], answer)
        return None

    def _item(self, items: Sequence[Item], answer: str) -> Action | Menu | None:
        number = int(answer) if len(answer) < 5 else 0
        if not 1 <= number <= len(items):
            raise _BadAnswer(self._say("tty.plain.not-listed", number=answer[:9], most=len(items)))
        item = items[number - 1]
        return item.action or item.menu

    def _tickets(self, menu: Menu, answer: str) -> Action:
        words = answer.casefold().replace(",", " ").split()
        if words[:1] == [KeepTickets.verb]:
            action = self._notation(answer)
            if action is not None:
                return action
            words = words[1:]
        if words == ["all"]:
            return KeepTickets(menu.tickets)
        by_number = {str(i): ticket for i, ticket in enumerate(menu.tickets, start=1)}
        if not words or any(word not in by_number for word in words):
            raise _BadAnswer(type_tickets(len(by_number), menu.least, self._wording.words))
        kept = tuple({by_number[word] for word in words})
        if len(kept) < menu.least:
            raise _BadAnswer(self._say("tty.plain.too-few", least=menu.least))
        return KeepTickets(kept)

    def _notation(self, answer: str) -> Action | None:
        """Read the notation of an action; `None` if it is none."""
        try:
            action = parse_action(answer)
        except NotationError:
            return None
        refusal = refusal_of(self._view, action)
        if refusal is None:
            return action
        hint = self._about(action) if isinstance(action, ClaimRoute) else ""
        raise _BadAnswer(f"{self._wording.book.explain(refusal)} {hint}".rstrip())

    def _about(self, claim: ClaimRoute) -> str:
        """Return what would help with a claim that is refused."""
        board = self._view.board
        if claim.route in board.route:
            costs = self._costs(board.route[claim.route])
            return self._say("tty.plain.takes", costs=costs)
        ends = set(claim.route.partition("#")[0].split("/"))
        tracks = [route.id for route in board.routes if set(route.ends) == ends]
        if not tracks:
            return ""
        *most, last = tracks
        both = self._say("tty.plain.or", one=", ".join(most), other=last) if most else last
        return self._say("tty.plain.write", routes=both)

    def _costs(self, route: Route) -> str:
        book = self._wording.catalog_book
        return spaces_in_words(route, self._wording.book) if book is None else book.spaces(route)

    def _search(self, menu: Menu, answer: str) -> Menu | None:
        verb, _, rest = answer.partition(" ")
        wanted = rest if verb in Action.kinds and rest else answer
        found = menu.search(answer) or menu.search(wanted)
        if found is not None:
            (first, *more) = found.items
            return found if more or first.menu is None else first.menu
        if not render.places_like(self._view, wanted):
            raise _BadAnswer(self._say("tty.plain.nothing-with", text=wanted[:40]))
        self._terminal.out.print(Text(self._say("tty.plain.but-routes", text=wanted)))
        self._routes(wanted)
        return None

    def _routes(self, text: str) -> None:
        view = self._view
        if text:
            places = render.places_like(view, text)
            if not places:
                raise _BadAnswer(self._say("tty.plain.no-place", text=text[:40]))
            found = [route for route in view.board.routes if set(places) & set(route.ends)]
        else:
            found = view.routes_of(view.seat or 0)
            if not found:
                raise _BadAnswer(self._say("tty.plain.no-routes"))
        self._terminal.out.print(render.routes(view, found, self._names, self._wording))

    def _help(self, _: str) -> None:
        route = self._view.board.routes[0]
        payment = f"{route.colour or Card.RED}*{route.length}"
        game = self._view.game.name
        text = self._say("tty.plain.help", game=game, route=route.id, payment=payment)
        self._terminal.out.print(Text(text))

    def _show(self, menu: Menu, *, everything: bool = False) -> None:
        out = self._terminal.out
        out.print()
        out.print(render.menu(menu, 1000 if everything else max(10, out.height - 8), self._wording))
        if menu.tickets:
            out.print(Text(type_tickets(len(menu.tickets), menu.least, self._wording.words)))
