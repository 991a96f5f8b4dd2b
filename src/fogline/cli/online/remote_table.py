"""One player's connection to a table: it asks, acts, and follows what happens."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event as Flag
from threading import Thread

from fogline.cli.online.client import Body, Client, ServerError, Stream, Unreachable
from fogline.cli.online.deals import Deals
from fogline.cli.online.server_messages import Happened, TableNow, read_entries, read_table
from fogline.core.codec import encode
from fogline.core.messages import Action, Seat
from fogline.table.witness import Shown, Step, Witness

_PAUSES = (0.2, 1.0, 2.0, 5.0)
"""Seconds before each attempt to connect again; the last is repeated."""


@dataclass(frozen=True, slots=True)
class News:
    """What is new at a table since the last time."""

    now: TableNow | None = None
    """`None` if only the connection changed."""
    entries: tuple[Happened, ...] = ()
    complete: bool = False
    """Whether the entries are all there are, and not only those since the last time."""
    lost: bool = False
    """Whether the connection is lost; it is tried again."""
    error: str = ""
    """Why nothing more will come."""


class Objection(ServerError):
    """The server shows of a deal what it must not; `reason` is `broken` or `replaced`."""

    def __init__(self, reason: str) -> None:
        super().__init__("The server does not keep to what it had committed to.")
        self.reason = reason


class OnlineTable:
    """The calls for one table. All of them wait for the server, so use a thread."""

    def __init__(self, client: Client, table: str, player: str, seat: Seat | None = None) -> None:
        self.client = client
        self.table = table
        self._player = player
        self._deals = Deals()
        self._seat = seat
        """The seat that was asked for, of several of this player."""
        self._version = -1
        self._flag = Flag()
        self._stream: Stream | None = None

    # Calls

    def look(self) -> TableNow:
        """Ask for the whole table."""
        return read_table(self.client.get(self._path(), seat=self._seat))

    def sit(self, seat: Seat, name: str) -> None:
        """Take an open seat, and commit to a contribution."""
        commitment = self._commitment(self.look())
        self._post(f"/seats/{seat}/sit", {"name": name, **commitment})

    def come_back(self, seat: Seat) -> None:
        """Take a seat back, from a bot if one plays there."""
        self._post(f"/seats/{seat}/return")

    def seat_bot(self, seat: Seat, level: str | None) -> None:
        """Put a bot on a seat."""
        self._post(f"/seats/{seat}/bot", {} if level is None else {"level": level})

    def start(self) -> None:
        """Start the game."""
        self._post("/start")

    def rematch(self) -> TableNow:
        """Create the same table again, and return the new one."""
        return read_table(self._post("/rematch"))

    def undo(self, move: int) -> None:
        """Take back a decision, or ask the others for their agreement."""
        self._post("/undo", {"move": move})

    def answer_undo(self, request: int, *, agree: bool) -> None:
        """Agree that a decision is taken back, or decline."""
        self._post("/undo/answer", {"request": request, "agree": agree})

    def say(self, text: str) -> None:
        """Write to the chat."""
        self._post("/chat", {"text": text})

    def act(self, now: TableNow, action: Action) -> int:
        """Act, once even if the connection breaks meanwhile; return the version after it."""
        body: Body = {
            "id": uuid.uuid4().hex,
            "version": now.version,
            "seat": now.seat,
            "action": encode(action),
        }
        for pause in _PAUSES:
            try:
                return int(self._post("/actions", body)["version"])
            except Unreachable:
                self._flag.wait(pause)
        return int(self._post("/actions", body)["version"])

    def _post(self, path: str, body: Body | None = None) -> Body:
        return self.client.post(self._path(path), body)

    def _path(self, path: str = "") -> str:
        return f"/api/tables/{self.table}{path}"

    # What happens

    def load(self) -> News:
        """Ask for the table and all that has happened there."""
        entries: list[Happened] = []
        while True:
            since = entries[-1].version if entries else -1
            page = self.client.get(self._path("/entries"), since=since, seat=self._seat)
            found = read_entries(page.get("entries", ()))
            entries += found
            if not found or found[-1].version >= int(page["version"]):
                break
        self._version = entries[-1].version if entries else -1
        return News(self.look(), tuple(entries), complete=True)

    def enter(self) -> News:
        """Load the table; if a bot plays for this player, or the seat waits, take it back."""
        news = self.load()
        seat = None if news.now is None else news.now.seat
        if news.now is None or seat is None or news.now.status != "playing":
            return news
        chair = news.now.chairs[seat]
        if chair.level is None and chair.gone != "left":
            return news
        self.come_back(seat)
        return self.load()

    def follow(self, receive: Callable[[News], object]) -> None:
        """Pass on all that happens after `load`, from another thread, until `close`."""
        Thread(target=self._follow, args=(receive,), daemon=True).start()

    def close(self) -> None:
        """Follow the table no longer."""
        self._flag.set()
        if self._stream is not None:
            self._stream.close()

    def _follow(self, receive: Callable[[News], object]) -> None:
        attempts = 0
        while not self._flag.is_set():
            try:
                for message in self._subscribe():
                    attempts = 0
                    receive(self._news(message))
            except Unreachable:
                pass
            except ServerError as error:
                receive(News(error=str(error)))
                return
            if self._flag.is_set():
                return
            receive(News(lost=True))
            self._flag.wait(_PAUSES[min(attempts, len(_PAUSES) - 1)])
            attempts += 1

    def _subscribe(self) -> Stream:
        path = self._path("/stream")
        self._stream = self.client.stream(
            path, since=max(self._version, 0), seat=self._seat, views="false"
        )
        if self._flag.is_set():
            self._stream.close()
        return self._stream

    def _news(self, message: Body) -> News:
        """Turn a message into news: its entries, and the table after them."""
        if message.get("type") == "view":
            return self.load()  # the server knows less than we do: load everything
        found = read_entries(message.get("entries", ()))
        fresh = tuple(entry for entry in found if entry.version > self._version)
        if fresh:
            self._version = fresh[-1].version
        return News(self.look(), fresh)

    # The deal

    def take_part(self, now: TableNow) -> None:
        """Do what the deal asks: commit before the start, reveal once all have committed.

        Raise `Objection`, and reveal nothing, if the server shows what it must not.
        """
        if now.status != "open" or now.deal is None or not now.seats:
            return
        witness, step = self._see(now.deal, now.seats)
        if step == "commit":
            self._post("/commit", {"commitment": witness.sent, "origin": witness.origin})
        elif step == "reveal" and witness.latest is not None:
            self._post("/reveal", {"contribution": witness.latest.contribution})

    def _commitment(self, now: TableNow) -> Body:
        """Return the commitment to send at a table where the player has no seat yet."""
        if now.deal is None:
            return {}
        witness, _ = self._see(now.deal, ())
        return {"commitment": witness.sent, "origin": witness.origin}

    def _see(self, shown: Shown, seats: Sequence[Seat]) -> tuple[Witness, Step]:
        origin = self.client.origin
        witness, step = self._deals.see(self._player, origin, self.table, shown, seats)
        if witness.broken or step == "replaced":
            raise Objection("broken" if witness.broken else "replaced")
        return witness, step
