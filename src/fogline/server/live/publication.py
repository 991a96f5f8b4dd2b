"""News of a table as messages to its subscribers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.core.messages import Seat
from fogline.server.live.message_writer import Telling, sight_of
from fogline.server.live.subscribers import SharedMessage, Subscriber
from fogline.server.live.told import Sight, Told
from fogline.table.entries import Logged
from fogline.table.table_state import TableState


class Publication:
    """New entries of a table, and the table after them, for all of its subscribers.

    What is the same for several of them is written once.
    """

    def __init__(
        self,
        table: TableState,
        telling: Telling,
        before: Mapping[Sight, Told],
        news: Sequence[Logged],
        *,
        with_seats: bool,
    ) -> None:
        self._table = table
        self._telling = telling
        self._told_before = before
        self._news = news
        self._with_seats = with_seats
        self.sent: dict[Sight, Told] = {}
        """The table as it is sent now."""
        self._entries: dict[tuple[Seat | None, str], bytes] = {}
        self._messages: dict[object, tuple[SharedMessage, tuple[int, Sight]]] = {}

    def message(self, subscriber: Subscriber) -> SharedMessage:
        """Return the message for a subscriber, and note that it was told."""
        # Thousands may watch: those who were told the same have the very same objects.
        kind = (id(subscriber.kind), id(subscriber.sent))
        found = self._messages.get(kind)
        if found is None:
            found = self._messages[kind] = self._choose(subscriber)
        message, subscriber.sent = found
        return message

    def _choose(self, subscriber: Subscriber) -> tuple[SharedMessage, tuple[int, Sight]]:
        sight = sight_of(self._table, subscriber.viewpoint)
        before = self._before(subscriber, sight)
        is_whole = subscriber.views and before is None
        # Changes and entries do not name the viewer.
        user = subscriber.viewpoint.user if is_whole else None
        same = (sight, subscriber.views, is_whole, user)
        if same not in self._messages:
            message = SharedMessage(self._write(sight, subscriber, before))
            self._messages[same] = (message, (self._table.version, sight))
        return self._messages[same]

    def _before(self, subscriber: Subscriber, sight: Sight) -> Told | None:
        """Return what the subscriber was told before, if changes of it are enough."""
        before = self._told_before.get(sight)
        if before is None or not (subscriber.changes and subscriber.views):
            return None
        was_dealt = before.view is not None or self._table.state is None
        return before if was_dealt and subscriber.sent == (before.version, sight) else None

    def _write(self, sight: Sight, subscriber: Subscriber, before: Told | None) -> bytes:
        version = self._table.version
        view, since, changes = b"null", b"null", b"null"
        if subscriber.views:
            now = self._told(sight)
            if before is None:
                view = now.json(subscriber.viewpoint.user)
            else:
                since = b"%d" % before.version
                changes = now.changes(before, with_seats=self._with_seats)
        return b'{"type":"update","version":%d,"entries":%s,"view":%s,"since":%s,"changes":%s}' % (
            version,
            self._told_entries(sight),
            view,
            since,
            changes,
        )

    def _told(self, sight: Sight) -> Told:
        if sight not in self.sent:
            self.sent[sight] = self._telling.told(sight)
        return self.sent[sight]

    def _told_entries(self, sight: Sight) -> bytes:
        key = (sight.seat, sight.language)
        if key not in self._entries:
            self._entries[key] = self._telling.entries(self._news, *key)
        return self._entries[key]
