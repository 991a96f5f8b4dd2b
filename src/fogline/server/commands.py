"""What may be asked of a table: each command looks at the table and says what shall happen.

A command changes nothing and waits for nothing. It returns the entry for the log, or raises a
`Problem`; so it can be tried again when somebody else was faster.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.messages import Action, Seat
from fogline.core.refusal import IllegalAction
from fogline.server.levels import STAND_IN, level_named
from fogline.server.problems import Code, Problem
from fogline.server.sitting import Chair, Sitting, Status
from fogline.store import dice_of
from fogline.store import entries as e
from fogline.store.people import User

Command = Callable[[Sitting, int], e.Entry]
"""Given the table and the time."""


@dataclass(frozen=True)
class Asking:
    """Somebody who asks something of a table."""

    user: str

    def sit(self, seat: Seat, name: str, contribution: str | None) -> Command:
        """Take an open seat."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "open")
            _expect_open(_chair(sitting, seat))
            if sitting.invited.get(seat, self.user) != self.user:
                raise Problem(Code.TAKEN, "This seat is kept for somebody else.")
            _expect_new_name(sitting, name)
            return e.Seated(at, seat, self.user, name, contribution)

        return command

    def leave(self, seat: Seat) -> Command:
        """Give one's seat free, or go away from a running game."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            chair = _chair(sitting, seat)
            self._expect_mine(chair)
            if sitting.status == "open":
                return e.Vacated(at, seat)
            _expect(sitting, "playing")
            if chair.left:
                raise Problem(Code.WRONG_STATUS, "You have left this seat already.")
            return e.Left(at, seat)

        return command

    def come_back(self, seat: Seat) -> Command:
        """Return to one's seat, and take it back from a bot."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "playing")
            chair = _chair(sitting, seat)
            self._expect_mine(chair)
            if chair.resigned:
                raise Problem(Code.FORBIDDEN, "Who resigned cannot return.")
            if not (chair.left or chair.late or chair.level):
                raise Problem(Code.WRONG_STATUS, "You are at this seat, and have time.")
            return e.Returned(at, seat)

        return command

    def seat_bot(self, seat: Seat, level: str, *, away: bool) -> Command:
        """Give an open seat to a bot; in a running game, that of somebody who is not there."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            chair = _chair(sitting, seat)
            title = level_named(level).title
            if sitting.status == "open":
                self._expect_owner(sitting)
                _expect_open(chair)
                return e.BotSeated(at, seat, level, _free_name(sitting, title))
            _expect(sitting, "playing")
            self._expect_in_charge(sitting, chair)
            if chair.kind == "person" and not (chair.left or chair.late or away):
                raise Problem(Code.FORBIDDEN, "The player of this seat is here, and has time.")
            return e.HandedOver(at, seat, level)

        return command

    def clear(self, seat: Seat) -> Command:
        """Open a seat again, before the start."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "open")
            self._expect_owner(sitting)
            if not _chair(sitting, seat).taken:
                raise Problem(Code.WRONG_STATUS, "This seat is open.")
            return e.Vacated(at, seat)

        return command

    def invite(self, seat: Seat, guest: User) -> Command:
        """Keep an open seat for an account, and tell it."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "open")
            self._expect_owner(sitting)
            _expect_open(_chair(sitting, seat))
            return e.Invited(at, seat, guest.id, guest.name)

        return command

    def start(self) -> Command:
        """Deal, when all seats are taken."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "open")
            self._expect_owner(sitting)
            if not all(chair.taken for chair in sitting.chairs):
                raise Problem(Code.WRONG_STATUS, "There are open seats: wait, or give them bots.")
            dice = dice_of(sitting.seed, sitting.version + 1)
            _, events = engine.start(sitting.game, len(sitting.chairs), dice)
            return e.Dealt(at, tuple(events))

        return command

    def act(self, seat: Seat, action: Action, version: int) -> Command:
        """Act for one's seat, in answer to what was asked at a version."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            chair = _chair(sitting, seat)
            self._expect_mine(chair)
            if chair.level is not None:
                raise Problem(Code.WRONG_STATUS, "A bot plays this seat: return to it first.")
            return move(sitting, at, seat, action, version)

        return command

    def resign(self, seat: Seat) -> Command:
        """Give up."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            _expect(sitting, "playing")
            chair = _chair(sitting, seat)
            self._expect_mine(chair)
            if chair.resigned:
                raise Problem(Code.WRONG_STATUS, "This seat has resigned already.")
            return e.Resigned(at, seat, STAND_IN)

        return command

    def say(self, name: str, text: str | None, reaction: str | None) -> Command:
        """Speak or react at the table; a player by its name there, others by their own."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            if self.user in sitting.muted:
                raise Problem(Code.FORBIDDEN, "The owner of this table has muted you.")
            seat = next(iter(sitting.seats_of(self.user)), None)
            called = name if seat is None else sitting.chairs[seat].name or name
            return e.Said(at, self.user, called, seat, text, reaction)

        return command

    def mute(self, user: str, *, muted: bool) -> Command:
        """Silence somebody at this table, or give the word back."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            self._expect_owner(sitting)
            if (user in sitting.muted) == muted:
                raise Problem(Code.WRONG_STATUS, "That is so already.")
            return e.Muted(at, user, muted)

        return command

    def point_to_rematch(self, table: str) -> Command:
        """Tell everybody where the same players meet again."""

        def command(sitting: Sitting, at: int) -> e.Entry:
            self.expect_rematch(sitting)
            return e.Rematched(at, table)

        return command

    def expect_rematch(self, sitting: Sitting) -> None:
        """Refuse a rematch of a game that goes on, or of strangers."""
        _expect(sitting, "ended")
        if not sitting.seats_of(self.user):
            raise Problem(Code.FORBIDDEN, "Only who sat at the table may ask for a rematch.")

    def _expect_mine(self, chair: Chair) -> None:
        if chair.user != self.user:
            raise Problem(Code.FORBIDDEN, "This seat is not yours.")

    def _expect_owner(self, sitting: Sitting) -> None:
        if sitting.created.owner != self.user:
            raise Problem(Code.FORBIDDEN, "Only the owner of the table may do that.")

    def _expect_in_charge(self, sitting: Sitting, chair: Chair) -> None:
        """The owner, or, when it is the owner who is missed, any other player."""
        owners_seat = chair.user == sitting.created.owner
        if not (owners_seat and self.user != chair.user and sitting.seats_of(self.user)):
            self._expect_owner(sitting)


