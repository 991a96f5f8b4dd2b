"""The replay of a game: the messages that one viewer would have received from its first entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fogline.core.view import open_view
from fogline.server.live.message_writer import write_changes, write_entry, write_snapshot
from fogline.server.live.publication import update_json
from fogline.table.entries import Logged
from fogline.table.snapshots import Snapshot, Snapshots
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewer, Viewpoint
from fogline.table.wording import wording_at


class Replay:
    """The replay of a public game, as a seat or a spectator knew it, or with all hands open."""

    def __init__(self, over: TableState, viewer: Viewer, *, hands: bool) -> None:
        self._table = over.id
        _, seat, language, words = viewer
        self._viewpoint = Viewpoint(seat, language, words, seats=(), owner=False)
        self._wording = wording_at(over, language, words=words)
        self._hands = hands

    def messages(self, log: Sequence[Logged]) -> Iterator[bytes]:
        """Yield the table after its first entry, and an update for each of the others."""
        table = TableState(self._table, log[0])
        before = self._snapshot(table, log[0])
        yield self._write(before)
        for logged in log[1:]:
            table = table.after(logged)
            now = self._snapshot(table, logged)
            seat = self._viewpoint.seat
            entry = write_entry(logged, seat, self._wording, is_public=self._hands)
            if (before.view is None) == (now.view is None):
                changes = write_changes(before, now)
                yield update_json(now.version, [entry], since=before.version, changes=changes)
            else:
                yield update_json(now.version, [entry], view=self._write(now))
            before = now

    def _snapshot(self, table: TableState, logged: Logged) -> Snapshot:
        found = Snapshots(table, SeatPresence(), logged.entry.at).of(self._viewpoint)
        view = found.view
        if self._hands and table.state is not None:
            view = open_view(table.state)
        return replace(found, view=view, undo=None)

    def _write(self, snapshot: Snapshot) -> bytes:
        return write_snapshot(snapshot, self._viewpoint, None)
