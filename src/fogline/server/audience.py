"""Everybody who watches a table, and who of its players is there."""

from __future__ import annotations

from collections.abc import Iterator

from fogline.server.metrics import Metrics
from fogline.server.models import Presence as PresenceMessage
from fogline.server.neighbours import Neighbours
from fogline.server.sitting import Sitting
from fogline.server.telling import Presence
from fogline.server.timing import Timing
from fogline.server.viewers import Viewer

AWAY_AFTER = 60_000
"""Milliseconds without a connection after which a player counts as away."""


class Audience:
    """The viewers of one table."""

    def __init__(
        self, table: str, timing: Timing, metrics: Metrics, neighbours: Neighbours
    ) -> None:
        self._table = table
        self._timing = timing
        self._metrics = metrics
        self._neighbours = neighbours
        self._viewers: set[Viewer] = set()
        self._absent: dict[str, int] = {}
        self._since = timing.now()
        self._known: frozenset[str] = frozenset()
        """Who was connected when that was last told."""

    def __iter__(self) -> Iterator[Viewer]:
        return iter(list(self._viewers))

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, viewer: Viewer) -> None:
        """Let somebody watch, who is told the table before the others are told of it."""
        self._viewers.add(viewer)
        self._metrics.viewers.inc()
        self.announce()

    def remove(self, viewer: Viewer, sitting: Sitting) -> None:
        """Let somebody watch no longer, and tell the others if it plays."""
        if viewer not in self._viewers:
            return
        self._viewers.discard(viewer)
        self._metrics.viewers.dec()
        self.announce()
        self.tell_presence(sitting)

    def drop_slow(self, sitting: Sitting) -> None:
        """Forget who did not take what it was sent."""
        for viewer in self:
            if viewer.too_slow:
                self._metrics.slow_viewers.inc()
                self.remove(viewer, sitting)

    def presence(self, sitting: Sitting) -> Presence:
        """Say which seats are connected, and which have not been for a while."""
        users = self._users() | self._neighbours.users_at(self._table)
        long_ago = self._timing.now() - AWAY_AFTER
        people = [(seat, chair.user) for seat, chair in enumerate(sitting.chairs)]
        return Presence(
            connected=frozenset(seat for seat, user in people if user in users),
            away=frozenset(
                seat
                for seat, user in people
                if user is not None
                and user not in users
                and self._absent.get(user, self._since) <= long_ago
            ),
        )

    def send_away(self) -> None:
        """Close all connections."""
        for viewer in self:
            viewer.end()

    def announce(self) -> None:
        """Tell the other servers who is connected here."""
        self._neighbours.announce(self._table, self._users())

    def tell_presence(self, sitting: Sitting) -> None:
        """Tell all viewers which players are connected, here or elsewhere, if that is new."""
        users = self._users() | self._neighbours.users_at(self._table)
        changed = users ^ self._known
        self._absent |= dict.fromkeys(self._known - users, self._timing.now())
        self._known = users
        # However many strangers come and go, nobody who plays need hear of it.
        if changed.isdisjoint(chair.user for chair in sitting.chairs):
            return
        message = self.presence_message(sitting)
        for viewer in self:
            viewer.send(message)

    def presence_message(self, sitting: Sitting) -> str:
        """Say which players are connected."""
        connected = sorted(self.presence(sitting).connected)
        return PresenceMessage(connected=connected).model_dump_json()

    def _users(self) -> frozenset[str]:
        users = (viewer.viewpoint.user for viewer in self._viewers)
        return frozenset(user for user in users if user is not None)
