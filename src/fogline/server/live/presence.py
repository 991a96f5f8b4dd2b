"""The presence of the players of a table: who is connected, here or elsewhere, and who is away."""

from __future__ import annotations

import orjson

from fogline.core.messages import Seat
from fogline.server.live.subscribers import SharedMessage, Subscribers
from fogline.server.live.table_services import TableInMemory, TableServices
from fogline.server.wire.message_models import Presence as PresenceMessage
from fogline.table.viewers import SeatPresence

AWAY_AFTER = 60_000
"""Milliseconds without a connection after which a player counts as away."""


class TablePresence:
    """The presence of the players of one table."""

    def __init__(
        self, live: TableInMemory, subscribers: Subscribers, services: TableServices
    ) -> None:
        self._live = live
        self._subscribers = subscribers
        self._timing = services.timing
        self._sync = services.presence_sync
        self._since = services.timing.now()
        self._last_here: dict[str, int] = {}
        """When each user was last connected, or sent a request."""
        self._connected: frozenset[str] = frozenset()
        """The users who were connected when that was last checked."""
        self._sent: frozenset[Seat] = frozenset()
        """The seats that were connected when presence was last sent."""
        self.is_in_seats = False
        """Whether all subscribers have the presence of now in their seats."""

    def seats(self) -> SeatPresence:
        """Return which seats are connected, and which have been away for a while."""
        users, long_ago = self._users(), self._timing.now() - AWAY_AFTER
        people = [(seat, chair.user) for seat, chair in enumerate(self._live.table.chairs)]
        return SeatPresence(
            connected=frozenset(seat for seat, user in people if user in users),
            away=frozenset(
                seat
                for seat, user in people
                if user is not None
                and user not in users
                and self._last_here.get(user, self._since) <= long_ago
            ),
        )

    def note_request(self, user: str) -> None:
        """Note a request of a player, who is present even without an open connection."""
        self._last_here[user] = self._timing.now()

    def announce(self) -> None:
        """Announce the users connected here to the other servers."""
        self._sync.announce(self._live.table.id, self._subscribers.users)

    def update(self) -> None:
        """Send the presence of the players to all subscribers, if it changed."""
        self.is_in_seats = False
        users = self._users()
        self._last_here |= dict.fromkeys(self._connected - users, self._timing.now())
        self._connected = users
        connected = self.seats().connected
        if connected == self._sent:
            return
        self._sent = connected
        message = SharedMessage(self.message())
        for subscriber in self._subscribers:
            subscriber.send(message)

    def message(self) -> bytes:
        """Write the message that says which players are connected."""
        connected = sorted(self.seats().connected)
        return orjson.dumps(PresenceMessage(connected=connected))

    def _users(self) -> frozenset[str]:
        return self._subscribers.users | self._sync.users_at(self._live.table.id)
