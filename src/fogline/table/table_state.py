"""The state of a table, computed from its log: seats, game, clocks and chat."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from fogline.core import engine
from fogline.core.decisions import Decision
from fogline.core.memory import Frozen
from fogline.core.messages import Seat
from fogline.core.table import State
from fogline.table import entries as e
from fogline.table.clocks import Clocks
from fogline.table.course import GameCourse
from fogline.table.deal import Deal
from fogline.table.entries import Logged
from fogline.table.past_moves import Decider, Seating, Step, taken_back, with_step

Status = Literal["open", "playing", "ended"]

CHAT_KEPT = 200
REVEAL_TIME = 15_000
"""Milliseconds that the players have to reveal their contributions, which their clients do."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a table, and its player."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str | None = None
    user: str | None = None
    level: str | None = None
    """The level of the bot that plays here: as itself, or for a person who may return."""
    level_version: int | None = None
    """The version of the level, for a bot that plays as itself."""
    left: bool = False
    late: bool = False
    """Whether its time has run out."""
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether the seat has a player."""
        return self.kind != "open"


@dataclass(frozen=True)
class ChatLine(Frozen):
    """A line of the chat."""

    version: int
    at: int
    user: str
    name: str
    seat: Seat | None
    text: str | None
    reaction: str | None


@dataclass(frozen=True)
class PastMove(Step):
    """A move that may be taken back, and what the table must then return to."""

    asked: dict[Seat, int]
    clocks: Clocks | None


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks the others to agree that a decision is taken back."""

    version: int
    seat: Seat
    move: int
    """The version of the decision."""
    agreed: frozenset[str] = frozenset()
    """The users who have agreed."""


