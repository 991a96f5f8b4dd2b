"""What a viewer is told of a table. Nothing leaves the server but through here.

Secrets of the game are cut away by `fogline.core.view`, the one window; those of the table (the
seed of the deal, the actions behind the events) are never put in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pydantic import JsonValue

from fogline.core.codec import encode
from fogline.core.engine import legal_actions
from fogline.core.messages import Event, Seat
from fogline.core.view import redact, view_of
from fogline.saves import to_plain
from fogline.server.models import (
    ChatLine,
    ClockModel,
    ClockState,
    Fairness,
    GameHeader,
    JsonObject,
    LegalAction,
    SeatModel,
    Snapshot,
    SummaryModel,
    You,
)
from fogline.server.outcomes import outcome_model
from fogline.server.sitting import Sitting
from fogline.store import commitment_of
from fogline.store import entries as e
from fogline.store.log import Logged


@dataclass(frozen=True)
class Presence:
    """Which seats are connected, and which have not been for a while."""

    connected: frozenset[Seat]
    away: frozenset[Seat]


@dataclass(frozen=True)
class Viewpoint:
    """Who looks, and through which seat's eyes."""

    user: str | None
    seat: Seat | None


def snapshot(sitting: Sitting, viewpoint: Viewpoint, presence: Presence, now: int) -> Snapshot:
    """Tell the whole table."""
    ended = sitting.status == "ended"
    created = sitting.created
    view = None if sitting.state is None else view_of(sitting.state, viewpoint.seat)
    legal = legal_actions(view) if view is not None and viewpoint.seat in sitting.deciding else []
    decision = sitting.decision
    return Snapshot(
        table=sitting.table,
        version=sitting.version,
        status=sitting.status,
        now=now,
        game=GameHeader(
            name=sitting.game.name,
            title=sitting.game.title,
            version=sitting.game.version,
            options=dict(sitting.game.options),
        ),
        listed=created.listed,
        owner=created.owner,
        you=You(
            user=viewpoint.user,
            seats=sitting.seats_of(viewpoint.user),
            seat=viewpoint.seat,
            owner=viewpoint.user == created.owner,
        ),
        seats=_seats(sitting, presence),
        deciding=list(sitting.deciding),
        decision=None if decision is None else type(decision).__name__,
        legal=[LegalAction(text=str(action), action=_object(action)) for action in legal],
        clock=_clock(sitting, now),
        fair=Fairness(
            commitment=sitting.commitment,
            contributions=[chair.contribution for chair in sitting.chairs],
            secret=created.secret if ended else None,
        ),
        view=None if view is None else to_plain(view),
        outcome=outcome_model(sitting),
        final=to_plain(sitting.state) if ended and sitting.state is not None else None,
        chat=[
            ChatLine(
                version=remark.version,
                at=remark.said.at,
                user=remark.said.user,
                name=remark.said.name,
                seat=remark.said.seat,
                text=remark.said.text,
                reaction=remark.said.reaction,
            )
            for remark in sitting.chat
        ],
        muted=sorted(sitting.muted),
        rematch=sitting.rematch,
    )


def snapshot_of_past(sitting: Sitting, seat: Seat | None, now: int) -> Snapshot:
    """Tell how a table was at a moment of a game that is over: all hands lie open in `final`."""
    told = snapshot(sitting, Viewpoint(None, seat), Presence(frozenset(), frozenset()), now)
    final = None if sitting.state is None else to_plain(sitting.state)
    return told.model_copy(update={"legal": [], "final": final})


_PUBLIC = (
    e.Seated, e.BotSeated, e.Invited, e.Vacated, e.Left, e.Returned, e.OutOfTime, e.HandedOver,
    e.Resigned, e.Resumed, e.Said, e.Muted, e.Rematched,
)  # fmt: skip
"""The entries of which every field may be known to everybody."""


def tell_entry(logged: Logged, seat: Seat | None, *, is_open: bool) -> JsonObject:
    """Tell one entry to a seat, or with `None` to a spectator; all of it once the game is over."""
    entry = logged.entry
    told: JsonObject = {"version": logged.version, "at": entry.at, "type": entry.word}
    match entry:
        case e.Created():
            told |= {
                "game": entry.game,
                "options": cast("JsonObject", dict(entry.options)),
                "seats": entry.seats,
                "listed": entry.listed,
                "clock": None if entry.clock is None else _object(entry.clock),
                "owner": entry.owner,
                "commitment": commitment_of(entry.secret),
            }
        case e.Dealt(events=events):
            told["events"] = _events(events, seat, is_open=is_open)
        case e.Moved(events=events):
            told["seat"] = entry.seat
            told["events"] = _events(events, seat, is_open=is_open)
        case _ if isinstance(entry, _PUBLIC):
            told |= _object(entry)
        case _:
            pass  # hidden unless shown
    return told


def summary_model(sitting: Sitting, updated: int) -> SummaryModel:
    """Tell what a list shows of a table."""
    return SummaryModel(
        table=sitting.table,
        game=sitting.game.name,
        title=sitting.game.title,
        options=dict(sitting.game.options),
        status=sitting.status,
        seats=[chair.name for chair in sitting.chairs],
        clock=clock_model(sitting.created.clock),
        updated=updated,
    )


def _seats(sitting: Sitting, presence: Presence) -> list[SeatModel]:
    seats = []
    for seat, chair in enumerate(sitting.chairs):
        gone: Literal["left", "away", "out-of-time"] | None = None
        if chair.kind == "person":
            if chair.left:
                gone = "left"
            elif chair.late:
                gone = "out-of-time"
            elif seat in presence.away:
                gone = "away"
        seats.append(
            SeatModel(
                seat=seat,
                kind=chair.kind,
                name=chair.name,
                user=chair.user,
                level=chair.level,
                connected=chair.kind == "bot" or seat in presence.connected,
                gone=gone,
                resigned=chair.resigned,
            )
        )
    return seats


def clock_model(rule: e.ClockRule | None) -> ClockModel | None:
    """Tell how much time there is."""
    if rule is None:
        return None
    kind: Literal["move", "game"] = "move" if rule.kind == "move" else "game"
    return ClockModel(kind=kind, seconds=rule.seconds, increment=rule.increment)


def _clock(sitting: Sitting, now: int) -> ClockState | None:
    rule, clocks = clock_model(sitting.created.clock), sitting.clocks
    if rule is None or clocks is None:
        return None
    return ClockState(
        kind=rule.kind,
        seconds=rule.seconds,
        increment=rule.increment,
        remaining=[clocks.remaining(seat, now) for seat in range(len(sitting.chairs))],
        running=clocks.running,
    )


def _events(events: tuple[Event, ...], seat: Seat | None, *, is_open: bool) -> list[JsonValue]:
    return [_object(event if is_open else redact(event, seat)) for event in events]


def _object(value: object) -> JsonObject:
    return cast("JsonObject", encode(value))
