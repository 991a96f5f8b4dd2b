"""The commands of a table: each checks the state of the table and makes entries for its log.

A command changes nothing and waits for nothing; it raises a `Problem` if it is not allowed. So it
can be tried again when another server has written an entry first. What it needs besides the table
and the time is bound with `partial`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.messages import Action, Seat
from fogline.core.refusal import IllegalAction
from fogline.core.table import State
from fogline.table import entries as e
from fogline.table.deal import Deal
from fogline.table.entries import Logged
from fogline.table.fairness import BOUND_CONTRIBUTIONS, OPEN_CONTRIBUTIONS
from fogline.table.look_alikes import look_of
from fogline.table.problems import Code, Problem
from fogline.table.table_state import Chair, Status, TableState


@dataclass(frozen=True, slots=True)
class Made:
    """What a command makes."""

    entries: Sequence[e.Entry]
    """They are written together, or not at all."""
    state: State | None = None
    """The game after them, where the command has computed it."""


Command = Callable[[TableState, int], Made]
"""A function of the table and the time."""

BOT_NAMES = (
    "Otis", "Pearl", "Ruben", "Sadie", "Tobias", "Willa", "Jasper", "Hattie", "Amos", "Cora",
    "Silas", "Ida",
)  # fmt: skip
"""The names of bots; clients show the level as well."""


def run(
    command: Command, table: TableState, at: int, request: str | None = None
) -> tuple[list[Logged], TableState]:
    """Run a command; return its entries with their versions, and the table after them."""
    made = command(table, at)
    versions = range(table.version + 1, table.version + 1 + len(made.entries))
    requests = (request, *[None] * len(versions))
    news = [*map(Logged, versions, made.entries, requests)]
    return news, table.after(*news, state=made.state)


def sit(
    table: TableState,
    at: int,
    *,
    user: str,
    seat: Seat,
    name: str,
    commitment: str | None = None,
    origin: str | None = None,
) -> Made:
    """Take an open seat, and commit to a contribution to the seed.

    A commitment that does not fit the scheme of the table is left out: an older client sends it,
    and will not reveal.
    """
    _expect_waiting(table)
    _expect_open(_chair(table, seat))
    if table.invited.get(seat, user) != user:
        raise Problem(Code.TAKEN, "This seat is reserved for another player.")
    _expect_new_name(table, name)
    kept = _fitting(table.deal, commitment, origin)
    return Made([e.Seated(at, seat, user, name, *kept)])


def leave(table: TableState, at: int, *, user: str, seat: Seat) -> Made:
    """Give up a seat before the start, or leave a running game."""
    chair = _own_chair(table, seat, user)
    if table.status == "open":
        _expect_waiting(table)
        return Made([e.Vacated(at, seat)])
    _expect(table, "playing")
    if chair.left:
        raise Problem(Code.WRONG_STATUS, "You have already left this seat.")
    return Made([e.Left(at, seat)])


def come_back(table: TableState, at: int, *, user: str, seat: Seat) -> Made:
    """Return to a seat, and take it back from a bot."""
    _expect(table, "playing")
    chair = _own_chair(table, seat, user)
    if chair.resigned:
        raise Problem(Code.FORBIDDEN, "You resigned from this game.")
    if not (chair.left or chair.late or chair.level):
        raise Problem(Code.WRONG_STATUS, "You are already at this seat.")
    return Made([e.Returned(at, seat)])


def seat_bot(
    table: TableState,
    at: int,
    *,
    user: str,
    seat: Seat,
    level: str,
    level_version: int | None = None,
    away: bool = False,
) -> Made:
    """Give an open seat to a bot; in a running game, the seat of a player who is absent."""
    chair = _chair(table, seat)
    if table.status == "open":
        _expect_waiting(table)
        _expect_owner(table, user)
        _expect_open(chair)
        return Made([e.BotSeated(at, seat, level, _bot_name(table, seat), level_version)])
    _expect(table, "playing")
    _expect_in_charge(table, user, chair)
    if chair.kind == "bot":
        raise Problem(Code.FORBIDDEN, "Nobody can change a bot in a running game.")
    if not (chair.left or chair.late or away):
        raise Problem(Code.FORBIDDEN, "The player of this seat is present and has time left.")
    return Made([e.HandedOver(at, seat, level)])


def clear(table: TableState, at: int, *, user: str, seat: Seat) -> Made:
    """Open a seat again, before the start."""
    _expect_waiting(table)
    _expect_owner(table, user)
    if not _chair(table, seat).taken and seat not in table.invited:
        raise Problem(Code.WRONG_STATUS, "This seat is already open.")
    return Made([e.Vacated(at, seat)])


def invite(table: TableState, at: int, *, user: str, seat: Seat, guest: str, name: str) -> Made:
    """Reserve an open seat for an account, and invite it."""
    _expect_waiting(table)
    _expect_owner(table, user)
    _expect_open(_chair(table, seat))
    return Made([e.Invited(at, seat, guest, name)])


def start(table: TableState, at: int, *, user: str) -> Made:
    """Start, when all seats are taken: deal, or let the players reveal what they contribute."""
    _expect_waiting(table)
    _expect_owner(table, user)
    if not all(chair.taken for chair in table.chairs):
        raise Problem(Code.WRONG_STATUS, "Some seats are open: wait for players, or add bots.")
    return Made([e.Starting(at)]) if table.deal.missing else _deal(table, table.deal, at)


def commit(
    table: TableState, at: int, *, user: str, commitment: str, origin: str | None = None
) -> Made:
    """Commit to a contribution, at all seats of the user, in place of an earlier one."""
    _expect_waiting(table)
    seats = table.seats_of(user)
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
    return Made([e.Committed(at, seat, kept, its_origin) for seat in seats])


def reveal(table: TableState, at: int, *, user: str, contribution: str) -> Made:
    """Reveal a contribution, where it was committed to; the last begins the game."""
    _expect(table, "open")
    if table.deal.started is None:
        raise Problem(Code.WRONG_STATUS, "The game is not starting: keep your contribution secret.")
    deal = table.deal
    revealed = [
        e.Revealed(at, seat, contribution)
        for seat in table.seats_of(user)
        if seat in deal.missing and deal.commitments[seat] == deal.commitment_at(seat, contribution)
    ]
    if not revealed:
        raise Problem(Code.FORBIDDEN, "None of your seats waits for this contribution.")
    for entry in revealed:
        deal = deal.after(entry)
    return Made(revealed) if deal.missing else _deal(table, deal, at, revealed)


def act(table: TableState, at: int, *, user: str, seat: Seat, action: Action, version: int) -> Made:
    """Act for a seat, based on the table at a version."""
    if _own_chair(table, seat, user).level is not None:
        raise Problem(Code.WRONG_STATUS, "A bot plays this seat: return to the seat first.")
    return _move(table, at, seat, action, version)


def act_as_bot(table: TableState, at: int, *, seat: Seat, action: Action, version: int) -> Made:
    """Act for a seat that a bot plays."""
    if table.chairs[seat].level is None:
        raise Problem(Code.FORBIDDEN, "The player of this seat has returned.")
    if table.undo is not None:
        raise Problem(Code.STALE, "The players agree on an undo.", version=table.version)
    return _move(table, at, seat, action, version)


def resign(table: TableState, at: int, *, user: str, seat: Seat, stand_in: str) -> Made:
    """Resign; if the game continues, a bot plays for the seat."""
    _expect(table, "playing")
    if _own_chair(table, seat, user).resigned:
        raise Problem(Code.WRONG_STATUS, "This seat has already resigned.")
    return Made([e.Resigned(at, seat, stand_in)])


def say(
    table: TableState,
    at: int,
    *,
    user: str,
    name: str,
    text: str | None,
    reaction: e.Reaction | None,
) -> Made:
    """Write to the chat, or react; players appear with their name at the table.

    While somebody is muted, only those spectators may write who have written before: anybody else
    may be the same person, because guests cost nothing.
    """
    _expect_not_closed(table)
    if user in table.muted:
        raise Problem(Code.FORBIDDEN, "The owner of this table has muted you.")
    seat = next(iter(table.seats_of(user)), None)
    if seat is None:
        _expect_new_name(table, name)
        if table.muted and user not in table.speakers:
            raise Problem(Code.FORBIDDEN, "The owner of this table has muted new spectators.")
    called = name if seat is None else table.chairs[seat].name or name
    return Made([e.Said(at, user, called, seat, text, reaction)])


def mute(table: TableState, at: int, *, user: str, whom: str, muted: bool) -> Made:
    """Mute a user at this table, or lift the mute."""
    _expect_not_closed(table)
    _expect_owner(table, user)
    if (whom in table.muted) == muted:
        raise Problem(Code.WRONG_STATUS, "Already done.")
    return Made([e.Muted(at, whom, muted)])


def point_to_rematch(table: TableState, at: int, *, user: str, rematch: str) -> Made:
    """Link an ended table to its rematch."""
    expect_rematch(table, user)
    return Made([e.Rematched(at, rematch)])


def fail_start(table: TableState, at: int, *, next_secret: str) -> Made:
    """Record that a start failed because players did not reveal in time."""
    _expect(table, "open")
    if table.reveal_by is None or table.reveal_by > at:
        raise Problem(Code.STALE, "The players have time left.", version=table.version)
    return Made([e.StartFailed(at, table.deal.missing, next_secret)])


def run_out(table: TableState, at: int, *, seat: Seat) -> Made:
    """Record that the clock of a seat has run out."""
    late = table.next_late()
    if late is None or late[1] != seat or late[0] > at:
        raise Problem(Code.STALE, "This seat has time left.", version=table.version)
    return Made([e.OutOfTime(at, seat)])


def resume(table: TableState, at: int, *, since: int) -> Made:
    """Exclude a downtime of the server from all clocks, once."""
    _expect(table, "playing")
    return Made([e.Resumed(at, max(0, at - max(since, table.resumed)))])


def close(table: TableState, at: int) -> Made:
    """Close the table for good, as its host."""
    _expect_not_closed(table)
    return Made([e.Closed(at)])


def expect_rematch(table: TableState, user: str) -> None:
    """Raise unless a user may ask for a rematch: a player, once the game has ended."""
    _expect(table, "ended")
    _expect_not_closed(table)
    if not table.seats_of(user):
        raise Problem(Code.FORBIDDEN, "Only players of this table may ask for a rematch.")


def _move(table: TableState, at: int, seat: Seat, action: Action, version: int) -> Made:
    """Make the entry of an action, if the seat was asked nothing else since the version."""
    _expect(table, "playing")
    if not table.asked.get(seat, table.version) <= version <= table.version:
        raise Problem(Code.STALE, "The table has changed: look at it again.", version=table.version)
    assert table.state is not None  # noqa: S101 (playing)
    dice = table.deal.dice(table.version + 1, table.moves)
    try:
        state, events = engine.play(table.state, seat, action, dice)
    except IllegalAction as error:
        raise Problem.refused(error, table.version) from None
    return Made([e.Moved(at, seat, action, tuple(events))], state)


def _deal(table: TableState, deal: Deal, at: int, first: Sequence[e.Entry] = ()) -> Made:
    """Make the deal, after other entries."""
    dice = deal.dice(table.version + len(first) + 1, moves=0)
    state, events = engine.start(table.game, len(table.chairs), dice)
    return Made([*first, e.Dealt(at, tuple(events))], state)


def _fitting(
    deal: Deal, commitment: str | None, origin: str | None
) -> tuple[str | None, str | None]:
    """Return what the scheme of a table keeps of a commitment and its origin."""
    if deal.scheme == OPEN_CONTRIBUTIONS or commitment is None:
        return None, None
    if deal.scheme != BOUND_CONTRIBUTIONS:
        return commitment, None
    return (None, None) if origin is None else (commitment, origin)


def _chair(table: TableState, seat: Seat) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise Problem(Code.NOT_FOUND, "This seat does not exist.")
    return table.chairs[seat]


def _own_chair(table: TableState, seat: Seat, user: str) -> Chair:
    chair = _chair(table, seat)
    if chair.user != user:
        raise Problem(Code.FORBIDDEN, "This seat is not yours.")
    return chair


def _expect_owner(table: TableState, user: str) -> None:
    if table.created.owner != user:
        raise Problem(Code.FORBIDDEN, "Only the owner of the table may do that.")


def _expect_in_charge(table: TableState, user: str, chair: Chair) -> None:
    """Allow the owner; if the owner is the absent player, allow any other player."""
    owners_seat = chair.user == table.created.owner
    if not (owners_seat and user != chair.user and table.seats_of(user)):
        _expect_owner(table, user)


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
    taken = {look_of(chair.name or "") for chair in table.chairs}
    names = (*BOT_NAMES[seat % len(BOT_NAMES) :], *BOT_NAMES)
    return next(name for name in names if look_of(name) not in taken)
