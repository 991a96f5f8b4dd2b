"""A game at a table of a server, on the same screen as a game at this terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from fogline.cli.i18n import Catalog
from fogline.cli.online.client import ServerError
from fogline.cli.online.remote_table import News, OnlineTable
from fogline.cli.online.server_messages import Happened, TableNow
from fogline.cli.text.narrate import narrate_shortly
from fogline.cli.tui.choices import ChoiceList
from fogline.cli.tui.game_screen import GameScreen
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.outcome import Outcome
from fogline.core.table import View
from fogline.picture import BoardLayout, Picture
from fogline.table.entries import LONGEST_REMARK

_SEATS = (
    "left", "returned", "out-of-time", "handed-over", "resigned",
    "undo-asked", "undo-declined", "undone",
)  # fmt: skip


class OnlineGame:
    """A game as its server last described it."""

    def __init__(self, now: TableNow, view: View) -> None:
        self.now = now
        self._view = view

    def change(self, now: TableNow) -> None:
        """Take in a newer description."""
        self.now = now
        self._view = now.view or self._view

    @property
    def definition(self) -> GameDefinition:
        """The board and the rules."""
        return self._view.game

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(chair.name or str(seat + 1) for seat, chair in enumerate(self.now.chairs))

    @property
    def deciding(self) -> Sequence[Seat]:
        """The seats that must choose now."""
        return self.now.deciding

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it goes on."""
        return self.now.outcome

    @property
    def reason(self) -> str:
        """Why the game ended; empty while it goes on."""
        return self.now.reason

    def view(self, seat: Seat | None) -> View:
        """Return what the server shows: of one seat, whichever is asked for."""
        return self._view


