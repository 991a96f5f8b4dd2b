"""The players' clocks, as the log's times tell them."""

from __future__ import annotations

from fogline.core.messages import Seat
from fogline.store.entries import ClockRule


class Clocks:
    """How much time each seat has, and since when which of them are running."""

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self._left = [rule.seconds * 1000] * seats
        self._since: dict[Seat, int] = {}

    @property
    def running(self) -> list[Seat]:
        """The seats whose time is going down."""
        return sorted(self._since)

    def remaining(self, seat: Seat, now: int) -> int:
        """Milliseconds that a seat still has; never less than none."""
        since = self._since.get(seat)
        spent = 0 if since is None else max(0, now - since)
        return max(0, self._left[seat] - spent)

    def start(self, seat: Seat, at: int) -> None:
        """Let a seat's time run for a new decision."""
        if self.rule.kind == "move":
            self._left[seat] = self.rule.seconds * 1000
        self._since[seat] = at

    def stop(self, seat: Seat, at: int, *, moved: bool) -> None:
        """Let a seat's time stand."""
        self._left[seat] = self.remaining(seat, at)
        self._since.pop(seat, None)
        if moved:
            self._left[seat] += self.rule.increment * 1000

    def forgive(self, pause: int) -> None:
        """Take a while in which nobody could play off the running clocks."""
        self._since = {seat: since + pause for seat, since in self._since.items()}

    def runs_out(self, seat: Seat) -> int | None:
        """Say when a running clock will have run down."""
        since = self._since.get(seat)
        return None if since is None else since + self._left[seat]
