"""What can be done now, as a list to choose from; lists within lists open and close."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.table import Table as Columns
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from fogline.cli.i18n import Catalog
from fogline.cli.play.menu import Item, Menu
from fogline.core.actions import KeepTickets
from fogline.core.board import TicketId
from fogline.core.messages import Action


class ChoiceList(OptionList):
    """A menu that is walked through with the arrow keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False, tooltip="tty.help.choose", id="choice-up"),
        Binding("down", "cursor_down", show=False, tooltip="tty.help.choose", id="choice-down"),
        Binding("enter", "select", show=False, tooltip="tty.help.choose", id="choose"),
    ]

    @dataclass
    class Chosen(Message):
        """An action was chosen."""

        action: Action

    @dataclass
    class Pointed(Message):
        """The line of something was reached."""

        item: Item | None
        ticket: TicketId | None = None

    @dataclass
    class Asked(Message):
        """Another list was opened, or this one again."""

        question: str

    def __init__(self, words: Catalog, name: str) -> None:
        super().__init__(id=name)
        self._words = words
        self._menus: list[Menu] = []
        self._kept: set[TicketId] = set()

    @property
    def menu(self) -> Menu | None:
        """The list that is shown."""
        return self._menus[-1] if self._menus else None

    def offer(self, menu: Menu | None) -> None:
        """Show a new list of choices, or none."""
        self._menus = [] if menu is None else [menu]
        self._kept = set()
        self._fill()

    def open(self, menu: Menu) -> None:
        """Show a list within the list."""
        self._menus.append(menu)
        self._fill()

    def back(self) -> None:
        """Close the innermost list, unless there is only one."""
        if len(self._menus) > 1:
            self._menus.pop()
            self._fill()

    def search(self, text: str) -> bool:
        """Show only what has a text in it; `False` if nothing has."""
        found = None if self.menu is None else self.menu.search(text)
        if found is None:
            return False
        self.open(found)
        return True

    def _fill(self) -> None:
        self.clear_options()
        menu = self.menu
        if menu is None:
            self.post_message(self.Asked(""))
            self.post_message(self.Pointed(None))
            return
        lines = [self._line(item, number) for number, item in enumerate(menu.items)]
        self.add_options([Option(line, id=str(number)) for number, line in enumerate(lines)])
        if menu.tickets:
            enough = len(self._kept) >= menu.least
            key = "table.tickets.keep" if enough else "table.tickets.more"
            number = len(self._kept) if enough else menu.least - len(self._kept)
            label = Text(f"  → {self._words.say(key, count=number)}", style="bold")
            self.add_option(Option(label, id="keep", disabled=not enough))
        self.highlighted = 0
        self.post_message(self.Asked(menu.question))

    def _line(self, item: Item, number: int) -> Columns | Text:
        menu = self._menus[-1]
        label = item.label
        if menu.tickets:
            label = f"{'[x]' if menu.tickets[number] in self._kept else '[ ]'} {label}"
        if not item.details:
            more = "" if item.menu is None else " …"
            return Text(f"{label}{more}", no_wrap=True, overflow="ellipsis")
        grid = Columns(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        grid.add_column(no_wrap=True, width=max(len(each.label) for each in menu.items) + 4)
        for _ in item.details[:-1]:
            grid.add_column(no_wrap=True, min_width=7)
        grid.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        grid.add_row(Text(label), *map(Text, item.details))
        return grid

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Post what the highlighted line is about."""
        event.stop()
        menu = self.menu
        if menu is None or event.option_id is None or event.option_id == "keep":
            return
        number = int(event.option_id)
        ticket = menu.tickets[number] if menu.tickets else None
        self.post_message(self.Pointed(menu.items[number], ticket))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what is chosen, or open the list behind it."""
        event.stop()
        menu = self.menu
        if menu is None or event.option_id is None:
            return
        if event.option_id == "keep":
            self.post_message(self.Chosen(KeepTickets(tuple(self._kept))))
        elif menu.tickets:
            number = int(event.option_id)
            self._kept ^= {menu.tickets[number]}
            self._fill()
            self.highlighted = number
        else:
            item = menu.items[int(event.option_id)]
            if item.action is not None:
                self.post_message(self.Chosen(item.action))
            elif item.menu is not None:
                self.open(item.menu)
