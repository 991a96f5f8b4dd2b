"""The presence of the players of a table: who is connected, here or elsewhere, and who is away."""

from __future__ import annotations

from fogline.server.live.message_writer import write_presence
from fogline.server.live.subscribers import SharedMessage, Subscribers
from fogline.server.live.table_services import TableInMemory, TableServices
from fogline.server.support.timing import Alarm
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
        self._sent = SeatPresence()
        self._alarm: Alarm | None = None
        """Rings when the next player counts as away."""

    def seats(self) -> SeatPresence:
        """Return which seats are connected, and which have been away for a while."""
        users, long_ago = self._users(), self._timing.now() - AWAY_AFTER
        people = self._people()
        return SeatPresence(
            connected=tuple([seat for seat, user in people if user in users]),
            away=tuple(
                [
                    seat
                    for seat, user in people
                    if user not in users and self._last_seen(user) <= long_ago
                ]
            ),
        )

    def note_request(self, user: str) -> None:
        """Note a request of a player, who is present even without an open connection."""
        self._last_here[user] = self._timing.now()
        if any(seat in self._sent.away for seat, each in self._people() if each == user):
            self.update()

    def announce(self) -> None:
        """Announce the users connected here to the other servers."""
        self._sync.announce(self._live.table.id, self._subscribers.users)

    def update(self) -> None:
        """Send the presence of the players to all subscribers, if it changed."""
        users = self._users()
        self._last_here |= dict.fromkeys(self._connected - users, self._timing.now())
        self._connected = users
        now = self.seats()
        self._set_alarm(now)
        if now == self._sent:
            return
        self._sent = now
        message = SharedMessage(self.message())
        for subscriber in self._subscribers:
            subscriber.send(message)

    def message(self) -> bytes:
        """Write the message that says which players are there."""
        return write_presence(self.seats())

    def stop(self) -> None:
        """Stop the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_alarm(self, now: SeatPresence) -> None:
        self.stop()
        known = {*now.connected, *now.away}
        waiting = [self._last_seen(user) for seat, user in self._people() if seat not in known]
        if waiting and self._subscribers:
            self._alarm = self._timing.ring_at(min(waiting) + AWAY_AFTER, self.update)

    def _last_seen(self, user: str) -> int:
        return self._last_here.get(user, self._since)

    def _people(self) -> list[tuple[int, str]]:
        """Return the seats of people, and their users."""
        chairs = enumerate(self._live.table.chairs)
        return [(seat, chair.user) for seat, chair in chairs if chair.user is not None]

    def _users(self) -> frozenset[str]:
        return self._subscribers.users | self._sync.users_at(self._live.table.id)
