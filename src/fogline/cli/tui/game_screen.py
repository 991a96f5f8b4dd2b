"""The screen of a game: the map, the cards, the players, and what to do now."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from fogline.cli.i18n import Catalog, CatalogBook
from fogline.cli.play.menu import (
    Item,
    Menu,
    MenuWording,
    Section,
    claims_by_route,
    menu_of,
    payment_menu,
)
from fogline.cli.play.route_advice import standing
from fogline.cli.tui import panels
from fogline.cli.tui.choices import ChoiceList
from fogline.cli.tui.dialogs import count_notice, help_notice, log_notice
from fogline.cli.tui.key_help import in_words
from fogline.cli.tui.map_view import MapView
from fogline.core.actions import DrawCard, DrawTickets, TakeCard
from fogline.core.board import PlaceId, RouteId, TicketId
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.picture import BoardLayout, Picture

PANELS = ("tickets", "players", "log")


class PlayedGame(Protocol):
    """A game as the screen needs it, wherever it is played."""

    @property
    def definition(self) -> GameDefinition:
        """The board and the rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""

    @property
    def deciding(self) -> Sequence[Seat]:
        """The seats that must choose now."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it goes on."""

    @property
    def reason(self) -> str:
        """Why the game ended; empty while it goes on."""

    def view(self, seat: Seat | None) -> View:
        """Return what a seat knows of the table; `None` means a spectator."""


