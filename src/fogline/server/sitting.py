"""A table as its log tells of it: who sits where, what lies there, what the clocks say."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from fogline.core import engine
from fogline.core.decisions import Decision
from fogline.core.messages import Seat
from fogline.core.table import State
from fogline.server.clocks import Clocks
from fogline.store import commitment_of, seed_of
from fogline.store import entries as e
from fogline.store.log import Logged

Status = Literal["open", "playing", "ended"]

CHAT_KEPT = 200


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a table, and who is on it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str | None = None
    user: str | None = None
    level: str | None = None
    """The bot that plays here: for itself, or for a person until it returns."""
    contribution: str | None = None
    left: bool = False
    late: bool = False
    """Whether its time has run out."""
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody holds it."""
        return self.kind != "open"


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the chat."""

    version: int
    said: e.Said


class Sitting:
    """The fold of a table's log. It knows the truth: show it to nobody but through `telling`."""

    def __init__(self, table: str, logged: Logged) -> None:
        created = logged.entry
        if not isinstance(created, e.Created):
            raise ValueError("a log begins with the creation of its table")  # noqa: TRY004 (data)
        self.table = table
        self.created = created
        self.game = created.definition()
        self.version = logged.version
        self.chairs = [Chair()] * created.seats
        self.invited: dict[Seat, str] = {}
        self.state: State | None = None
        self.asked: dict[Seat, int] = {}
        """Who must decide, and since which version."""
        self.clocks = None if created.clock is None else Clocks(created.clock, created.seats)
        self.resumed = 0
        """Up to when the clocks were forgiven the time without a server."""
        self.chat: deque[Remark] = deque(maxlen=CHAT_KEPT)
        self.muted: set[str] = set()
        self.given_up: list[Seat] = []
        """Who resigned, in that order."""
        self.requests: dict[str, int] = {}
        """The versions that actions got, by the ids their senders gave them."""
        self.rematch: str | None = None
        self._decision: Decision | None = None

    @classmethod
    def of(cls, table: str, log: Iterable[Logged]) -> Sitting:
        """Fold a whole log."""
        first, *rest = log
        sitting = cls(table, first)
        for logged in rest:
            sitting._apply(logged)
        return sitting

    @property
    def status(self) -> Status:
        """Whether seats are being taken, the game is on, or over."""
        if self.state is None:
            return "open"
        return "ended" if self.state.ended is not None or self.conceded else "playing"

    @property
    def conceded(self) -> bool:
        """Whether all but one resigned."""
        return len(self.given_up) >= len(self.chairs) - 1

    @property
    def decision(self) -> Decision | None:
        """Who must choose what now."""
        return self._decision if self.status == "playing" else None

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that must choose now."""
        return () if self.decision is None else self.decision.seats

    @property
    def commitment(self) -> str:
        """What is shown of the server's secret before the end."""
        return commitment_of(self.created.secret)

    @property
    def seed(self) -> str:
        """The seed of this table's dice. It is a secret until the end."""
        contributions = [chair.contribution for chair in self.chairs]
        return seed_of(self.table, self.created.secret, contributions)

    def seats_of(self, user: str | None) -> list[Seat]:
        """The seats that somebody holds."""
        if user is None:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.user == user]

    @property
    def bots_to_move(self) -> list[Seat]:
        """The seats for which a bot must choose now."""
        return [seat for seat in self.deciding if self.chairs[seat].level is not None]

    def next_late(self) -> tuple[int, Seat] | None:
        """Say whose time will run out next, and when."""
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

    def after(self, logged: Logged) -> Sitting:
        """Return the table as it is after the next entry of its log."""
        after = copy.copy(self)
        after.chairs = list(self.chairs)
        after.invited = dict(self.invited)
        after.clocks = copy.deepcopy(self.clocks)
        after.chat = self.chat.copy()
        after.muted = set(self.muted)
        after.given_up = list(self.given_up)
        after.requests = dict(self.requests)
        after._apply(logged)  # noqa: SLF001 (its own kind)
        return after

    def _apply(self, logged: Logged) -> None:
        """Let the next entry of the log happen."""
        if logged.version != self.version + 1:
            raise ValueError(f"version {logged.version} cannot follow {self.version}")
        self.version = logged.version
        if logged.request is not None:
            self.requests[logged.request] = logged.version
        entry = logged.entry
        match entry:
            case e.Dealt() | e.Moved():
                self._play(entry)
            case e.Said():
                self.chat.append(Remark(logged.version, entry))
            case e.Muted(user=user, muted=muted):
                (self.muted.add if muted else self.muted.discard)(user)
            case e.Rematched(table=table):
                self.rematch = table
            case e.Resumed(pause=pause):
                self.resumed = entry.at
                if self.clocks is not None:
                    self.clocks.forgive(pause)
            case _:
                self._seat(entry)

    def _seat(self, entry: e.Entry) -> None:
        match entry:
            case e.Seated(seat=seat, user=user, name=name, contribution=contribution):
                self.invited.pop(seat, None)
                self.chairs[seat] = Chair("person", name, user, None, contribution)
            case e.BotSeated(seat=seat, level=level, name=name):
                self.invited.pop(seat, None)
                self.chairs[seat] = Chair("bot", name, None, level)
            case e.Invited(seat=seat, user=user):
                self.invited[seat] = user
            case e.Vacated(seat=seat):
                self.chairs[seat] = Chair()
            case e.Left(seat=seat):
                self._change(seat, left=True)
            case e.Returned(seat=seat):
                self._change(seat, left=False, late=False)
                self.chairs[seat] = replace(self.chairs[seat], level=None)
            case e.OutOfTime(seat=seat):
                self._change(seat, late=True)
            case e.HandedOver(seat=seat, level=level):
                self.chairs[seat] = replace(self.chairs[seat], level=level)
            case e.Resigned(seat=seat, level=level):
                self.given_up.append(seat)
                self._change(seat, resigned=True)
                self.chairs[seat] = replace(self.chairs[seat], level=level)
                self._stop_if_ended(entry.at)
            case _:
                raise ValueError(f"{entry.word} cannot happen twice")

    def _change(self, seat: Seat, **changes: bool) -> None:
        self.chairs[seat] = replace(self.chairs[seat], **changes)  # type: ignore[arg-type]

    def _play(self, entry: e.Dealt | e.Moved) -> None:
        table = self.state or engine.lay_out(self.game, self.created.seats)
        self.state = engine.fold(table, entry.events)
        mover = entry.seat if isinstance(entry, e.Moved) else None
        before, now = self._decision, engine.decision(self.state)
        self._decision = now
        waited = before.seats if before is not None and type(before) is type(now) else ()
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

    def _stop_if_ended(self, at: int) -> None:
        if self.status == "ended":
            self.asked = {}
            for seat in self.clocks.running if self.clocks is not None else ():
                self.clocks.stop(seat, at, moved=False)  # type: ignore[union-attr]
