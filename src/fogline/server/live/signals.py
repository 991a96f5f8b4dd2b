"""Events at tables in memory, to which features subscribe; each is sent on its own server.

What must not be missed is no event but a projection, which is written with the entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fogline.table.table_state import TableState

T = TypeVar("T")


class Signal(Generic[T]):
    """A kind of event, with the functions that are called for it."""

    def __init__(self) -> None:
        self._handlers: list[Callable[[T], None]] = []

    def subscribe(self, handler: Callable[[T], None]) -> None:
        """Call a function for each event from now on."""
        self._handlers.append(handler)

    def __call__(self, event: T) -> None:
        """Call the functions, in the order in which they were added."""
        for handler in self._handlers:
            handler(event)


@dataclass(frozen=True)
class Signals:
    """All signals."""

    turn: Signal[TableState] = field(default_factory=Signal)
    """Somebody may have to decide at a table: it was loaded, or an entry was written."""
    ended: Signal[TableState] = field(default_factory=Signal)
    """The game of a table has ended, or its host has closed it."""