def move(sitting: Sitting, at: int, seat: Seat, action: Action, version: int) -> e.Entry:
    """Let a seat act, if the version it answers is still what it is asked."""
    _expect(sitting, "playing")
    if not sitting.asked.get(seat, sitting.version) <= version <= sitting.version:
        raise Problem(
            Code.STALE, "The table has moved on: look at it again.", version=sitting.version
        )
    assert sitting.state is not None  # noqa: S101 (playing)
    dice = dice_of(sitting.seed, sitting.version + 1)
    try:
        _, events = engine.play(sitting.state, seat, action, dice)
    except IllegalAction as error:
        raise Problem.refused(error, sitting.version) from None
    return e.Moved(at, seat, action, tuple(events))


def move_bot(seat: Seat, action: Action, version: int) -> Command:
    """Let a bot act for the seat it plays."""

    def command(sitting: Sitting, at: int) -> e.Entry:
        if sitting.chairs[seat].level is None:
            raise Problem(Code.FORBIDDEN, "The player of this seat has returned.")
        return move(sitting, at, seat, action, version)

    return command


def run_out(seat: Seat) -> Command:
    """Notice that a seat's time has run out."""

    def command(sitting: Sitting, at: int) -> e.Entry:
        late = sitting.next_late()
        if late is None or late[1] != seat or late[0] > at:
            raise Problem(Code.STALE, "There is time left.", version=sitting.version)
        return e.OutOfTime(at, seat)

    return command


def resume(since: int) -> Command:
    """Let no clock count the time in which no server was there: it is forgiven once."""

    def command(sitting: Sitting, at: int) -> e.Entry:
        _expect(sitting, "playing")
        return e.Resumed(at, max(0, at - max(since, sitting.resumed)))

    return command


def _chair(sitting: Sitting, seat: Seat) -> Chair:
    if not 0 <= seat < len(sitting.chairs):
        raise Problem(Code.NOT_FOUND, "There is no such seat at this table.")
    return sitting.chairs[seat]


def _expect(sitting: Sitting, status: Status) -> None:
    if sitting.status != status:
        messages = {
            "open": "The game has not begun yet.",
            "playing": "The game has begun.",
            "ended": "The game has ended.",
        }
        raise Problem(Code.WRONG_STATUS, messages[sitting.status], version=sitting.version)


def _expect_open(chair: Chair) -> None:
    if chair.taken:
        raise Problem(Code.TAKEN, "This seat is taken.")


def _expect_new_name(sitting: Sitting, name: str) -> None:
    if any(chair.name and chair.name.casefold() == name.casefold() for chair in sitting.chairs):
        raise Problem(Code.TAKEN, "Somebody at this table has that name.")


def _free_name(sitting: Sitting, title: str) -> str:
    taken = {chair.name for chair in sitting.chairs}
    names = (title, *(f"{title} {number}" for number in range(2, 9)))
    return next(name for name in names if name not in taken)
