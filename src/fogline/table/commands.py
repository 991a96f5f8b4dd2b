"""The commands of a table: each checks the state of the table and returns an entry for its log.

A command changes nothing and waits for nothing; it raises a `Problem` if it is not allowed. So it
can be tried again when another server has written an entry first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.messages import Action, Seat
from fogline.core.refusal import IllegalAction
from fogline.table import entries as e
from fogline.table.deal import Deal
from fogline.table.fairness import BOUND_CONTRIBUTIONS, OPEN_CONTRIBUTIONS
from fogline.table.look_alikes import look_of
from fogline.table.problems import Code, Problem
from fogline.table.table_state import Chair, Status, TableState, remember_played

Command = Callable[[TableState, int], e.Entry]
"""A function of the table and the time."""
CommandOfMany = Callable[[TableState, int], tuple[e.Entry, ...]]
"""A command whose entries are written together, or not at all."""

BOT_NAMES = (
    "Otis", "Pearl", "Ruben", "Sadie", "Tobias", "Willa", "Jasper", "Hattie", "Amos", "Cora",
    "Silas", "Ida",
)  # fmt: skip
"""The names of bots; their level is told beside the name."""


@dataclass(frozen=True)
class Actor:
    """A user who gives commands to a table."""

    user: str

    def sit(
        self, seat: Seat, name: str, commitment: str | None = None, origin: str | None = None
    ) -> Command:
        """Take an open seat, and commit to a contribution to the seed.

        A commitment that does not fit the scheme of the table is left out: an older client sends
        it, and will not reveal.
        """

        def command(table: TableState, at: int) -> e.Entry:
            _expect_waiting(table)
            _expect_open(_chair(table, seat))
            if table.invited.get(seat, self.user) != self.user:
                raise Problem(Code.TAKEN, "This seat is reserved for another player.")
            _expect_new_name(table, name)
            kept = _fitting(table.deal, commitment, origin)
            return e.Seated(at, seat, self.user, name, *kept)

        return command

    def leave(self, seat: Seat) -> Command:
        """Give up a seat before the start, or leave a running game."""

        def command(table: TableState, at: int) -> e.Entry:
            chair = _chair(table, seat)
            self._expect_mine(chair)
            if table.status == "open":
                _expect_waiting(table)
                return e.Vacated(at, seat)
            _expect(table, "playing")
            if chair.left:
                raise Problem(Code.WRONG_STATUS, "You have already left this seat.")
            return e.Left(at, seat)

        return command

    def come_back(self, seat: Seat) -> Command:
        """Return to a seat, and take it back from a bot."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect(table, "playing")
            chair = _chair(table, seat)
            self._expect_mine(chair)
            if chair.resigned:
                raise Problem(Code.FORBIDDEN, "You resigned from this game.")
            if not (chair.left or chair.late or chair.level):
                raise Problem(Code.WRONG_STATUS, "You are already at this seat.")
            return e.Returned(at, seat)

        return command

    def seat_bot(self, seat: Seat, level: str, *, away: bool) -> Command:
        """Give an open seat to a bot; in a running game, the seat of a player who is absent."""

        def command(table: TableState, at: int) -> e.Entry:
            chair = _chair(table, seat)
            if table.status == "open":
                _expect_waiting(table)
                self._expect_owner(table)
                _expect_open(chair)
                return e.BotSeated(at, seat, level, _bot_name(table, seat))
            _expect(table, "playing")
            self._expect_in_charge(table, chair)
            if chair.kind == "bot":
                raise Problem(Code.FORBIDDEN, "Nobody can change a bot in a running game.")
            if not (chair.left or chair.late or away):
                raise Problem(
                    Code.FORBIDDEN, "The player of this seat is present and has time left."
                )
            return e.HandedOver(at, seat, level)

        return command

    def clear(self, seat: Seat) -> Command:
        """Open a seat again, before the start."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect_waiting(table)
            self._expect_owner(table)
            if not _chair(table, seat).taken and seat not in table.invited:
                raise Problem(Code.WRONG_STATUS, "This seat is already open.")
            return e.Vacated(at, seat)

        return command

    def invite(self, seat: Seat, user: str, name: str) -> Command:
        """Reserve an open seat for an account, and invite it."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect_waiting(table)
            self._expect_owner(table)
            _expect_open(_chair(table, seat))
            return e.Invited(at, seat, user, name)

        return command

    def start(self) -> Command:
        """Start, when all seats are taken: deal, or let the players reveal what they contribute."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect_waiting(table)
            self._expect_owner(table)
            if not all(chair.taken for chair in table.chairs):
                raise Problem(
                    Code.WRONG_STATUS, "Some seats are open: wait for players, or add bots."
                )
            return e.Starting(at) if table.deal.missing else _deal(table, table.deal, at, 1)

        return command

    def commit(self, commitment: str, origin: str | None = None) -> CommandOfMany:
        """Commit to a contribution, at all seats of the user, in place of an earlier one."""

        def command(table: TableState, at: int) -> tuple[e.Entry, ...]:
            _expect_waiting(table)
            seats = table.seats_of(self.user)
            if not seats:
                raise Problem(Code.FORBIDDEN, "Only players can contribute to the deal.")
            kept, its_origin = _fitting(table.deal, commitment, origin)
            if kept is None:
                raise Problem(
                    Code.WRONG_STATUS,
                    "This table was created by an older version."
                    if table.deal.scheme == OPEN_CONTRIBUTIONS
                    else "A commitment needs the origin to which it is bound: reload the page.",
                )
            return tuple(e.Committed(at, seat, kept, its_origin) for seat in seats)

        return command

    def reveal(self, contribution: str) -> CommandOfMany:
        """Reveal a contribution, where it was committed to; the last begins the game."""

        def command(table: TableState, at: int) -> tuple[e.Entry, ...]:
            _expect(table, "open")
            if table.deal.started is None:
                raise Problem(
                    Code.WRONG_STATUS, "The game is not starting: keep your contribution secret."
                )
            deal = table.deal
            seats = [
                seat
                for seat in table.seats_of(self.user)
                if seat in deal.missing
                and deal.commitments[seat] == deal.commitment_at(seat, contribution)
            ]
            if not seats:
                raise Problem(Code.FORBIDDEN, "None of your seats waits for this contribution.")
            revealed = tuple(e.Revealed(at, seat, contribution) for seat in seats)
            for entry in revealed:
                deal = deal.after(entry)
            if deal.missing:
                return revealed
            return (*revealed, _deal(table, deal, at, len(revealed) + 1))

        return command

    def act(self, seat: Seat, action: Action, version: int) -> Command:
        """Act for a seat, based on the table at a version."""

        def command(table: TableState, at: int) -> e.Entry:
            chair = _chair(table, seat)
            self._expect_mine(chair)
            if chair.level is not None:
                raise Problem(Code.WRONG_STATUS, "A bot plays this seat: return to the seat first.")
            return move(table, at, seat, action, version)

        return command

    def resign(self, seat: Seat, stand_in: str) -> Command:
        """Resign; if the game goes on, a bot plays for the seat."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect(table, "playing")
            chair = _chair(table, seat)
            self._expect_mine(chair)
            if chair.resigned:
                raise Problem(Code.WRONG_STATUS, "This seat has already resigned.")
            return e.Resigned(at, seat, stand_in)

        return command

    def say(self, name: str, text: str | None, reaction: e.Reaction | None) -> Command:
        """Write to the chat, or react; players appear with their name at the table.

        While somebody is muted, of the spectators only those are heard who have written before:
        anybody else may be the same person, because guests cost nothing.
        """

        def command(table: TableState, at: int) -> e.Entry:
            _expect_not_closed(table)
            if self.user in table.muted:
                raise Problem(Code.FORBIDDEN, "The owner of this table has muted you.")
            seat = next(iter(table.seats_of(self.user)), None)
            if seat is None:
                _expect_new_name(table, name)
                if table.muted and self.user not in table.speakers:
                    raise Problem(
                        Code.FORBIDDEN, "The owner of this table has muted new spectators."
                    )
            called = name if seat is None else table.chairs[seat].name or name
            return e.Said(at, self.user, called, seat, text, reaction)

        return command

    def mute(self, user: str, *, muted: bool) -> Command:
        """Mute a user at this table, or lift the mute."""

        def command(table: TableState, at: int) -> e.Entry:
            _expect_not_closed(table)
            self._expect_owner(table)
            if (user in table.muted) == muted:
                raise Problem(Code.WRONG_STATUS, "Already done.")
            return e.Muted(at, user, muted)

        return command

    def point_to_rematch(self, rematch: str) -> Command:
        """Link an ended table to its rematch."""

        def command(table: TableState, at: int) -> e.Entry:
            self.expect_rematch(table)
            return e.Rematched(at, rematch)

        return command

    def expect_rematch(self, table: TableState) -> None:
        """Refuse a rematch while the game is running, or to somebody who did not play."""
        _expect(table, "ended")
        _expect_not_closed(table)
        if not table.seats_of(self.user):
            raise Problem(Code.FORBIDDEN, "Only players of this table may ask for a rematch.")

    def _expect_mine(self, chair: Chair) -> None:
        if chair.user != self.user:
            raise Problem(Code.FORBIDDEN, "This seat is not yours.")

    def _expect_owner(self, table: TableState) -> None:
        if table.created.owner != self.user:
            raise Problem(Code.FORBIDDEN, "Only the owner of the table may do that.")

    def _expect_in_charge(self, table: TableState, chair: Chair) -> None:
        """Allow the owner; if the owner is the absent player, allow any other player."""
        owners_seat = chair.user == table.created.owner
        if not (owners_seat and self.user != chair.user and table.seats_of(self.user)):
            self._expect_owner(table)


