"""What viewers learn of a table. Nothing about a table leaves the server except through here.

`fogline.core.view` removes the secrets of the game. The secrets of the table (the seed of the
deal, the actions behind the events) are never included.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, cast

from pydantic import TypeAdapter

from fogline.boards import builtin_board
from fogline.core.codec import encode
from fogline.core.definition import GameDefinition
from fogline.core.engine import legal_actions
from fogline.core.messages import Event, Seat
from fogline.core.view import redact, view_of
from fogline.core.words import ENGLISH
from fogline.saves import to_plain
from fogline.server.base_models import ClockModel, JsonObject
from fogline.server.entry_models import Entry
from fogline.server.models import (
    ChatLine,
    ClockState,
    DecisionModel,
    FailedStartModel,
    Fairness,
    GameHeader,
    LegalAction,
    SeatModel,
    Snapshot,
    SummaryModel,
    You,
)
from fogline.server.outcomes import outcome_model
from fogline.server.table_state import TableState
from fogline.server.undo import undo_model
from fogline.server.wording import Wording, event_json
from fogline.store import commitment_of
from fogline.store import entries as e
from fogline.store.log import Logged

_ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


@dataclass(frozen=True)
class Presence:
    """Which seats are connected, and which have been away for a while."""

    connected: frozenset[Seat]
    away: frozenset[Seat]


@dataclass(frozen=True)
class Viewpoint:
    """A viewer: the user, the seat whose view is shown, and the language."""

    user: str | None
    seat: Seat | None
    language: str = ENGLISH


def _older_board(game: GameDefinition) -> str | None:
    """Return the digest of a board of Fogline that was corrected since the game began."""
    # A board of one's own has its text in the log.
    if game.board_text is not None or game.board_digest == builtin_board(game.name).digest:
        return None
    return game.board_digest


def snapshot(table: TableState, viewpoint: Viewpoint, presence: Presence, now: int) -> Snapshot:
    """Describe the whole table to a viewer."""
    ended = table.status == "ended"
    created = table.created
    view = None if table.state is None else view_of(table.state, viewpoint.seat)
    legal = legal_actions(view) if view is not None and viewpoint.seat in table.deciding else []
    decision = table.decision
    wording = wording_at(table, viewpoint.language)
    return Snapshot(
        table=table.id,
        version=table.version,
        status=table.status,
        now=now,
        game=GameHeader(
            name=table.game.name,
            title=table.game.title,
            version=table.game.version,
            older_board=_older_board(table.game),
            options=dict(table.game.options),
            rules=[rule.name for rule in table.game.rules],
            categories=wording.categories(_scored(table)),
        ),
        listed=created.listed,
        owner=created.owner,
        you=You(
            user=viewpoint.user,
            seats=table.seats_of(viewpoint.user),
            seat=viewpoint.seat,
            owner=viewpoint.user == created.owner,
        ),
        seats=_seats(table, presence),
        deciding=list(table.deciding),
        decision=None
        if decision is None
        else DecisionModel(type=type(decision).__name__, text=wording.decision(decision)),
        legal=[
            LegalAction(text=wording.action(action), action=_object(action)) for action in legal
        ],
        clock=_clock(table, now),
        fair=_fairness(table),
        view=None if view is None else to_plain(view),
        outcome=outcome_model(table),
        final=to_plain(table.state) if ended and table.state is not None else None,
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
            for remark in table.chat
        ],
        muted=sorted(table.muted),
        rematch=table.rematch,
        undo=undo_model(table, viewpoint.user),
    )


def wording_at(table: TableState, language: str = ENGLISH) -> Wording:
    """Return the sentences for a table, in a language."""
    names = (chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(table.chairs))
    return Wording(table.game, tuple(names), language)


def snapshot_of_past(
    table: TableState, seat: Seat | None, now: int, language: str = ENGLISH
) -> Snapshot:
    """Describe an ended table at an earlier version; `final` shows all hands of that moment."""
    nobody = Presence(frozenset(), frozenset())
    told = snapshot(table, Viewpoint(None, seat, language), nobody, now)
    final = None if table.state is None else to_plain(table.state)
    return told.model_copy(update={"legal": [], "undo": None, "final": final})


def tell_entry(logged: Logged, seat: Seat | None, wording: Wording, *, is_open: bool) -> Entry:
    """Describe an entry to a seat, or with `None` to a spectator; all of it if it is open."""
    entry = logged.entry
    # The model of the entry keeps the fields that it names, and drops the others.
    told = {field.name: getattr(entry, field.name) for field in fields(entry)}
    told |= {"version": logged.version, "type": entry.word}
    match entry:
        case e.Created():
            told["clock"] = clock_model(entry.clock)
            told["commitment"] = commitment_of(entry.secret)
        case e.StartFailed():
            told["commitment"] = commitment_of(entry.secret)
        case e.Dealt(events=events) | e.Moved(events=events):
            told["events"] = _events(events, seat, wording, is_open=is_open)
        case _:
            pass
    return _ENTRY.validate_python(told)


def summary_model(table: TableState, updated: int) -> SummaryModel:
    """Describe a table for a list."""
    return SummaryModel(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        options=dict(table.game.options),
        status=table.status,
        seats=[chair.name for chair in table.chairs],
        clock=clock_model(table.created.clock),
        updated=updated,
    )


def _seats(table: TableState, presence: Presence) -> list[SeatModel]:
    seats = []
    for seat, chair in enumerate(table.chairs):
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


def _fairness(table: TableState) -> Fairness:
    deal = table.deal
    return Fairness(
        scheme=deal.scheme,
        commitment=deal.commitment,
        commitments=list(deal.commitments),
        contributions=list(deal.contributions),
        reveal_by=table.reveal_by,
        failed=[FailedStartModel(at=failed.at, seats=list(failed.seats)) for failed in deal.failed],
        secret=deal.secret if table.status == "ended" else None,
    )


def clock_model(rule: e.ClockRule | None) -> ClockModel | None:
    """Describe the clock of a table."""
    if rule is None:
        return None
    kind: Literal["move", "game"] = "move" if rule.kind == "move" else "game"
    return ClockModel(kind=kind, seconds=rule.seconds, increment=rule.increment)


def _clock(table: TableState, now: int) -> ClockState | None:
    rule, clocks = clock_model(table.created.clock), table.clocks
    if rule is None or clocks is None:
        return None
    return ClockState(
        kind=rule.kind,
        seconds=rule.seconds,
        increment=rule.increment,
        remaining=[clocks.remaining(seat, now) for seat in range(len(table.chairs))],
        running=clocks.running,
    )


def _events(
    events: tuple[Event, ...], seat: Seat | None, wording: Wording, *, is_open: bool
) -> list[JsonObject]:
    shown = events if is_open else [redact(event, seat) for event in events]
    return [event_json(event, wording) for event in shown]


def _scored(table: TableState) -> list[str]:
    """List the categories in which somebody has scored."""
    players = () if table.state is None else table.state.players
    return sorted({category for player in players for category in player.points})


def _object(value: object) -> JsonObject:
    return cast("JsonObject", encode(value))
