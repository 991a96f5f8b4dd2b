"""Screens in front of the table: the curtain, help, the whole log, the final count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Static

from fogline.cli.i18n import Catalog, CatalogBook
from fogline.cli.tui import panels
from fogline.core.outcome import Outcome
from fogline.core.table import View

KEYS = (
    ("↑ ↓ Enter", "tty.help.choose"),
    ("Esc", "tty.help.back"),
    ("/", "tty.help.search"),
    ("d", "tty.help.draw"),
    ("1–5", "tty.help.take"),
    ("c", "tty.help.claim"),
    ("t", "tty.help.tickets"),
    ("p", "tty.help.plan"),
    ("r", "tty.help.routes"),
    ("+ − 0", "tty.help.zoom"),
    ("m", "tty.help.map"),
    ("Shift + ← ↑ ↓ →", "tty.help.pan"),
    ("Tab", "tty.help.tab"),
    ("v", "tty.help.panel"),
    ("l", "tty.help.log"),
    ("s", "tty.help.say"),
    ("q, Ctrl-C, Ctrl-D", "tty.help.leave"),
)


class Curtain(Screen[None]):
    """Hides everything while one person passes the screen to another."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", show=False)]

    def __init__(self, name: str, words: Catalog) -> None:
        super().__init__()
        self._name = name
        self._words = words

    def compose(self) -> ComposeResult:
        """Say whose turn it is, and nothing else."""
        with Vertical(id="curtain"):
            yield Static(self._words.say("table.curtain.hand", player=self._name))
            yield Button(self._words.say("table.curtain.open", player=self._name), id="open")

    def on_mount(self) -> None:
        """Let Enter open it."""
        self.query_one("#open").focus()

    def on_button_pressed(self) -> None:
        """Show the table to its player."""
        self.dismiss()

    def action_open(self) -> None:
        """Show the table to its player."""
        self.dismiss()


class Notice(ModalScreen[None]):
    """A text in front of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l,question_mark,f", "close", show=False)
    ]

    def __init__(self, title: str, text: Text | Group, *, end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._end = end

    def compose(self) -> ComposeResult:
        """Show the text; it can be scrolled."""
        with VerticalScroll(id="notice") as box:
            box.border_title = self._title
            yield Static(self._text)

    def on_mount(self) -> None:
        """Show the end of a long text, where that is wanted."""
        box = self.query_one("#notice", VerticalScroll)
        box.focus()
        if self._end:
            box.scroll_end(animate=False)

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss()


def help_notice(words: Catalog) -> Notice:
    """List the keys."""
    text = Text()
    for keys, meaning in KEYS:
        text.append(f"{keys:<18}", style="bold").append(f"{words.say(meaning)}\n")
    text.append("\n").append(words.say("tty.help.saved"))
    return Notice(words.say("tty.help"), text)


def log_notice(lines: Sequence[str], words: Catalog) -> Notice:
    """Show the whole log."""
    return Notice(words.say("table.log.label"), Text("\n".join(lines)), end=True)


def count_notice(
    outcome: Outcome, reason: str, view: View, book: CatalogBook, names: Sequence[str]
) -> Notice:
    """Show the final count."""
    winners = book.catalog.listing([names[seat] for seat in outcome.winners])
    text = Group(
        Text(book.say(f"table.final.{reason}")),
        Text(
            book.say("table.final.winner", players=winners, count=len(outcome.winners)),
            style="bold",
        ),
        Text(),
        panels.count(outcome, book, names),
        Text(),
        panels.count_of_tickets(outcome, view, book, names),
    )
    return Notice(book.say("table.final.title"), text)
