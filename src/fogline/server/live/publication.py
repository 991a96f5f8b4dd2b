"""News of a table as messages to its subscribers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fogline.core.messages import Seat
from fogline.server.live.message_writer import write_changes, write_entry, write_snapshot
from fogline.server.live.subscribers import SharedMessage, Subscriber
from fogline.table.entries import Logged
from fogline.table.snapshots import Snapshot, Snapshots
from fogline.table.table_state import TableState
from fogline.table.viewers import Viewpoint, viewpoint_of
from fogline.table.wording import Wording


class Publication:
    """New entries of a table, and the table after them, for all of its subscribers.

    What is the same for several of them is written once.
    """

    def __init__(
        self,
        table: TableState,
        snapshots: Snapshots,
        before: Mapping[Viewpoint, Snapshot],
        news: Sequence[Logged],
    ) -> None:
        self._table = table
        self._snapshots = snapshots
        self._sent_before = before
        self._news = news
        self.sent: dict[Viewpoint, Snapshot] = {}
        """The table as it is sent now."""
        self._entries: dict[tuple[Seat | None, Wording], list[bytes]] = {}
        self._messages: dict[object, tuple[SharedMessage, tuple[int, Viewpoint]]] = {}

    def message(self, subscriber: Subscriber) -> SharedMessage:
        """Return the message for a subscriber, and note that it was sent."""
        # Thousands may watch: those who were sent the same have the very same objects.
        kind = (id(subscriber.kind), id(subscriber.sent))
        found = self._messages.get(kind)
        if found is None:
            found = self._messages[kind] = self._choose(subscriber)
        message, subscriber.sent = found
        return message

    def _choose(self, subscriber: Subscriber) -> tuple[SharedMessage, tuple[int, Viewpoint]]:
        viewpoint = viewpoint_of(self._table, subscriber.viewer)
        before = self._before(subscriber, viewpoint)
        is_whole = subscriber.views and before is None
        # Changes and entries do not name the viewer.
        user = subscriber.viewer.user if is_whole else None
        same = (viewpoint, subscriber.views, is_whole, user)
        if same not in self._messages:
            message = SharedMessage(self._write(viewpoint, subscriber, before))
            self._messages[same] = (message, (self._table.version, viewpoint))
        return self._messages[same]

    def _before(self, subscriber: Subscriber, viewpoint: Viewpoint) -> Snapshot | None:
        """Return what the subscriber was sent before, if changes of it are enough."""
        before = self._sent_before.get(viewpoint)
        if before is None or not (subscriber.changes and subscriber.views):
            return None
        was_dealt = before.view is not None or self._table.state is None
        return before if was_dealt and subscriber.sent == (before.version, viewpoint) else None

    def _write(
        self, viewpoint: Viewpoint, subscriber: Subscriber, before: Snapshot | None
    ) -> bytes:
        version, entries = self._table.version, self._written_entries(viewpoint)
        if not subscriber.views:
            return update_json(version, entries)
        now = self._snapshot(viewpoint)
        if before is None:
            view = write_snapshot(now, viewpoint, subscriber.viewer.user)
            return update_json(version, entries, view=view)
        changes = write_changes(before, now)
        return update_json(version, entries, since=before.version, changes=changes)

    def _snapshot(self, viewpoint: Viewpoint) -> Snapshot:
        if viewpoint not in self.sent:
            self.sent[viewpoint] = self._snapshots.of(viewpoint)
        return self.sent[viewpoint]

    def _written_entries(self, viewpoint: Viewpoint) -> list[bytes]:
        seat, wording = viewpoint.seat, self._snapshots.wording(viewpoint)
        if (seat, wording) not in self._entries:
            is_public = self._table.is_public
            self._entries[seat, wording] = [
                write_entry(logged, seat, wording, is_public=is_public) for logged in self._news
            ]
        return self._entries[seat, wording]


def update_json(
    version: int,
    entries: Sequence[bytes],
    *,
    view: bytes = b"null",
    since: int | None = None,
    changes: bytes = b"null",
) -> bytes:
    """Write new entries with the table after them, or with what changed, as `Update` describes."""
    return b'{"type":"update","version":%d,"entries":[%b],"view":%b,"since":%b,"changes":%b}' % (
        version,
        b",".join(entries),
        view,
        b"null" if since is None else b"%d" % since,
        changes,
    )
