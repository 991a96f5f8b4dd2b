"""At a server: the list of tables, a new table, and waiting until a game starts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Checkbox, OptionList, Select, Static
from textual.widgets.option_list import Option

from fogline.cli.i18n import Catalog
from fogline.cli.online.client import ServerError
from fogline.cli.online.remote_table import News, Objection, OnlineTable
from fogline.cli.online.server_messages import TableNow, read_list
from fogline.cli.online.visit import Visit
from fogline.cli.text.names import level_title

_OPEN = "open"


class LobbyScreen(Screen[str]):
    """Lists the tables of a server, and sets up a new one; returns the id of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", show=False, id="leave")]

    def __init__(self, visit: Visit, words: Catalog) -> None:
        super().__init__()
        self._visit = visit
        self._words = words
        self._game = visit.games[0]
        self._busy = False

    def compose(self) -> ComposeResult:
        """Lay out the list and the questions."""
        say = self._words.say
        with Vertical(id="start"):
            yield Static(Text(f"F O G L I N E · {self._visit.name}", style="bold"), id="title")
            yield Static(say("page.start.lobby"), classes="heading")
            yield OptionList(id="tables", compact=True)
            yield Static(say("page.new.title"), classes="heading")
            with Horizontal(classes="row"):
                yield Static(say("page.new.game"), classes="label")
                yield Select(
                    [(game.title, game.name) for game in self._visit.games],
                    value=self._game.name, allow_blank=False, id="game", compact=True,
                )  # fmt: skip
            with Vertical(id="seats"):
                for number in range(1, max(game.seats[1] for game in self._visit.games)):
                    with Horizontal(classes="row", id=f"seat-{number}"):
                        yield Static(say("page.seat", number=number + 1), classes="label")
                        yield Select[str]([], id=f"kind-{number}", compact=True, prompt="–")
            yield Vertical(id="options")
            yield Checkbox(say("page.new.listed"), id="listed", compact=True)
            with Horizontal(id="buttons"):
                yield Button(say("page.new.create"), id="go", variant="primary", compact=True)
                yield Button(say("tty.foot.leave"), id="leave", compact=True)
            yield Static(id="problem")

    def on_mount(self) -> None:
        """Fill in the usual answers, and look for tables."""
        self._fill()
        self._list()

    def _fill(self) -> None:
        say, game = self._words.say, self._game
        bots = [
            (say("page.new.seat.bot", level=level_title(self._words, *level)), level[0])
            for level in game.levels
        ]
        for number in range(1, max(each.seats[1] for each in self._visit.games)):
            self.query_one(f"#seat-{number}").display = number < game.seats[1]
            kind = self.query_one(f"#kind-{number}", Select)
            nobody = [("–", "")] if number >= game.seats[0] else []
            kind.set_options([(say("page.new.seat.open"), _OPEN), *bots, *nobody])
            kind.value = _OPEN if number < game.seats[0] else ""
        options = self.query_one("#options")
        options.remove_children()
        for name, title in game.options:
            label = self._words.name(f"page.option.{name}", title)
            options.mount(Checkbox(label, name=name, compact=True))

    @work
    async def _list(self) -> None:
        get = self._visit.client.get
        try:
            mine = read_list(await asyncio.to_thread(get, "/api/tables", mine="true"))
            waiting = read_list(await asyncio.to_thread(get, "/api/tables"))
            running = read_list(await asyncio.to_thread(get, "/api/tables", running="true"))
        except ServerError as error:
            if self.is_current:
                self._complain(error)
            return
        if not self.is_current:  # a table was chosen or made meanwhile
            return
        say = self._words.say
        found = {
            one.table: (one, say(key))
            for key, tables in (
                ("page.lobby.running", running),
                ("page.lobby.waiting", waiting),
                ("page.start.mine", [one for one in mine if one.status != "ended"]),
            )
            for one in tables
        }
        box = self.query_one("#tables", OptionList)
        box.clear_options()
        for one, where in reversed(found.values()):
            names = ", ".join(name or say("page.wait.free") for name in one.seats)
            box.add_option(Option(Text(f"{where}: {one.title} · {names}"), id=one.table))
        if not found:
            box.add_option(Option(Text(say("page.lobby.empty")), disabled=True))
        (box if found else self.query_one("#go")).focus()

    @on(Select.Changed, "#game")
    def _other_game(self, event: Select.Changed) -> None:
        if event.value != self._game.name:
            self._game = next(game for game in self._visit.games if game.name == event.value)
            self._fill()

    @on(OptionList.OptionSelected, "#tables")
    def _join(self, event: OptionList.OptionSelected) -> None:
        if not self._busy:
            self._busy = True
            self.dismiss(str(event.option_id))

    @on(Button.Pressed, "#go")
    @work
    async def _create(self) -> None:
        if self._busy:  # a key pressed twice makes one table
            return
        self._busy = True
        seats: list[dict[str, str]] = [{"kind": "me", "name": self._visit.name}]
        for number in range(1, self._game.seats[1]):
            kind = str(self.query_one(f"#kind-{number}", Select).value)
            if kind == _OPEN:
                seats.append({"kind": "open"})
            elif kind:
                seats.append({"kind": "bot", "level": kind})
        boxes = self.query_one("#options").query(Checkbox)
        body = {
            "game": self._game.name,
            "options": {str(box.name): True for box in boxes if box.value},
            "seats": seats,
            "listed": self.query_one("#listed", Checkbox).value,
        }
        try:
            made = await asyncio.to_thread(self._visit.client.post, "/api/tables", body)
        except ServerError as error:
            self._busy = False
            self._complain(error)
        else:
            self.dismiss(str(made["table"]))

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave."""
        self.app.exit()

    def _complain(self, error: ServerError) -> None:
        self.query_one("#problem", Static).update(Text(str(error)))


class WaitingScreen(Screen[News]):
    """Shows who sits at a table until its game starts; returns the table as it is then."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", show=False, id="leave")]

    @dataclass
    class Received(Message):
        """The server has news."""

        news: News

    def __init__(self, visit: Visit, table: OnlineTable, first: TableNow, words: Catalog) -> None:
        super().__init__()
        self._visit = visit
        self._table = table
        self._words = words
        self.now = first
        self._started = False
        self._calls: list[Callable[[], None]] = []
        self._busy = False
        self._objection = ""
        """Why this client adds nothing to the deal."""

    def compose(self) -> ComposeResult:
        """Lay out the seats and what can be done."""
        say = self._words.say
        with Vertical(id="start"):
            yield Static(Text(self.now.title, style="bold"), id="title")
            yield Static(id="chairs")
            yield Static(say("page.share.link"), classes="heading")
            yield Static(Text(self._visit.address.link(self._table.table)), id="link")
            yield Static(id="waits", classes="heading")
            yield OptionList(id="tables", compact=True)
            yield Static(id="problem")

    def on_mount(self) -> None:
        """Show the table, and follow it."""
        self.query_one("#tables").focus()
        self._take(self.now)
        self._table.follow(lambda news: self.post_message(self.Received(news)))

    def on_unmount(self) -> None:
        """Follow the table no longer."""
        self._table.close()

    @on(Received)
    def _receive(self, event: Received) -> None:
        news = event.news
        if news.now is not None:
            self._take(news.now)
        said = self._words.say("page.line.lost") if news.lost else news.error
        if said or news.now is not None:
            self._complain(said or self._objection)

    def _take(self, now: TableNow) -> None:
        if now.version < self.now.version or not self.is_attached or self._started:
            return
        self.now = now
        if now.status != "open":
            self._started = True  # the same news may come again before this screen is gone
            self._table.close()
            self.dismiss(News(now))
            return
        self._show()
        self._take_part(now)

    def _show(self) -> None:
        say, now = self._words.say, self.now
        lines = []
        for seat, chair in enumerate(now.chairs):
            who = chair.name or say("page.wait.free")
            if seat in now.seats:
                who += f" ({say('page.wait.you')})"
            elif chair.kind == "person" and not chair.connected:
                who += f" ({say('page.wait.absent')})"
            lines.append(f"{say('page.seat', number=seat + 1)}: {who}")
        self.query_one("#chairs", Static).update(Text("\n".join(lines)))
        free = [seat for seat, chair in enumerate(now.chairs) if chair.kind == "open"]
        starting = now.deal is not None and now.deal.starting
        if free:
            waits = say("page.wait.open", count=len(free))
        elif starting:
            waits = say("page.wait.starting")
        else:
            waits = say("page.wait.ready")
        self.query_one("#waits", Static).update(Text(waits))
        offers: list[tuple[str, Callable[[], None]]] = []
        if now.owner and not free and not starting:
            offers.append((say("page.wait.start"), self._table.start))
        if not now.seats:
            name = self._visit.name
            for seat in free:
                label = f"{say('page.seat', number=seat + 1)}: {say('page.wait.sit')}"
                offers.append((label, partial(self._table.sit, seat, name)))
        if now.owner:
            for seat in free[:1]:
                for name, title in self._levels():
                    bot = say("page.new.seat.bot", level=title)
                    label = f"{say('page.seat', number=seat + 1)}: {bot}"
                    offers.append((label, partial(self._table.seat_bot, seat, name)))
        self._offer(offers)

    def _complain(self, text: str) -> None:
        self.query_one("#problem", Static).update(Text(text))

    def _offer(self, offers: list[tuple[str, Callable[[], None]]]) -> None:
        box = self.query_one("#tables", OptionList)
        self._calls = [call for _, call in offers]
        box.clear_options()
        box.add_options([Option(Text(label)) for label, _ in offers])
        box.highlighted = 0 if offers else None

    def _levels(self) -> list[tuple[str, str]]:
        return [
            (name, level_title(self._words, name, title))
            for game in self._visit.games
            if game.name == self.now.game
            for name, title in game.levels
        ]

    @on(OptionList.OptionSelected, "#tables")
    @work
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            await asyncio.to_thread(self._calls[event.option_index])
        except Objection as objection:
            self._complain(self._words.say(f"page.wait.{objection.reason}"))
        except ServerError as error:
            self._complain(str(error))
        finally:
            self._busy = False

    @work
    async def _take_part(self, now: TableNow) -> None:
        """Add this player's share to the deal."""
        try:
            await asyncio.to_thread(self._table.take_part, now)
        except Objection as objection:
            self._objection = self._words.say(f"page.wait.{objection.reason}")
            self._complain(self._objection)
            return
        except ServerError:
            return  # the next news of the table tries it again

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit()
