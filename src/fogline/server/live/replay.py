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

    def __init__(self, over: TableState, viewer: Viewer, *, is_open: bool) -> None:
        self._table = over.id
        self._viewpoint = Viewpoint(
            viewer.seat, viewer.language, viewer.words, seats=(), owner=False
        )
        self._wording = wording_at(over, viewer.language, words=viewer.words)
        self._is_open = is_open

    def messages(self, log: Sequence[Logged]) -> Iterator[bytes]:
        """Yield the table after its first entry, and an update for each of the others."""
        table, viewpoint = TableState(self._table, log[0]), self._viewpoint
        before = self._snapshot(table, log[0])
        yield write_snapshot(before, viewpoint, None)
        for logged in log[1:]:
            table = table.after(logged)
            now = self._snapshot(table, logged)
            seat, is_open = viewpoint.seat, self._is_open
            entry = b"[%b]" % write_entry(logged, seat, self._wording, is_public=is_open)
            if (before.view is None) == (now.view is None):
                since, changes = (
                    b"%d" % before.version,
                    write_changes(before, now, with_seats=False),
                )
                yield update_json(now.version, entry, since=since, changes=changes)
            else:
                yield update_json(now.version, entry, view=write_snapshot(now, viewpoint, None))
            before = now

    def _snapshot(self, table: TableState, logged: Logged) -> Snapshot:
        snapshot = Snapshots(table, SeatPresence(), logged.entry.at).of(self._viewpoint)
        view = snapshot.view
        if self._is_open and table.state is not None:
            view = open_view(table.state)
        return replace(snapshot, view=view, undo=None)
