"""The replay of a game: the messages that one viewer would have received from its first entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fogline.core.messages import Seat
from fogline.core.view import open_view
from fogline.server.live.message_writer import SeatPresence, Telling, entry_json, wording_at
from fogline.server.live.publication import update_json
from fogline.server.live.told import Sight, Told, listed
from fogline.table.entries import Logged
from fogline.table.table_state import TableState

_NOBODY = SeatPresence(frozenset(), frozenset())


class Replay:
    """The replay of a public game, as a seat or a spectator knew it, or with all hands open."""

    def __init__(
        self, over: TableState, seat: Seat | None, language: str, *, is_open: bool
    ) -> None:
        self._table = over.id
        self._sight = Sight(seat, language, seats=(), owner=False)
        self._wording = wording_at(over, language)
        self._is_open = is_open

    def messages(self, log: Sequence[Logged]) -> Iterator[bytes]:
        """Yield the table after its first entry, and an update for each of the others."""
        table = TableState(self._table, log[0])
        before = self._written(table, log[0])
        yield before.json(None)
        for logged in log[1:]:
            table = table.after(logged)
            now = self._written(table, logged)
            seat = self._sight.seat
            entry = entry_json(logged, seat, self._wording, is_open=self._is_open)
            if (before.view is None) == (now.view is None):
                since, changes = b"%d" % before.version, now.changes(before, with_seats=False)
                yield update_json(now.version, listed([entry]), since=since, changes=changes)
            else:
                yield update_json(now.version, listed([entry]), view=now.json(None))
            before = now

    def _written(self, table: TableState, logged: Logged) -> Told:
        written = Telling(table, _NOBODY, logged.entry.at).told(self._sight)
        view = written.view
        if self._is_open and table.state is not None:
            view = open_view(table.state)
        return replace(written, view=view, parts={**written.parts, "undo": b"null"})