class GameScreen(Screen[None]):
    """Shows a game, and offers what one seat may do. Where it is played, subclasses know."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 (as Textual has it)
    BINDINGS: ClassVar[list[BindingType]] = [
        # Descriptions and tooltips are keys of the catalog: see `active_bindings`.
        Binding("question_mark", "help", "tty.foot.help", id="help"),
        Binding(
            "plus,equals_sign", "zoom(1)", "table.board.closer",
            tooltip="tty.help.zoom", id="zoom-in",
        ),
        Binding("minus", "zoom(-1)", show=False, tooltip="tty.help.zoom", id="zoom-out"),
        Binding("0", "zoom(0)", show=False, tooltip="tty.help.zoom", id="zoom-whole"),
        Binding("m", "map", "tty.foot.map", tooltip="tty.help.map", id="map"),
        Binding("shift+left", "pan(-1, 0)", show=False, tooltip="tty.help.pan", id="pan-left"),
        Binding("shift+right", "pan(1, 0)", show=False, tooltip="tty.help.pan", id="pan-right"),
        Binding("shift+up", "pan(0, -1)", show=False, tooltip="tty.help.pan", id="pan-up"),
        Binding("shift+down", "pan(0, 1)", show=False, tooltip="tty.help.pan", id="pan-down"),
        Binding("tab", "app.focus_next", show=False, tooltip="tty.help.tab", id="focus-next"),
        Binding("d", "draw", show=False, tooltip="tty.help.draw", id="draw"),
        *(
            Binding(
                str(slot), f"take({slot - 1})", show=False,
                tooltip="tty.help.take", id=f"take-{slot}",
            )
            for slot in range(1, 6)
        ),
        Binding("c", "claim", show=False, tooltip="tty.help.claim", id="claim"),
        Binding("t", "draw_tickets", show=False, tooltip="tty.help.tickets", id="tickets"),
        Binding("p", "plan", "tty.foot.plan", tooltip="tty.help.plan", id="plan"),
        Binding("r", "routes", "tty.foot.routes", tooltip="tty.help.routes", id="routes"),
        Binding("v", "panel", "tty.foot.panel", tooltip="tty.help.panel", id="panel"),
        Binding("l", "log", "tty.foot.log", tooltip="tty.help.log", id="log"),
        Binding("f", "count", show=False, tooltip="table.final.title", id="count"),
        Binding("slash", "search", "tty.foot.search", tooltip="tty.help.search", id="search"),
        Binding("escape,backspace", "back", show=False, tooltip="tty.help.back", id="back"),
        Binding("q", "leave", "tty.foot.leave", tooltip="tty.help.leave", id="leave"),
    ]  # fmt: skip

    def __init__(
        self,
        game: PlayedGame,
        words: Catalog,
        drawing: tuple[Picture | None, BoardLayout],
        seat: Seat | None,
    ) -> None:
        super().__init__()
        self._game = game
        self._words = words
        self._book = CatalogBook(game.definition, words)
        self._wording = MenuWording(self._book, self._words, symbols=True)
        self._map = MapView(*drawing, "map")
        self._watching = seat
        """Whose secrets may be on the screen."""
        self._panel = 0
        self._planned: TicketId | None = None
        self._pointed: tuple[tuple[RouteId, ...], tuple[PlaceId, ...]] = ((), ())
        self.actions: list[Action] = []
        """What the person who is asked may do."""

    @property
    def waiting(self) -> bool:
        """Whether a person is asked something."""
        return bool(self.actions)

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Static(id="header")
        with Horizontal(id="middle"):
            yield self._map
            with Vertical(id="side"):
                yield Static(id="players", classes="panel")
                yield Static(id="tickets", classes="panel")
                yield Static(id="log", classes="panel")
        yield Static(id="cards")
        yield Static(id="question")
        with Horizontal(id="bottom"):
            yield ChoiceList(self._words, "choices")
            yield Static(id="aside", classes="panel")
        yield Input(id="search", placeholder=self._words.say("tty.help.search"))
        yield Static(id="hint")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin, or go on."""
        say = self._words.say
        names = {
            "players": "table.players.label",
            "tickets": "table.tab.tickets",
            "log": "table.log.label",
        }
        for panel, key in names.items():
            self.query_one(f"#{panel}").border_title = say(key)
        self.query_one("#search").display = False
        self.query_one(ChoiceList).focus()
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Begin to play, or go on."""

    @abstractmethod
    def act(self, seat: Seat, action: Action) -> None:
        """Perform an action of a seat, and go on."""

    @abstractmethod
    def story(self) -> list[str]:
        """Return all that has happened, as far as the screen may show it."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Return what keys do now, in the language of the game."""
        active = super().active_bindings
        return {key: in_words(each, self._words) for key, each in active.items()}

    # What happens.

    def _offer(self) -> None:
        menu = menu_of(self._view, self.actions, self._game.names, self._wording)
        self.query_one(ChoiceList).offer(menu)

    def _choose(self, action: Action) -> None:
        if action not in self.actions or self._watching is None or self.map_alone:
            return
        self._ask_nothing()
        self.act(self._watching, action)

    def _ask_nothing(self) -> None:
        self.actions = []
        self._planned = None
        self._pointed = ((), ())
        self.query_one(ChoiceList).offer(None)

    def _end(self) -> None:
        self._show()
        self.query_one("#question", Static).update(Text(self._words.say("table.prompt.ended")))
        self.action_count()

    # What is shown.

    @property
    def _view(self) -> View:
        return self._game.view(self._watching)

    def _show(self, waiting_for: str = "") -> None:
        view, book, names = self._view, self._book, self._game.names
        deciding = self._game.deciding
        own = view.seat is not None
        aside = PANELS[self._panel]
        contents = {
            "players": panels.players(view, book, names, deciding),
            "tickets": panels.tickets(view, book, self._planned) if own else Text(),
            "log": self._recent(18),
        }
        for panel, content in contents.items():
            self._update(panel, content)
        self._update("aside", self._recent(5) if aside == "log" else contents[aside])
        self._update("header", panels.header(view, book))
        wide = self.size.width >= 110
        cards = panels.display(view, book)
        if own:
            cards = Text("\n").join([cards, panels.hand(view, book, wide=wide)])
        self._update("cards", cards)
        title = self.query_one(f"#{aside}").border_title
        self.query_one("#aside").border_title = title
        self.query_one("#aside").set_class(aside == "tickets", "-tickets")
        if waiting_for:
            said = self._words.say("table.prompt.waiting", players=waiting_for)
            self._update("question", Text(said, style="dim"))
        self._show_map()

    def _show_map(self) -> None:
        routes, places = self._pointed
        if self._planned is not None and self._watching is not None:
            way = panels.way_of(self._view, self._planned)
            routes = () if way is None else way.routes
            places = self._view.board.ticket[self._planned].ends
        colour = not self.app.no_color
        self._map.show(panels.overlay(self._view, self._book, routes, places, colour=colour))
        self._map.look_at(routes, places)

    def _recent(self, most: int) -> Text:
        """Return what happened last, the newest first, where it is never cut off."""
        return Text("\n".join(self.story()[: -most - 1 : -1]))

    def _update(self, name: str, content: object) -> None:
        self.query_one(f"#{name}", Static).update(content)  # type: ignore[arg-type]  # anything Rich draws

    def _hint(self, text: str) -> None:
        self._update("hint", Text(text, no_wrap=True, overflow="ellipsis"))

    @on(ChoiceList.Asked)
    def _ask(self, event: ChoiceList.Asked) -> None:
        if event.question:  # else the screen says for whom it waits
            self._update("question", Text(event.question, style="bold"))

    @on(ChoiceList.Pointed)
    def _point(self, event: ChoiceList.Pointed) -> None:
        """Show on the map what a choice is about."""
        self._planned = event.ticket
        item = event.item
        if item is None:
            self._pointed = ((), ())
            hint = ""
        elif item.route is not None:
            self._pointed = ((item.route.id,), item.route.ends)
            hint = self._about(item)
        else:
            self._pointed = ((), tuple(_places(item.action, self._view.board.place)))
            hint = self._about_ticket(event.ticket) if event.ticket else item.label
        self._hint(hint)
        self._show_map()

    def _about(self, item: Item) -> str:
        """Return what a route costs and scores, and what keeps the viewer from it."""
        route = item.route
        if route is None:
            return ""
        points = self._book.say("table.points", count=self._view.board.route_points[route.length])
        spaces = self._book.spaces(route)
        where = standing(self._view, route, self._book, self._game.names)
        return f"{self._book.route(route.id)}: {spaces} · {points} · {where}"

    def _about_ticket(self, ticket: TicketId) -> str:
        way = panels.way_of(self._view, ticket)
        by = "" if way is None else " – ".join(self._book.place(place) for place in way.places)
        return f"{panels.missing(self._view, self._book, ticket)}: {by}"

    @on(ChoiceList.Chosen)
    def _chosen(self, event: ChoiceList.Chosen) -> None:
        self._choose(event.action)

    # Keys.

    def action_help(self) -> None:
        """List the keys."""
        keys = [
            (self.app.get_key_display(each.binding), each.tooltip)
            for each in self.active_bindings.values()
            if each.tooltip
        ]
        self.app.push_screen(help_notice(keys, self._words))

    def action_zoom(self, change: int) -> None:
        """Show more or less of the board."""
        self._map.zoom(change)
        self._show_map()

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the map."""
        self._map.action_pan(columns, rows)

    @property
    def map_alone(self) -> bool:
        """Whether the map hides all else; nothing is then chosen that cannot be seen."""
        return self.has_class("-map")

    def action_map(self) -> None:
        """Make the map fill the window, or show everything again."""
        self.toggle_class("-map")
        (self._map if self.map_alone else self.query_one(ChoiceList)).focus()

    def _show_all(self) -> None:
        if self.map_alone:
            self.action_map()

    def action_draw(self) -> None:
        """Draw a card, if that is legal."""
        self._choose(DrawCard())

    def action_take(self, slot: int) -> None:
        """Take a card of the display, if that is legal."""
        display = self._view.display
        card = display[slot] if slot < len(display) else None
        if card is not None:
            self._choose(TakeCard(card))

    def action_draw_tickets(self) -> None:
        """Draw tickets, if that is legal."""
        self._choose(DrawTickets())

    def action_claim(self) -> None:
        """List the routes that can be claimed."""
        self._show_all()
        choices = self.query_one(ChoiceList)
        choices.focus()
        menu = choices.menu
        for number, item in enumerate(menu.items if menu else ()):
            if item.menu is not None and any(inner.route for inner in item.menu.items):
                choices.open(item.menu)
                return
            if item.route is not None:
                choices.highlighted = number
                return

    def action_routes(self) -> None:
        """List all routes, each with what keeps the viewer from it."""
        if self._watching is None:
            return
        self._show_all()
        view = self._view
        claims = claims_by_route(self.actions)
        items = []
        for route in sorted(view.board.routes, key=lambda route: self._book.route(route.id)):
            ways = claims.get(route.id)
            details = (
                self._wording.spaces(route),
                self._wording.points(view.board.route_points[route.length]),
                standing(view, route, self._book, self._game.names),
            )
            menu = payment_menu(route, ways, self._wording) if ways else None
            items.append(Item(self._book.route(route.id), details, menu=menu, route=route))
        choices = self.query_one(ChoiceList)
        found = self._words.say("tty.menu.with")
        choices.open(
            Menu(self._words.say("table.routes.title"), (Section(tuple(items)),), found=found)
        )
        choices.focus()

    def action_plan(self) -> None:
        """Show the shortest way of the next ticket on the map."""
        if self._watching is None:
            return
        known = panels.known_tickets(self._view)
        if not known:
            return
        index = known.index(self._planned) + 1 if self._planned in known else 0
        self._planned = known[index] if index < len(known) else None
        hint = "" if self._planned is None else self._about_ticket(self._planned)
        if self._planned is not None:
            hint = f"{self._book.ticket(self._planned)}: {hint}"
        self._hint(hint)
        self._show()

    def action_panel(self) -> None:
        """Show the next of tickets, players and log, where there is room for one only."""
        self._panel = (self._panel + 1) % len(PANELS)
        self._show()

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(log_notice(self.story(), self._words))

    def action_count(self) -> None:
        """Show the final count."""
        game = self._game
        if game.outcome is not None:
            notice = count_notice(
                game.outcome, game.reason, self._view, self._book, self._game.names
            )
            self.app.push_screen(notice)

    def action_search(self) -> None:
        """Ask for a part of a name."""
        self._show_all()
        search = self.query_one("#search", Input)
        search.display = True
        search.value = ""
        search.focus()

    @on(Input.Submitted, "#search")
    def _search(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self._close_search()
        if text and not self.query_one(ChoiceList).search(text):
            self._hint(self._words.say("tty.nothing-with", text=text[:40]))

    def _close_search(self) -> None:
        self.query_one("#search").display = False
        self.query_one(ChoiceList).focus()

    def action_back(self) -> None:
        """Close the search, or the list within the list, or show everything again."""
        if self.map_alone:
            self.action_map()
        elif self.query_one("#search").display:
            self._close_search()
        else:
            self.query_one(ChoiceList).back()

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        self.app.exit()


def _places(action: Action | None, known: Iterable[PlaceId]) -> list[PlaceId]:
    """The places that an action names."""
    names = [getattr(action, field, None) for field in ("place", "city")]
    return [name for name in names if name is not None and name in set(known)]
