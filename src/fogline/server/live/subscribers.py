"""The subscribers of a table."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from fogline.server.support.metrics import Metrics
from fogline.server.web.direct_socket import Wire, text_frame
from fogline.table.table_state import TableState
from fogline.table.viewers import Viewer, Viewpoint


class SharedMessage:
    """A message to subscribers, written once for all who get it."""

    __slots__ = ("_frame", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        """The WebSocket frame."""
        if self._frame is None:
            self._frame = text_frame(self.data)
        return self._frame


class Subscriber:
    """One connection: its messages go to the wire at once, or else wait in a bounded queue.

    A connection that takes its messages too slowly is ended.
    """

    def __init__(
        self,
        viewer: Viewer,
        room: int,
        *,
        views: bool,
        changes: bool = False,
        wire: Wire | None = None,
    ) -> None:
        self.views = views
        """Whether it wants the table with each update."""
        self.changes = changes
        """Whether changes of the table are enough, once it has been sent all."""
        self.viewer = viewer
        self.sent: tuple[int, Viewpoint] | None = None
        """The version of the table that it was sent last, and as whom."""
        self.follows = True
        """Whether it wants the view of its own seat once it has one."""
        self.too_slow = False
        self._wire = wire
        self._room = room
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def viewer(self) -> Viewer:
        """As whom it watches."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self.kind = _kind(viewer, self.views, self.changes)
        """Interned: subscribers with equal settings share one object."""

    def send(self, message: SharedMessage | bytes) -> None:
        """Send a message, or let it wait until `next` is called."""
        if self.too_slow:
            return
        if self._wire is None:
            if self._messages.qsize() >= self._room:
                self.too_slow = True
                self.end()
            else:
                data = message.data if isinstance(message, SharedMessage) else message
                self._messages.put_nowait(data)
        elif not self._wire.push(
            message.frame if isinstance(message, SharedMessage) else text_frame(message)
        ):
            self.too_slow = True
            self.end()

    def end(self) -> None:
        """Drop all waiting messages, and close the connection."""
        while not self._messages.empty():
            self._messages.get_nowait()
        self._messages.put_nowait(None)

    def check_seat(self, table: TableState) -> None:
        """Drop a seat that its user gave up; show users who sat down their own."""
        user, seat = self.viewer.user, self.viewer.seat
        if user is None:
            return
        mine = table.seats_of(user)
        if seat is not None and seat not in mine:
            seat = None
        if seat is None and self.follows:
            seat = next(iter(mine), None)
        if seat != self.viewer.seat:
            self.viewer = self.viewer._replace(seat=seat)

    async def next(self) -> bytes | None:
        """Wait for the next message; `None` means that the connection must be closed."""
        return await self._messages.get()


@lru_cache(maxsize=1024)
def _kind(viewer: Viewer, views: bool, changes: bool) -> object:
    return viewer, views, changes


class Subscribers:
    """The subscribers of one table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._subscribers: set[Subscriber] = set()
        self._connections: Counter[str] = Counter()
        """How many connections each user has here."""

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self._subscribers))

    def __len__(self) -> int:
        return len(self._subscribers)

    @property
    def users(self) -> frozenset[str]:
        """The users who are connected here."""
        return frozenset(self._connections)

    @property
    def too_slow(self) -> list[Subscriber]:
        """The subscribers whose queue was full."""
        return [subscriber for subscriber in self._subscribers if subscriber.too_slow]

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        self._subscribers.add(subscriber)
        if subscriber.viewer.user is not None:
            self._connections[subscriber.viewer.user] += 1
        self._metrics.subscribers.inc()

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove a subscriber; return whether it was there."""
        if subscriber not in self._subscribers:
            return False
        self._subscribers.discard(subscriber)
        user = subscriber.viewer.user
        if user is not None:
            self._connections[user] -= 1
            if not self._connections[user]:
                del self._connections[user]
        self._metrics.subscribers.dec()
        return True

    def disconnect_all(self) -> None:
        """Close all connections."""
        for subscriber in self:
            subscriber.end()