class OnlineScreen(GameScreen):
    """One seat, or a spectator, at a table of a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "say", "tty.foot.say", tooltip="tty.help.say", id="say"),
        Binding("b", "hand_over", show=False, id="hand-over"),
        Binding("u", "undo", show=False, tooltip="table.undo", id="undo"),
        Binding("y", "answer_undo(True)", show=False, id="undo-agree"),
        Binding("n", "answer_undo(False)", show=False, id="undo-decline"),
    ]

    @dataclass
    class Received(Message):
        """The server has news."""

        news: News

    def __init__(
        self,
        table: OnlineTable,
        first: News,
        view: View,
        words: Catalog,
        drawing: tuple[Picture | None, BoardLayout],
    ) -> None:
        if first.now is None:
            raise ValueError("the first news must describe the table")
        self.online = OnlineGame(first.now, view)
        super().__init__(self.online, words, drawing, first.now.seat)
        self._table = table
        self._happened: list[Happened] = list(first.entries)
        self._acted = -1
        """The version of this player's last action: what is older offers nothing."""
        self._ended = False

    def compose(self) -> ComposeResult:
        """Lay out the table, with a line to say something."""
        yield from super().compose()
        yield Input(
            id="say",
            placeholder=self._words.say("table.chat.label"),
            max_length=LONGEST_REMARK,
        )

    def on_mount(self) -> None:
        """Hide the line until somebody wants to say something."""
        self.query_one("#say").display = False

    def begin(self) -> None:
        """Show the table, and follow it."""
        self._take(News(self.online.now))
        if self.online.now.seat is None and not self._ended:
            self._hint(self._words.say("table.prompt.watching"))
        self._table.follow(lambda news: self.post_message(self.Received(news)))

    def on_unmount(self) -> None:
        """Follow the table no longer."""
        self._table.close()

    @on(Received)
    def _receive(self, event: Received) -> None:
        self._take(event.news)

    def _take(self, news: News) -> None:
        """Show news, and offer what may be done now."""
        if news.lost:
            self._hint(self._words.say("page.line.lost"))
            return
        if news.error:
            self._ask_nothing()
            self._hint(news.error)
            return
        self._happened = [*(() if news.complete else self._happened), *news.entries]
        now = news.now
        if now is None or now.version < max(self._acted, self.online.now.version):
            return
        self.online.change(now)
        self._watching = now.seat
        if now.outcome is not None:
            if not self._ended:
                self._ended = True
                self._ask_nothing()
                self._end()
            else:
                self._show()
            return
        if list(now.legal) != self.actions:
            self._ask_nothing()
            if now.legal:
                self.actions = list(now.legal)
                self._offer()
        self._show(waiting_for="" if self.actions else self._awaited())
        self._show_absence()
        self._show_undo()

    def _awaited(self) -> str:
        names = self.online.names
        return self._words.listing([names[seat] for seat in self.online.deciding])

    def _absent(self) -> Seat | None:
        """A seat that this player may hand over to a bot, as the owner of the table."""
        now = self.online.now
        if not now.owner:
            return None
        gone = (s for s, chair in enumerate(now.chairs) if chair.gone and chair.level is None)
        return next((seat for seat in gone if seat != now.seat), None)

    def _show_absence(self) -> None:
        seat = self._absent()
        if seat is not None:
            name = self.online.names[seat]
            said = self._words.say("table.seats.absent", player=name, count=1)
            self._hint(f"{said} (b)")

    def _show_undo(self) -> None:
        """Ask for the answer to somebody who would like to take back a move."""
        undo, names = self.online.now.undo, self.online.names
        if undo is None or undo.asker is None:
            return
        if self._watching in undo.waiting:
            asks = self._words.say("table.undo.asks", player=names[undo.asker])
            agree, decline = (self._words.say(f"table.undo.{a}") for a in ("agree", "decline"))
            self._hint(f"{asks} y: {agree} · n: {decline}")
        elif self._watching == undo.asker:
            players = self._words.listing([names[seat] for seat in undo.waiting])
            self._hint(self._words.say("table.undo.asked", players=players))

    def act(self, seat: Seat, action: Action) -> None:
        """Send an action to the server."""
        self._show(waiting_for=self._awaited())
        self._send(action)

    @work
    async def _send(self, action: Action) -> None:
        now = self.online.now
        try:
            self._acted = await asyncio.to_thread(self._table.act, now, action)
        except ServerError as error:
            await self._look_again(str(error))

    async def _look_again(self, why: str) -> None:
        """Show what went wrong, and offer again what is possible."""
        try:
            self._take(News(await asyncio.to_thread(self._table.look)))
        except ServerError as error:
            why = str(error)
        self._hint(why)

    def story(self) -> list[str]:
        """Return all that has happened, with the chat."""
        lines: list[str] = []
        for one in self._happened:
            if one.kind == "said":
                lines.append(remark(one, self._words))
            elif one.kind in _SEATS and one.seat is not None:
                name = self.online.names[one.seat]
                kind = "undone-through-bots" if one.undone > 1 else one.kind
                lines.append(self._words.say(f"table.log.{kind}", player=name))
            else:
                lines += narrate_shortly(one.events, self._book, self.online.names)
        return lines

    # Keys.

    def action_say(self) -> None:
        """Ask what to say to the others."""
        line = self.query_one("#say", Input)
        line.display = True
        line.value = ""
        line.focus()

    @on(Input.Submitted, "#say")
    @work
    async def _say(self, event: Input.Submitted) -> None:
        self._close_say()
        if text := event.value.strip():
            await self._call(self._table.say, text)

    async def _call(self, request: Callable[..., None], *arguments: object) -> None:
        """Ask the server for something, and show why it refuses."""
        try:
            await asyncio.to_thread(request, *arguments)
        except ServerError as error:
            self._hint(str(error))

    @work
    async def action_undo(self) -> None:
        """Take back the last move, or ask the others for it."""
        undo = self.online.now.undo
        if undo is None:
            return
        if undo.move is None:
            self._hint(self._words.say(f"table.undo.{undo.obstacle or 'nothing'}"))
        else:
            await self._call(self._table.undo, undo.move)

    @work
    async def action_answer_undo(self, agree: bool) -> None:
        """Answer somebody who would like to take back a move."""
        undo = self.online.now.undo
        if undo is not None and undo.request is not None:
            await self._call(partial(self._table.answer_undo, undo.request, agree=agree))

    @work
    async def action_hand_over(self) -> None:
        """Replace an absent player by a bot."""
        seat = self._absent()
        if seat is not None:
            await self._call(self._table.seat_bot, seat, None)

    def action_back(self) -> None:
        """Close what is open."""
        if self.query_one("#say").display:
            self._close_say()
        else:
            super().action_back()

    def _close_say(self) -> None:
        self.query_one("#say").display = False
        self.query_one(ChoiceList).focus()


def remark(one: Happened, words: Catalog) -> str:
    """Return a line of the chat."""
    text = words.say(f"table.reaction.{one.reaction}") if one.reaction else one.text
    key = "table.log.said" if one.seat is not None else "table.log.said-watching"
    return words.say(key, player=one.name, text=text)