def move(table: TableState, at: int, seat: Seat, action: Action, version: int) -> e.Entry:
    """Make the entry of an action, if the seat was asked nothing else since the version."""
    _expect(table, "playing")
    if not table.asked.get(seat, table.version) <= version <= table.version:
        raise Problem(Code.STALE, "The table has changed: look at it again.", version=table.version)
    assert table.state is not None  # noqa: S101 (playing)
    dice = table.deal.dice(table.version + 1)
    try:
        after, happened = engine.play(table.state, seat, action, dice)
    except IllegalAction as error:
        raise Problem.refused(error, table.version) from None
    events = tuple(happened)
    remember_played(table.state, events, after)
    return e.Moved(at, seat, action, events)


def move_bot(seat: Seat, action: Action, version: int) -> Command:
    """Act for a seat that a bot plays."""

    def command(table: TableState, at: int) -> e.Entry:
        if table.chairs[seat].level is None:
            raise Problem(Code.FORBIDDEN, "The player of this seat has returned.")
        if table.undo is not None:
            raise Problem(Code.STALE, "The players agree on an undo.", version=table.version)
        return move(table, at, seat, action, version)

    return command


def _fitting(
    deal: Deal, commitment: str | None, origin: str | None
) -> tuple[str | None, str | None]:
    """Return what the scheme of a table keeps of a commitment and its origin."""
    if deal.scheme == OPEN_CONTRIBUTIONS or commitment is None:
        return None, None
    if deal.scheme != BOUND_CONTRIBUTIONS:
        return commitment, None
    return (None, None) if origin is None else (commitment, origin)