class TableState:
    """The fold of a table's log. It contains secrets: `snapshots` chooses what is shown of it."""

    def __init__(self, table: str, logged: Logged) -> None:
        created = logged.entry
        if not isinstance(created, e.Created):
            raise ValueError("a log must begin with the entry that creates its table")  # noqa: TRY004 (data)
        self.id = table
        self.created = created
        self.game = created.definition()
        self.game.check_seats(created.seats)
        self.version = logged.version
        self.chairs = [Chair()] * created.seats
        self.seating = Seating()
        self.invited: dict[Seat, str] = {}
        self.deal = Deal.of(table, created)
        self.state: State | None = None
        self.moves = 0
        """The moves that were made and not taken back."""
        self.asked: dict[Seat, int] = {}
        """The seats that must decide, each with the version at which it was asked."""
        self.clocks = None if created.clock is None else Clocks(created.clock, created.seats)
        self.resumed = 0
        """When the server last came back; no clock counts the time before."""
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.muted: frozenset[str] = frozenset()
        """The users who are muted."""
        self.speakers: frozenset[str] = frozenset()
        """The spectators who have written to the chat."""
        self.given_up: list[Seat] = []
        """The seats that resigned, in order."""
        self.requests: dict[str, int] = {}
        """The versions of actions, by request id."""
        self.rematch: str | None = None
        self.past: tuple[PastMove, ...] = ()
        """The last moves, as far back as they may be taken back, and at least the last one."""
        self.undo: UndoRequest | None = None
        """The request to take back a decision, until the next decision is made."""
        self.declined: int | None = None
        """The version of the decision that others did not agree to take back."""
        self.undone_through_bots = False
        """Whether a player has taken back decisions of bots, and so seen what they would do.

        Such a game must never be rated.
        """
        self.course = GameCourse(((),) * created.seats)
        self.closed = False
        """Whether the host has closed the table."""
        self.status: Status = "open"
        """Whether the table waits for players, is playing, or has ended."""
        self._decision: Decision | None = None

    @classmethod
    def of(cls, table: str, log: Iterable[Logged]) -> TableState:
        """Fold a whole log."""
        first, *rest = log
        state = cls(table, first)
        for logged in rest:
            state._apply(logged)
        return state

    @property
    def conceded(self) -> bool:
        """Whether all players but one have resigned."""
        return len(self.given_up) >= len(self.chairs) - 1

    @property
    def decision(self) -> Decision | None:
        """What must be decided now, and by whom."""
        return self._decision if self.status == "playing" else None

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        return () if self.decision is None else self.decision.seats

    @property
    def reveal_by(self) -> int | None:
        """Until when players must reveal their contributions, while the game is starting."""
        if self.deal.started is None or self.closed:
            return None
        return self.deal.started + REVEAL_TIME

    @property
    def is_public(self) -> bool:
        """Whether everything may be shown to everybody: all hands, the seed and every entry."""
        return self.status == "ended"

    def seats_of(self, user: str | None) -> list[Seat]:
        """Return the seats of a user."""
        if user is None:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.user == user]

    @property
    def bots_to_move(self) -> list[Seat]:
        """The seats for which a bot must choose now; bots wait while players agree on an undo."""
        if self.undo is not None:
            return []
        return [seat for seat in self.deciding if self.chairs[seat].level is not None]

    def next_late(self) -> tuple[int, Seat] | None:
        """Return when the next clock will run out, and whose it is."""
        if self.clocks is None:
            return None
        times = [
            (when, seat)
            for seat in self.deciding
            if self.chairs[seat].level is None and not self.chairs[seat].late
            for when in [self.clocks.runs_out(seat)]
            if when is not None
        ]
        return min(times, default=None)

    def next_due(self) -> int | None:
        """Return when the table must act by itself: a clock runs out, or a start fails."""
        late = self.next_late()
        return self.reveal_by if late is None else late[0]

    def after(self, *news: Logged, state: State | None = None) -> TableState:
        """Return the table after the next entries of the log.

        `state` is the game after them, if it is known; else it is computed from their events.
        """
        after = copy.copy(self)
        after.chairs = list(self.chairs)
        after.invited = dict(self.invited)
        after.clocks = None if self.clocks is None else self.clocks.copy()
        after.chat = self.chat.copy()
        after.given_up = list(self.given_up)
        after.requests = dict(self.requests)
        for logged in news:
            known = state if logged is news[-1] else None
            after._apply(logged, known)  # noqa: SLF001 (the same class)
        return after

    def _apply(self, logged: Logged, state: State | None = None) -> None:
        """Apply the next entry of the log."""
        if logged.version != self.version + 1:
            raise ValueError(f"version {logged.version} cannot follow {self.version}")
        self.version = logged.version
        if logged.request is not None:
            self.requests[logged.request] = logged.version
        entry = logged.entry
        self.deal = self.deal.after(entry)
        self.course = self.course.after(entry, self.seating)
        match entry:
            case e.Dealt() | e.Moved():
                self._play(entry, state)
            case e.UndoAsked() | e.UndoAgreed() | e.UndoDeclined() | e.Undone():
                self._undo(entry)
            case e.Said():
                self.chat.append(
                    ChatLine(
                        version=logged.version,
                        at=entry.at,
                        user=entry.user,
                        name=entry.name,
                        seat=entry.seat,
                        text=entry.text,
                        reaction=entry.reaction,
                    )
                )
                self.speakers |= {entry.user} if entry.seat is None else set()
            case e.Muted():
                self.muted = self.muted - {entry.user} | ({entry.user} if entry.muted else set())
            case e.Rematched(table=table):
                self.rematch = table
            case e.Closed():
                self.closed = True
                self._stop_if_ended(entry.at)
            case e.Committed() | e.Starting() | e.Revealed() | e.StartFailed():
                pass  # they concern the deal alone
            case e.Resumed(pause=pause):
                self.resumed = entry.at
                if self.clocks is not None:
                    self.clocks.add_pause(pause)
            case _:
                self._seat(entry)

    def _seat(self, entry: e.Entry) -> None:
        self.seating = self.seating.after(entry)
        match entry:
            case e.Seated(seat=seat, user=user, name=name):
                self.invited.pop(seat, None)
                self.chairs[seat] = Chair("person", name, user)
            case e.BotSeated(seat=seat, level=level, name=name, level_version=version):
                self.invited.pop(seat, None)
                self.chairs[seat] = Chair("bot", name, None, level, version)
            case e.Invited(seat=seat, user=user):
                self.invited[seat] = user
            case e.Vacated(seat=seat):
                self.invited.pop(seat, None)
                self.chairs[seat] = Chair()
            case e.Left(seat=seat):
                self._drop_undo_of(seat)
                self._change(seat, left=True)
            case e.Returned(seat=seat):
                self._change(seat, left=False, late=False, level=None)
            case e.OutOfTime(seat=seat):
                self._change(seat, late=True)
            case e.HandedOver(seat=seat, level=level):
                self._drop_undo_of(seat)
                self._change(seat, level=level)
            case e.Resigned(seat=seat, level=level):
                self._drop_undo_of(seat)
                self.given_up.append(seat)
                self._change(seat, resigned=True, level=level)
                self._stop_if_ended(entry.at)
            case _:
                raise ValueError(f"the entry {entry.type!r} cannot occur twice")

    def _drop_undo_of(self, seat: Seat) -> None:
        """Drop the undo request of a player who left."""
        if self.undo is not None and self.undo.seat == seat:
            self.undo = None

    def _change(self, seat: Seat, **changes: Any) -> None:
        self.chairs[seat] = replace(self.chairs[seat], **changes)

    def _play(self, entry: e.Dealt | e.Moved, state: State | None) -> None:
        if isinstance(entry, e.Moved) and self.state is not None:
            self.past = with_step(self.past, self._past_move(entry, self.state))
            self.undo = self.declined = None
            self.moves += 1
        before = self.state or engine.lay_out(self.game, self.created.seats)
        self.state = engine.fold(before, entry.events) if state is None else state
        self.status = self._find_status()
        mover = entry.seat if isinstance(entry, e.Moved) else None
        last, now = self._decision, engine.decision(self.state)
        self._decision = now
        waited = last.seats if last is not None and type(last) is type(now) else ()
        new = [seat for seat in self.deciding if seat == mover or seat not in waited]
        self.asked = {
            seat: self.version if seat in new else self.asked[seat] for seat in self.deciding
        }
        if self.clocks is None:
            return
        for seat in self.clocks.running:
            if seat in new or seat not in self.deciding:
                self.clocks.stop(seat, entry.at, moved=seat == mover)
        for seat in new:
            self.clocks.start(seat, entry.at)
        if mover is not None and self.clocks.rule.kind == "move":
            self._change(mover, late=False)

    def _past_move(self, moved: e.Moved, before: State) -> PastMove:
        by = self.seating.decider(moved.seat)
        clocks = None if self.clocks is None else self.clocks.copy()
        return PastMove(self.version, moved, before, by, self.asked, clocks)

    def _undo(self, entry: e.UndoAsked | e.UndoAgreed | e.UndoDeclined | e.Undone) -> None:
        match entry:
            case e.UndoAsked(seat=seat, move=move):
                self.undo = UndoRequest(self.version, seat, move)
            case e.UndoAgreed(seat=seat) if self.undo is not None:
                user = self.chairs[seat].user or ""
                self.undo = replace(self.undo, agreed=self.undo.agreed | {user})
            case e.UndoDeclined(seat=seat) if self.undo is not None:
                # The player who asked may ask again.
                self.declined = None if seat == self.undo.seat else self.undo.move
                self.undo = None
            case e.Undone():
                self._take_back(entry)

    def _take_back(self, entry: e.Undone) -> None:
        gone = taken_back(self.past, entry, self.seating, self.deal.scheme)
        if any(past.by is not Decider.PERSON for past in gone):
            self.undone_through_bots = True
        first = gone[0]
        self.past = self.past[: -entry.moves]
        self.moves -= entry.moves
        self.undo = self.declined = None
        self.state = first.before
        self.status = self._find_status()
        self._decision = engine.decision(self.state)
        # A seat that has waited for an answer to the same question all the time is not asked again.
        waited = {seat for seat in self.deciding if self.asked.get(seat) == first.asked[seat]}
        self.asked = {
            seat: first.asked[seat] if seat in waited else self.version for seat in self.deciding
        }
        if self.clocks is not None and first.clocks is not None:
            asked = set(self.deciding) - waited
            self.clocks.take_back(first.clocks, first.moved.at, asked, entry.at)

    def _stop_if_ended(self, at: int) -> None:
        self.status = self._find_status()
        if self.status == "ended":
            self.asked = {}
            self.undo = None
            for seat in self.clocks.running if self.clocks is not None else ():
                self.clocks.stop(seat, at, moved=False)  # type: ignore[union-attr]

    def _find_status(self) -> Status:
        if self.closed:
            return "ended"
        if self.state is None:
            return "open"
        return "ended" if self.state.ended is not None or self.conceded else "playing"
