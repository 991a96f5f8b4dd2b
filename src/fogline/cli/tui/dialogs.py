"""Screens in front of the table: the curtain, help, the whole log, the final count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Static

from fogline.cli.i18n import Catalog, CatalogBook
from fogline.cli.tui import panels
from fogline.cli.tui.key_help import key_list
from fogline.core.outcome import Outcome
from fogline.core.table import View


class Curtain(Screen[None]):
    """Hides everything while one person passes the screen to another."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", show=False, id="open")]

    def __init__(self, name: str, words: Catalog) -> None:
        super().__init__()
        self._name = name
        self._words = words

    def compose(self) -> ComposeResult:
        """Show whose turn it is, and nothing else."""
        with Vertical(id="curtain"):
            yield Static(self._words.say("table.curtain.hand", player=self._name))
            yield Button(self._words.say("table.curtain.open", player=self._name), id="open")

    def on_mount(self) -> None:
        """Focus the button, so that Enter opens it."""
        self.query_one("#open").focus()

    @on(Button.Pressed)
    def action_open(self) -> None:
        """Show the table to its player."""
        self.dismiss()


class Notice(ModalScreen[None]):
    """A text in front of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l,question_mark,f", "close", show=False, id="close")
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


def help_notice(keys: Iterable[tuple[str, str]], words: Catalog) -> Notice:
    """List keys, each with what it does."""
    text = key_list(keys).append("\n").append(words.say("tty.help.saved"))
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
