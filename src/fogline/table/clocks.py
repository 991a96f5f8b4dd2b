"""The players' clocks, computed from the times of the log."""

from __future__ import annotations

from fogline.core.messages import Seat
from fogline.table.entries import ClockRule


class Clocks:
    """The remaining time of each seat, and the start times of the clocks that run."""

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self._left = [rule.seconds * 1000] * seats
        self._since: dict[Seat, int] = {}

    def copy(self) -> Clocks:
        """Return clocks that can be changed without changing these."""
        copied = Clocks(self.rule, 0)
        copied._left = [*self._left]
        copied._since = dict(self._since)
        return copied

    @property
    def running(self) -> list[Seat]:
        """The seats whose clocks run."""
        return sorted(self._since)

    def remaining(self, seat: Seat, now: int) -> int:
        """Return the milliseconds that a seat still has, 0 at the least."""
        since = self._since.get(seat)
        spent = 0 if since is None else max(0, now - since)
        return max(0, self._left[seat] - spent)

    def start(self, seat: Seat, at: int) -> None:
        """Start the clock of a seat for a new decision."""
        if self.rule.kind == "move":
            self._left[seat] = self.rule.seconds * 1000
        self._since[seat] = at

    def stop(self, seat: Seat, at: int, *, moved: bool) -> None:
        """Stop the clock of a seat."""
        self._left[seat] = self.remaining(seat, at)
        self._since.pop(seat, None)
        if moved:
            self._left[seat] += self.rule.increment * 1000

    def take_back(self, before: Clocks, moved: int, asked: set[Seat], at: int) -> None:
        """Return to the clocks before a move, made at some time; nobody gains time by it.

        Its player has spent what the move took, and others get back what they spent since. The
        seats in `asked` must decide again; all others that must decide have waited throughout.
        """
        waiting = {
            seat: since
            for seat, since in self._since.items()
            if seat in before._since and seat not in asked
        }
        self._left = [
            left if seat in waiting else before.remaining(seat, moved)
            for seat, left in enumerate(self._left)
        ]
        self._since = {**waiting, **dict.fromkeys(asked, at)}

    def add_pause(self, pause: int) -> None:
        """Exclude a pause, in which nobody could play, from the running clocks."""
        self._since = {seat: since + pause for seat, since in self._since.items()}

    def runs_out(self, seat: Seat) -> int | None:
        """Return when the clock of a seat will run out; `None` if it does not run."""
        since = self._since.get(seat)
        return None if since is None else since + self._left[seat]
