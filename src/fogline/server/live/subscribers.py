"""The subscribers of a table, and the presence of its players."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import orjson

from fogline.core.messages import Seat
from fogline.server.live.presence_sync import PresenceSync
from fogline.server.support.metrics import Metrics
from fogline.server.support.timing import Timing
from fogline.server.web.direct_socket import Wire, text_frame
from fogline.server.wire.message_models import Presence as PresenceMessage
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewer, Viewpoint

AWAY_AFTER = 60_000
"""Milliseconds without a connection after which a player counts as away."""


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
        """Whether changes of the table are enough, where it was sent all before."""
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
        """The same object for all who watch as the same and want the same."""

    def send(self, message: SharedMessage | bytes) -> None:
        """Send a message, or let it wait for whoever calls `next`."""
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

    async def next(self) -> bytes | None:
        """Wait for the next message; `None` means that the connection must be closed."""
        return await self._messages.get()


@lru_cache(maxsize=1024)
def _kind(viewer: Viewer, views: bool, changes: bool) -> object:
    return viewer, views, changes


class Subscribers:
    """The subscribers of one table."""

    def __init__(
        self, table: str, timing: Timing, metrics: Metrics, presence_sync: PresenceSync
    ) -> None:
        self._table = table
        self._timing = timing
        self._metrics = metrics
        self._presence_sync = presence_sync
        self._subscribers: set[Subscriber] = set()
        self._present: Counter[str] = Counter()
        """How many connections each user has here."""
        self._absent: dict[str, int] = {}
        self._since = timing.now()
        self._known: frozenset[str] = frozenset()
        """The users who were connected when presence was last looked at."""
        self._told: frozenset[Seat] = frozenset()
        """The seats that were connected when presence was last sent."""
        self.know_seats = False
        """Whether all were told the same of the seats, which depends on time and presence."""

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self._subscribers))

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        self.know_seats = False
        self._subscribers.add(subscriber)
        if subscriber.viewer.user is not None:
            self._present[subscriber.viewer.user] += 1
        self._metrics.subscribers.inc()
        self.announce()

    def remove(self, subscriber: Subscriber, table: TableState) -> None:
        """Remove a subscriber; send presence to the others if its user plays."""
        if subscriber not in self._subscribers:
            return
        self._subscribers.discard(subscriber)
        user = subscriber.viewer.user
        if user is not None:
            self._present[user] -= 1
            if not self._present[user]:
                del self._present[user]
        self.know_seats = False
        self._metrics.subscribers.dec()
        self.announce()
        self.tell_presence(table)

    def drop_slow(self, table: TableState) -> None:
        """Remove the subscribers whose queue was full."""
        for subscriber in [each for each in self._subscribers if each.too_slow]:
            self._metrics.slow_subscribers.inc()
            self.remove(subscriber, table)

    def presence(self, table: TableState) -> SeatPresence:
        """Return which seats are connected, and which have been away for a while."""
        users = self._users() | self._presence_sync.users_at(self._table)
        long_ago = self._timing.now() - AWAY_AFTER
        people = [(seat, chair.user) for seat, chair in enumerate(table.chairs)]
        return SeatPresence(
            connected=frozenset(seat for seat, user in people if user in users),
            away=frozenset(
                seat
                for seat, user in people
                if user is not None
                and user not in users
                and self._absent.get(user, self._since) <= long_ago
            ),
        )

    def seen(self, user: str) -> None:
        """Note a request of a user: a player without an open connection is present, too."""
        self._absent[user] = self._timing.now()

    def disconnect_all(self) -> None:
        """Close all connections."""
        for subscriber in self:
            subscriber.end()

    def announce(self) -> None:
        """Announce the users connected here to the other servers."""
        self._presence_sync.announce(self._table, self._users())

    def tell_presence(self, table: TableState) -> None:
        """Send the presence of the players to all subscribers, if it changed."""
        self.know_seats = False
        users = self._users() | self._presence_sync.users_at(self._table)
        self._absent |= dict.fromkeys(self._known - users, self._timing.now())
        self._known = users
        connected = self.presence(table).connected
        if connected == self._told:
            return
        self._told = connected
        message = SharedMessage(self.presence_message(table))
        for subscriber in self:
            subscriber.send(message)

    def presence_message(self, table: TableState) -> bytes:
        """Write the message that says which players are connected."""
        connected = sorted(self.presence(table).connected)
        return orjson.dumps(PresenceMessage(connected=connected))

    def _users(self) -> frozenset[str]:
        return frozenset(self._present)