def _deal(table: TableState, deal: Deal, at: int, nth: int) -> e.Dealt:
    """Deal, by the nth entry from now."""
    dice = deal.dice(table.version + nth)
    _, events = engine.start(table.game, len(table.chairs), dice)
    return e.Dealt(at, tuple(events))


def fail_start(next_secret: str) -> Command:
    """Record that a start failed because players did not reveal in time."""

    def command(table: TableState, at: int) -> e.Entry:
        _expect(table, "open")
        if table.reveal_by is None or table.reveal_by > at:
            raise Problem(Code.STALE, "The players have time left.", version=table.version)
        return e.StartFailed(at, table.deal.missing, next_secret)

    return command


def run_out(seat: Seat) -> Command:
    """Record that the clock of a seat has run out."""

    def command(table: TableState, at: int) -> e.Entry:
        late = table.next_late()
        if late is None or late[1] != seat or late[0] > at:
            raise Problem(Code.STALE, "This seat has time left.", version=table.version)
        return e.OutOfTime(at, seat)

    return command


def resume(since: int) -> Command:
    """Exclude a downtime of the server from all clocks, once."""

    def command(table: TableState, at: int) -> e.Entry:
        _expect(table, "playing")
        return e.Resumed(at, max(0, at - max(since, table.resumed)))

    return command


def close() -> Command:
    """Close the table for good, as its host."""

    def command(table: TableState, at: int) -> e.Entry:
        _expect_not_closed(table)
        return e.Closed(at)

    return command


def _chair(table: TableState, seat: Seat) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise Problem(Code.NOT_FOUND, "This seat does not exist.")
    return table.chairs[seat]


def _expect(table: TableState, status: Status) -> None:
    if table.status != status:
        messages = {
            "open": "The game has not begun yet.",
            "playing": "The game has begun.",
            "ended": "The game has ended.",
        }
        raise Problem(Code.WRONG_STATUS, messages[table.status], version=table.version)


def _expect_not_closed(table: TableState) -> None:
    if table.closed:
        raise Problem(Code.WRONG_STATUS, "The host has closed this table.", version=table.version)


def _expect_waiting(table: TableState) -> None:
    _expect(table, "open")
    if table.deal.started is not None:
        raise Problem(Code.WRONG_STATUS, "The game is starting.", version=table.version)


def _expect_open(chair: Chair) -> None:
    if chair.taken:
        raise Problem(Code.TAKEN, "This seat is taken.")


def _expect_new_name(table: TableState, name: str) -> None:
    if any(chair.name and look_of(chair.name) == look_of(name) for chair in table.chairs):
        raise Problem(Code.TAKEN, "Another player at this table has that name.")


def _bot_name(table: TableState, seat: Seat) -> str:
    """Choose a name that nobody at the table has."""
    taken = {chair.name for chair in table.chairs}
    names = (*BOT_NAMES[seat % len(BOT_NAMES) :], *BOT_NAMES)
    return next(name for name in names if name not in taken)
